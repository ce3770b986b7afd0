"""Bytes of a terminal become typed text, pastes and keys, wherever they are cut."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotty.testing.fake_cli.keys import Event, Keys, Pasted, Pressed, Typed

_WHOLE = "a日b\r\x1b[200~one\rtwo\r\nthree\x1b[201~\x1b[A\x1bOB\t\x15\x7f\x1b[3~\x1b\rx"
_EVENTS = [
    Typed("a日b"), Pressed("Enter"), Pasted("one\ntwo\nthree"), Pressed("Up"), Pressed("Down"), Pressed("Tab"),
    Pressed("C-u"), Pressed("BSpace"), Pressed("DC"), Pressed("M-Enter"), Typed("x"),
]  # fmt: skip


def _read(*parts: bytes) -> list[Event]:
    keys = Keys()
    return [event for part in parts for event in keys.feed(part)]


def _joined(events: list[Event]) -> list[Event]:
    """Typed text that was cut is one text."""
    joined: list[Event] = []
    for event in events:
        if isinstance(event, Typed) and joined and isinstance(joined[-1], Typed):
            joined[-1] = Typed(joined[-1].text + event.text)
        else:
            joined.append(event)
    return joined


def test_every_kind_of_input_is_told() -> None:
    assert _read(_WHOLE.encode()) == _EVENTS


@given(st.lists(st.integers(0, len(_WHOLE.encode())), max_size=8))
def test_input_may_be_cut_anywhere(cuts: list[int]) -> None:
    whole, edges = _WHOLE.encode(), [0, *sorted(cuts), len(_WHOLE.encode())]
    parts = [whole[begin:end] for begin, end in pairwise(edges)]
    assert _joined(_read(*parts)) == _EVENTS


@given(st.text(st.characters(blacklist_categories=["Cc", "Cs"]), min_size=1))
def test_text_is_typed_as_it_is(text: str) -> None:
    assert _read(text.encode()) == [Typed(text)]


@given(st.binary())
def test_no_bytes_are_too_much(data: bytes) -> None:
    keys = Keys()
    keys.feed(data)
    keys.flush()


def test_a_lone_escape_is_a_key_once_nothing_follows() -> None:
    keys = Keys()
    assert keys.feed(b"\x1b") == []
    assert keys.waits_for_more
    assert keys.flush() == [Pressed("Escape")]
    assert not keys.waits_for_more


def test_an_escape_before_a_paste_is_a_key() -> None:
    assert _read(b"\x1b\x1b[200~x\x1b[201~") == [Pressed("Escape"), Pasted("x")]


@pytest.mark.parametrize(("sent", "name"), [(b"\x03", "C-c"), (b"\n", "C-j"), (b"\x1b[Z", "BTab"), (b"\x1ba", "M-a")])
def test_keys_have_the_names_of_tmux(sent: bytes, name: str) -> None:
    assert _read(sent) == [Pressed(name)]
