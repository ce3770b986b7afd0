"""Two agents of one CLI in one folder and one home are told the same at once: each gives its own reply."""

import asyncio
from typing import Final

import pytest

import cotty
from cotty.agents.agent import Agent
from cotty.model import AgentState, Turn
from tests.beds.agents.fixtures import GiveAgent
from tests.real.agents.scenario import TOOLS

pytestmark = [pytest.mark.real, pytest.mark.agent_cli, pytest.mark.slow, pytest.mark.timeout(120)]
_START: Final = 60.0
_SAID: Final = ("the first reply", "the second reply")


@pytest.mark.promise("agents:turn")
@pytest.mark.parametrize("name", TOOLS)
async def test_each_of_two_agents_that_are_told_the_same_gives_its_own_reply(
    name: str, terminal: cotty.Terminal, agent_cli: GiveAgent
) -> None:
    bed = agent_cli(name)
    agents: list[Agent] = []
    for _ in _SAID:  # one after the other: two that make one home are not what is tried here
        agents.append(await terminal.launch(bed.name, session="agents", cwd=bed.cwd, command=bed.argv))
        assert (await agents[-1].wait("idle", timeout=_START)).state is AgentState.IDLE
    bed.model.says(*_SAID)
    turns = await asyncio.gather(*(agent.ask("review it", timeout=_START) for agent in agents))
    shown = [await reply_shown(agent) for agent in agents]
    assert sorted(shown) == sorted(_SAID)
    assert [turn.reply for turn in turns] == shown, [(turn.reply, turn.source) for turn in turns]
    assert name == "opencode" or sources(turns) == {"transcript"}  # it has nothing that tells two apart


def sources(turns: list[Turn]) -> set[str]:
    return {turn.source for turn in turns}


async def reply_shown(agent: Agent) -> str:
    text = (await agent.pane.screen()).text
    return next(reply for reply in _SAID if reply in text)
