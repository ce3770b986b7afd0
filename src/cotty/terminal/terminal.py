"""A connection to one tmux server: find panes, make them, end them.

Rules: nothing is ended that would end the session or the server; a shell that cotty starts is the person's own, with
marks; a session is made with a size of its own, so that nobody needs to be attached.
"""

import os
import secrets
import shlex
from collections.abc import Sequence
from contextlib import suppress

from cotty.controlmode import commands
from cotty.controlmode.commands import Words
from cotty.errors import CottyError, InvalidInput, NoServer, PaneDead, PaneNotFound, SessionNotFound
from cotty.model import PaneInfo, Reason, ServerId
from cotty.settings import Settings
from cotty.terminal import windows
from cotty.terminal.address import Address, check_session, parse, resolve
from cotty.terminal.desk import Desk
from cotty.terminal.pane import Pane
from cotty.terminal.rows import notes_of, pane_rows, pens_of, stale
from cotty.terminal.sending import note_first_prompt
from cotty.terminal.server.hand import accepted
from cotty.terminal.server.starting import printed_id, start_server
from cotty.terminal.shells.integration import start_command
from cotty.transports.base import Transport

DEFAULT_SESSION = "shared"
SIZE = (200, 50)
_STARTS = 0.3  # seconds in which a program that cannot start has ended
_SWEPT = 200  # notes that one listing unsets
_SECRET = secrets.token_hex(8)  # of this process; no name of a program or folder contains it
_LIST = {pens: commands.encode(commands.list_panes(_SECRET, pens=pens)) for pens in (False, True)}
_NOTES = commands.encode(commands.show_notes())


class Terminal:
    """All panes of one tmux server."""

    def __init__(self, transport: Transport, *, settings: Settings, session: str, actor: str) -> None:
        self._desk = Desk.at(transport, settings, actor)
        self._session = session
        self.name = transport.name

    async def open(
        self,
        address: str | None = None,
        *,
        cwd: str | None = None,
        command: Sequence[str] = (),
        size: tuple[int, int] = SIZE,
    ) -> Pane:
        """The pane of that address; a session of that name is made if there is none.

        `cwd` and `command` (an argument list) are for the session that is made; without a command it is the person's
        shell.
        """
        wanted = self._parsed(address)
        try:
            return self._pane(resolve(wanted, await self.list(), self._session))
        except (NoServer, SessionNotFound):
            if wanted.pane is not None or wanted.window is not None:
                raise
            name = check_session(wanted.session or self._session)
        try:
            return await self._new_session(name, cwd, command, size)
        except InvalidInput:
            with suppress(NoServer, SessionNotFound):  # somebody else may have made it in between
                return self._pane(resolve(wanted, await self.list(), self._session))
            raise

    async def pane(self, address: str | None = None) -> Pane:
        """The pane of that address, which must be there."""
        wanted = self._parsed(address)
        if wanted.pane is not None:
            return await self._by_id(wanted)
        return self._pane(resolve(wanted, await self.list(), self._session))

    async def list(self, session: str | None = None) -> list[PaneInfo]:
        """Every pane, in the order of sessions, windows and places."""
        known = self._desk.known
        ask = _LIST[not self._desk.hand.version.has("hidden-environment")]
        noted, listed = await self._desk.hand.look(_NOTES, ask)  # in this order: a pane of a note was there then
        notes = notes_of(noted.lines) if noted.ok else ()
        rows = pane_rows(accepted(listed).lines, _SECRET, pens_of(notes), self._desk.hand.now())
        await self._forget(stale(notes, rows))
        self._desk.forget_all_but({row.id for row in rows}, known)
        found = [row for row in rows if session in (None, row.session)]
        if session is not None and not found:
            raise SessionNotFound(f"There is no session {session!r}.")
        return found

    async def _forget(self, names: Sequence[str]) -> None:
        """Unset notes about panes that are gone; what cannot be unset now will be another time."""
        if names and self._desk.hand.live:
            with suppress(CottyError):
                await self._desk.hand.ask(*[commands.forget_note(name) for name in names[:_SWEPT]])

    async def window(
        self,
        *,
        session: str | None = None,
        name: str | None = None,
        cwd: str | None = None,
        command: Sequence[str] = (),
    ) -> Pane:
        """A new window in a session, behind the one that is shown; its pane."""
        target = await self._session_id(self._session if session is None else session)
        named = ("-n", commands.verbatim(name)) if name else ()
        words = ("new-window", "-d", "-P", "-F", "#{pane_id}", *named, *self._folder(cwd), "-t", f"{target}:")
        return await self._made(words, command)

    async def _session_id(self, name: str) -> str:
        """tmux's own name for a session: `=$1:` means the session with that id, not the one that is called so."""
        listed = accepted((await self._desk.hand.look(("list-sessions", "-F", "#{session_id} #{session_name}")))[0])
        for line in listed.lines:
            found, _, called = line.decode("utf-8", "replace").partition(" ")
            if called == name:
                return found
        raise SessionNotFound(f"There is no session {name!r}.")

    async def split(
        self, address: str | None = None, *, direction: str = "vertical", cwd: str | None = None,
        title: str | None = None, command: Sequence[str] = (),
    ) -> Pane:  # fmt: skip
        """Split a pane: `horizontal` puts the new one beside it, `vertical` below it."""
        if direction not in ("horizontal", "vertical"):
            raise InvalidInput(
                f"{direction!r} is no direction.", suggestion="Say horizontal (beside) or vertical (below)."
            )
        old = await self.pane(address)
        flag = "-h" if direction == "horizontal" else "-v"
        folder = self._folder(cwd) or ("-c", "#{pane_current_path}")
        zoom = await windows.keeping_zoom(self._desk, old.id)
        made = await self._made(
            ("split-window", "-d", flag, *zoom, "-P", "-F", "#{pane_id}", *folder, "-t", old.id), command
        )
        if title:
            await self._desk.hand.must(("select-pane", "-t", made.id, "-T", commands.verbatim(title)))
        return made

    async def kill(self, address: str, *, window: bool = False) -> str:
        """End a pane, or its whole window; refused when the session would end with it."""
        pane = await self.pane(address)
        await windows.end(self._desk, pane.id, window=window)
        return pane.id

    async def resize(self, address: str, *, width: int | None = None, height: int | None = None) -> PaneInfo:
        """Give a pane a size. One that fills its window takes the window along."""
        if not (width or height) or any(size is not None and not 1 <= size <= 10_000 for size in (width, height)):
            raise InvalidInput("Name a width or a height between 1 and 10000.")
        pane = await self.pane(address)
        await windows.resize(self._desk, pane.id, width, height)
        return resolve(Address(pane=pane.id), await self.list(), self._session)

    async def server(self) -> ServerId:
        """Which life of which server this is."""
        if self._desk.hand.hello is None:
            await self._desk.hand.look(commands.say(""))
        if self._desk.hand.hello is None:
            raise NoServer
        return self._desk.hand.hello.server

    @property
    def desk(self) -> Desk:
        """For `cotty doctor`: what stands behind the panes."""
        return self._desk

    async def close(self) -> None:
        await self._desk.close()

    def _parsed(self, address: str | None) -> Address:
        """An address that was left out means the default session; an empty one means nothing."""
        return parse(self._session if address is None else address)

    async def _by_id(self, wanted: Address) -> Pane:
        pane = wanted.pane or ""
        reply = (await self._desk.hand.look(commands.say("#{pane_id}", pane=pane)))[0]
        if not reply.ok or reply.text != pane:
            raise PaneNotFound(
                f"There is no pane {pane} on this tmux server.",
                suggestion="Pane ids belong to one server: name its --socket, or run `cotty list` to see what is here.",
            )
        return Pane(pane, await self.server(), self._desk)

    def _pane(self, row: PaneInfo) -> Pane:
        hello = self._desk.hand.hello
        if hello is None:
            raise NoServer
        return Pane(row.id, hello.server, self._desk)

    async def _new_session(self, name: str, cwd: str | None, command: Sequence[str], size: tuple[int, int]) -> Pane:
        words = (
            "new-session", "-d", "-P", "-F", "#{pane_id}", "-s", name, "-x", str(size[0]), "-y", str(size[1]),
            *self._folder(cwd),
        )  # fmt: skip
        return await self._made(words, command)

    async def _made(self, words: Words, command: Sequence[str]) -> Pane:
        """Run a command that makes a pane and prints its id. A shell's secret is kept in the pane's own option, and the
        shell is waited for: what is typed before its first prompt is not typed at a prompt. That prompt is noted.
        """
        nonce = secrets.token_hex(8)
        program = _program(command) or start_command(shell=None, nonce=nonce).argv
        async with self._desk.hand.gate.telling():
            made = await self._print_id(words, program)
        server = await self.server()
        if not command:
            await self._desk.hand.must(("set-option", "-p", "-t", made, commands.SHELL, f"shell {nonce}"))
        pane = Pane(made, server, self._desk)
        if not command:
            if (await pane.wait(timeout=self._desk.settings.prompt_deadline)).reason is Reason.PROMPT:
                await note_first_prompt(self._desk, pane.place)
        elif (await pane.wait(timeout=_STARTS)).reason is Reason.EXITED:
            await self._check_stays(made, command[0])
        return pane

    async def _check_stays(self, made: str, program: str) -> None:
        """A pane that went with its program is no pane; one that tmux was told to keep shows what became of it."""
        with suppress(NoServer):
            if any(row.id == made for row in await self.list()):
                return
        raise PaneDead(f"{program} ended at once, and its pane with it.",
                       suggestion="Run it in a shell to see why.", program=program)  # fmt: skip

    async def _print_id(self, words: Words, program: Words) -> str:
        """Make the pane; where no server runs, start one. The server keeps the command line it was started with, so its
        first pane is made with a short one and the program put into it then.
        """
        try:
            reply = (await self._desk.hand.ask((*words, "--", *program)))[0]
            return printed_id(accepted(reply).lines)
        except NoServer:
            self._desk.hand.forget()
        made = await start_server(self._desk.hand.transport, words, deadline=self._desk.settings.connect_deadline)
        await self._desk.hand.must(("respawn-pane", "-k", "-t", made, "--", *program))
        return made

    def _folder(self, cwd: str | None) -> Words:
        """tmux goes somewhere else, silently, when a folder is not there; it expands formats in a folder's name."""
        if not cwd:
            return ()
        if self._desk.hand.transport.shares_machine and not os.path.isdir(cwd):
            raise InvalidInput(f"There is no folder {cwd!r}.", suggestion="Make it first, or leave it out.")
        return ("-c", commands.verbatim(cwd))


def _program(command: Sequence[str]) -> Words:
    """tmux gives a lone argument to a shell; quoted, it is one word there too."""
    return (shlex.quote(command[0]),) if len(command) == 1 else tuple(command)
