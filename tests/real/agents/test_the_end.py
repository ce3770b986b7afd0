"""The end of an agent, on fake CLIs: it leaves, it is killed, its server goes; every verb says the same of it.

Rules: the agent's pane is the only one of its server, so the server ends with it.
"""

import asyncio
import os
import re
import signal
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

import cotty
from cotty.agents.agent import Agent
from cotty.errors import AgentNotFound
from cotty.model import AgentState, Outcome
from cotty.testing.fake_cli.starting import fake_command
from cotty.testing.fake_profiles import fake_profile
from cotty.testing.scenario import Reply, Scenario
from tests.real.agents.fakes import launch_fake

pytestmark = [pytest.mark.real, pytest.mark.slow]


@pytest.fixture
async def terminal(tmux_program: str, tmux_socket: Path) -> AsyncIterator[cotty.Terminal]:
    async with cotty.connect(
        socket_path=tmux_socket, config="/dev/null", tmux=tmux_program, actor="agent:tester"
    ) as terminal:
        yield terminal


async def says_that_it_has_ended(agent: Agent) -> None:
    assert (await agent.wait("ended", timeout=5)).state is AgentState.ENDED
    assert (await agent.wait("idle", timeout=0)).state is AgentState.ENDED
    assert (await agent.look()).state is AgentState.ENDED
    assert [report.state async for report in agent.watch()] == [AgentState.ENDED]
    for attempt in (agent.send("hello", key="one"), agent.ask("hello"), agent.answer(1), agent.interrupt()):
        with pytest.raises(AgentNotFound):
            await attempt
    left = await agent.leave()
    assert (left.outcome, left.evidence) == (Outcome.CONFIRMED, ("ended",))


async def test_leaving_is_proved_though_the_server_ends_with_the_pane(terminal: cotty.Terminal, tmp_path: Path) -> None:
    agent = (await launch_fake(terminal, tmp_path)).agent
    left = await agent.leave()
    assert (left.outcome, left.evidence) == (Outcome.CONFIRMED, ("/exit", "ended"))
    assert agent.resume_id is None
    await says_that_it_has_ended(agent)


async def test_what_it_prints_to_be_resumed_by_is_kept(terminal: cotty.Terminal, tmp_path: Path) -> None:
    scenario = Scenario()
    profile = fake_profile(scenario)
    process = replace(profile.process, resume=re.compile(r"fake --resume (?P<id>\w+)"))
    last_words = '"$@"; printf "Resume with:\\n  fake --resume ab12\\n"'
    command = ["sh", "-c", last_words, "sh", *fake_command(scenario, tmp_path / "fake.jsonl", shell=False)]
    agent = await terminal.launch(replace(profile, process=process), session="fakes", command=command)
    assert (await agent.wait("idle", timeout=15)).state is AgentState.IDLE
    assert agent.resume_id is None
    assert (await agent.leave()).outcome is Outcome.CONFIRMED
    assert agent.resume_id == "ab12"


async def test_a_server_that_went_took_its_agents_along(terminal: cotty.Terminal, tmp_path: Path) -> None:
    agent = (await launch_fake(terminal, tmp_path)).agent
    os.kill((await terminal.server()).pid, signal.SIGTERM)
    await says_that_it_has_ended(agent)


async def test_an_agent_that_is_killed_ends_its_turn(terminal: cotty.Terminal, tmp_path: Path) -> None:
    agent = (await launch_fake(terminal, tmp_path, scenario=Scenario(reply=Reply(busy_ms=60_000)))).agent
    async with asyncio.TaskGroup() as tasks:
        asked = tasks.create_task(agent.ask("take your time", timeout=30))
        watched = await terminal.adopt(agent.pane.id, profile=fake_profile(Scenario()))
        await watched.wait("processing", timeout=10)
        os.kill(agent.pid, signal.SIGKILL)
    assert asked.result().state is AgentState.ENDED
    await says_that_it_has_ended(agent)
