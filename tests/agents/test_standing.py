"""What a composer shows of a text, and how often a text stands in the conversation."""

import pytest

from cotty.agents.flows.sighting import Sighting, told
from cotty.agents.flows.standing import Standing, standing, stands_with_more
from cotty.model import Screen
from cotty.profiles.looking import look
from cotty.terminal.flows.cells import packed
from tests.agents.pictures import PROFILE, at_rest, dialog, idle, shell

LONG = "\n".join(f"row {number} of many rows" for number in range(20))
END = LONG[-60:]


@pytest.mark.parametrize(
    ("typed", "text", "shows"),
    [
        ("hello", "hello", Standing.WHOLE),
        ("hell o", "hello", Standing.WHOLE),
        ("hello\nyou", "hello you", Standing.WHOLE),
        ("[Pasted text #1 +19 lines]", LONG, Standing.PASTED),
        (END, LONG, Standing.END),
        (LONG[-34:], LONG, Standing.END),
        (LONG[-9:], LONG, Standing.PART),
        ("hell", "hello", Standing.PART),
        ("hello you", "hello", Standing.MIXED),
        ("[Pasted text #1 +19 lines]x", LONG, Standing.MIXED),
        ("[Pasted text #1]", LONG, Standing.PASTED),
        (f"[Pasted Content {len(LONG)} chars]", LONG, Standing.PASTED),
        ("[Pasted Content 5 chars]", "🙂🙂x", Standing.PASTED),
        ("[Pasted Content 3 chars]", "🙂🙂x", Standing.PASTED),
        ("[Pasted text #1 +18 lines]", LONG, Standing.MIXED),
        (f"[Pasted Content {len(LONG) + 1} chars]", LONG, Standing.MIXED),
        ("[Pasted text #1 +19 lines][Pasted text #2 +19 lines]", LONG, Standing.MIXED),
        ("", "hello", Standing.NONE),
    ],
)
def test_what_stands_in_a_composer(typed: str, text: str, shows: Standing) -> None:
    assert standing(look(PROFILE, idle(typed), "").composer, text, pasted=True) is shows


def test_a_placeholder_never_stands_for_what_was_typed() -> None:
    shown = look(PROFILE, idle("[Pasted text #1 +0 lines]"), "").composer
    assert standing(shown, "hello", pasted=False) is Standing.MIXED


@pytest.mark.parametrize(
    ("typed", "text", "stands"),
    [
        ("hello and mine", "hello", True),
        ("mine: hello", "hello", True),
        ("hello, you", "hello you", True),
        (f"{LONG[-70:]} and mine", LONG, True),
        ("and mine", "hello", False),
        ("hell and mine", "hello", False),
        ("hellx", "hello", False),
    ],
)
def test_whether_a_text_stands_there_with_something_else(typed: str, text: str, stands: bool) -> None:
    assert stands_with_more(look(PROFILE, idle(typed), "").composer, text, None) is stands


def test_without_a_composer_nothing_is_seen() -> None:
    assert standing(None, "hello", pasted=False) is Standing.UNSEEN
    assert [each for each in Standing if each.stands] == [Standing.WHOLE, Standing.PASTED, Standing.END]


@pytest.mark.parametrize(
    ("shown", "text", "times"),
    [
        (idle(talk="> hello"), "hello", 1),
        (idle(talk="> hello\n\n• ok\n\n> hello"), "hello", 2),
        (idle("hello"), "hello", 0),
        (idle(talk="• you said hello"), "hello", 0),
        (dialog(talk="> hello"), "hello", 1),
        (shell(), "hello", 0),
        (idle(talk="\n".join(f"┃  {row}" for row in LONG.split("\n")[-4:])), LONG, 1),
        (idle(talk="\n".join(LONG.split("\n")[-4:-1])), LONG, 0),
    ],
    ids=["once", "twice", "only typed", "in a sentence", "above a dialog", "a shell", "its end", "not its end"],
)
def test_how_often_a_text_was_repeated(shown: Screen, text: str, times: int) -> None:
    assert told(text, Sighting(at_rest(shown), look(PROFILE, shown, ""))) == times


def test_blanks_and_marks_without_a_width_are_not_compared() -> None:
    assert packed("a b\n c") == "abc"
    assert packed("cafe\u0301") == packed("café")
