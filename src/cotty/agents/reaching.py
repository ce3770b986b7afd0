"""How an agent is come by: started as a pane's own command, adopted where it runs, or found among all panes.

Rules: nothing is typed into a shell to start anything; what runs already is known by its process; a pane that cotty
started an agent in says so on the tmux server, so any process of cotty finds it.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from cotty.agents.agent import Agent
from cotty.agents.finding import Process, Program, processes, program_in
from cotty.agents.seat import Seat
from cotty.errors import AgentNotFound, InvalidInput, NoServer, SessionNotFound
from cotty.model import AgentInfo, PaneInfo
from cotty.profiles.profile import Profile
from cotty.profiles.registry import GENERIC, load
from cotty.terminal.pane import Pane
from cotty.terminal.terminal import Terminal

_NOTE: Final = "AGENT"


@dataclass(frozen=True, slots=True)
class Start:
    """What is to be started: `arguments` are added to what the profile starts, `command` replaces it."""

    profile: str | Profile
    cwd: str | None = None
    session: str | None = None
    name: str | None = None
    arguments: Sequence[str] = ()
    command: Sequence[str] = ()
    env: Mapping[str, str] | None = None

    def words(self, known: Profile) -> list[str]:
        words = [*(self.command or known.process.start), *self.arguments]
        if not words:
            raise InvalidInput(
                f"The profile {known.name} does not say how it is started.", suggestion="Name a command, after `--`."
            )
        return [*_environment(self.env), *words]


async def launch(terminal: Terminal, start: Start) -> Agent:
    """Start an agent in a window of its own."""
    known = load(start.profile) if isinstance(start.profile, str) else start.profile
    pane = await _window_for(terminal, start, known)
    await terminal.desk.write_note(pane.place, _NOTE, known.name)
    facts = await terminal.desk.facts(pane.place)
    return Agent(Seat(pane, Program(known, facts.pid), terminal.desk))


async def adopt(terminal: Terminal, address: str | None, profile: str | Profile | None) -> Agent:
    """The agent that runs in that pane; with a profile, whatever runs there is taken for it."""
    pane = await terminal.pane(address)
    wanted = load(profile) if isinstance(profile, str) else profile
    facts = await terminal.desk.facts(pane.place)
    noted = await _noted(terminal, pane) if wanted is None else None
    running = await processes(terminal.desk)
    program = program_in(facts.pid, running, wanted or noted)
    if program is None and wanted is None:
        program = program_in(facts.pid, running)
    if program is None and wanted is not None:
        program = Program(wanted, 0 if wanted.process.names or wanted.process.command else facts.pid)
    if program is None:
        raise AgentNotFound(f"No agent that a profile knows runs in {pane.id}.", pane=pane.id)
    return Agent(Seat(pane, program, terminal.desk))


async def agents(terminal: Terminal, session: str | None) -> list[AgentInfo]:
    """Every agent there, with what it does now."""
    try:
        rows = await terminal.list(session)
    except NoServer:
        return []
    running = await processes(terminal.desk)
    found = [(row, program) for row in rows if (program := _program(row, running)) is not None]
    return list(await asyncio.gather(*[_described(terminal, row, program) for row, program in found]))


def _program(row: PaneInfo, running: list[Process]) -> Program | None:
    return None if row.dead else program_in(row.pid, running)


async def _described(terminal: Terminal, row: PaneInfo, program: Program) -> AgentInfo:
    pane = Pane(row.id, await terminal.server(), terminal.desk)
    report = await Agent(Seat(pane, program, terminal.desk)).look()
    return AgentInfo(row.id, row.address, program.profile.name, program.pid, row.cwd, report)


async def _window_for(terminal: Terminal, start: Start, known: Profile) -> Pane:
    words, session = start.words(known), start.session
    try:
        if session is None or any(row.session == session for row in await terminal.list()):
            return await terminal.window(session=session, name=start.name or known.name, cwd=start.cwd, command=words)
    except (NoServer, SessionNotFound):
        pass
    return await terminal.open(session, cwd=start.cwd, command=words)


async def _noted(terminal: Terminal, pane: Pane) -> Profile | None:
    name = await terminal.desk.note(pane.place, _NOTE)
    return load(name) if name and name != GENERIC else None


def _environment(env: Mapping[str, str] | None) -> list[str]:
    """Settings of the environment as words of env(1): tmux has options for it only from 3.2, and not everywhere."""
    return ["env", *(f"{name}={value}" for name, value in env.items())] if env else []
