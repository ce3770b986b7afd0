"""Each row of the table of versions, on a tmux before it and one after it, where there is one.

`proves` runs a test on every version that can be had and says whether that version has what the row promises.
Destructive rows end the private server they ran on, and no other.
"""

import asyncio
import os
import select
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, asynccontextmanager
from pathlib import Path

import pytest

from cotty.controlmode import commands
from cotty.controlmode.events import Notice, Output
from cotty.controlmode.guards import when
from cotty.controlmode.versions import Version
from cotty.errors import CottyError
from cotty.terminal.server.connection import Connection
from tests.transports.servers import PATIENCE, VERSIONS, Server, private_server, program

pytestmark = pytest.mark.real
Opener = Callable[..., Server]
LIVE = VERSIONS[1:]
DIES = ("sh", "-c", "exit 3")
STAYS = (("remain-on-exit", "on"),)


def proves(name: str, versions: tuple[str, ...] = VERSIONS) -> pytest.MarkDecorator:
    """Run on these versions; `has` is what the table says of each."""
    return pytest.mark.parametrize(("version", "has"), [(each, Version.parse(each).has(name)) for each in versions])


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opener]:
    """Opens a private server of a version."""
    with ExitStack() as stack:

        def opener(version: str, *command: str, **how: object) -> Server:
            server: AbstractContextManager[Server] = private_server(program(version), tmp_path, *command, **how)  # type: ignore[arg-type]
            return stack.enter_context(server)

        yield opener


@asynccontextmanager
async def client(server: Server, heard: list[Notice | Output] | None = None) -> AsyncIterator[Connection]:
    """A control client of the server's session, as cotty attaches it."""
    arguments = ("-C", "attach-session", "-E", "-f", "ignore-size", "-t", "m")
    notices = heard if heard is not None else []
    connection = Connection(server.transport, arguments, deadline=PATIENCE, hear=notices.append)
    try:
        await connection.ask(commands.say("here"))
        yield connection
    finally:
        await connection.close()


@proves("pane-options")
def test_a_pane_has_options_of_its_own_with_expanded_formats(opened: Opener, version: str, has: bool) -> None:
    server = opened(version)
    server.say("set-option", "-pF", "-t", "%0", "@note", "#{history_size} #{pane_width}")
    assert (server.format("#{@note}") == "0 80") is has


@proves("hidden-environment")
def test_a_variable_of_the_server_can_be_hidden_and_read_by_a_format(opened: Opener, version: str, has: bool) -> None:
    server = opened(version)
    refused = server.refused("set-environment", "-ghF", "-t", "%0", "COTTY_NOTE", "#{pane_width}")
    assert (refused == "" and server.format("#{COTTY_NOTE}") == "80") is has


@proves("control-mode")
def test_a_control_client_attaches_with_flags(opened: Opener, version: str, has: bool) -> None:
    server = opened(version)
    refused = server.refused("-C", "attach-session", "-E", "-f", "ignore-size,no-output,pause-after=1", "-t", "m")
    assert (refused == "") is has


@proves("control-mode", LIVE)
async def test_every_block_of_our_own_commands_answers_us(opened: Opener, version: str, has: bool) -> None:
    async with client(opened(version)) as connection:
        both = when("%0", "1", [commands.say("a"), commands.say("b")], commands.say("c"))
        replies = await connection.ask(both, commands.say("after"))
    assert ([reply.lines for reply in replies] == [(b"a", b"b"), (b"after",)]) is has


@pytest.mark.promise("control:own-replies")
@pytest.mark.parametrize("version", LIVE)
async def test_a_command_that_fails_inside_a_guard_does_not_shift_the_replies_behind_it(
    opened: Opener, version: str
) -> None:
    fails = commands.delete_buffer("no such buffer")
    guarded = [when("%0", "1", steps, commands.say("")) for steps in ([fails, fails], [commands.say("a"), fails])]
    unreadable = ("if-shell", "-F", "1", "display-message -p {", "display-message -p x")
    async with client(opened(version)) as connection:
        first, second, third, after = await connection.ask(*guarded, unreadable, commands.say("after"))
    assert [first.ok, second.ok, third.ok, after.ok] == [False, False, False, True]
    assert second.lines[0] == b"a"
    assert after.lines == (b"after",)


@pytest.mark.slow
@proves("safe-client-start", LIVE)
async def test_a_client_that_starts_while_others_leave_ends_the_server(opened: Opener, version: str, has: bool) -> None:
    """Eight that come and go end it within 120 clients; on one that is safe they all come and go."""
    server = opened(version)
    process = os.pidfd_open(server.pid)

    async def come_and_go() -> None:
        for _ in range(100):
            async with client(server):
                pass

    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(8):
                group.create_task(come_and_go())
    except* (CottyError, OSError):
        pass  # the server ended under them
    ended, _, _ = select.select([process], [], [], 0 if has else PATIENCE)
    os.close(process)
    assert (not ended) is has


@proves("zoomed-split")
def test_a_zoomed_window_that_is_split_stays_zoomed(opened: Opener, version: str, has: bool) -> None:
    server = opened(version)
    server.say("split-window", "-t", "%0", "cat")
    server.say("resize-pane", "-Z", "-t", "%0")
    refused = server.refused("split-window", "-d", "-Z", "-t", "%0", "cat")
    assert (refused == "" and server.format("#{window_panes} #{window_zoomed_flag}") == "3 1") is has


@proves("session-environment")
def test_a_session_is_made_with_an_environment(opened: Opener, version: str, has: bool) -> None:
    server = opened(version)
    refused = server.refused("new-session", "-d", "-s", "e", "-e", "COTTY_TRIED=yes", "cat")
    assert (refused == "") is has
    if has:
        assert server.say("show-environment", "-t", "e", "COTTY_TRIED") == "COTTY_TRIED=yes"


@proves("number-formats")
def test_formats_compare_numbers(opened: Opener, version: str, has: bool) -> None:
    assert (opened(version).format("#{e|<:9,10}") == "1") is has


@proves("dead-signal")
def test_the_signal_that_ended_a_program_is_told(opened: Opener, version: str, has: bool) -> None:
    server = opened(version, "sh", "-c", "kill -TERM $$", options=STAYS)
    server.until("#{pane_dead}", lambda dead: dead == "1")
    assert (server.format("#{pane_dead_signal}") == "15") is has


@proves("raw-show-buffer", LIVE)
async def test_show_buffer_over_control_mode_prints_bytes_as_they_are(opened: Opener, version: str, has: bool) -> None:
    async with client(opened(version)) as connection:
        _, shown = await connection.ask(commands.set_buffer("b", "\\ \t \x1b[0m"), commands.show_buffer("b"))
    assert shown.lines == ((b"\\ \t \x1b[0m",) if has else (b"\\\\ \\t \\033[0m",))


@proves("safe-dead-paste")
def test_a_paste_into_a_dead_pane_is_an_error_and_not_the_end_of_the_server(
    opened: Opener, version: str, has: bool
) -> None:
    server = opened(version, *DIES, options=STAYS)
    server.until("#{pane_dead}", lambda dead: dead == "1")
    server.say("set-buffer", "-b", "b", "text")
    refused = server.refused("paste-buffer", "-b", "b", "-t", "%0")
    assert refused == ("target pane has exited" if has else "server exited unexpectedly")
    assert (server.refused("list-sessions") == "") is has


@proves("buffer-notices", LIVE)
async def test_a_changed_buffer_is_told(opened: Opener, version: str, has: bool) -> None:
    heard: list[Notice | Output] = []
    async with client(opened(version), heard) as connection:
        await connection.ask(commands.set_buffer("b", "text"), commands.say(""))
        await connection.ask(commands.say(""))
    assert (Notice("paste-buffer-changed", "b") in heard) is has


@proves("key-mode")
def test_the_key_mode_of_a_pane_is_told(opened: Opener, version: str, has: bool) -> None:
    assert (opened(version).format("#{pane_key_mode}") != "") is has


@pytest.mark.slow
@proves("clean-capture", LIVE)
async def test_a_capture_over_control_mode_gives_its_memory_back(opened: Opener, version: str, has: bool) -> None:
    """2 000 captures of 9 KB: 20 MB where they leak."""
    server = opened(version, "sh", "-c", "yes | head -n 3000 | tr -d '\\n'; cat", size=(180, 50))
    server.shown("y" * 100)
    captures = [("capture-pane", "-p", "-t", "%0")] * 500
    async with client(server) as connection:
        await connection.ask(*captures)
        before = resident(server.pid)
        for _ in range(4):
            await connection.ask(*captures)
        grown = resident(server.pid) - before
    assert (grown < 2_000_000) is has, f"{grown} bytes"


def resident(pid: int) -> int:
    """Bytes of memory that a process holds."""
    return int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")


@proves("paste-flag-formats")
def test_the_modes_that_a_program_set_are_told(opened: Opener, version: str, has: bool) -> None:
    server = opened(version, "sh", "-c", "printf '\\033[?2004hready'; cat")
    server.shown("ready")
    assert (server.format("#{bracket_paste_flag}") == "1") is has


READER = """
import os, sys, tty
tty.setraw(0)
os.write(1, b"ready")
got = b""
while got.count(b".") < 2:
    got += os.read(0, 4096)
with open(sys.argv[1], "wb") as file:
    file.write(got)
os.write(1, b" done")
os.read(0, 1)
"""


@proves("guarded-paste")
def test_control_bytes_of_a_paste_arrive_as_they_are_only_when_asked(
    opened: Opener, version: str, has: bool, tmp_path: Path
) -> None:
    """From 3.7 on `-S` asks for it; before, there is no such flag and nothing to ask for."""
    got = tmp_path / "got"
    server = opened(version, sys.executable, "-c", READER, str(got))
    server.shown("ready")
    server.say("set-buffer", "-b", "b", "a\x01b.")
    assert (server.refused("paste-buffer", "-S", "-b", "missing", "-t", "%0") == "no buffer missing") is has
    server.say("paste-buffer", "-r", "-b", "b", "-t", "%0")
    server.say("paste-buffer", "-r", *(("-S",) if has else ()), "-b", "b", "-t", "%0")
    server.shown("done")
    assert got.read_bytes() == (b"a^Ab." if has else b"a\x01b.") + b"a\x01b."
