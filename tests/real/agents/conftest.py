"""Real agent CLIs in panes of a tmux server of the test's own; what their rounds took is printed at the end."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import cotty
from tests.beds.agents.fixtures import agent_cli
from tests.real.agents.tally import Tally

__all__ = ["agent_cli"]
TALLY = pytest.StashKey[Tally]()


@pytest.fixture
async def terminal(tmux_program: str, tmux_socket: Path) -> AsyncIterator[cotty.Terminal]:
    """A terminal on a private server, which ends with the test."""
    async with cotty.connect(
        socket_path=tmux_socket, config="/dev/null", tmux=tmux_program, actor="agent:tester"
    ) as terminal:
        yield terminal


@pytest.fixture(scope="session")
def tally(pytestconfig: pytest.Config) -> Tally:
    return pytestconfig.stash.setdefault(TALLY, Tally())


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    found = config.stash.get(TALLY, Tally())
    if not found.rounds:
        return
    terminalreporter.section("real agent CLIs, the whole scenario")
    for line in found.lines():
        terminalreporter.line(line)
