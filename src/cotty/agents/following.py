"""One of many agents that are followed at once: when it has to be looked at, and what a look says.

Rules: it never waits: whoever follows many looks at it when it is due. Its pane rings when it prints; looks at a pane
that never rests leave room, as the driver's do.
"""

import time
from collections.abc import Callable, Generator
from contextlib import ExitStack
from typing import Final

from cotty.agents.flows.tracking import Tracker, next_state
from cotty.agents.gathering import event_server
from cotty.agents.reporting import report_of
from cotty.agents.seat import Seat
from cotty.errors import CottyError, NoServer, NotFound
from cotty.model import AgentReport, AgentState
from cotty.terminal.driver import Driver
from cotty.terminal.flows.steps import Glimpse, Step, Watch
from cotty.terminal.server.feed import Feed

_NEVER: Final = float("inf")


class Followed:
    """An agent and what is believed of it. `due`: when to look, by the monotonic clock."""

    def __init__(self, seat: Seat, wake: Callable[[], None]) -> None:
        self.seat, self.tracker = seat, Tracker()
        self.due = 0.0
        self.unseen: CottyError | None = None  # why the last look was none
        self._wake = wake
        self._driver: Driver | None = None
        self._held = ExitStack()
        self._feed: Feed | None = None
        self._flow: Generator[Step, Glimpse | None, bool] | None = None
        self._looked = 0.0
        self._told: str | None = None  # the kind of error that was reported last

    @property
    def ended(self) -> bool:
        return self.tracker.state is AgentState.ENDED

    async def look(self) -> AgentReport | None:
        """Look now; what is to be told of it, if anything is."""
        self.due = _NEVER
        try:
            changed = await self._looked_now()
        except CottyError as error:
            return self.cannot_look(error)
        self.unseen = None
        again, self._told = self._told is not None, None
        self._looked = time.monotonic()
        return report_of(self.seat, self.tracker, self._looked) if changed or again else None

    def close(self) -> None:
        """Let go of the pane."""
        self._held.close()
        self._hear(None)
        self._driver = self._flow = None

    async def _looked_now(self) -> bool:
        try:
            driver = self._driver or await self._begin()
            glimpse = await driver.glimpse()
        except (NotFound, NoServer):
            if not await self.seat.gone():
                raise
            return self.tracker.end()
        self._hear(driver.heard.feed if driver.heard is not None else None)
        event_server(self.seat, self.tracker)
        return self._take(glimpse)

    async def _begin(self) -> Driver:
        driver = await self.seat.driver()
        self._held.enter_context(driver.listening())
        self._driver = driver
        return driver

    def _take(self, glimpse: Glimpse) -> bool:
        """Give the flow what was seen, and learn when it wants to look again; whether the state has changed."""
        if self._flow is None:
            self._flow = next_state(self.seat.profile, self.tracker, timeout=None)
            next(self._flow)  # it wants to look at once
        try:
            step, changed = self._flow.send(glimpse), False
        except StopIteration as end:
            # The next flow begins with a look: it is not needed before something moves.
            self._flow, step, changed = None, Watch(_NEVER), bool(end.value)
        seconds = step.seconds if isinstance(step, Watch) else 0.0
        if self._feed is None:
            seconds = min(seconds, self.seat.desk.settings.poll_seconds)
        self.due = min(self.due, time.monotonic() + seconds)
        return changed

    def _ring(self) -> None:
        rest = self._driver.rest if self._driver is not None else 0.0
        self.due = min(self.due, time.monotonic() + rest)
        self._wake()

    def _hear(self, feed: Feed | None) -> None:
        """Be rung by this feed and no other: a pane that moves to another session has another."""
        if feed is self._feed:
            return
        if self._feed is not None:
            self._feed.bells.discard(self._ring)
        if feed is not None:
            feed.bells.add(self._ring)
        self._feed = feed

    def cannot_look(self, error: CottyError) -> AgentReport | None:
        """It has not ended: nobody could look. Told once for each kind of reason."""
        self.unseen = error
        self.close()
        self._held = ExitStack()
        self.due = time.monotonic() + self.seat.desk.settings.retry_seconds
        news, self._told = error.code != self._told, error.code
        return report_of(self.seat, self.tracker, self._looked, error) if news else None
