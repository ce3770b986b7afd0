"""What a wait searches: the lines of a pane that are newer than the last send, look by look.

Rules: the line on which typing began is echo and is left out, with as many lines after it as line breaks were typed;
so is what repeats it later: behind output that was in flight, and at the next prompt of a shell that was busy.
What is still on the screen or in tmux's history is read there; what scrolled away between two looks is found in the
stream, unless somebody typed meanwhile: then the stream holds an echo that cannot be told from output.
A pane of another width has other rows: then what is newer is what stands behind the text that was typed.
"""

import re
from dataclasses import replace

from cotty.controlmode.guards import note_name
from cotty.terminal.desk import Desk
from cotty.terminal.driver import News
from cotty.terminal.flows.echo import EchoFilter, Onset
from cotty.terminal.flows.reach import reach
from cotty.terminal.flows.read import rows_of
from cotty.terminal.flows.ready import candidates
from cotty.terminal.flows.sieve import Sieve
from cotty.terminal.reading import to_cursor, trimmed
from cotty.terminal.searching import Searcher
from cotty.terminal.server.eye import Framing, Numbers
from cotty.terminal.server.heard import Heard

_BACK = 120  # rows of history that are taken along with a screen, in case the news began there
_FRAME = " │┃|║"  # what stands right of a text in a box
_SCREEN = (Framing(),)
_BOTH = (Framing(), Framing(start=-_BACK, join=True))


class NewsReader:
    """The news of one pane, for one wait; `close` it."""

    def __init__(self, desk: Desk, pane: str, pattern: re.Pattern[str], until: float) -> None:
        self._desk, self._pane, self._pattern = desk, pane, pattern
        self._reach, self._elsewhere = reach(pattern.pattern), Searcher(pattern, until)
        self._from: int | None = None  # the absolute row up to which lines were looked at
        self._onset: str | None = None  # where typing began, when the first look was taken
        self._sieve: Sieve | None = None
        self._heard: Heard | None = None
        self._echo: EchoFilter | None = None

    async def news(self) -> News:
        """The screen, and the lines that are new on it and above it; what is found in those too long to be tried on
        here.
        """
        news = await self._looked()
        long = [line for line in candidates(news.lines, news.screen) if len(line) > self._reach]
        match = await self._elsewhere.first(long) if long else None
        return replace(news, match=match, missed=news.missed or self._elsewhere.missed)

    async def _looked(self) -> News:
        """One moment, one question."""
        note = note_name("ONSET", self._pane, hidden=self._desk.hand.version.has("hidden-environment"))
        if self._sieve is not None and self._sieve.hit is not None:
            numbers, (rows,) = await self._desk.eye.sees(self._pane, _SCREEN, note)
            if numbers.note == self._onset:
                return News(numbers.screen(rows), (self._sieve.hit,), missed=False)
        numbers, (rows, lines) = await self._desk.eye.sees(self._pane, _BOTH, note)
        self._follow_stream(numbers.note)
        screen, onset = numbers.screen(rows), Onset.parse(numbers.note)
        new = self._drawn(trimmed(rows), onset)
        if numbers.alternate:
            return News(screen, new, missed=False)
        if onset is not None and onset.width != numbers.width:
            new = self._behind_text(onset, to_cursor(numbers, lines))
        elif onset is not None:
            new = await self._after(onset, numbers, lines)
        hit = (self._sieve.hit,) if self._sieve is not None and self._sieve.hit is not None else ()
        return News(screen, (*hit, *new), self._misses(numbers))

    async def close(self) -> None:
        self._stop_listening()
        await self._elsewhere.close()

    def _stop_listening(self) -> None:
        if self._heard is not None and self._sieve is not None:
            self._heard.listeners.remove(self._sieve)
        self._heard = self._sieve = None

    def _follow_stream(self, onset: str) -> None:
        """Search the stream from the first look on, for as long as nobody types."""
        if self._onset is None:
            self._onset, self._heard = onset, self._desk.hearing(self._pane)
            if self._heard is not None and self._reach:
                found = Onset.parse(onset)
                echo = EchoFilter(found) if found is not None else None
                skip = 1 + found.breaks if found is not None else int(not self._heard.feed.at_line_start)
                self._sieve = Sieve(self._pattern, skip=skip, reach=self._reach, echo=echo)
                self._heard.listeners.append(self._sieve)
        elif onset != self._onset:
            self._stop_listening()
        elif self._sieve is not None and self._desk.hearing(self._pane) is not self._heard:
            self._hear_again(self._sieve)

    def _hear_again(self, sieve: Sieve) -> None:
        self._stop_listening()
        self._heard, self._sieve = self._desk.hearing(self._pane), sieve
        sieve.gap()
        if self._heard is not None:
            self._heard.listeners.append(sieve)

    def _misses(self, numbers: Numbers) -> bool:
        return self._sieve.missed if self._sieve is not None else _trims(numbers)

    async def _after(self, onset: Onset, numbers: Numbers, lines: list[str]) -> tuple[str, ...]:
        row = _still_named(onset.history + onset.row, numbers)
        cleared = row > numbers.history + numbers.cursor_y
        first = self._from is None or self._from <= row
        wanted = numbers.history if cleared else max(row, self._from or 0)
        surplus, seen = wanted - max(0, numbers.history - _BACK), numbers
        if surplus >= 0:
            lines = to_cursor(numbers, _without_rows(lines, surplus, numbers.width))
        else:
            seen, lines = await self._from_row(wanted, numbers)
        self._from = None if _trims(seen) else seen.history + seen.cursor_y
        if first or self._echo is None:
            self._echo = EchoFilter(onset)
        echoed = 1 + onset.breaks if first and not cleared else 0
        for line in lines[:echoed]:
            self._echo.echoed(line)
        return _output(self._echo, lines[echoed:])

    def _behind_text(self, onset: Onset, lines: list[str]) -> tuple[str, ...]:
        """Another width has named all rows anew: what is newer is known by the text that was typed before it. Without
        that only the cursor's line is new for certain.
        """
        self._from, self._echo = None, EchoFilter(onset)
        behind = self._echo.after(lines)
        return _output(self._echo, lines[-1:] if behind is None else behind)

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

    def _drawn(self, rows: list[str], onset: Onset | None) -> tuple[str, ...]:
        """The rows without the text that was typed: on a screen that is drawn it may stand anywhere, known here by how
        it ends, elsewhere by its imprint.
        """
        typed = self._desk.typed.get(self._pane)
        if typed is not None and typed.ending:
            ending = typed.ending[-40:]
            return tuple(row for row in rows if ending not in row)
        if onset is None or not onset.echo.telling:
            return tuple(rows)
        return tuple(row for row in rows if onset.echo.before(row.rstrip(_FRAME)) is None)


def _output(echo: EchoFilter, lines: list[str]) -> tuple[str, ...]:
    """The lines that are no echo; the last one is the cursor's."""
    last = len(lines) - 1
    return tuple(line for at, line in enumerate(lines) if echo.output(line, finished=at < last))


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
