"""Clients of others: the official inspector calls every tool, and real CLIs read what `install` has written."""

import asyncio
import json
import subprocess
from typing import Any

import pytest

from cotty.doors.mcp.words import TOOLS
from cotty.testing.fake_cli.starting import fake_command
from cotty.testing.scenario import Popup, Scenario
from tests.beds.agents.clis import CLI, INSPECTOR
from tests.beds.agents.fixtures import GiveAgent, agent_cli
from tests.beds.agents.homes import Home
from tests.beds.fixtures import or_skip
from tests.real.command_line import COTTY, Cotty

__all__ = ["agent_cli"]
pytestmark = [pytest.mark.real, pytest.mark.agent_cli]
SECONDS = 60
# What each CLI says of a server that it has started, or of one that it only knows (Codex).
LOOKS = {
    "claude_code": ("claude", ("mcp", "get", "cotty"), "✔ Connected"),
    "codex": ("codex", ("mcp", "get", "cotty"), "enabled: true"),
    "opencode": ("opencode", ("mcp", "list"), "connected"),
    "gemini": ("gemini", ("mcp", "list"), "Connected"),
}


def inspect(house: Cotty, *words: str) -> dict[str, Any]:
    """What the inspector's command line prints of one request."""
    server = [COTTY, "--config-file", "/dev/null", "--socket-path", house.socket, "mcp"]  # it passes on no variables
    done = subprocess.run(
        [str(INSPECTOR.program), "--cli", *server, *words], capture_output=True, text=True, env=house.variables(),
        timeout=SECONDS, check=False,
    )  # fmt: skip
    assert done.stdout, done.stderr
    return dict(json.loads(done.stdout))


def call(house: Cotty, tool: str, **arguments: Any) -> dict[str, Any]:  # noqa: ANN401
    words = [f"{name}={value if isinstance(value, str) else json.dumps(value)}" for name, value in arguments.items()]
    answer = inspect(
        house, "--method", "tools/call", "--tool-name", tool, *(w for word in words for w in ("--tool-arg", word))
    )
    assert not answer.get("isError"), answer
    return dict(answer["structuredContent"])


@pytest.mark.slow
@pytest.mark.timeout(180)
@pytest.mark.promise("mcp:tools")
def test_the_official_inspector_lists_and_calls_every_tool(house: Cotty) -> None:
    or_skip(INSPECTOR.name, INSPECTOR.missing())
    assert [tool["name"] for tool in inspect(house, "--method", "tools/list")["tools"]] == list(TOOLS)
    fake = list(fake_command(Scenario(popups=(Popup(),)), "/dev/null", shell=False))
    pane = call(house, "open", address="shared")["id"]
    agent = call(house, "launch", profile="fake_boxed", arguments=fake, wait=True)
    assert agent["state"] == "awaiting_input"
    assert len(call(house, "list")["panes"]) == 2
    assert call(house, "run", command="echo one", address=pane)["output"] == "one\n"
    assert call(house, "send", text="cat", address=pane)["outcome"] == "confirmed"
    assert call(house, "keys", keys=["C-c"], address=pane)["outcome"] == "unknown"
    assert call(house, "wait", address=pane, timeout=20)["reason"] == "prompt"
    assert "one" in call(house, "read", address=pane)["text"]
    asks = call(house, "agents")["agents"][0]["awaiting"]
    assert call(house, "answer", option=2, address=agent["pane"], fingerprint=asks["fingerprint"])["outcome"]
    assert call(house, "wait", address=agent["pane"], state="rest")["reason"] == "state"
    assert call(house, "ask", text="hello", address=agent["pane"])["reply"]
    assert call(house, "interrupt", address=agent["pane"])["evidence"] == ["not-busy"]
    assert call(house, "kill", address=agent["pane"])["pane"] == agent["pane"]
    refused = inspect(house, "--method", "tools/call", "--tool-name", "read", "--tool-arg", "address=%99")
    assert refused["isError"] is True


@pytest.mark.slow
@pytest.mark.promise("mcp:install")
@pytest.mark.parametrize("name", LOOKS)
async def test_a_real_client_reads_what_was_written(house: Cotty, agent_cli: GiveAgent, name: str) -> None:
    client, words, sign = LOOKS[name]
    home = agent_cli(name).home
    await ran(home, COTTY, "--socket-path", house.socket, "mcp", "install", client)
    looked = await ran(home, str(CLI[name].program), *words)
    assert sign in looked
    assert COTTY in looked
    await ran(home, COTTY, "mcp", "uninstall", client)
    assert COTTY not in await ran(home, str(CLI[name].program), "mcp", "list")


async def ran(home: Home, *words: str) -> str:
    """What a program says in that home."""
    done = await asyncio.to_thread(
        subprocess.run, words, env=dict(home.env), cwd=home.cwd, stdin=subprocess.DEVNULL, capture_output=True,
        text=True, timeout=SECONDS,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr
