"""A tmux server of the kit's own, with fakes in its panes.

Rules: the socket is in a folder of its own; the server is ended by its process id, and so is every fake; a fake is
asked to finish what it has read before its log is judged.
"""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from cotty.agents.agent import Agent
from cotty.agents.terminal import Terminal
from cotty.connecting import connect
from cotty.errors import AgentNotFound
from cotty.profiles.profile import Profile
from cotty.terminal.pane import Pane
from cotty.testing.fake_cli.starting import fake_command
from cotty.testing.ground_truth import Record, read_log
from cotty.testing.scenario import Scenario

_SECONDS: Final = 30.0
_KEEPER: Final = ("cat",)  # keeps a session when its last fake has gone
_APPEARS: Final = r"Welcome|Starting|left \$"
_ENDS: Final = ("died", "left", "hung_up", "finished")


@dataclass(frozen=True, slots=True)
class Server:
    """Where another process finds the fakes."""

    socket: Path
    tmux: str


@dataclass(frozen=True, slots=True)
class Fake:
    """A fake that runs in a pane of this server."""

    pane: Pane
    log: Path
    server: Server
    _terminal: Terminal

    async def adopted(self, profile: Profile) -> Agent | None:
        """The agent that cotty takes it for; None where it has died before."""
        try:
            return await self._terminal.adopt(self.pane.id, profile=profile)
        except AgentNotFound:
            return None

    async def finished(self, agent: Agent | None) -> list[Record]:
        """Its whole log: it has read all that was typed, and so has the shell that it leaves."""
        self._ask_to_finish()
        if agent is not None and agent.pid:
            await agent.wait("ended", timeout=_SECONDS)
        await self.pane.wait(timeout=_SECONDS)
        return read_log(self.log)

    def _ask_to_finish(self) -> None:
        log = read_log(self.log)
        if log and not any(record.event in _ENDS for record in log):
            with suppress(ProcessLookupError):
                os.kill(log[0].facts["pid"], signal.SIGTERM)


class Bed:
    """Where the fakes run."""

    def __init__(self, terminal: Terminal, folder: Path, server: Server) -> None:
        self._terminal, self._folder, self._server, self._count = terminal, folder, server, 0
        self._opening = asyncio.Lock()  # two at once would both find no session, and both make it

    @asynccontextmanager
    async def fake(self, scenario: Scenario, size: tuple[int, int]) -> AsyncIterator[Fake]:
        """A fake that can be seen; it and its window are gone at the end."""
        self._count += 1
        session, log = f"kit-{size[0]}x{size[1]}", self._folder / f"{self._count}.jsonl"
        async with self._opening:
            await self._terminal.open(session, command=_KEEPER, size=size)
        pane = await self._terminal.window(session=session, command=fake_command(scenario, log))
        await pane.wait(pattern=_APPEARS, timeout=_SECONDS)
        try:
            yield Fake(pane, log, self._server, self._terminal)
        finally:
            await self._terminal.kill(pane.id)


@asynccontextmanager
async def bed(tmux: str = "tmux") -> AsyncIterator[Bed]:
    """A server that is started here and ended here."""
    with TemporaryDirectory(prefix="cotty-kit-") as folder:
        socket = Path(folder) / "socket"
        async with connect(socket_path=socket, config="/dev/null", tmux=tmux, actor="automation:conformance") as ours:
            await ours.open("keeper", command=_KEEPER)
            server = await ours.server()
            try:
                yield Bed(ours, Path(folder), Server(socket, tmux))
            finally:
                os.kill(server.pid, signal.SIGTERM)
