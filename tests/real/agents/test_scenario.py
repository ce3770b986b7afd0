"""Real agent CLIs pass the scenario; `COTTY_ROUNDS=20` plays it that many times in a row."""

import os
from typing import Final

import pytest

import cotty
from tests.beds.agents.fixtures import GiveAgent
from tests.real.agents.scenario import TOOLS, play

pytestmark = [pytest.mark.real, pytest.mark.agent_cli, pytest.mark.slow, pytest.mark.timeout(300)]
ROUNDS: Final = int(os.environ.get("COTTY_ROUNDS", "1"))


@pytest.mark.parametrize("round_", range(ROUNDS))
@pytest.mark.parametrize("name", TOOLS)
async def test_a_real_cli_comes_up_answers_asks_stops_and_leaves(
    name: str, round_: int, terminal: cotty.Terminal, agent_cli: GiveAgent
) -> None:
    measured = await play(terminal, agent_cli(name, untrusted=True))
    assert len(measured["submit_ms"]) == 10
