"""Real agent CLIs in panes of a tmux server of the test's own."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import cotty
from tests.beds.agents.fixtures import agent_cli

__all__ = ["agent_cli"]


@pytest.fixture
async def terminal(tmux_program: str, tmux_socket: Path) -> AsyncIterator[cotty.Terminal]:
    """A terminal on a private server, which ends with the test."""
    async with cotty.connect(
        socket_path=tmux_socket, config="/dev/null", tmux=tmux_program, actor="agent:tester"
    ) as terminal:
        yield terminal
