"""One look of a flow: the glimpse, and what the profile makes of it. Pure.

Rules: a look in the middle of a repaint may show anything, so what decides is looked at until nothing has moved for
`CALM` seconds, or until it has shown the same for `SURE` seconds of a screen that never rests.
"""

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Final

from cotty.model import AgentState
from cotty.profiles.looking import look
from cotty.profiles.painted import plain
from cotty.profiles.profile import Profile
from cotty.profiles.seen import Seen
from cotty.terminal.flows.cells import packed
from cotty.terminal.flows.steps import Glimpse, Step, watched

CALM: Final = 0.035  # a program that cuts its frames writes the next part within 30 ms
SURE: Final = 0.25
INSTANT: Final = 0.001  # seconds that a clock can tell: less may be added to the time for ever
_HEAD: Final = 30  # letters of the beginning; two rows of a narrow pane hold them
_TAIL: Final = 40
_SOME: Final = 12  # letters of the end, where the screen begins in the midst of a text
_ROOM: Final = 4  # blank rows on end: full screens of the CLIs that are known have up to three, above their composers
_FRAME: Final = str.maketrans("", "", "┃│▌╹╻")

Looking = Generator[Step, Glimpse | None, "Sighting"]


@dataclass(frozen=True, slots=True)
class Sighting:
    """A moment of an agent's pane."""

    glimpse: Glimpse
    seen: Seen

    @property
    def gone(self) -> bool:
        return self.glimpse.gone or self.glimpse.screen.dead

    @property
    def calm(self) -> bool:
        return self.glimpse.quiet >= CALM

    @property
    def busy(self) -> bool:
        return self.seen.state is AgentState.PROCESSING

    @property
    def elapsed(self) -> float:
        return self.glimpse.elapsed


def sighted(profile: Profile, seconds: float = 0.0, *, ask: bool = False) -> Looking:
    """Look now, or when something moved, at the latest after so many seconds."""
    glimpse = yield from watched(seconds, ask=ask)
    return Sighting(glimpse, look(profile, glimpse.screen, glimpse.title))


def steady(
    profile: Profile, says: Callable[[Sighting], str], deadline: float
) -> Generator[Step, Glimpse | None, tuple[Sighting, bool]]:
    """The look that can be believed: what it says has stood until all was calm, or for `SURE`. At the deadline the last
    one, and False.
    """
    began: float | None = None
    since, before, seconds = 0.0, "", 0.0
    while True:
        sighting = yield from sighted(profile, seconds)
        word = says(sighting)
        if began is None or word != before:
            since, before = sighting.elapsed, word
        began = sighting.elapsed if began is None else began
        left = deadline - (sighting.elapsed - began)
        if (stood := sighting.gone or sighting.calm or sighting.elapsed - since >= SURE) or left <= 0:
            return sighting, stood
        seconds = max(INSTANT, min(left, CALM + 0.005 - sighting.glimpse.quiet))


def told(text: str, sighting: Sighting) -> int:
    """How often the text stands in the conversation, above the composer or the dialog, as far as its beginning (at the
    beginning of a row, behind a mark) and its end tell. Where neither is to be seen, nobody knows what is conversation.
    """
    rows = conversation(sighting)
    if not rows:
        return 0
    whole = "".join(rows)
    head, packed_text = _unframed(_first_line(text))[:_HEAD], _unframed(text)
    tail = packed_text[-_TAIL:]
    begins = (y for y, row in enumerate(rows) if row and head)
    begun = sum(begins_with("".join(rows[y : y + 3]), head) for y in begins)
    ended = whole.count(tail) if len(tail) == _TAIL else 0
    return begun + (ended or int(_begins_inside(whole, packed_text)))


def conversation(sighting: Sighting) -> list[str]:
    """The rows above the composer or the dialog, comparable; none where neither is to be seen."""
    end = _end_of_conversation(sighting.seen)
    return [_unframed(plain(row)) for row in sighting.glimpse.screen.rows[:end]] if end is not None else []


def begins_with(row: str, head: str) -> bool:
    """At once or behind a mark, which is no letter: line 10 of a text ends in the beginning of line 0."""
    at = row.find(head)
    return at == 0 or (at == 1 and not row[0].isalnum())


def fills_the_screen(sighting: Sighting) -> bool:
    """There is no room left, above the conversation, below the composer or between, but for rows that set apart."""
    screen = sighting.glimpse.screen
    drawn = "".join("x" if plain(row).strip() else " " for row in screen.rows).ljust(screen.height)
    return " " * _ROOM not in drawn


def _begins_inside(whole: str, text: str) -> bool:
    """The screen begins in the midst of the text: all rows down to its end are of it."""
    end = text[-_SOME:]
    at = whole.find(end) + len(end)
    return len(text) > 2 * _SOME and at >= len(end) and text.endswith(whole[:at])


def _unframed(text: str) -> str:
    """What a conversation is framed with stands before every row of a message, and says nothing."""
    return packed(text).translate(_FRAME)


def _first_line(text: str) -> str:
    return next((line for line in text.split("\n") if line.strip()), "")


def _end_of_conversation(seen: Seen) -> int | None:
    if seen.awaiting is not None:
        return seen.awaiting.rows[0]
    return seen.composer.first_row if seen.composer is not None else None
