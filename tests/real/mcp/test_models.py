"""A model inside a real agent CLI calls a tool: the CLI starts `cotty mcp` as `install` told it, and reads the answer.

Rules: the CLI is asked without its screen; the scripted model calls one tool and says Done; what the tool answered is
looked for in the model's next request, who asked in the journal.
"""

import json
from typing import Final

import pytest

from tests.beds.agents.clis import CLI
from tests.beds.agents.fixtures import GiveAgent, agent_cli
from tests.beds.agents.script import ToolCall, reply
from tests.real.command_line import COTTY, Cotty
from tests.real.mcp.test_clients import LOOKS, ran

__all__ = ["agent_cli"]
pytestmark = [pytest.mark.real, pytest.mark.agent_cli, pytest.mark.slow, pytest.mark.timeout(120)]
GIVEN: Final = {"command": "printf %s%s fort ytwo; false", "address": "shared"}
APPROVED: Final = 'mcp_servers.cotty.default_tools_approval_mode="approve"'  # else it asks, as the hints suggest
AWAITED: Final = "mcp_servers.cotty.required=true"  # else its first turn begins without a server that still starts
# How each is asked once, what it calls the tool, and its own name for itself.
ASKED: Final = {
    "claude_code": (("-p", "go", "--allowedTools", "mcp__cotty__run"), ("mcp__cotty__run", None), "claude-code"),
    "codex": (
        ("exec", "--skip-git-repo-check", "-c", APPROVED, "-c", AWAITED, "go"),
        ("run", "mcp__cotty"),
        "codex-mcp-client",
    ),
    "opencode": (("run", "go"), ("cotty_run", None), "opencode"),
    "gemini": (("-p", "go", "--yolo"), ("mcp_cotty_run", None), "gemini-cli-mcp-client"),
}


@pytest.mark.promise("mcp:tools")
@pytest.mark.parametrize("name", ASKED)
async def test_a_model_runs_a_command_and_reads_its_output(house: Cotty, agent_cli: GiveAgent, name: str) -> None:
    words, (tool, namespace), client = ASKED[name]
    bed = agent_cli(name)
    await ran(bed.home, COTTY, "--socket-path", house.socket, "mcp", "install", LOOKS[name][0])
    bed.model.says(reply(ToolCall(tool, GIVEN, namespace=namespace)), "Done.")
    said = await ran(bed.home, str(CLI[name].program), *bed.home.arguments, *words)
    assert "Done." in said
    [answered] = [turn for turn in bed.model.turns if turn.after_tool]
    assert "fortytwo" in json.dumps(dict(answered.body)), said
    journal = bed.home.path / ".local" / "state" / "cotty" / "journal.jsonl"
    entry = json.loads(journal.read_text(encoding="utf-8").splitlines()[-1])
    assert (entry["actor"], entry["operation"], entry["outcome"]) == (f"agent:{client}", "run", "ok")
