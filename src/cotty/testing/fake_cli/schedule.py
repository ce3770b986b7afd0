"""What is due when: callbacks by time, in order. Pure: the caller says what time it is.

Rules: whoever is due is called once; a callback may set others; nothing waits here.
"""

import heapq
from collections.abc import Callable
from itertools import count

Action = Callable[[float], None]


class Schedule:
    """A queue of callbacks, each given the time at which it runs."""

    def __init__(self) -> None:
        self._due: list[tuple[float, int, Action]] = []
        self._numbers = count()

    @property
    def next(self) -> float | None:
        """When the next one is due."""
        return self._due[0][0] if self._due else None

    def at(self, moment: float, action: Action) -> None:
        heapq.heappush(self._due, (moment, next(self._numbers), action))

    def run(self, now: float) -> None:
        """Call all that were due when this began."""
        for _ in range(len(self._due)):
            if not self._due or self._due[0][0] > now:
                return
            heapq.heappop(self._due)[2](now)
