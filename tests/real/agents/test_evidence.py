"""What the real CLIs say beside their screens: OpenCode's event server, Claude's and Codex's transcripts."""

import socket
from typing import Any, Final

import pytest

import cotty
from cotty.agents.agent import Agent
from cotty.agents.events.server import EventServer
from cotty.model import AgentReport, AgentState, Evidence, Source
from cotty.profiles.explaining import Explanation
from tests.beds.agents.fixtures import AgentBed, GiveAgent
from tests.beds.agents.script import Hold, reply
from tests.real.agents.scenario import TOOLS

pytestmark = [pytest.mark.real, pytest.mark.agent_cli, pytest.mark.slow, pytest.mark.timeout(120)]
IDLE, BUSY, WAITS = AgentState.IDLE, AgentState.PROCESSING, AgentState.AWAITING_INPUT
_START: Final = 60.0


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


async def launched(terminal: cotty.Terminal, bed: AgentBed) -> Agent:
    await terminal.open("keeper", command=["cat"])  # the server outlives the agent
    agent = await terminal.launch(bed.name, session="agents", cwd=bed.cwd, command=bed.argv)
    seen = await agent.wait("idle", timeout=_START)
    assert seen.state is IDLE, (seen, (await agent.pane.screen()).text)
    return agent


def said(explained: Explanation, source: Source) -> Evidence:
    return next(each for each in explained.evidence if each.source is source)


def event_server(terminal: cotty.Terminal) -> EventServer:
    found = next(iter(terminal.desk.kept.values()))
    assert isinstance(found, EventServer)
    return found


async def served(terminal: cotty.Terminal, agent_cli: GiveAgent, **more: Any) -> tuple[Agent, AgentBed]:  # noqa: ANN401
    bed = agent_cli("opencode", "--port", str(free_port()), "--hostname", "127.0.0.1", **more)
    return await launched(terminal, bed), bed


@pytest.mark.promise("agents:events")
@pytest.mark.parametrize("env", [{}, {"OPENCODE_SERVER_PASSWORD": "only-for-this-test"}], ids=["open", "password"])
async def test_opencode_says_by_its_events_that_it_works_asks_and_is_done(
    env: dict[str, str], terminal: cotty.Terminal, agent_cli: GiveAgent
) -> None:
    agent, bed = await served(terminal, agent_cli, env=env)
    at_rest = said(await agent.explain(), Source.EVENTS)
    assert (at_rest.says, at_rest.lost, at_rest.detail) == (IDLE, False, "session/status")
    hold = Hold()
    bed.model.says(reply("first\n\n", hold, "second"), reply(TOOLS["opencode"].call), "made")
    await agent.send("tell me")
    await agent.wait("processing", timeout=_START)
    await bed.model.asked(1)
    busy = said(await agent.explain(), Source.EVENTS)
    assert (busy.says, busy.decided) == (BUSY, True)
    assert 0 <= busy.age < _START
    hold.release()
    done = await agent.wait("idle", timeout=_START)
    assert (done.state, done.source) == (IDLE, Source.EVENTS)
    turn = await agent.ask("make it", timeout=_START)
    assert turn.awaiting is not None
    asking = await agent.explain()
    assert (said(asking, Source.EVENTS).says, said(asking, Source.SCREEN).decided) == (WAITS, True)
    await agent.answer("Allow once", fingerprint=turn.awaiting.fingerprint)
    assert (await agent.wait("idle", timeout=_START)).state is IDLE
    assert (bed.home.cwd / "made-by-the-agent").exists()


async def test_a_stream_that_is_lost_leaves_the_screen_to_say_it_and_its_evidence_grows_old(
    terminal: cotty.Terminal, agent_cli: GiveAgent
) -> None:
    agent, bed = await served(terminal, agent_cli)
    await agent.look()
    server = event_server(terminal)
    server._gets[0]._socket.shutdown(socket.SHUT_RDWR)
    server.deadline, server._tried = 0.0, float("inf")  # and is not found again
    turn = await say_hello(agent, bed)
    assert turn.state is IDLE
    first, second = await agent.explain(), await agent.explain()
    assert said(first, Source.EVENTS).lost
    assert said(first, Source.SCREEN).decided
    assert said(second, Source.EVENTS).age > said(first, Source.EVENTS).age > 0


async def test_a_stream_that_was_lost_is_found_again(terminal: cotty.Terminal, agent_cli: GiveAgent) -> None:
    agent, bed = await served(terminal, agent_cli)
    await agent.look()
    server = event_server(terminal)
    server._gets[0]._socket.shutdown(socket.SHUT_RDWR)
    await say_hello(agent, bed)
    server._tried = 0.0  # its time has come
    assert not said(await agent.explain(), Source.EVENTS).lost


async def test_a_server_that_listens_elsewhere_is_not_used_and_everything_works_from_the_screen(
    terminal: cotty.Terminal, agent_cli: GiveAgent
) -> None:
    bed = agent_cli("opencode", "--port", str(free_port()), "--hostname", "127.0.0.7")
    agent = await launched(terminal, bed)
    turn = await say_hello(agent, bed)
    assert (turn.state, turn.reply) == (IDLE, "hello")
    explained = await agent.explain()
    assert Source.EVENTS not in [each.source for each in explained.evidence]
    assert said(explained, Source.SCREEN).decided


async def say_hello(agent: Agent, bed: AgentBed) -> cotty.Turn:
    bed.model.says("hello")
    return await agent.ask("greet me", timeout=_START)


async def test_whoever_watches_is_told_by_events(terminal: cotty.Terminal, agent_cli: GiveAgent) -> None:
    agent, bed = await served(terminal, agent_cli)
    adopted = await terminal.adopt(agent.pane.id)
    await adopted.look()
    reports: list[AgentReport] = []
    bed.model.says("hello")
    async for report in adopted.watch():
        reports.append(report)
        if len(reports) == 1:
            await agent.send("greet me")
        elif report.state is IDLE:
            break
    assert [report.state for report in reports] == [IDLE, BUSY, IDLE]
    assert reports[-1].source is Source.EVENTS


@pytest.mark.parametrize("name", ["claude_code", "codex"])
async def test_a_transcript_says_that_the_turn_is_over_and_that_a_tool_waits(
    name: str, terminal: cotty.Terminal, agent_cli: GiveAgent
) -> None:
    bed = agent_cli(name)
    agent = await launched(terminal, bed)
    assert (await say_hello(agent, bed)).state is IDLE
    over = said(await agent.explain(), Source.TRANSCRIPT)
    assert (over.says, over.detail, over.weak) == (IDLE, "the turn is over", True)
    assert over.age < _START
    bed.model.says(reply(TOOLS[name].call), "made")
    assert (await agent.ask("make it", timeout=_START)).state is WAITS
    explained = await agent.explain()
    assert (said(explained, Source.TRANSCRIPT).detail, said(explained, Source.SCREEN).decided) == (
        "a tool waits or runs", True,
    )  # fmt: skip
