"""How often one may ask, and fail.

Rules: nothing here is kept longer than a minute or for more than `_MOST` names; the clock is the monotonic one.
"""

import time
from collections import OrderedDict, deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from cotty.errors import TooManyRequests

RATE: Final = 500.0  # requests a second that one identity may ask for a long time
BURST: Final = 1000.0  # and at once
AT_ONCE: Final = 200  # that are being answered
FAILURES: Final = 10  # in a minute, from one address: then it is let in no more
_MINUTE: Final = 60.0
_MOST: Final = 1000


@dataclass(slots=True)
class _Asked:
    """What is left of one identity's allowance."""

    left: float = BURST
    at: float = field(default_factory=time.monotonic)
    now: int = 0


@dataclass(slots=True)
class Limits:
    """Of one server."""

    rate: float = RATE
    _asked: "OrderedDict[str, _Asked]" = field(default_factory=OrderedDict)
    _failed: "OrderedDict[str, deque[float]]" = field(default_factory=OrderedDict)

    @contextmanager
    def one(self, who: str) -> Iterator[None]:
        """One request of that identity, or `TooManyRequests`."""
        asked = self._asked.setdefault(who, _Asked())
        self._asked.move_to_end(who)
        now = time.monotonic()
        asked.left, asked.at = min(BURST, asked.left + (now - asked.at) * self.rate), now
        if asked.left < 1 or asked.now >= AT_ONCE:
            raise TooManyRequests(f"{who} asks too often.", suggestion="Ask again in a second.")
        asked.left, asked.now = asked.left - 1, asked.now + 1
        try:
            yield
        finally:
            asked.now -= 1
            _shorten(self._asked)

    def check(self, address: str) -> None:
        """`TooManyRequests` when that address has failed too often to be let in."""
        if len(self._recent(address)) >= FAILURES:
            raise TooManyRequests("Too many failures from that address.")

    def fail(self, address: str) -> None:
        """It has failed once more."""
        self._recent(address).append(time.monotonic())

    def _recent(self, address: str) -> "deque[float]":
        times = self._failed.setdefault(address, deque(maxlen=FAILURES))
        self._failed.move_to_end(address)
        while times and times[0] < time.monotonic() - _MINUTE:
            times.popleft()
        _shorten(self._failed)
        return times


def _shorten(kept: "OrderedDict[str, _Asked] | OrderedDict[str, deque[float]]") -> None:
    while len(kept) > _MOST:
        kept.popitem(last=False)
