"""A profile that says that its CLI repeats what it takes is right: at rest, at work, and behind a large paste.

Rules: only the public verbs; each CLI once, with a scripted model that stands still.
"""

from typing import Final

import pytest

import cotty
from cotty.model import Outcome
from cotty.profiles.registry import load
from tests.beds.agents.fixtures import GiveAgent
from tests.beds.agents.script import Hold, reply
from tests.real.agents.scenario import START, Play

pytestmark = [pytest.mark.real, pytest.mark.agent_cli, pytest.mark.slow, pytest.mark.timeout(180)]
_PASTE: Final = "\n".join(f"line {number} of a paste" for number in range(30))


@pytest.mark.parametrize("name", ["claude_code", "codex", "opencode", "gemini"])
@pytest.mark.parametrize("second", ["and then this", _PASTE], ids=["a line", "a paste"])
async def test_what_is_told_at_work_is_repeated_and_confirmed(
    name: str, second: str, terminal: cotty.Terminal, agent_cli: GiveAgent
) -> None:
    assert load(name).delivery.echoes
    run = Play(terminal, agent_cli(name))
    agent = await run.launched()
    run.model.says(reply("I begin.\n\n", Hold(), "never said"))
    first = await agent.send(_PASTE.replace("paste", "first"))
    assert first.outcome is Outcome.CONFIRMED, (first, first.screen)
    await run.model.asked(1)
    await agent.wait("processing", timeout=START)
    receipt = await agent.send(second)
    print(first.evidence, receipt.evidence, (await agent.pane.screen()).text)
    assert receipt.outcome is Outcome.CONFIRMED, (receipt, receipt.screen)
