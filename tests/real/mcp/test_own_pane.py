"""A client that runs in a pane does not act on that pane, whatever it hides from its servers."""

import json
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from tests.real.command_line import COTTY, Cotty

pytestmark = pytest.mark.real
CLIENT = """
import asyncio, json, os, sys
from mcp import Client, StdioServerParameters
async def main():
    hidden = ("TMUX", "TMUX_PANE") if sys.argv[1] == "hidden" else ()
    env = {name: value for name, value in os.environ.items() if name not in hidden}
    said = []
    async with Client(StdioServerParameters(command=sys.argv[2], args=["mcp", "--every-tool"], env=env)) as client:
        for tool, arguments in json.loads(sys.argv[3]):
            result = await client.call_tool(tool, arguments)
            said.append(result.meta["cotty/error"]["code"] if result.is_error else "ok")
    with open(sys.argv[4], "w") as file:
        json.dump(said, file)
asyncio.run(main())
"""
OWN: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    ("send", {"text": "x"}), ("send", {"text": "x", "proof": False}), ("keys", {"keys": ["Enter"]}),
    ("run", {"command": "ls"}), ("kill", {}), ("kill", {"window": True}), ("wait", {"timeout": 1}),
)  # fmt: skip


@pytest.mark.promise("mcp:own-pane")
@pytest.mark.parametrize("environment", ["whole", "hidden"])
def test_it_neither_types_there_nor_ends_it(house: Cotty, tmp_path: Path, environment: str) -> None:
    house.ask_tmux("new-window", "-d", "-t", "shared:", "cat")
    house.ask_tmux("split-window", "-d", "-t", "%0", "cat")
    calls = [(tool, {**more, "address": "%0"}) for tool, more in OWN]
    calls += [("kill", {"window": True, "address": "%2"}), ("read", {"address": "%0"}), ("kill", {"address": "%1"})]
    script, told = tmp_path / "client.py", tmp_path / "told.json"
    script.write_text(CLIENT, encoding="utf-8")
    words = [sys.executable, str(script), environment, COTTY, json.dumps(calls), str(told)]
    done = house("run", "shared", " ".join(f"'{word}'" for word in words), "--timeout", "30")
    assert done.code == 0, done.out
    assert json.loads(told.read_text(encoding="utf-8")) == ["own_pane"] * (len(OWN) + 1) + ["ok", "ok"]
