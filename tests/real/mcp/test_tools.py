"""Every tool, asked by the SDK's own client over the real program's standard input and output, on a real tmux."""

import json
import os
import signal
import subprocess
from typing import Any

import jsonschema
import pytest
from mcp_types import CallToolResult, TextContent, TextResourceContents

from cotty.doors.mcp.tools import offered
from cotty.doors.mcp.words import NEVER
from cotty.operations.operation import Tier
from cotty.operations.table import OPERATIONS
from cotty.testing.fake_cli.starting import fake_command
from cotty.testing.scenario import Popup, Reply, Scenario, When
from tests.real.command_line import COTTY, Cotty
from tests.real.mcp.client import NAME, Model, connected

pytestmark = pytest.mark.real
FAKE = Scenario(popups=(Popup(When("submitted", 50)),), reply=Reply(busy_ms=200))
SLOW = Scenario(reply=Reply(busy_ms=60_000))


def fake(scenario: Scenario) -> list[str]:
    return list(fake_command(scenario, "/dev/null", shell=False))


def texts(result: CallToolResult) -> list[str]:
    """What it says to a client that reads no structured content."""
    return [each.text for each in result.content if isinstance(each, TextContent)]


async def shown(model: Model, uri: str) -> str:
    """What a resource holds."""
    content = (await model.client.read_resource(uri)).contents[0]
    assert isinstance(content, TextResourceContents)
    return content.text


async def checked(model: Model, tool: str, **arguments: Any) -> dict[str, Any]:  # noqa: ANN401
    """The answer, which is as the tool's schema says, and says the same as text."""
    schemas = {each.name: each.output_schema for each in (await model.client.list_tools()).tools}
    result = await model.call(tool, **arguments)
    assert not result.is_error, result.content
    jsonschema.validate(result.structured_content, schemas[tool] or {})
    first, *others = texts(result)
    told = json.loads(first) | dict(text.split(":\n", 1) for text in others)
    assert told == {name: value for name, value in result.structured_content.items() if value is not None}
    return dict(result.structured_content)


@pytest.mark.promise("mcp:tools")
@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_every_tool_is_listed_and_answers(house: Cotty, mode: str) -> None:
    async with connected(house, mode=mode) as model:
        named = [tool.name for tool in (await model.client.list_tools()).tools]
        assert named == list(offered(Tier.MANAGE))
        other = await checked(model, "open", address="work", cwd="/tmp")
        assert other["session"] == "work"
        ready = await checked(model, "wait", address="work", timeout=30)
        assert ready["reason"] == "prompt"
        done = await checked(model, "run", address="work", command="pwd; false")
        assert (done["exit_code"], done["output"]) == (1, "/tmp\n")
        assert (await checked(model, "send", address="work", text="cat"))["outcome"] == "confirmed"
        assert (await checked(model, "keys", address="work", keys=["C-c"]))["evidence"] == ["pressed"]
        assert "pwd; false" in (await checked(model, "read", address="work"))["text"]
        agent = await checked(model, "launch", profile="fake_boxed", session="work", wait=True, arguments=fake(FAKE))
        assert agent["state"] == "idle"
        turn = await checked(model, "ask", address=agent["pane"], text="hello")
        assert turn["state"] == "awaiting_input"
        asks = (await checked(model, "agents"))["agents"]
        mark = asks[0]["awaiting"]["fingerprint"]
        chosen = await checked(model, "answer", address=agent["pane"], option="1", fingerprint=mark)
        assert chosen["outcome"] == "confirmed"
        rests = await checked(model, "wait", address=agent["pane"], state="rest", timeout=30)
        assert rests["state"] == "idle"
        assert (await checked(model, "interrupt", address=agent["pane"]))["evidence"] == ["not-busy"]
        assert await checked(model, "kill", address=agent["pane"]) == {"pane": agent["pane"]}
        assert [row["session"] for row in (await model.ask("list"))["panes"]] == ["shared", "work"]


async def test_every_operation_can_be_a_tool(house: Cotty) -> None:
    async with connected(house, "--every-tool") as model:
        assert {tool.name for tool in (await model.client.list_tools()).tools} == set(OPERATIONS) - NEVER
        assert (await checked(model, "doctor"))["usable"] is True
        assert "rows" not in await checked(model, "screen", address="shared")


async def test_a_tier_is_all_that_a_client_may_do(house: Cotty) -> None:
    async with connected(house, "--tier", "read") as model:
        tools = (await model.client.list_tools()).tools
        assert {tool.name for tool in tools} == {"list", "read", "wait", "agents"}
        assert all(tool.annotations and tool.annotations.read_only_hint for tool in tools)
        assert (await model.refused("send", text="x", address="shared"))["code"] == "invalid_input"


async def test_an_error_says_what_to_do_in_words_of_tools(house: Cotty) -> None:
    async with connected(house) as model:
        error = await model.refused("read", address="nowhere")
        assert error["code"] == "session_not_found"
        assert error["suggestion"] == "Run `open` (NAME) to make it, or `list` to see what is there."
        result = await model.call("read", address="nowhere")
        assert f"{error['code']}: {error['message']}\nWhat to do: {error['suggestion']}" == texts(result)[0]
        assert "line: " in (await model.refused("read", line=3))["message"]
        assert (await model.refused("read", characters="few"))["code"] == "invalid_input"


@pytest.mark.promise("A-02:coerced")
async def test_what_models_write_is_understood(house: Cotty) -> None:
    async with connected(house) as model:
        assert (await model.ask("keys", keys="C-c Enter", address="shared"))["evidence"] == ["pressed"]
        assert (await model.ask("keys", keys='["C-c"]', address="shared"))["evidence"] == ["pressed"]
        page = await model.ask("read", lines="3", all="false", since=None, address="shared")
        assert len(page["text"].splitlines()) <= 3
        assert (await model.ask("send", text=42, enter="false", address="shared"))["outcome"] == "confirmed"


@pytest.mark.promise("mcp:budget")
async def test_a_long_answer_is_cut_and_can_be_read_on_to_its_last_letter(house: Cotty) -> None:
    whole = "".join(f"{number}\n" for number in range(1, 5001))
    async with connected(house) as model:
        done = await model.ask("run", command="seq 5000", address="shared", characters=2000)
        head, _, rest = done["output"].partition("\n[… ")
        _, _, tail = rest.partition(" …]\n")
        parts, cursor = [head], done["more"]
        while cursor is not None:
            part = await model.ask("read", since=cursor, characters=7000)
            parts, cursor = [*parts, part["text"]], part.get("more")
        assert "".join([*parts, tail]) == whole
        assert len(done["output"]) < 2200
        assert (await model.refused("read", since="more-99-0"))["code"] == "invalid_input"


async def test_many_panes_are_cut_too(house: Cotty) -> None:
    for _ in range(3):
        house.ask_tmux("split-window", "-d", "-t", "shared", "cat")
    async with connected(house) as model:
        few = await model.ask("list", characters=800)
        rest = (await model.ask("read", since=few["more"]))["text"]
        rows = [*few["panes"], *map(json.loads, rest.splitlines())]
        assert [row["id"] for row in rows] == ["%0", "%3", "%2", "%1"]


async def test_panes_and_agents_are_resources(house: Cotty) -> None:
    async with connected(house) as model:
        agent = await model.ask("launch", profile="fake_boxed", wait=True, arguments=fake(SLOW))
        listed = (await model.client.list_resources()).resources
        number = agent["pane"][1:]
        assert [each.uri for each in listed] == ["cotty://panes", "cotty://agents", "cotty://pane/0",
                                                 f"cotty://pane/{number}"]  # fmt: skip
        for uri in ("cotty://panes", "cotty://agents", f"cotty://agent/{number}"):
            assert agent["pane"] in await shown(model, uri)
        assert "Welcome" in await shown(model, f"cotty://pane/{number}")
        with pytest.raises(Exception, match="pane_not_found"):
            await model.client.read_resource("cotty://pane/99")


async def test_the_journal_names_the_client_and_never_what_it_typed(house: Cotty) -> None:
    async with connected(house) as model:
        await model.ask("send", text="echo secret", address="shared")
    entry = house.journal()[-1]
    assert (entry["actor"], entry["operation"], entry["outcome"]) == (f"agent:{NAME}", "send", "confirmed")
    assert "secret" not in json.dumps(house.journal())


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGINT, None])
def test_it_ends_at_a_signal_and_at_the_end_of_its_input(house: Cotty, ending: int | None) -> None:
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}
    said = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello}).encode() + b"\n"
    with subprocess.Popen(
        [COTTY, "mcp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=house.variables()
    ) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        assert server.stderr is not None
        server.stdin.write(b"no JSON\n" + said)
        server.stdin.flush()
        while b'"cotty"' not in server.stdout.readline():
            pass
        if ending is None:
            server.stdin.close()
        else:
            os.kill(server.pid, ending)
        assert server.wait(timeout=20) == (128 + ending if ending else 0)
        assert b"Traceback" not in server.stderr.read()
