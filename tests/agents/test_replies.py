"""A reply as far as the screen shows it: on frames of the real CLIs, without what marks, frames and follows it."""

from typing import Final

import pytest

from cotty.agents.flows.sighting import Sighting
from cotty.agents.flows.turn import reply_on
from cotty.profiles import load, look
from cotty.terminal.flows.steps import Glimpse
from tests.profiles.frames import SCREENS, read_frame

_PROMPT: Final = "explain the code"
_REPLY: Final = "The first half of the reply.\n\nAnd the second half."


def shown_reply(place: str, prompt: str = _PROMPT) -> str:
    frame = read_frame(SCREENS / f"{place}.txt")
    profile = load(frame.cli)
    seen = look(profile, frame.screen, frame.title)
    return reply_on(Sighting(Glimpse(frame.screen, title=frame.title), seen), prompt, profile)


@pytest.mark.parametrize(
    "place",
    [
        "claude_code/2.1.327/idle/after-reply-120x40",
        "codex/0.169.0/idle/after-reply-120x40",
        "codex/0.169.0/idle/after-reply-80x24",
        "opencode/1.18.33/idle/after-reply-80x24",
        "opencode/1.18.33/idle/after-reply-200x50",  # with a column of facts at its right
        "aider/0.86.2/idle/after-reply-120x40",
    ],
)
def test_a_reply_is_what_the_agent_said_and_nothing_that_stands_around_it(place: str) -> None:
    assert shown_reply(place) == _REPLY


def test_a_draft_below_a_reply_is_not_of_it() -> None:
    assert shown_reply("claude_code/2.1.327/idle/after-reply-with-draft-120x40") == _REPLY


def test_the_rows_of_a_reply_keep_what_they_are_indented_by() -> None:
    said = shown_reply("claude_code/2.1.327/idle/quotes-spinner-120x40", "what does it look like when you ask")
    assert said.split("\n")[-4:] == ["❯ 1. Yes", "  2. No", "", "Esc to cancel"]
