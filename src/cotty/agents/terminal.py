"""The terminal that people are given: the engine's verbs, and those that need to know agents.

Rules: an agent is started as the pane's own command, never by typing into a shell; what runs already is adopted by its
process; a pane that cotty started an agent in says so on the tmux server, so any process of cotty finds it.
"""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Final

from cotty.agents.agent import Agent
from cotty.agents.finding import Process, Program, processes, program_in
from cotty.agents.seat import Seat
from cotty.errors import AgentNotFound, InvalidInput, NoServer, SessionNotFound
from cotty.model import AgentInfo, PaneInfo
from cotty.profiles.profile import Profile
from cotty.profiles.registry import GENERIC, load
from cotty.terminal import terminal as engine
from cotty.terminal.pane import Pane

_NOTE: Final = "AGENT"


class Terminal(engine.Terminal):
    """All panes of one tmux server, and the agents in them."""

    async def launch(
        self, profile: str | Profile, *, cwd: str | None = None, session: str | None = None, name: str | None = None,
        arguments: Sequence[str] = (), command: Sequence[str] = (), env: Mapping[str, str] | None = None,
    ) -> Agent:  # fmt: skip
        """Start an agent in a window of its own, in a session that is made if absent. It may still be starting when
        this returns. `arguments` are added to what the profile starts; `command` replaces it.
        """
        known = load(profile) if isinstance(profile, str) else profile
        words = [*(command or known.process.start), *arguments]
        if not words:
            raise InvalidInput(
                f"The profile {known.name} does not say how it is started.", suggestion="Name a command, after `--`."
            )
        pane = await self._window_for([*_environment(env), *words], cwd, session, name or known.name)
        await self.desk.write_note(pane.place, _NOTE, known.name)
        facts = await self.desk.facts(pane.place)
        return Agent(Seat(pane, Program(known, facts.pid), self.desk))

    async def adopt(self, address: str | None = None, *, profile: str | Profile | None = None) -> Agent:
        """The agent that runs in that pane, however it was started. With a profile, whatever runs there is taken for
        it.
        """
        pane = await self.pane(address)
        wanted = load(profile) if isinstance(profile, str) else profile
        facts = await self.desk.facts(pane.place)
        noted = await self._noted(pane) if wanted is None else None
        running = await processes(self.desk)
        program = program_in(facts.pid, running, wanted or noted)
        if program is None and wanted is None:
            program = program_in(facts.pid, running)
        if program is None and wanted is not None:
            program = Program(wanted, 0 if wanted.process.names or wanted.process.command else facts.pid)
        if program is None:
            raise AgentNotFound(f"No agent that a profile knows runs in {pane.id}.")
        return Agent(Seat(pane, program, self.desk))

    async def agents(self, session: str | None = None) -> list[AgentInfo]:
        """Every agent on this tmux server, with what it does now."""
        try:
            rows = await self.list(session)
        except NoServer:
            return []
        running = await processes(self.desk)
        found = [(row, program) for row in rows if (program := self._program(row, running)) is not None]
        return list(await asyncio.gather(*[self._described(row, program) for row, program in found]))

    def _program(self, row: PaneInfo, running: list[Process]) -> Program | None:
        return None if row.dead else program_in(row.pid, running)

    async def _described(self, row: PaneInfo, program: Program) -> AgentInfo:
        pane = Pane(row.id, await self.server(), self.desk)
        report = await Agent(Seat(pane, program, self.desk)).look()
        return AgentInfo(row.id, row.address, program.profile.name, program.pid, row.cwd, report)

    async def _window_for(self, words: Sequence[str], cwd: str | None, session: str | None, name: str) -> Pane:
        try:
            if session is None or any(row.session == session for row in await self.list()):
                return await self.window(session=session, name=name, cwd=cwd, command=words)
        except (NoServer, SessionNotFound):
            pass
        return await self.open(session, cwd=cwd, command=words)

    async def _noted(self, pane: Pane) -> Profile | None:
        name = await self.desk.note(pane.place, _NOTE)
        return load(name) if name and name != GENERIC else None


def _environment(env: Mapping[str, str] | None) -> list[str]:
    """Settings of the environment as words of env(1): tmux has options for it only from 3.2, and not everywhere."""
    return ["env", *(f"{name}={value}" for name, value in env.items())] if env else []
