"""What a pane printed, numbered by the byte: reading since, waiting, live view and recording ask it one question.

Rules:
1. Numbers never go back. A gap (tmux paused the pane, or the connection was lost) takes one number and is reported to
   whoever reads across it.
2. Memory is bounded: the oldest bytes go. Whoever falls behind is told so by `since`, never waited for.
3. Bytes are kept as they came, escaped, and unescaped only for a reader: most output is never looked at.
"""

import asyncio
import secrets
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from cotty.controlmode.events import Output

KEEP = 1 << 20


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

    def __init__(self, keep: int = KEEP) -> None:
        self.position = 0
        self.line_feeds = 0
        self.identity = secrets.randbits(32) | 1  # a new one after a gap: line feeds are counted without one
        self.ended: str | None = None
        self.last_at = 0.0
        self.unwanted = 0  # bytes since anybody waited
        self._keep, self._kept, self._floor = keep, 0, 0
        self._pieces: deque[tuple[int, Output]] = deque()
        self._last_gap = -1  # position at which output is missing
        self._waiters: set[asyncio.Future[bool]] = set()
        self.taps: list[Tap] = []

    def append(self, output: Output) -> None:
        """The next bytes."""
        size = len(output)
        self._pieces.append((self.position, output))
        self.position += size
        self.line_feeds += output.escaped.count(b"\\012")
        self._kept += len(output.escaped)
        self.unwanted += size
        self.last_at = time.monotonic()
        while self._kept > self._keep and len(self._pieces) > 1:
            _, oldest = self._pieces.popleft()
            self._kept -= len(oldest.escaped)
            self._floor = self._pieces[0][0]
        for tap in self.taps:
            tap(output)
        if self._waiters:
            self.nudge()

    def break_here(self) -> None:
        """Some output is missing from here on."""
        self._last_gap = self.position
        self.position += 1
        self._pieces.clear()
        self._kept = 0
        self.line_feeds, self.identity = 0, secrets.randbits(32) | 1
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
        for at, output in reversed(self._pieces):
            if at + len(output) <= start:
                break
            wanted.append(output.data[max(start - at, 0) :])
        return Stretch(start, self.position, b"".join(reversed(wanted)), gap)

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

    def nudge(self) -> None:
        """Something else happened to the pane: a layout moved, its program may have ended."""
        for waiter in self._waiters:
            if not waiter.done():
                waiter.set_result(True)


def _expire(waiter: asyncio.Future[bool]) -> None:
    if not waiter.done():
        waiter.set_result(False)
