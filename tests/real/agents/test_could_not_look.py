"""A tmux server that stands still, or is gone: what cannot be looked at has not ended, what is gone has."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import cotty
from cotty.controlmode.events import Notice
from cotty.errors import CottyError
from cotty.model import AgentState, Source
from cotty.settings import Settings
from tests.real.agents.fakes import drop_fake_profile, following, launch_fake

pytestmark = [pytest.mark.real, pytest.mark.slow]


@pytest.fixture
async def terminal(
    tmux_program: str, tmux_socket: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[cotty.Terminal]:
    """A terminal that gives up soon."""
    drop_fake_profile(tmp_path / "config", monkeypatch)
    settings = Settings(deadline=0.4, connect_deadline=0.6, retry_seconds=0.2)
    async with cotty.connect(
        socket_path=tmux_socket, config="/dev/null", tmux=tmux_program, actor="agent:tester", settings=settings
    ) as terminal:
        yield terminal


@pytest.mark.promise("agents:could-not-look")
async def test_a_server_that_stands_still_ends_no_agent(terminal: cotty.Terminal, tmp_path: Path) -> None:
    agent = (await launch_fake(terminal, tmp_path)).agent
    server = (await terminal.server()).pid
    os.kill(server, signal.SIGSTOP)
    try:
        report = await agent.look()
        explained = await agent.explain()
        with pytest.raises(CottyError):
            await agent.wait("processing", timeout=5)
    finally:
        os.kill(server, signal.SIGCONT)
    assert report.state is AgentState.IDLE
    assert report.could_not_look
    assert explained.could_not_look
    assert explained.lines()[0].startswith("could not look: ")
    screen = next(each for each in explained.evidence if each.source is Source.SCREEN)
    assert screen.decided
    assert explained.age >= report.age > 0
    assert screen.age > 0
    after = await agent.look()
    assert (after.state, after.could_not_look) == (AgentState.IDLE, None)


async def test_one_that_was_never_seen_is_told_as_not_seen(terminal: cotty.Terminal, tmp_path: Path) -> None:
    pane = (await launch_fake(terminal, tmp_path)).pane
    adopted = await terminal.adopt(pane)
    server = (await terminal.server()).pid
    os.kill(server, signal.SIGSTOP)
    try:
        report, explained = await adopted.look(), await adopted.explain()
    finally:
        os.kill(server, signal.SIGCONT)
    assert report.state is None
    assert report.could_not_look
    assert explained.asked == ()


async def test_whoever_follows_is_told_once_that_nobody_could_look_and_again_when_somebody_can(
    terminal: cotty.Terminal, tmp_path: Path
) -> None:
    fakes = [await launch_fake(terminal, tmp_path, name) for name in ("one", "two")]
    server = (await terminal.server()).pid
    async with following(terminal) as reports, asyncio.timeout(30):
        assert {(await anext(reports)).pane for _ in fakes} == {fake.pane for fake in fakes}
        os.kill(server, signal.SIGSTOP)
        try:
            terminal.desk.hand.heed(Notice("sessions-changed"))  # panes may have moved
            unseen = [await anext(reports) for _ in fakes]
        finally:
            os.kill(server, signal.SIGCONT)
        back = [await anext(reports) for _ in fakes]
    assert {(each.pane, each.state) for each in unseen} == {(fake.pane, AgentState.IDLE) for fake in fakes}
    assert all(each.could_not_look for each in unseen)
    assert {(each.pane, each.state, each.could_not_look) for each in back} == {
        (fake.pane, AgentState.IDLE, None) for fake in fakes
    }


async def test_a_server_that_is_gone_is_the_end(terminal: cotty.Terminal, tmp_path: Path) -> None:
    agent = (await launch_fake(terminal, tmp_path)).agent
    os.kill((await terminal.server()).pid, signal.SIGKILL)
    report = await agent.look()
    assert (report.state, report.could_not_look) == (AgentState.ENDED, None)
