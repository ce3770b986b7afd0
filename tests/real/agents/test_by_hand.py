"""What the scenario leaves out: an agent that a person started in a shell, one that is read from its screen alone, and
one that is gone.

Rules: only the public verbs; each CLI once.
"""

import asyncio
import os
import signal
from dataclasses import replace
from typing import Final

import pytest

import cotty
from cotty.errors import AgentNotFound, AgentNotReady
from cotty.model import AgentState, Outcome
from cotty.profiles import load
from tests.beds.agents.clis import CLI
from tests.beds.agents.fixtures import AgentBed, GiveAgent
from tests.real.agents.scenario import START, TOOLS, Play

pytestmark = [pytest.mark.real, pytest.mark.agent_cli, pytest.mark.slow, pytest.mark.timeout(180)]
each_cli: Final = pytest.mark.parametrize("name", TOOLS)
_PROMPT: Final = r"dev:\S*\$ $"
_SHORT: Final = ("Forty-two.", "One line.\n\nAnd another, after a blank one.", "First.\n\nSecond.\n\nThird.")


async def typed_into_a_shell(terminal: cotty.Terminal, bed: AgentBed) -> cotty.Pane:
    """The CLI, as somebody starts it who never heard of cotty."""
    pane = await terminal.open("by-hand", cwd=bed.cwd, command=bed.home.shell_argv, size=(120, 40))
    assert (await pane.wait(pattern=_PROMPT, timeout=START)).match
    receipt = await pane.send(CLI[bed.name].command)
    assert receipt.outcome is Outcome.CONFIRMED, receipt
    return pane


@each_cli
async def test_an_agent_that_was_started_by_hand_is_found_adopted_and_leaves_its_shell_behind(
    name: str, terminal: cotty.Terminal, agent_cli: GiveAgent
) -> None:
    run = Play(terminal, agent_cli(name))
    pane = await typed_into_a_shell(terminal, run.bed)
    await terminal.window(session="by-hand", command=["cat"])
    await pane.wait(idle_seconds=1, timeout=START)
    agent = await terminal.adopt(pane.id)
    assert (agent.profile, agent.pane.id) == (name, pane.id)
    await run.comes_up(agent)
    await run.turn(agent, "name the answer", "Forty-two.")
    found = await terminal.agents()
    assert [(each.pane, each.profile, each.pid, each.report.state) for each in found] == [
        (pane.id, name, agent.pid, AgentState.IDLE)
    ]
    await run.leaves(agent)
    assert (await pane.wait(timeout=START)).reason is cotty.Reason.PROMPT
    assert agent.resume_id
    assert agent.resume_id in (await pane.read(all=True)).text
    assert await terminal.agents() == []
    with pytest.raises(AgentNotFound):
        await agent.send("is anybody there")


@each_cli
async def test_a_message_is_told_once_however_early_it_is_sent(
    name: str, terminal: cotty.Terminal, agent_cli: GiveAgent
) -> None:
    bed = agent_cli(name)
    agent = await terminal.launch(name, session="agents", cwd=bed.cwd, command=bed.argv)
    receipt = None
    async with asyncio.timeout(START):
        while receipt is None:
            try:
                receipt = await agent.send("name the answer")
            except AgentNotReady:
                continue  # nothing was typed
    assert receipt.outcome is Outcome.CONFIRMED, (receipt, receipt.screen)
    await bed.model.asked(1)
    await agent.wait("idle", timeout=START)
    assert bed.model.prompts == ["name the answer"]


@each_cli
async def test_everything_works_from_the_screen_alone(
    name: str, terminal: cotty.Terminal, agent_cli: GiveAgent
) -> None:
    run = Play(terminal, agent_cli(name))
    agent = await run.launched(replace(load(name), transcript=""))
    for number, answer in enumerate(_SHORT, 1):
        await run.turn(agent, f"question {number}: what is it?", answer, source="screen")
    await run.permission(agent, allowed=True)
    await run.interrupted(agent)
    await run.turn(agent, "and\nagain", "Once more.", source="screen")
    await run.leaves(agent)


@each_cli
async def test_a_pane_that_went_with_its_server_is_an_agent_that_has_ended(
    name: str, terminal: cotty.Terminal, agent_cli: GiveAgent
) -> None:
    run = Play(terminal, agent_cli(name))
    agent = await run.launched()
    os.kill((await terminal.server()).pid, signal.SIGTERM)
    assert (await agent.wait("ended", timeout=START)).state is AgentState.ENDED
    assert (await agent.look()).state is AgentState.ENDED
    for attempt in (agent.send("hello"), agent.ask("hello"), agent.answer(1), agent.interrupt()):
        with pytest.raises(AgentNotFound):
            await attempt
    assert (await agent.leave()).outcome is Outcome.CONFIRMED
