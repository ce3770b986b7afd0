"""All agents at once: who comes, what each does, who ends; soon, and for nothing while nothing moves."""

import asyncio
import sys
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Final

import psutil
import pytest

import cotty
from cotty.model import AgentReport, AgentState
from cotty.testing.scenario import Paint, Reply, Scenario
from tests.real.agents.fakes import Fake, drop_fake_profile, following, launch_fake

pytestmark = pytest.mark.real
IDLE, BUSY, ENDED = AgentState.IDLE, AgentState.PROCESSING, AgentState.ENDED
_SECONDS: Final = 20.0
_TURNS: Final = 12
_SOON: Final = 0.150  # from the frame on the terminal to the report, at the 95th percentile
_WINDOW: Final = 6.0  # with a listing in it
_SHARE: Final = 0.01  # of a core


@pytest.fixture(autouse=True)
def known_profile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drop_fake_profile(tmp_path / "config", monkeypatch)


async def until(reports: AsyncIterator[AgentReport], wanted: Callable[[AgentReport], bool]) -> AgentReport:
    """The first report that is as wanted."""
    seen = []
    try:
        async with asyncio.timeout(_SECONDS):
            async for report in reports:
                seen.append((report.pane, report.state, report.could_not_look))
                if wanted(report):
                    return report
    except TimeoutError:
        pass  # the assertion below says what came instead
    raise AssertionError(f"not among {seen}")


def of(fake: Fake, state: AgentState) -> Callable[[AgentReport], bool]:
    return lambda report: report.pane == fake.pane and report.state is state


@pytest.mark.promise("agents:follow")
async def test_who_is_there_who_comes_what_each_does_and_who_ends(terminal: cotty.Terminal, tmp_path: Path) -> None:
    first = await launch_fake(terminal, tmp_path, "first", Scenario(reply=Reply(busy_ms=400)))
    async with following(terminal) as reports:
        assert (await until(reports, of(first, IDLE))).profile == "fake_boxed"
        second = await launch_fake(terminal, tmp_path, "second")
        await until(reports, of(second, IDLE))
        await first.agent.send("hello")
        await until(reports, of(first, BUSY))
        await until(reports, of(first, IDLE))
        await terminal.kill(second.pane)
        await until(reports, of(second, ENDED))
        assert [each.pane for each in await terminal.agents()] == [first.pane]
    assert not terminal.desk.hand.bells
    heard = terminal.desk.hearing(first.pane)
    assert heard is not None
    assert not heard.feed.bells
    assert not heard.feed.in_use


async def test_an_agent_that_moves_to_another_session_is_followed_there(
    terminal: cotty.Terminal, tmp_path: Path
) -> None:
    await terminal.open("other", command=["cat"])
    fake = await launch_fake(terminal, tmp_path)
    async with following(terminal) as reports:
        await until(reports, of(fake, IDLE))
        await terminal.desk.hand.must(("move-pane", "-d", "-s", fake.pane, "-t", "=other:"))
        await fake.agent.send("hello")
        await until(reports, of(fake, BUSY))
        await until(reports, of(fake, IDLE))


async def test_an_agent_that_is_started_in_a_shell_that_was_there_is_found(
    terminal: cotty.Terminal, tmp_path: Path
) -> None:
    pane = await terminal.open("shared", command=["env", "PS1=ready> ", "bash", "--norc", "--noprofile"])
    assert (await pane.wait(pattern="ready> $", timeout=_SECONDS)).match
    async with following(terminal) as reports:
        await launch_fake(terminal, tmp_path)
        await until(reports, lambda report: report.state is IDLE)
        await pane.send(f"{sys.executable} -m cotty.testing.fake_cli", proof=False)
        await until(reports, lambda report: report.pane == pane.id and report.state is IDLE)


@pytest.mark.slow
async def test_a_change_is_told_within_150_milliseconds_of_its_frame(terminal: cotty.Terminal, tmp_path: Path) -> None:
    fake = await launch_fake(terminal, tmp_path, scenario=Scenario(reply=Reply(busy_ms=300), paint=Paint(pieces=2)))
    heard: dict[AgentState, list[float]] = {IDLE: [], BUSY: []}
    async with following(terminal) as reports:
        await until(reports, of(fake, IDLE))
        for number in range(_TURNS):
            await fake.agent.send(f"turn {number}")
            for state in (BUSY, IDLE):
                await until(reports, of(fake, state))
                heard[state].append(time.monotonic())
    late = sorted(lateness(heard[BUSY], fake.painted(BUSY)) + lateness(heard[IDLE], fake.painted(IDLE)[1:]))
    assert len(late) == 2 * _TURNS
    median, most = (1000 * late[int(len(late) * share)] for share in (0.5, 0.95))
    print(f"from a frame to its report: median {median:.0f} ms, p95 {most:.0f} ms of {len(late)}")
    assert most <= 1000 * _SOON, late


def lateness(heard: list[float], painted: list[float]) -> list[float]:
    """Seconds from each frame that began a state to its report. A state that is painted on is logged once."""
    return [told - shown for told, shown in zip(heard, painted, strict=True)]


@pytest.mark.slow
async def test_twenty_agents_that_rest_cost_less_than_a_hundredth_of_a_core(
    terminal: cotty.Terminal, tmp_path: Path
) -> None:
    first = await launch_fake(terminal, tmp_path, "fake0")
    async with asyncio.TaskGroup() as group:  # each takes two seconds, most of them to rest
        others = [group.create_task(launch_fake(terminal, tmp_path, f"fake{number}")) for number in range(1, 20)]
    async with following(terminal) as reports:
        waiting = {first.pane, *(other.result().pane for other in others)}
        while waiting:
            waiting.discard((await until(reports, lambda report: report.state is IDLE)).pane)
        server = psutil.Process((await terminal.server()).pid)
        before, of_tmux = time.process_time(), sum(server.cpu_times()[:2])
        with pytest.raises(TimeoutError):  # nothing moves, so nothing comes
            async with asyncio.timeout(_WINDOW):
                await anext(reports)
        spent = time.process_time() - before + sum(server.cpu_times()[:2]) - of_tmux
    print(f"20 agents that rest: {100 * spent / _WINDOW:.2f} % of a core, tmux included")
    assert spent / _WINDOW < _SHARE, spent
