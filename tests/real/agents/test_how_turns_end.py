"""A turn that was interrupted, that the model failed, and that opened a panel: none of them counts as answered.

Rules: only the public verbs; each CLI once, with a scripted model that is held, fails, or is not asked.
"""

import asyncio
import time
from typing import Final

import pytest

import cotty
from cotty.model import AgentState, Outcome
from tests.beds.agents.fixtures import GiveAgent
from tests.beds.agents.script import Failure, Hold, reply
from tests.real.agents.scenario import START, TOOLS, Play

pytestmark = [pytest.mark.real, pytest.mark.agent_cli, pytest.mark.slow, pytest.mark.timeout(180)]
each_cli: Final = pytest.mark.parametrize("name", TOOLS)
_SAID: Final = "Working on it."


@each_cli
async def test_an_interrupted_turn_says_so_and_has_what_was_said(
    name: str, terminal: cotty.Terminal, agent_cli: GiveAgent
) -> None:
    run = Play(terminal, agent_cli(name))
    agent = await run.launched()
    other = await terminal.adopt(agent.pane.id)
    run.model.says(reply(f"{_SAID}\n\n", Hold(), "never said"))
    async with asyncio.TaskGroup() as tasks:
        asked = tasks.create_task(agent.ask("do the long one", timeout=START))
        await run.model.asked(1)
        await agent.pane.wait(pattern=_SAID, timeout=START)
        stopped = await other.interrupt()
        assert stopped.outcome is Outcome.CONFIRMED, (stopped, stopped.screen)
    turn = asked.result()
    assert (turn.interrupted, turn.state, turn.reply.strip()) == (True, AgentState.IDLE, _SAID), await run.told(
        agent, turn
    )
    await run.turn(agent, "and again", "Once more.")


@each_cli
async def test_a_turn_that_the_model_failed_is_blocked(
    name: str, terminal: cotty.Terminal, agent_cli: GiveAgent
) -> None:
    run = Play(terminal, agent_cli(name))
    agent = await run.launched()
    run.model.says(*[Failure(400)] * 9)  # Claude Code asks once more
    turn = await agent.ask("what do you say", timeout=START)
    assert (turn.state, turn.interrupted) == (AgentState.BLOCKED, False), await run.told(agent, turn)
    assert (await agent.look()).blocked_why == "model"
    run.model.forgets()
    await run.turn(agent, "and again", "It works.")


async def test_a_command_that_opens_a_panel_is_proved_by_it_and_has_no_reply(
    terminal: cotty.Terminal, agent_cli: GiveAgent
) -> None:
    run = Play(terminal, agent_cli("claude_code"))
    agent = await run.launched()
    began = time.monotonic()
    turn = await agent.ask("/help", timeout=6)
    assert time.monotonic() - began < 6
    assert turn.receipt.evidence[-1] == "viewer-opened", await run.told(agent, turn)
    assert (turn.viewer, turn.reply, turn.receipt.outcome) == (True, "", Outcome.CONFIRMED)
