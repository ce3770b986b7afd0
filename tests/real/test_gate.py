"""A server lives through clients that come and go at once; `test_versions.py` shows what happens without the gate."""

import asyncio
import os
from pathlib import Path

import pytest

import cotty
from tests.beds.fixtures import every_tmux

pytestmark = pytest.mark.real

_AT_ONCE, _EACH = 8, 30  # without the gate, 120 clients at the most end a server of 3.3a or 3.5a


async def come_and_go(socket: Path, program: str) -> None:
    for _ in range(_EACH):
        async with cotty.connect(socket_path=socket, tmux=program, config="/dev/null") as terminal:
            await terminal.list()


@pytest.mark.slow
@pytest.mark.promise("server:unharmed")
@every_tmux
async def test_a_server_outlives_clients_that_come_and_go_at_once(tmux_socket: Path, tmux_program: str) -> None:
    async with cotty.connect(socket_path=tmux_socket, tmux=tmux_program, config="/dev/null") as terminal:
        server = (await terminal.open("kept", command=["cat"])).server
    async with asyncio.TaskGroup() as group:
        for _ in range(_AT_ONCE):
            group.create_task(come_and_go(tmux_socket, tmux_program))
    os.kill(server.pid, 0)
