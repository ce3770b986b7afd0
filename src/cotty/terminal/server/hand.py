"""The hand: asks one tmux server anything, over one live client where it can, one process per command where it cannot.

Rules:
1. The client is opened when first needed and again after it was lost. Commands that only look are then asked again;
   commands that write never are.
2. Without control mode (tmux 3.1, sessions that die when a client leaves, a client that hangs) the same commands run
   one by one; `why` says so to `cotty doctor`.
3. The client attaches with `ignore-size,no-output` and `-E`: it changes neither sizes nor the session's environment.
"""

import asyncio
import re
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass

from cotty.controlmode import commands
from cotty.controlmode.commands import Line
from cotty.controlmode.events import Notice, Output, Reply
from cotty.controlmode.refusals import refusal
from cotty.controlmode.versions import OLDEST, Version
from cotty.errors import ConnectionLost, DeadlinePassed, ForeignPane, NoServer, TmuxTooOld
from cotty.model import ServerId
from cotty.settings import Settings
from cotty.terminal.server.client import attach, leave
from cotty.terminal.server.connection import Command, Connection
from cotty.terminal.server.gate import Gate
from cotty.transports.base import Transport
from cotty.transports.carrier import run_tmux
from cotty.transports.orphans import end_orphans, orphans_of

_HELLO_WORDS = 5
_CLIENT = re.compile(rf"{commands.CLIENT}[0-9]{{1,9}}\Z")
_TRIES = 2  # the session that a client was to attach to may end before it does
# Values of destroy-unattached that keep a session when a client leaves: a flag up to tmux 3.3a, a choice since.
_KEPT = ("0", "off", "")
# Any of these may mean that a person has come or gone.
_CLIENT_NOTICES = frozenset({"client-session-changed", "client-detached", "foreign-block", "lost"})
# Any of these may mean that a pane has come or gone, or that another program runs in one; `unlinked-` before a name
# says that it is about a session that this client does not watch.
_PANE_NOTICES = frozenset(
    {"sessions-changed", "session-changed", "window-add", "window-close", "window-renamed", "layout-change", "lost"}
)


@dataclass(frozen=True, slots=True)
class Hello:
    """What a server says of itself."""

    server: ServerId
    version: Version
    session: str | None  # one that a client may leave without ending it


class Hand:
    """One per tmux server."""

    def __init__(self, transport: Transport, settings: Settings) -> None:
        self.transport, self.settings = transport, settings
        self.gate = Gate(transport.name, deadline=settings.deadline)
        self.why: str | None = None  # why there is no live client
        self.hello: Hello | None = None
        self.bells: set[Callable[[], None]] = set()  # rung when panes may have come or gone
        self.people_known = False  # whether `people` was asked since a client last came or went
        self._connection: Connection | None = None
        self._opening = asyncio.Lock()
        self._clock_offset = 0.0

    @property
    def live(self) -> bool:
        return self._connection is not None and self._connection.lost is None

    @property
    def silent(self) -> bool:
        """tmux owes an answer: it may stand still."""
        return self._connection is not None and self._connection.silent

    @property
    def version(self) -> Version:
        return self.hello.version if self.hello else OLDEST

    def now(self) -> int:
        """Seconds since 1970 on the server's clock: leases are compared there."""
        return int(time.time() + self._clock_offset)

    async def ask(self, *asked: Command) -> list[Reply]:
        """One reply per command. A lost client is opened before, never in the middle of writing."""
        connection = self._connection
        if connection is None or connection.lost is not None:
            connection = await self._open()
        if connection is None:
            return [await self.ask_once(each.words if isinstance(each, Line) else each) for each in asked]
        return await connection.ask(*asked)

    def open_to(self, server: ServerId) -> Connection | None:
        """The live client, if it is open and that server's."""
        found, hello = self._connection, self.hello
        same = hello is not None and (hello.server is server or hello.server == server)
        return found if same and found is not None and found.lost is None else None

    async def connection(self, server: ServerId) -> Connection | None:
        """The live client of that very server; None where there can be none."""
        found = self._connection
        if found is None or found.lost is not None:
            found = await self._open()
        if self.hello is None or self.hello.server != server:
            raise ForeignPane("That pane belonged to a tmux server that has ended.")
        return found

    async def look(self, *asked: Command) -> list[Reply]:
        """`ask` for commands that change nothing: asked once more when the client was lost under them."""
        try:
            return await self.ask(*asked)
        except ConnectionLost:
            return await self.ask(*asked)

    async def must(self, *asked: Command) -> list[Reply]:
        """`ask`, where any refusal is an error."""
        return [accepted(reply) for reply in await self.ask(*asked)]

    async def ask_once(self, *asked: Sequence[str]) -> Reply:
        """Commands in one process of their own; where it needs a carrier of its own, that may take a while."""
        here = self.transport.shares_machine
        deadline = self.settings.deadline if here else self.settings.connect_deadline
        done = await run_tmux(self.transport, _in_a_row(asked), deadline=deadline)
        lines = done.output.split(b"\n")
        if lines and not lines[-1]:
            lines.pop()
        if done.status:
            return Reply(None, False, tuple(done.complaint.strip().encode().split(b"\n")))
        return Reply(None, True, tuple(lines))

    def changing_buffers(self) -> AbstractAsyncContextManager[None]:
        """While a paste buffer comes or goes: some versions tell every control client."""
        return self.gate.telling() if self.version.has("buffer-notices") else nullcontext()

    async def wait_for(self, channel: str, seconds: float) -> None:
        """Wait on a channel of the server, in a process of its own: waiting would block every command behind it."""
        await run_tmux(self.transport, ("wait-for", channel), deadline=seconds)

    async def greet(self) -> Hello:
        """Ask the server who it is. Raises `NoServer` when none runs."""
        words = _in_a_row((("list-sessions", "-F", commands.HELLO_FIELDS), commands.control_clients()))
        done = await run_tmux(self.transport, words, deadline=self.settings.connect_deadline)
        if done.status:
            raise refusal(done.complaint)
        lines = done.output.decode("utf-8", "replace").splitlines()
        await self._end_orphans([int(line[1:]) for line in lines if _CLIENT.match(line)])
        rows = [line.split(" ") for line in lines if line and not _CLIENT.match(line)]
        if not rows:
            raise NoServer
        if len(rows[0]) < _HELLO_WORDS:
            raise TmuxTooOld(f"`{self.transport.tmux.program}` does not answer as tmux {OLDEST} does.")
        version = Version.parse(rows[0][2])
        if not version.has("pane-options"):
            raise TmuxTooOld(f"tmux {version} is older than {OLDEST}.")
        stable = [row[3] for row in rows if row[4] in _KEPT]
        return Hello(ServerId(int(rows[0][0]), int(rows[0][1])), version, stable[0] if stable else None)

    async def _end_orphans(self, clients: Sequence[int]) -> None:
        """End clients that killed processes of cotty left behind, and let tmux notice before another one starts."""
        orphans = orphans_of(clients) if self.transport.shares_machine else []
        if not orphans:
            return
        async with self.gate.telling():
            panes = (await self.ask_once(commands.pane_ids(everywhere=True))).text.split()
            for client in orphans:
                await self.ask_once(commands.pause(panes, client))
            await asyncio.to_thread(end_orphans, orphans)
            await self.ask_once(commands.control_clients())

    async def _open(self) -> Connection | None:
        """The live client, made if need be; None where there can be none."""
        async with self._opening:
            if self._connection is not None and self._connection.lost is None:
                return self._connection
            await self.close()
            if self.why is not None and self.hello is not None:
                return None
            for _ in range(_TRIES):
                self.hello = await self.greet()
                self.gate.needed = not self.hello.version.has("safe-client-start")
                self._connection = await self._attach(self.hello)
                if self._connection is not None or _why_not_live(self.hello) is not None:
                    break
            return self._connection

    async def _attach(self, hello: Hello) -> Connection | None:
        self.why = _why_not_live(hello)
        if self.why is not None:
            return None
        try:
            connection = await attach(
                self.transport, hello.session or "", ("no-output",), gate=self.gate, settings=self.settings,
                hear=self._hear,
            )  # fmt: skip
            await self._learn_the_time(connection)
        except (ConnectionLost, DeadlinePassed) as lost:
            self.why = f"the control client ended at once: {lost.message}"
            return None
        return connection

    async def _learn_the_time(self, connection: Connection) -> None:
        try:
            reply = (await connection.ask(commands.say("%s")))[0]
        except BaseException:
            await leave(connection, self.gate)
            raise
        self._clock_offset = int(reply.text) - time.time() if reply.text.isdigit() else 0.0

    def _hear(self, event: Notice | Output) -> None:
        if isinstance(event, Notice):
            if event.name in _CLIENT_NOTICES:
                self.people_known = False
            self.heed(event)

    def heed(self, notice: Notice) -> None:
        """What this client or another one of ours was told."""
        if notice.name.removeprefix("unlinked-") in _PANE_NOTICES:
            for ring in tuple(self.bells):
                ring()

    def forget(self) -> None:
        """Look for a server anew: what ran one by one may now be had live."""
        self.why = None
        self.hello = None

    async def close(self) -> None:
        if self._connection is not None:
            connection, self._connection = self._connection, None
            await leave(connection, self.gate)


def accepted(reply: Reply) -> Reply:
    """The reply, or tmux's refusal as an error."""
    if not reply.ok:
        raise refusal(reply.text)
    return reply


def _in_a_row(asked: Sequence[Sequence[str]]) -> list[str]:
    """Commands as the arguments of one process, a `;` between two."""
    first, *others = (commands.as_arguments(words) for words in asked)
    return [*first, *(word for words in others for word in (";", *words))]


def _why_not_live(hello: Hello) -> str | None:
    if not hello.version.has("control-mode"):
        return f"tmux {hello.version} has no usable control mode (3.2 and later have)"
    if hello.session is None:
        return "every session has destroy-unattached on: a client that leaves would end it"
    return None
