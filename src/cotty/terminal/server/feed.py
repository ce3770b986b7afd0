"""What a pane printed, numbered by the byte: reading since, waiting, live view and recording ask it one question.

Rules:
1. Numbers never go back. A gap (tmux paused the pane, or the connection was lost) takes one number and is reported to
   whoever reads across it.
2. Memory is bounded: the oldest bytes go. Whoever falls behind is told so by `since`, never waited for.
3. Bytes are kept as they came, escaped, and unescaped only for a reader: most output is never looked at.
4. A count of line feeds holds from one gap to the next and no further: `identity` says whether two counts are one.
"""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from cotty.controlmode.events import Output
from cotty.controlmode.quoting import unescaped, unescaped_length
from cotty.errors import CottyError
from cotty.terminal.flows.linefeeds import LineFeeds

KEEP = 1 << 20
_LINE_END = b"\\012"
_PIECE = 144  # bytes that Python takes to keep a piece, besides what is in it


@dataclass(frozen=True, slots=True)
class Stretch:
    """Consecutive output: the bytes numbered `start` up to `end`; with a `gap`, bytes before them are missing."""

    start: int
    end: int
    data: bytes
    gap: bool


Tap = Callable[[Output | None], None]


class Feed:
    """The output of one pane, as one ear hears it."""

    def __init__(self, keep: int = KEEP, catch_up: Callable[[], Awaitable[None]] | None = None) -> None:
        self.position = 0
        self.ended: str | None = None
        self.last_at = 0.0
        self.unwanted = 0  # bytes since anybody waited
        self.holders = 0
        self._lines = LineFeeds()
        self._catch_up = catch_up
        self._keep, self._kept, self._floor = keep, 0, 0
        self._pieces: deque[tuple[int, bytes]] = deque()
        self._last_gap = -1  # position at which output is missing
        self._waiters: set[asyncio.Future[bool]] = set()
        self.taps: list[Tap] = []
        self.bells: set[Callable[[], None]] = set()  # rung when there is news, for who waits for many feeds at once

    @property
    def line_feeds(self) -> int:
        return self._lines.count

    @property
    def identity(self) -> int:
        """Which count `line_feeds` belongs to; 0 while nothing is heard."""
        return self._lines.identity

    @property
    def at_line_start(self) -> bool:
        """The last that was heard ended a line."""
        return bool(self._pieces) and self._pieces[-1][1].endswith(_LINE_END)

    def append(self, output: Output) -> None:
        """The next bytes."""
        escaped = output.escaped
        escapes = escaped.count(b"\\")
        self._lines.take(escaped, escapes)
        self._pieces.append((self.position, escaped))
        size = len(escaped) - 3 * escapes
        self.position += size
        self._kept += len(escaped) + _PIECE
        self.unwanted += size
        self.last_at = time.monotonic()
        while self._kept > self._keep and len(self._pieces) > 1:
            _, oldest = self._pieces.popleft()
            self._kept -= len(oldest) + _PIECE
            self._floor = self._pieces[0][0]
        for tap in self.taps:
            tap(output)
        if self._waiters or self.bells:
            self.nudge()

    def break_here(self) -> None:
        """Some output is missing from here on, until the next that comes."""
        self._last_gap = self.position
        self.position += 1
        self._pieces.clear()
        self._kept = 0
        self._lines.stop()
        for tap in self.taps:
            tap(None)
        self.nudge()

    def end(self, reason: str) -> None:
        """Nothing more will come."""
        self.ended = self.ended or reason
        self.nudge()

    def since(self, number: int) -> Stretch:
        """The bytes from that number on, as far as they are still kept."""
        gap = number < self._floor or number <= self._last_gap
        start = max(number, self._floor, self._last_gap + 1)
        wanted: list[bytes] = []
        for at, escaped in reversed(self._pieces):
            if at + unescaped_length(escaped) <= start:
                break
            wanted.append(unescaped(escaped)[max(start - at, 0) :])
        return Stretch(start, self.position, b"".join(reversed(wanted)), gap)

    async def lines_since(self, position: int) -> tuple[int, int] | None:
        """Identity and count of line feeds, if nothing was printed since the feed stood there: what was captured after
        that is then of the same moment as the count. Waits until all that tmux has shown was heard.
        """
        if self._catch_up is None or not self.identity or self.ended is not None:
            return None
        try:
            await self._catch_up()
        except CottyError:
            return None
        return (self.identity, self.line_feeds) if self.identity and self.position == position else None

    async def wait_news(self, number: int, seconds: float | None) -> bool:
        """Wait until there is more than that number, or anything else worth a look; False when the time went by first.

        The caller looks again either way: a wake-up promises nothing.
        """
        self.unwanted = 0
        if self.position > number or self.ended is not None:
            return True
        waiter = asyncio.get_running_loop().create_future()
        self._waiters.add(waiter)
        timer = None if seconds is None else asyncio.get_running_loop().call_later(seconds, _expire, waiter)
        try:
            return bool(await waiter)
        finally:
            self._waiters.discard(waiter)
            if timer is not None:
                timer.cancel()

    def wanted(self) -> None:
        """Somebody listens."""
        self.unwanted = 0

    @contextmanager
    def held(self) -> Iterator[None]:
        """Somebody listens until this ends, though not at every moment: the pane is not unwanted meanwhile."""
        self.hold()
        try:
            yield
        finally:
            self.release()

    @property
    def in_use(self) -> bool:
        """Somebody holds it or waits for it."""
        return self.holders > 0 or bool(self._waiters)

    def hold(self) -> None:
        """Somebody needs every byte until it lets go: the pane is not paused for being unwanted."""
        self.holders += 1

    def release(self) -> None:
        self.holders -= 1
        self.wanted()

    def nudge(self) -> None:
        """Something else happened to the pane: a layout moved, its program may have ended."""
        for waiter in self._waiters:
            if not waiter.done():
                waiter.set_result(True)
        for ring in tuple(self.bells):
            ring()


def _expire(waiter: asyncio.Future[bool]) -> None:
    if not waiter.done():
        waiter.set_result(False)
