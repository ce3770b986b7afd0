"""All agents of a terminal at once: who is there, what each does now, and every change, as it comes.

Rules:
1. One coroutine looks at whichever pane has moved; there are no tasks and no queues. Whoever reads slowly is told the
   state as it is when he comes back, and slows no pane.
2. Nothing moves, nothing is done: panes ring when they print, tmux when panes come or go. A listing every
   `discover_seconds` finds what tmux told nobody; processes are read only when a listing shows another pane or program.
3. An agent that cannot be looked at is reported so once, and looked at again; one that has ended is reported, and
   dropped.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from cotty.agents.finding import Program, agent_in
from cotty.agents.following import Followed
from cotty.agents.pane import Pane
from cotty.agents.processes import processes
from cotty.agents.seat import Seat
from cotty.errors import CottyError, NoServer, SessionNotFound
from cotty.model import AgentReport, PaneInfo
from cotty.terminal.terminal import Terminal

# Seconds after a notice at which panes are listed: the first program of a pane may still be the shell that starts it.
_SETTLES: Final = (0.05, 0.4, 1.5)


async def follow(terminal: Terminal, session: str | None) -> AsyncIterator[AgentReport]:
    """What every agent does now, then every change of any."""
    registry = Registry(terminal, session)
    with registry.listening():
        while True:
            for report in await registry.news():
                yield report


@dataclass(slots=True)
class Registry:
    """The agents that are followed."""

    terminal: Terminal
    session: str | None
    _followed: dict[str, Followed] = field(default_factory=dict)
    _blind: bool = False  # tmux itself could not be asked
    _listed: frozenset[tuple[str, int, str]] = frozenset()
    _looks_at: list[float] = field(default_factory=lambda: [0.0])  # when panes are listed next
    _moved: asyncio.Event = field(default_factory=asyncio.Event)

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Hear of panes that come and go; let go of all at the end."""
        bells = self.terminal.desk.hand.bells
        bells.add(self._panes_moved)
        try:
            yield
        finally:
            bells.discard(self._panes_moved)
            for each in self._followed.values():
                each.close()
            self._followed.clear()

    async def news(self) -> list[AgentReport]:
        """Wait for whatever is next, and tell what came of it."""
        await self._wait()
        reports = await self._discover() if time.monotonic() >= self._looks_at[0] else []
        for followed in self._due():
            report = await followed.look()
            if report is not None:
                reports.append(report)
            if followed.ended:
                self._drop(followed)
            if followed.unseen is not None:  # is it this one, or all of them?
                self._looks_at.insert(0, 0.0)
                break
        return reports

    def _due(self) -> list[Followed]:
        """Whose time has come; nobody's while nobody can be looked at: each look would take its whole deadline."""
        now = time.monotonic()
        return [] if self._blind else [each for each in self._followed.values() if each.due <= now]

    async def _wait(self) -> None:
        """Until something moved or its time has come."""
        looks = () if self._blind else (each.due for each in self._followed.values())
        due = min([self._looks_at[0], *looks])
        self._moved.clear()
        try:
            async with asyncio.timeout(max(due - time.monotonic(), 0.0)):
                await self._moved.wait()
        except TimeoutError:
            pass  # its time has come

    @property
    def _discover_seconds(self) -> float:
        return self.terminal.desk.settings.discover_seconds

    def _panes_moved(self) -> None:
        now, first = time.monotonic(), self._looks_at[0]
        soon, *later = (now + seconds for seconds in _SETTLES)
        self._looks_at = [min(first, soon), *later, now + self._discover_seconds]
        self._moved.set()

    async def _discover(self) -> list[AgentReport]:
        """Take up who has come; where nobody can look, tell that of everybody."""
        now = time.monotonic()
        self._looks_at = [at for at in self._looks_at if at > now] or [now + self._discover_seconds]
        try:
            await self._take_up_new(await self._rows())
        except CottyError as error:
            self._listed = frozenset()
            self._blind, self._looks_at = True, [time.monotonic() + self.terminal.desk.settings.retry_seconds]
            told = [each.cannot_look(error) for each in self._followed.values()]
            return [report for report in told if report is not None]
        if self._blind:
            self._blind = False
            for each in self._followed.values():
                each.due = 0.0
        return []

    async def _rows(self) -> list[PaneInfo]:
        try:
            return [row for row in await self.terminal.list(self.session) if not row.dead]
        except (NoServer, SessionNotFound):
            return []

    async def _take_up_new(self, rows: list[PaneInfo]) -> None:
        listed = frozenset((row.id, row.pid, row.command) for row in rows)
        fresh = listed != self._listed
        self._listed = listed
        unknown = [row for row in rows if row.id not in self._followed]
        if not fresh or not unknown:
            return
        desk, server = self.terminal.desk, await self.terminal.server()
        running = await processes(desk)
        for row in unknown:
            pane = Pane(row.id, server, desk)
            program = await agent_in(desk, pane.place, row.pid, running)
            if program is not None:
                self._take_up(pane, program)

    def _take_up(self, pane: Pane, program: Program) -> None:
        self._followed[pane.id] = Followed(Seat(pane, program, self.terminal.desk), self._moved.set)

    def _drop(self, followed: Followed) -> None:
        """Somebody else may run there next."""
        followed.close()
        del self._followed[followed.seat.pane.id]
        self._listed = frozenset()
        self._panes_moved()
