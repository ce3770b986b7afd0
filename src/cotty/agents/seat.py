"""Where an agent sits: its pane, its process and its profile; looks at it, and runs flows over it.

Rules: a flow sees styled screens with the pane's title; the end of the agent's own process ends every flow, also where
a shell stands behind it; text is written as the flow says, pasted or typed.
"""

import time
from collections.abc import Generator
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import TypeVar

from cotty.agents.finding import Program
from cotty.agents.flows.sighting import Sighting
from cotty.agents.pane import Pane
from cotty.errors import ForeignPane, NoServer, PaneNotFound
from cotty.model import Outcome, Receipt
from cotty.profiles.looking import look
from cotty.profiles.profile import Profile
from cotty.terminal.desk import Desk, Typed
from cotty.terminal.driver import Driver
from cotty.terminal.flows.steps import Glimpse, Step, Write
from cotty.terminal.pane import seconds_of
from cotty.terminal.sending import milliseconds
from cotty.terminal.server.eye import Framing
from cotty.terminal.writing import paste_text, press_keys, write_text

T = TypeVar("T")
_STYLED = (Framing(styled=True, blanks=True),)


@dataclass(frozen=True, slots=True)
class Seat:
    """One agent's place."""

    pane: Pane
    program: Program
    desk: Desk

    @property
    def profile(self) -> Profile:
        return self.program.profile

    @property
    def unsettled(self) -> bool:
        """A text was typed from here and never seen to land: it may still be on its way to the composer."""
        typed = self.desk.typed.get(self.pane.id)
        return typed is not None and typed.pending

    def landed(self) -> None:
        """What was typed has been seen."""
        typed = self.desk.typed.get(self.pane.id)
        if typed is not None:
            typed.pending = False

    async def gone(self) -> bool:
        """The pane is no more, or its server: not to be confused with one that cannot be asked, which is an error."""
        try:
            await self.desk.facts(self.pane.place)
        except (PaneNotFound, ForeignPane, NoServer):
            return True
        return False

    async def driver(self) -> Driver:
        """What brings glimpses of the pane."""
        facts = await self.desk.facts(self.pane.place)
        heard = await self.desk.heard(facts)
        return Driver(self.desk, facts, heard, styled=True, program=self.program.pid)

    def nudge(self) -> None:
        """Whoever waits for the pane looks: something else than output has come."""
        heard = self.desk.hearing(self.pane.id)
        if heard is not None:
            heard.feed.nudge()

    async def look(self) -> Sighting:
        """One look, now."""
        numbers, (rows,) = await self.desk.eye.sees(self.pane.id, _STYLED, "pane_title")
        screen = numbers.screen(rows, styled=True)
        return Sighting(
            Glimpse(screen, at=time.monotonic(), title=numbers.note), look(self.profile, screen, numbers.note)
        )

    async def drive(self, flow: Generator[Step, Glimpse | None, T]) -> T:
        """Run a flow over the pane."""
        return await (await self.driver()).run(flow, self._write)

    def pen(self, deadline: float | None = None) -> AbstractAsyncContextManager[None]:
        """Hold the pen of the pane."""
        return self.desk.pens.held(self.pane.place, deadline=seconds_of(deadline, self.desk.settings.pen_deadline))

    def receipt(self, outcome: Outcome, evidence: tuple[str, ...], last: Sighting, began: float) -> Receipt:
        """What is proved, with the last screen where something is not."""
        shown = None if outcome is Outcome.CONFIRMED else last.glimpse.screen.text
        return Receipt(self.pane.id, outcome, evidence, milliseconds(began), shown)

    async def _write(self, step: Write) -> None:
        place = self.pane.place
        heard = self.desk.hearing(place.pane)
        position = heard.feed.position if heard is not None else -1
        pending = self.unsettled or step.text is not None
        self.desk.typed[place.pane] = Typed(position, step.text or "", time.monotonic(), pending=pending)
        if step.text is None:
            await press_keys(self.desk, place, step.keys)
        elif step.pasted:
            await paste_text(self.desk, place, step.text)
        else:
            await write_text(self.desk, place, step.text)
