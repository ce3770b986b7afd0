"""What a wait searches: the lines of a pane that are newer than the last send, look by look.

Rules: the line on which typing began is echo and is left out, with as many lines after it as line breaks were typed;
where output was in flight then, the echo comes behind it, and is left out where this process typed it.
What is still on the screen or in tmux's history is read there; what scrolled away between two looks is found in the
stream, unless somebody typed meanwhile: then the stream holds an echo that cannot be told from output.
"""

import re

from cotty.controlmode.guards import note_name
from cotty.terminal.desk import Desk, Typed
from cotty.terminal.driver import News
from cotty.terminal.flows.read import rows_of
from cotty.terminal.flows.sieve import Sieve
from cotty.terminal.reading import to_cursor, trimmed
from cotty.terminal.server.eye import Framing, Numbers
from cotty.terminal.server.heard import Heard

_TELLING = 4  # characters of a text that nothing else ends in by chance
_BACK = 120  # rows of history that are taken along with a screen, in case the news began there
_SCREEN = (Framing(),)
_BOTH = (Framing(), Framing(start=-_BACK, join=True))
_ONSET = re.compile(r"(?P<history>\d+) (?P<row>\d+) \d+ (?P<breaks>\d+)\Z")


class NewsReader:
    """The news of one pane, for one wait; `close` it."""

    def __init__(self, desk: Desk, pane: str, pattern: re.Pattern[str]) -> None:
        self._desk, self._pane, self._pattern = desk, pane, pattern
        self._from: int | None = None  # the absolute row up to which lines were looked at
        self._onset: str | None = None  # where typing began, when the first look was taken
        self._sieve: Sieve | None = None
        self._heard: Heard | None = None
        self._echoed: Typed | None = None  # what was typed whose echo was found

    async def news(self) -> News:
        """The screen, and the lines that are new on it and above it: one moment, one question."""
        note = note_name("ONSET", self._pane, hidden=self._desk.hand.version.has("hidden-environment"))
        if self._sieve is not None and self._sieve.hit is not None:
            numbers, (rows,) = await self._desk.eye.sees(self._pane, _SCREEN, note)
            if numbers.note == self._onset:
                return News(numbers.screen(rows), (self._sieve.hit,), missed=False)
        numbers, (rows, lines) = await self._desk.eye.sees(self._pane, _BOTH, note)
        self._follow_stream(numbers.note)
        screen, onset = numbers.screen(rows), _ONSET.match(numbers.note)
        new = tuple(row for row in trimmed(rows) if not self._is_echo(row))
        if numbers.alternate:
            return News(screen, new, missed=False)
        if onset is not None:
            new = await self._after(int(onset["history"]) + int(onset["row"]), int(onset["breaks"]), numbers, lines)
        hit = (self._sieve.hit,) if self._sieve is not None and self._sieve.hit is not None else ()
        return News(screen, (*hit, *new), self._misses(numbers))

    def close(self) -> None:
        if self._heard is not None and self._sieve is not None:
            self._heard.listeners.remove(self._sieve)
        self._heard = self._sieve = None

    def _follow_stream(self, onset: str) -> None:
        """Search the stream from the first look on, for as long as nobody types."""
        if self._onset is None:
            self._onset, self._heard = onset, self._desk.hearing(self._pane)
            found = _ONSET.match(onset)
            if self._heard is not None and not self._may_still_echo():
                self._sieve = Sieve(self._pattern, skip=1 + int(found["breaks"] if found else 0))
                self._heard.listeners.append(self._sieve)
        elif onset != self._onset:
            self.close()
        elif self._sieve is not None and self._desk.hearing(self._pane) is not self._heard:
            self._hear_again(self._sieve)

    def _hear_again(self, sieve: Sieve) -> None:
        self.close()
        self._heard, self._sieve = self._desk.hearing(self._pane), sieve
        sieve.gap()
        if self._heard is not None:
            self._heard.listeners.append(sieve)

    def _may_still_echo(self) -> bool:
        """What this process typed was not seen to be taken, and would itself be found."""
        typed = self._desk.typed.get(self._pane)
        return typed is not None and not typed.taken and any(map(self._pattern.search, typed.text.split("\n")))

    def _misses(self, numbers: Numbers) -> bool:
        return self._sieve.missed if self._sieve is not None else _trims(numbers)

    async def _after(self, row: int, breaks: int, numbers: Numbers, lines: list[str]) -> tuple[str, ...]:
        row = _still_named(row, numbers)
        cleared = row > numbers.history + numbers.cursor_y
        first = self._from is None or self._from <= row
        wanted = numbers.history if cleared else max(row, self._from or 0)
        surplus, seen = wanted - max(0, numbers.history - _BACK), numbers
        if surplus >= 0:
            lines = to_cursor(numbers, _without_rows(lines, surplus, numbers.width))
        else:
            seen, lines = await self._from_row(wanted, numbers)
        self._from = None if _trims(seen) else seen.history + seen.cursor_y
        echo = 1 + breaks if first and not cleared else 0
        return self._without_late_echo(lines[:echo], lines[echo:])

    def _without_late_echo(self, left_out: list[str], lines: list[str]) -> tuple[str, ...]:
        """What was in flight as somebody typed is printed before the echo, which stands farther down then: the first
        line that ends in what this process typed.
        """
        typed = self._desk.typed.get(self._pane)
        ending = typed.text.split("\n")[-1] if typed is not None else ""
        if typed is self._echoed or len(ending) < _TELLING or typed is None:
            return tuple(lines)
        for number, line in enumerate([*left_out, *lines]):
            if line.endswith(ending):
                self._echoed = typed
                return tuple(line for at, line in enumerate(lines, len(left_out)) if at != number)
        return tuple(lines)

    async def _from_row(self, wanted: int, numbers: Numbers) -> tuple[Numbers, list[str]]:
        """Lines from an absolute row on. Rows are named from the end of the history, which may have grown since the
        numbers were taken: then more is captured than is wanted, and cut.
        """
        slack = 0
        while True:
            start = wanted - numbers.history - slack
            seen, rows = await self._desk.eye.see(self._pane, Framing(start=start, join=True))
            surplus = wanted - (max(start, -seen.history) + seen.history)
            if surplus >= 0 or slack > seen.history:
                return seen, to_cursor(seen, _without_rows(rows, surplus, seen.width))
            slack, numbers = 4 * (seen.history - numbers.history), seen

    def _is_echo(self, row: str) -> bool:
        typed = self._desk.typed.get(self._pane)
        return typed is not None and bool(typed.text) and typed.text.split("\n")[-1][-40:] in row


def _still_named(row: int, numbers: Numbers) -> int:
    """The number that a row has now. A full history loses a tenth at once, and every row that many of its number: a row
    beyond the cursor was renamed at least as often as brings it back.
    """
    beyond = row - numbers.history - numbers.cursor_y
    if beyond <= 0 or not _trims(numbers):
        return row
    tenth = max(1, numbers.history_limit // 10)
    return row - -(-beyond // tenth) * tenth


def _trims(numbers: Numbers) -> bool:
    """Rows may have left the history, so an absolute row means nothing."""
    return numbers.history >= numbers.history_limit - max(1, numbers.history_limit // 10)


def _without_rows(lines: list[str], surplus: int, width: int) -> list[str]:
    """Lines without those that fill the first rows."""
    index = 0
    while surplus > 0 and index < len(lines):
        surplus -= rows_of(lines[index], width)
        index += 1
    return lines[index:]
