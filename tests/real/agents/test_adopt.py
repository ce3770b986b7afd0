"""What is taken for an agent is one: a shell that shows what an agent left behind is told nothing."""

from pathlib import Path
from typing import Final

import pytest

import cotty
from cotty.errors import AgentNotFound
from cotty.profiles import load

pytestmark = pytest.mark.real
_RULE: Final = "─" * 70


async def left_behind(terminal: cotty.Terminal, folder: Path) -> cotty.Pane:
    """A shell under what looks like Claude Code, at its composer."""
    script = folder / "left.sh"
    script.write_text(f"clear; printf '%s\\n' '> hi' '' '{_RULE}' '❯ ' '{_RULE}'; PS1='  $ '; export PS1; exec sh -i\n")
    pane = await terminal.open("left", command=("sh", str(script)), cwd=str(folder))
    assert (await pane.wait(pattern=r"\$ $", timeout=20)).reason == "prompt"
    return pane


@pytest.mark.parametrize("name", ["claude_code", "codex", "opencode", "gemini", "aider"])
async def test_a_profile_whose_program_does_not_run_there_adopts_nothing(
    name: str, terminal: cotty.Terminal, tmp_path: Path
) -> None:
    pane = await left_behind(terminal, tmp_path)
    with pytest.raises(AgentNotFound, match="does not run"):
        await terminal.adopt(pane.id, profile=name)


async def test_a_profile_that_names_no_process_takes_what_runs_there(terminal: cotty.Terminal) -> None:
    pane = await terminal.open("any", command=("cat",))
    generic = load("generic")
    assert generic.process.names == ()
    assert (await terminal.adopt(pane.id, profile="generic")).pid > 0
