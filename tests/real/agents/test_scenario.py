"""Real agent CLIs pass the scenario; `COTTY_ROUNDS=20` plays it that many times in a row.

Rules: each comes up as it does for a newcomer, as far as it works without an account: Claude Code in an empty home,
Codex in a repository that it was not told to trust; OpenCode asks nothing.
"""

import os
from typing import Final

import pytest

import cotty
from tests.beds.agents.fixtures import GiveAgent
from tests.real.agents.scenario import TOOLS, play
from tests.real.agents.tally import Tally

pytestmark = [pytest.mark.real, pytest.mark.agent_cli, pytest.mark.slow, pytest.mark.timeout(300)]
ROUNDS: Final = int(os.environ.get("COTTY_ROUNDS", "1"))


@pytest.mark.parametrize("round_", range(1, ROUNDS + 1))
@pytest.mark.parametrize("name", TOOLS)
async def test_a_real_cli_comes_up_answers_asks_stops_and_leaves(
    name: str, round_: int, terminal: cotty.Terminal, agent_cli: GiveAgent, tally: Tally
) -> None:
    bed = agent_cli(name, fresh=name == "claude_code", untrusted=True)
    with tally.round(f"{name} {bed.version}") as entry:
        entry.measured = await play(terminal, bed)
