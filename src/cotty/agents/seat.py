"""Where an agent sits: its pane, its process and its profile; looks at it, and runs flows over it.

Rules: a flow sees styled screens with the pane's title; the end of the agent's own process ends every flow, also where
a shell stands behind it; text is written as the flow says, pasted or typed. A pane that is gone, with its server or
without, is the end of the agent: whatever is done from here says so by one error, `AgentNotFound`.
"""

import functools
import time
from collections.abc import AsyncIterator, Generator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final, TypeVar

from cotty.agents.finding import Program
from cotty.agents.flows.sighting import Sighting
from cotty.agents.flows.submit import is_pasted
from cotty.agents.pane import Pane
from cotty.errors import AgentNotFound, ForeignPane, NoServer, PaneDead, PaneNotFound, SessionNotFound
from cotty.model import Outcome, Receipt
from cotty.profiles.looking import look
from cotty.profiles.painted import plain
from cotty.profiles.profile import Profile
from cotty.terminal.desk import Desk, PaneFacts, Typed
from cotty.terminal.driver import Driver
from cotty.terminal.flows.steps import Glimpse, Step, Write
from cotty.terminal.pane import seconds_of
from cotty.terminal.sending import milliseconds
from cotty.terminal.server.eye import Framing
from cotty.terminal.server.feed import Feed
from cotty.terminal.writing import Load, loaded, paste_loaded, paste_text, press_keys, write_text

T = TypeVar("T")
_STYLED: Final = (Framing(styled=True, blanks=True),)
# How tmux says that the pane of an agent may be no more: a server ends with its last pane, and another may follow it. A
# session that cannot be watched may have its panes still.
_MAYBE_GONE: Final = (PaneNotFound, PaneDead, ForeignPane, SessionNotFound, NoServer)


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
        async with self._told_when_gone():
            numbers, (rows,) = await self.desk.eye.sees(self.pane.id, _STYLED, "pane_title")
        screen = numbers.screen(rows, styled=True)
        return Sighting(
            Glimpse(screen, at=time.monotonic(), title=numbers.note), look(self.profile, screen, numbers.note)
        )

    async def drive(self, flow: Generator[Step, Glimpse | None, T], load: Load | None = None) -> T:
        """Run a flow over the pane; what it pastes may be loaded already."""
        async with self._told_when_gone():
            return await (await self.driver()).run(flow, functools.partial(self._write, load))

    @asynccontextmanager
    async def loaded(self, text: str) -> AsyncIterator[Load | None]:
        """Load a text ahead, if its profile has it pasted: nothing but the paste itself stands between the last look
        and the text.
        """
        if not is_pasted(self.profile, text):
            yield None
            return
        async with self._told_when_gone(), loaded(self.desk, self.pane.place, text) as load:
            yield load

    async def facts(self) -> PaneFacts:
        """What the pane is now."""
        async with self._told_when_gone():
            return await self.desk.facts(self.pane.place)

    async def feed(self) -> Feed | None:
        """What the pane prints, numbered; None where nothing can be heard."""
        async with self._told_when_gone():
            heard = await self.desk.heard(await self.desk.facts(self.pane.place))
        return heard.feed if heard is not None else None

    @asynccontextmanager
    async def pen(self, deadline: float | None = None) -> AsyncIterator[None]:
        """Hold the pen of the pane."""
        seconds = seconds_of(deadline, self.desk.settings.pen_deadline)
        async with self._told_when_gone(), self.desk.pens.held(self.pane.place, deadline=seconds):
            yield

    @asynccontextmanager
    async def _told_when_gone(self) -> AsyncIterator[None]:
        try:
            yield
        except _MAYBE_GONE as error:
            if not isinstance(error, PaneDead) and not await self.gone():
                raise
            raise AgentNotFound(f"The agent in {self.pane.id} has ended.", pane=self.pane.id) from error

    def receipt(self, outcome: Outcome, evidence: tuple[str, ...], last: Sighting, began: float) -> Receipt:
        """What is proved, with the last screen where something is not."""
        shown = None if outcome is Outcome.CONFIRMED else shown_text(last)
        return Receipt(self.pane.id, outcome, evidence, milliseconds(began), shown)

    async def _write(self, load: Load | None, step: Write) -> None:
        place = self.pane.place
        heard = self.desk.hearing(place.pane)
        position = heard.feed.position if heard is not None else -1
        pending = self.unsettled or step.text is not None
        typed = self.desk.typed[place.pane] = Typed.now(position, step.text or "")
        typed.pending = pending
        if step.text is None:
            await press_keys(self.desk, place, step.keys)
        elif load is not None and not load.pasted:
            await paste_loaded(self.desk, place, load)
        elif step.pasted:
            await paste_text(self.desk, place, step.text)
        else:
            await write_text(self.desk, place, step.text)


def shown_text(sighting: Sighting) -> str:
    """What stood on the screen, without its colours."""
    return "\n".join(plain(row).rstrip() for row in sighting.glimpse.screen.rows).rstrip("\n")
