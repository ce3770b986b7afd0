"""A reply is that of its own turn, where only the screen tells it."""

from pathlib import Path

import pytest

import cotty
from cotty.model import AgentState
from cotty.testing.scenario import Reply, Scenario
from tests.real.agents.fakes import drop_fake_profile, launch_fake

pytestmark = pytest.mark.real


@pytest.fixture(autouse=True)
def known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drop_fake_profile(tmp_path / "config", monkeypatch)


async def test_an_agent_that_repeats_no_prompt_gives_each_reply_alone(terminal: cotty.Terminal, tmp_path: Path) -> None:
    reply = Reply(busy_ms=200, echo=False, text="Done: {prompt}")
    agent = (await launch_fake(terminal, tmp_path, scenario=Scenario(reply=reply))).agent
    turns = [await agent.ask(text, timeout=20) for text in ("first", "second", "second")]
    assert [turn.reply for turn in turns] == ["● Done: first", "● Done: second", "● Done: second"]


@pytest.mark.promise("agents:turn")
async def test_a_turn_that_was_told_before_has_no_other_turn_s_reply(terminal: cotty.Terminal, tmp_path: Path) -> None:
    reply = Reply(busy_ms=200, text="Answer to {prompt}")
    agent = (await launch_fake(terminal, tmp_path, scenario=Scenario(reply=reply))).agent
    asked = (("first", "a"), ("second", "b"), ("first", "a"))
    turns = [await agent.ask(text, key=key, timeout=20) for text, key in asked]
    assert [(turn.reply, turn.source) for turn in turns] == [
        ("● Answer to first", "screen"), ("● Answer to second", "screen"), ("", ""),
    ]  # fmt: skip
    assert (turns[2].receipt.evidence, turns[2].state) == (("told-before",), AgentState.IDLE)
    assert turns[2].seconds < 5  # it rests, so nobody waits for more
