"""A client that leaves takes nothing with it, whatever the panes print: tmux up to 3.8 may end for one that leaves as
its socket ends (`carrier.py`, rule 2).
"""

import asyncio
import signal
import sys
from collections.abc import Iterator
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


@pytest.mark.skipif(sys.platform != "linux", reason="what a killed cotty leaves is swept on Linux alone")
async def test_a_server_survives_a_killed_cotty_and_the_next_one_ends_what_it_left(cotty: Cotty) -> None:
    words = ("wait", "shared", "--pattern", "never", "--timeout", "60")
    for _ in range(10):
        killed = await asyncio.create_subprocess_exec(
            COTTY, "--tmux", cotty.tmux, *words, env=cotty.variables(), stdout=asyncio.subprocess.DEVNULL
        )
        while len(cotty.ask_tmux("list-clients", "-F", "#{client_pid}").split()) < 2:
            assert killed.returncode is None
        killed.send_signal(signal.SIGKILL)
        await killed.wait()
        assert cotty("list", "--tmux", cotty.tmux).code == 0
        assert cotty.ask_tmux("list-clients") == ""
