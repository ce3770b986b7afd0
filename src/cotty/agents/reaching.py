"""How an agent is come by: started as a pane's own command, adopted where it runs, or found among all panes.

Rules: nothing is typed into a shell to start anything; what runs already is known by its process; a pane that cotty
started an agent in says so on the tmux server, so any process of cotty finds it.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cotty.agents.agent import Agent
from cotty.agents.finding import NOTE, Program, agent_in, program_in, program_there
from cotty.agents.pane import Pane
from cotty.agents.processes import Process, processes, processes_below
from cotty.agents.seat import Seat
from cotty.agents.starting import found_program, not_known
from cotty.agents.terminal import Terminal
from cotty.errors import (
    AgentNotFound,
    ConnectionLost,
    InvalidInput,
    NoServer,
    NotFound,
    PaneDead,
    SessionNotFound,
)
from cotty.model import AgentInfo, PaneInfo
from cotty.profiles.profile import Profile
from cotty.profiles.registry import load
from cotty.terminal.desk import Desk, PaneFacts


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

    def program(self, known: Profile) -> list[str]:
        """The program and its own words."""
        words = [*(self.command or known.process.start), *self.arguments]
        if not words:
            raise InvalidInput(
                f"The profile {known.name} does not say how it is started.", suggestion="Name a command, after `--`."
            )
        return words

    async def words(self, desk: Desk, known: Profile) -> list[str]:
        """The same, as tmux finds it, with what sets its environment."""
        return [*_environment(self.env), *await found_program(desk, self.program(known), self.env)]


async def launch(terminal: Terminal, start: Start) -> Agent:
    """Start an agent in a window of its own."""
    known = load(start.profile) if isinstance(start.profile, str) else start.profile
    words = await start.words(terminal.desk, known)
    try:
        pane = await _window_for(terminal, start, known, words)
        await terminal.desk.write_note(pane.place, NOTE, known.name)
        facts = await terminal.desk.facts(pane.place)
    except (NotFound, NoServer, ConnectionLost, PaneDead) as error:
        if isinstance(error, ConnectionLost) and await _server_runs(terminal):
            raise
        raise AgentNotFound(
            f"{start.program(known)[0]} ended as soon as it was started.",
            suggestion="Run it in a shell to see why; the words behind `--` are its own.",
        ) from None
    return Agent(Seat(pane, Program(known, facts.pid), terminal.desk))


async def _server_runs(terminal: Terminal) -> bool:
    """A server whose only program has ended is gone with it."""
    try:
        return bool(await terminal.list())
    except NoServer:
        return False


async def adopt(terminal: Terminal, address: str | None, profile: str | Profile | None) -> Agent:
    """The agent that runs in that pane; with a profile, what runs there is taken for it. A profile that says how its
    processes are known takes none but those: a shell that shows what an agent left behind would run what it is told.
    """
    pane = await terminal.pane(address)
    wanted = load(profile) if isinstance(profile, str) else profile
    facts = await terminal.desk.facts(pane.place)
    running = await processes_below(terminal.desk, facts.pid)
    if wanted is not None:
        return Agent(Seat(pane, _taken(pane, facts, running, wanted), terminal.desk))
    program = await program_there(terminal.desk, pane.place, facts.pid, running)
    if program is None:
        raise await not_known(terminal.desk, pane.place, running)
    return Agent(Seat(pane, program, terminal.desk))


def _taken(pane: Pane, facts: PaneFacts, running: list[Process], wanted: Profile) -> Program:
    """The process that is this profile's; 0 where no process there can be known."""
    found = program_in(facts.pid, running, wanted)
    if found is not None:
        return found
    by_process = wanted.process.names or wanted.process.command
    if facts.dead or (by_process and running):
        raise AgentNotFound(f"{wanted.title} does not run in {pane.id}.", pane=pane.id)
    return Program(wanted, 0 if by_process else facts.pid)


async def agents(terminal: Terminal, session: str | None) -> list[AgentInfo]:
    """Every agent there, with what it does now."""
    try:
        rows = [row for row in await terminal.list(session) if not row.dead]
    except NoServer:
        return []
    running = await processes(terminal.desk)
    found = await asyncio.gather(*[_described(terminal, row, running) for row in rows])
    return [info for info in found if info is not None]


async def _described(terminal: Terminal, row: PaneInfo, running: list[Process]) -> AgentInfo | None:
    pane = Pane(row.id, await terminal.server(), terminal.desk)
    program = await agent_in(terminal.desk, pane.place, row.pid, running)
    if program is None:
        return None
    report = await Agent(Seat(pane, program, terminal.desk)).look()
    return AgentInfo(row.id, row.address, program.profile.name, program.pid, row.cwd, report)


async def _window_for(terminal: Terminal, start: Start, known: Profile, words: Sequence[str]) -> Pane:
    session = start.session
    try:
        if session is None or any(row.session == session for row in await terminal.list()):
            return await terminal.window(session=session, name=start.name or known.name, cwd=start.cwd, command=words)
    except (NoServer, SessionNotFound):
        pass
    pane = await terminal.open(session, cwd=start.cwd, command=words)
    await terminal.desk.hand.must(("rename-window", "-t", pane.id, start.name or known.name))
    return pane


def _environment(env: Mapping[str, str] | None) -> list[str]:
    """Settings of the environment as words of env(1): tmux has options for it only from 3.2, and not everywhere."""
    return ["env", *(f"{name}={value}" for name, value in env.items())] if env else []
