"""A reply as far as the screen shows it: on frames of the real CLIs, without what marks, frames and follows it."""

from typing import Final

import pytest

from cotty.agents.flows.reply import Asked, reply_on
from cotty.agents.flows.sighting import Sighting
from cotty.profiles import load, look
from cotty.terminal.flows.steps import Glimpse
from tests.agents.pictures import PROFILE, at_rest, idle
from tests.profiles.frames import SCREENS, read_frame
from tests.profiles.scenes import screen

_PROMPT: Final = "explain the code"
_REPLY: Final = "The first half of the reply.\n\nAnd the second half."


def shown_reply(place: str, prompt: str = _PROMPT) -> str:
    frame = read_frame(SCREENS / f"{place}.txt")
    profile = load(frame.cli)
    seen = look(profile, frame.screen, frame.title)
    return reply_on(Sighting(Glimpse(frame.screen, title=frame.title), seen), Asked(prompt), profile)


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


# ------------------------------------------------------------------------------------------------------- of this turn

_CLAUDE: Final = load("claude_code")
_RULE: Final = "─" * 60
_WELCOME: Final = ">_ Welcome"


def plain(talk: str) -> Sighting:
    shown = idle(talk=talk)
    return Sighting(at_rest(shown), look(PROFILE, shown))


def claude(*rows: str) -> Sighting:
    shown = screen(*rows, "", _RULE, "❯ ▮", _RULE, "  ? for shortcuts")
    return Sighting(Glimpse(shown), look(_CLAUDE, shown))


@pytest.mark.parametrize(
    ("talk", "prompt", "reply"),
    [
        ("> hello\n\n• one\n  two", "hello", "• one\n  two"),
        ("> earlier\n\n• old\n\n> hello\n\n• new", "hello", "• new"),
        ("> two\n  lines\n\n• said", "two\nlines", "• said"),
        ("> 1\n  2\n  3\n  4\n  5\n\n• said", "1\n2\n3\n4\n5", "• said"),
        ("line of it\nits last line, cut\n\n• said", "its first line\nmore line of it\nits last line, cut", "• said"),
        ("• all that is left\n  of a long one", "hello", "• all that is left\n  of a long one"),
        ("> hello", "hello", ""),
        ("> hello\n\n  hello to you", "hello", "hello to you"),
        ("> hello\n\n• they wrote:\n\n> quoted\n\n• so", "hello", "• they wrote:\n\n> quoted\n\n• so"),
    ],
    ids=["after the prompt", "after the last one", "prompt of two lines", "of short ones",
         "the screen begins in the midst of it", "prompt scrolled away", "nothing yet",
         "begins as the prompt", "quotes"],
)  # fmt: skip
def test_the_reply_is_what_stands_behind_the_prompt(talk: str, prompt: str, reply: str) -> None:
    assert reply_on(plain(talk), Asked(prompt, plain(_WELCOME)), PROFILE) == reply


def test_a_line_that_ends_in_the_beginning_of_the_prompt_is_not_its_beginning() -> None:
    """Lines that are numbered: the tenth begins with a digit more than the first."""
    prompt = "\n".join(f"{number} the same words stand in every line of it" for number in range(14))
    shown = prompt.split("\n")[9:]
    assert reply_on(plain("\n".join([*shown, "", "• done"])), Asked(prompt, plain(_WELCOME)), PROFILE) == "• done"


def test_a_later_prompt_ends_it() -> None:
    seen = claude("❯ first", "", "● reply one", "", "❯ second", "", "● reply two")
    assert reply_on(seen, Asked("first"), _CLAUDE) == "reply one"


def test_where_the_prompt_is_not_repeated_it_begins_where_the_conversation_ended() -> None:
    before = plain(f"{_WELCOME}\n\nDone: first")
    after = plain(f"{_WELCOME}\n\nDone: first\n\nDone: second")
    assert reply_on(after, Asked("second", before), PROFILE) == "Done: second"
    assert reply_on(before, Asked("second", before), PROFILE) == ""


def test_the_same_again_is_a_reply_too() -> None:
    before, after = plain(f"{_WELCOME}\n\nDone."), plain(f"{_WELCOME}\n\nDone.\n\nDone.")
    assert reply_on(after, Asked("go on", before), PROFILE) == "Done."


def test_a_conversation_that_has_moved_up_ended_where_its_last_rows_stand_now() -> None:
    before = plain("\n".join(["one", "two", "three", "four"]))
    assert reply_on(plain("\n".join(["two", "three", "four", "five"])), Asked("x", before), PROFILE) == "five"


def test_without_a_look_before_nothing_says_what_is_of_it() -> None:
    assert reply_on(claude("❯ first", "", "● reply one"), Asked("third"), _CLAUDE) == ""
