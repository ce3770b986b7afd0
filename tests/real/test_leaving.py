"""A client that leaves takes nothing with it, whatever the panes print: tmux up to 3.8 may end for one that leaves as
its socket ends (`carrier.py`, rule 2).
"""

import os
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cotty import connect
from tests.real.command_line import COTTY, Cotty, private

PRINTS = ("sh", "-c", "while :; do seq 3000; done")
TIMES = 120  # of 120 that left as their sockets ended, one or two took the server with them

pytestmark = [
    pytest.mark.real,
    pytest.mark.parametrize("tmux_program", ["3.3a", "3.5a", "3.8"], indirect=True),
]


ENDS_WITH_US = pytest.mark.skipif(
    sys.platform != "linux" or shutil.which("setpriv") is None, reason="no `setpriv` that binds a client to its cotty"
)


@contextmanager
def os_process(pid: str) -> Iterator["select.poll"]:
    """Something that is told when that process ends."""
    handle, ended = os.pidfd_open(int(pid)), select.poll()
    ended.register(handle, select.POLLIN)
    try:
        yield ended
    finally:
        os.close(handle)


@pytest.fixture
def cotty(tmp_path: Path, tmux_program: str) -> Iterator[Cotty]:
    """A private server with a pane that prints without end."""
    with private(tmp_path / "own") as made:
        made = Cotty(made.folder, tmux_program)
        made.session("shared", *PRINTS)
        yield made
        made.end_server()


async def test_a_server_survives_everybody_who_leaves_while_a_pane_prints(cotty: Cotty) -> None:
    server = cotty.ask_tmux("display-message", "-p", "#{pid}")
    for _ in range(TIMES):
        async with connect(socket_path=cotty.socket, tmux=cotty.tmux) as terminal:
            await (await terminal.pane("shared")).wait(pattern="never", timeout=0.01)
    assert cotty.ask_tmux("display-message", "-p", "#{pid}") == server
    assert cotty.ask_tmux("list-clients") == ""


ENDS_UNCLOSED = """
import asyncio, os, sys
import cotty

async def main():
    terminal = await cotty.connect(socket_path=sys.argv[1], tmux=sys.argv[2]).__aenter__()
    await (await terminal.pane("shared")).wait(pattern="never", timeout=0.05)
    if sys.argv[3] == "signal":
        os.kill(os.getpid(), 15)

asyncio.run(main())
"""


def until_nobody_is_attached(cotty: Cotty) -> None:
    end = time.monotonic() + 10
    while left := cotty.ask_tmux("list-clients"):
        assert time.monotonic() < end, left


@ENDS_WITH_US
@pytest.mark.parametrize("how", ["return", "signal"])
def test_a_program_that_never_closes_leaves_nothing_attached(cotty: Cotty, how: str) -> None:
    words = [sys.executable, "-W", "ignore", "-c", ENDS_UNCLOSED, cotty.socket, cotty.tmux, how]
    subprocess.run(words, env=cotty.variables(), stderr=subprocess.DEVNULL, check=False, timeout=20)
    until_nobody_is_attached(cotty)


@ENDS_WITH_US
def test_a_server_survives_a_killed_cotty_which_leaves_nothing_that_keeps_it_from_ending(cotty: Cotty) -> None:
    words = ("wait", "shared", "--pattern", "never", "--timeout", "60")
    for _ in range(10):
        killed = subprocess.Popen([COTTY, "--tmux", cotty.tmux, *words], env=cotty.variables(), stdout=-3, stderr=-3)
        while len(cotty.ask_tmux("list-clients", "-F", "#{client_pid}").split()) < 2:
            assert killed.poll() is None
        killed.kill()
        killed.wait()
        until_nobody_is_attached(cotty)
    process = cotty.ask_tmux("display-message", "-p", "#{pid}")
    with os_process(process) as server:
        os.kill(int(process), signal.SIGTERM)
        assert server.poll(10_000), "the server that was told to end is still there"
