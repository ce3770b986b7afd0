"""The same bytes, cut in three ways: whole, byte by byte, and in pieces of any size."""

from collections.abc import Iterable, Iterator
from itertools import pairwise

from cotty.controlmode.commands import Line
from cotty.controlmode.dialogue import Dialogue
from cotty.controlmode.events import Event


def pieces(data: bytes, cuts: Iterable[int]) -> Iterator[bytes]:
    """The data cut at these places."""
    places = [0, *sorted({cut for cut in cuts if 0 < cut < len(data)}), len(data)]
    for start, end in pairwise(places):
        yield data[start:end]


def heard(data: bytes, asked: Iterable[tuple[Line, object]] = (), cuts: Iterable[int] = ()) -> list[Event]:
    """What a dialogue with these commands on their way makes of the data, cut there."""
    dialogue = Dialogue()
    for line, ticket in asked:
        dialogue.ask(line, ticket)
    return [event for piece in pieces(data, cuts) for event in dialogue.receive(piece)]


def heard_alike(data: bytes, asked: Iterable[tuple[Line, object]] = (), cuts: Iterable[int] = ()) -> list[Event]:
    """The events, the same in all three feeds, or a failure."""
    asked = list(asked)
    whole = heard(data, asked)
    assert heard(data, asked, range(len(data))) == whole
    assert heard(data, asked, cuts) == whole
    return whole
