"""The beds of the agent CLIs: each comes up to its composer, and a turn typed there reaches the scripted model once."""

from typing import Final

import pytest

import cotty
from tests.beds.agents.fixtures import CLI_NAMES, AgentBed, GiveAgent
from tests.beds.agents.leftovers import end_leftovers, running_in
from tests.beds.agents.script import Failure, Hold, ToolCall, reply

pytestmark = [pytest.mark.real, pytest.mark.agent_cli, pytest.mark.slow]
each_cli: Final = pytest.mark.parametrize("name", CLI_NAMES)

COMPOSER: Final = {
    "claude_code": r"(?m)^❯\s",
    "codex": r"(?m)^› Ask Codex",
    "opencode": r"Ask anything",
    "gemini": r"Type your message",
    "aider": r"(?m)^> ?$",
}
_START: Final = 30.0


async def started(terminal: cotty.Terminal, bed: AgentBed) -> cotty.Pane:
    """The CLI in a pane, at its composer and quiet."""
    pane = await terminal.open(bed.name, cwd=bed.cwd, command=bed.argv, size=(120, 40))
    ready = await pane.wait(pattern=COMPOSER[bed.name], timeout=_START)
    assert ready.match, ready.screen
    await quiet(pane)
    return pane


async def quiet(pane: cotty.Pane) -> None:
    ready = await pane.wait(idle_seconds=1.0, timeout=_START)
    assert ready.reason is not cotty.Reason.EXITED, ready.screen


async def tell(pane: cotty.Pane, words: str) -> None:
    """Type like a person: an Enter right behind the letters is a new line to some."""
    await pane.send(words, enter=False, proof=False)
    await pane.wait(idle_seconds=0.5, timeout=_START)
    await pane.keys("Enter")


async def shown(pane: cotty.Pane, words: str) -> None:
    ready = await pane.wait(pattern=words, timeout=_START)
    assert ready.match or words in (await pane.screen()).text, ready.screen


@each_cli
async def test_a_turn_typed_into_the_composer_reaches_the_model_once_and_its_reply_is_shown(
    name: str, terminal: cotty.Terminal, agent_cli: GiveAgent
) -> None:
    bed = agent_cli(name)
    bed.model.says("The answer is forty-two.")
    pane = await started(terminal, bed)
    await tell(pane, "name the answer")
    await shown(pane, "The answer is forty-two")
    assert bed.model.prompts == ["name the answer"]


@each_cli
async def test_a_reply_waits_in_the_middle_until_it_is_released(
    name: str, terminal: cotty.Terminal, agent_cli: GiveAgent
) -> None:
    bed, hold = agent_cli(name), Hold()
    bed.model.says(reply("first half\n\n", hold, "second half"))
    pane = await started(terminal, bed)
    await tell(pane, "tell me")
    await bed.model.asked(1)
    await shown(pane, "first half")
    assert "second half" not in (await pane.screen()).text
    hold.release()
    await shown(pane, "second half")


@each_cli
async def test_a_model_that_refuses_the_key_is_shown_as_an_error(
    name: str, terminal: cotty.Terminal, agent_cli: GiveAgent
) -> None:
    bed = agent_cli(name)
    bed.model.says(*[Failure(401, "this key is not known", "authentication_error")] * 20)
    pane = await started(terminal, bed)
    await tell(pane, "tell me")
    await shown(pane, "this key is not known")


async def test_a_tool_call_brings_up_the_real_permission_dialog(terminal: cotty.Terminal, agent_cli: GiveAgent) -> None:
    bed = agent_cli("claude_code")
    bed.model.says(reply(ToolCall("Bash", {"command": "touch made", "description": "Make a file"})), "It is made.")
    pane = await started(terminal, bed)
    await tell(pane, "make a file")
    await shown(pane, "Do you want to proceed")
    await quiet(pane)  # a digit right behind the dialog's first frame is dropped: a guard against typing ahead
    await pane.keys("1")
    await shown(pane, "It is made")
    assert (bed.home.cwd / "made").exists()


@each_cli
async def test_nothing_of_a_cli_outlives_its_home(name: str, terminal: cotty.Terminal, agent_cli: GiveAgent) -> None:
    bed = agent_cli(name)
    await started(terminal, bed)
    assert running_in(bed.home.path)
    end_leftovers(bed.home.path)
    assert running_in(bed.home.path) == []
