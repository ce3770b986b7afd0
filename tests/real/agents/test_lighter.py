"""Gemini CLI and aider, which have no transcript that cotty reads: they come up, answer, are interrupted and leave.

Rules: only the public verbs; the reply is read from the screen, so it is short.
"""

from typing import Final

import pytest

import cotty
from cotty.model import Outcome
from tests.beds.agents.fixtures import GiveAgent
from tests.real.agents.scenario import Play

pytestmark = [pytest.mark.real, pytest.mark.agent_cli, pytest.mark.slow, pytest.mark.timeout(180)]
_ANSWERS: Final = ("Forty-two.", "One line.\n\nAnd another, after a blank one.", "The third.")


@pytest.mark.parametrize(
    "name",
    [
        "aider",
        pytest.param(
            "gemini",
            marks=pytest.mark.skip(
                "Gemini CLI 0.61.0 takes the Enter behind its first paste as a new line, 0.7 s later too (the receipt "
                "says not_submitted, newline), and a '?' in quickly typed text as a key: its profile cannot submit yet"
            ),
        ),
    ],
)
async def test_a_cli_without_a_transcript_comes_up_answers_stops_and_leaves(
    name: str, terminal: cotty.Terminal, agent_cli: GiveAgent
) -> None:
    run = Play(terminal, agent_cli(name))
    agent = await run.launched()
    for number, answer in enumerate(_ANSWERS, 1):
        await run.turn(agent, f"question {number}: what is it?", answer, source="screen")
    await run.interrupted(agent)
    await run.turn(agent, "and again", "Once more.", source="screen")
    left = await agent.leave()
    assert left.outcome is Outcome.CONFIRMED, (left, left.screen)
