"""A message is delivered once and proved, or it is said why not; no look is believed that something contradicts."""

import re
from collections.abc import Sequence
from dataclasses import replace

import pytest

from cotty.agents.flows.submit import Message, Submitted, submit
from cotty.model import Outcome, Screen
from cotty.profiles.profile import Profile, Rule
from tests.agents.pictures import PROFILE, SILENT, at_rest, busy, dialog, idle, picture, shell
from tests.flows.play import Act, Played, Then, play

_PANEL = re.compile("^▔{10,}")
PANELLED = replace(
    PROFILE, rules=(Rule("panel", "viewer", row=_PANEL, where="top", within=1), *PROFILE.rules)
)  # fmt: skip
LINES = "\n".join(f"line {number}" for number in range(30))
LONG = "\n".join(f"this is line {number} of a long message" for number in range(40))
READ = {"took_all": True}
FULL = "\n".join(f"• row {number}" for number in range(19))  # of a conversation that leaves no room


def sent(
    first: Screen, *acts: Act, text: str = "hello", profile: Profile = PROFILE, gap: float = 0.0, settling: float = 0.0,
    begun: bool = False,
) -> Played[Submitted]:  # fmt: skip
    message = Message(text, gap, 3.0, settling)
    return play(submit(profile, message), at_rest(first), *acts, begun=begun, kernel=READ)


def ends(played: Played[Submitted]) -> tuple[Outcome | None, str]:
    return played.result.outcome, played.result.evidence[-1] if played.result.evidence else ""


def lands(text: str = "hello", after: float = 0.01) -> Act:
    return [Then(after, screen=idle(text))]


@pytest.mark.parametrize(
    ("after", "proof"),
    [
        (busy(talk=">_ Welcome\n> hello"), "echoed"),
        (busy(), "busy"),
        (idle(talk=">_ Welcome\n> hello\n• done"), "echoed"),
    ],
    ids=["works and repeats", "works", "answered at once"],
)
def test_what_went_is_confirmed_by_what_shows_it(after: Screen, proof: str) -> None:
    played = sent(idle(), lands(), [Then(0.02, screen=after)])
    assert ends(played) == (Outcome.CONFIRMED, proof)
    assert played.writes == ["hello", None]


def lands_in(talk: str, text: str = "hello") -> Act:
    return [Then(0.01, screen=idle(text, talk=talk))]


@pytest.mark.parametrize("profile", [PROFILE, SILENT], ids=["repeats", "silent"])
def test_an_emptied_composer_is_proof_only_of_a_program_that_repeats_nothing(profile: Profile) -> None:
    """A person may have cleared it behind an Enter that was swallowed."""
    played = sent(idle(), lands(), [Then(0.3, screen=idle())], profile=profile)
    outcome = Outcome.UNKNOWN if profile is PROFILE else Outcome.CONFIRMED
    assert ends(played) == (outcome, "emptied")
    assert played.writes == ["hello", None]


def test_a_row_with_the_text_behind_its_first_letter_does_not_repeat_it() -> None:
    played = sent(idle(), lands("y"), [Then(0.3, screen=idle(talk=">_ Welcome\nby the way"))], text="y")
    assert ends(played) == (Outcome.UNKNOWN, "emptied")


@pytest.mark.parametrize("text", ["/clear", "!ls", "# remember this"])
def test_a_command_need_not_be_repeated(text: str) -> None:
    cleared = sent(idle(), lands(text), [Then(0.3, screen=idle(talk=">_ Anew"))], text=text)
    assert ends(cleared) == (Outcome.CONFIRMED, "emptied")
    asks = sent(idle(), lands(text), [Then(0.1, screen=dialog())], text=text)
    assert ends(asks) == (Outcome.UNKNOWN, "dialog")


def test_a_text_that_stood_there_before_and_scrolls_is_told_by_what_comes_below_it() -> None:
    talk = "> hello\n• one\n> hello\n• two"
    played = sent(idle(talk=talk), lands_in(talk), [Then(0.1, screen=idle(talk="• one\n> hello\n• two\n> hello"))])
    assert ends(played) == (Outcome.CONFIRMED, "emptied")


@pytest.mark.parametrize(
    ("before", "after", "outcome"),
    [
        (">_ Welcome\n> one\n• done", FULL, Outcome.CONFIRMED),
        (">_ Welcome\n> one\n• done", "• one\n• two\n• three", Outcome.UNKNOWN),
        (">_ Welcome\n> one\n• done", "\n" * 12 + FULL[-40:], Outcome.UNKNOWN),
        ("Starting MCP servers (0/2)", "Welcome back, Ada!\n  3 tips for today", Outcome.UNKNOWN),
        ("Starting MCP servers (0/2)", FULL, Outcome.UNKNOWN),
        (">_ Welcome\n> one\n• done", f"{FULL}\n>_ Welcome\n> one\n• done", Outcome.UNKNOWN),
        ("1\n2\n3\n4\n5\ndone", f"{FULL}\ndone", Outcome.CONFIRMED),
        (f"{FULL}\n12:30", f"{FULL}\n12:31", Outcome.UNKNOWN),
    ],
    ids=[
        "nothing is left",
        "there is room below",
        "there is room above",
        "a banner",
        "one row tells nothing",
        "what stood there is left",
        "a reply like the one before",
        "a clock",
    ],
)
def test_a_conversation_of_which_nothing_is_left_has_taken_the_text_with_it(
    before: str, after: str, outcome: Outcome
) -> None:
    """A reply that is longer than the screen comes with the text and hides it."""
    first, last = idle(talk=before), idle(talk=after)
    played = sent(first, lands_in(before), [Then(0.1, screen=last)])
    assert ends(played) == (outcome, "emptied")
    wider = sent(first, lands_in(before), [Then(0.1, screen=replace(last, width=80))])
    assert ends(wider) == (Outcome.UNKNOWN, "emptied")


@pytest.mark.parametrize("typed", ["hello and mine", "mine: hello", "he-llo"], ids=["behind", "before", "within"])
def test_work_is_no_proof_while_the_text_stands_there_with_somebodys_words(typed: str) -> None:
    played = sent(idle(), lands(), [Then(0.05, screen=busy(typed))])
    assert ends(played) == (Outcome.NOT_SUBMITTED, "mixed")
    assert played.writes == ["hello", None]


def test_work_is_no_proof_while_the_end_of_a_long_text_stands_there_with_somebodys_words() -> None:
    rows = LONG.split("\n")
    acts = [Then(0.01, screen=idle("\n".join(rows[-8:])))], [Then(0.1, screen=busy("\n".join([*rows[-7:], "mine"])))]
    played = sent(idle(), *acts, text=LONG)
    assert ends(played) == (Outcome.NOT_SUBMITTED, "mixed")


def test_words_of_somebody_else_alone_are_a_composer_that_is_free_of_the_text() -> None:
    played = sent(idle(), lands(), [Then(0.05, screen=busy("and mine"))])
    assert ends(played) == (Outcome.CONFIRMED, "busy")


def test_a_text_that_is_repeated_and_stands_there_with_more_is_unknown() -> None:
    played = sent(idle(), lands(), [Then(0.05, screen=busy("hello again", talk=">_ Welcome\n> hello"))])
    assert ends(played) == (Outcome.UNKNOWN, "unproved")


@pytest.mark.parametrize(
    ("shown", "text"),
    [("[Pasted text #1 +20 lines]", "hello"), ("[Pasted text #1 +20 lines]", LINES)],
    ids=["typed", "another paste"],
)
def test_a_placeholder_that_is_not_of_this_text_stops_it(shown: str, text: str) -> None:
    played = sent(idle(), lands(shown), text=text)
    assert ends(played) == (Outcome.NOT_SUBMITTED, "mixed")
    assert played.writes == [text]


@pytest.mark.parametrize(
    ("first", "why"),
    [(dialog(), "dialog"), (idle("half a sentence"), "draft"), (shell(), "not-ready"),
     (replace(idle(), dead=True), "gone")],
    ids=["dialog", "draft", "shell", "gone"],
)  # fmt: skip
def test_nothing_is_typed_where_something_is_in_the_way(first: Screen, why: str) -> None:
    played = sent(first)
    assert (played.result.refusal, played.writes) == (why, [])


def test_a_dialog_that_is_painted_a_moment_after_the_first_look_refuses() -> None:
    flow = submit(PROFILE, Message("hello", 0.0, 3.0))
    played = play(flow, replace(at_rest(idle()), quiet=0.0), [Then(0.02, screen=dialog())], begun=True)
    assert (played.result.refusal, played.writes) == ("dialog", [])


def test_a_text_that_may_still_come_is_waited_for() -> None:
    played = sent(idle(), [Then(0.5, screen=idle("an earlier one"))], settling=0.7, begun=True)
    assert (played.result.refusal, played.writes) == ("draft", [])


def test_enter_comes_when_the_text_has_stood_for_the_gap() -> None:
    played = sent(idle(), lands(after=0.2), [Then(0.01, screen=busy())], gap=0.13)
    assert ends(played)[0] is Outcome.CONFIRMED
    assert played.seconds == pytest.approx(0.2 + 0.13 + 0.01, abs=0.02)


def test_a_text_that_is_never_seen_is_not_submitted_and_no_key_is_pressed() -> None:
    played = sent(idle())
    assert ends(played) == (Outcome.NOT_SUBMITTED, "not-seen")
    assert played.writes == ["hello"]


@pytest.mark.parametrize("what", ["between", "with the text"])
def test_a_dialog_between_text_and_enter_stops_it(what: str) -> None:
    coming = [Then(0.01, screen=idle("hello")), Then(0.05, screen=dialog())]
    played = sent(idle(), coming if what == "between" else coming[1:], gap=0.13)
    assert ends(played) == (Outcome.NOT_SUBMITTED, "dialog")
    assert played.writes == ["hello"]


def test_what_somebody_types_behind_the_text_stops_it() -> None:
    played = sent(idle(), [Then(0.01, screen=idle("hello")), Then(0.05, screen=idle("hello and mine"))], gap=0.13)
    assert ends(played) == (Outcome.NOT_SUBMITTED, "mixed")
    assert played.writes == ["hello"]


def test_somebodys_text_that_a_long_one_hides_stops_it() -> None:
    end = "\n".join(LONG.split("\n")[-5:])
    acts = [Then(0.01, screen=idle("a draft")), Then(0.06, screen=idle(end))]
    played = sent(idle(), acts, text=LONG)
    assert ends(played) == (Outcome.NOT_SUBMITTED, "mixed")
    assert played.writes == [LONG]


def test_an_enter_that_is_swallowed_is_pressed_again_when_the_program_has_read_it() -> None:
    played = sent(idle(), lands(), [], [Then(0.02, screen=busy())])
    assert ends(played) == (Outcome.CONFIRMED, "busy")
    assert played.writes == ["hello", None, None]


def test_an_enter_that_the_program_has_not_read_is_never_pressed_again() -> None:
    message = Message("hello", 0.0, 3.0)
    played = play(submit(PROFILE, message), at_rest(idle()), lands())
    assert ends(played) == (Outcome.NOT_SUBMITTED, "text-stays")
    assert played.writes == ["hello", None]


def test_a_frame_that_is_cut_at_the_deadline_is_looked_at_again() -> None:
    torn, whole = picture("> h"), idle("hello")
    frames = [Then(0.1 * number, screen=torn if number % 2 else whole) for number in range(1, 40)]
    played = play(submit(PROFILE, Message("hello", 0.0, 3.0)), at_rest(idle()), lands(), frames)
    assert ends(played) == (Outcome.NOT_SUBMITTED, "text-stays")
    assert played.seconds <= 3.3


def test_an_enter_that_became_a_new_line_is_not_pressed_again() -> None:
    played = sent(idle(), lands(), [Then(0.02, screen=idle("hello\n"))])
    assert ends(played) == (Outcome.NOT_SUBMITTED, "newline")
    assert played.writes == ["hello", None]


def test_a_composer_that_gets_more_room_for_a_long_text_has_taken_no_new_line() -> None:
    rows = LONG.split("\n")
    acts = [Then(0.01, screen=busy("\n".join(rows[-4:])))], [Then(0.1, screen=idle("\n".join(rows[-8:])))]
    played = sent(busy(), *acts, [Then(0.02, screen=busy(talk=f"> {rows[0]}"))], text=LONG)
    assert ends(played) == (Outcome.CONFIRMED, "echoed")
    assert played.writes == [LONG, None, None]


def test_a_long_text_whose_end_the_cursor_has_left_has_taken_one() -> None:
    rows = LONG.split("\n")
    acts = [Then(0.01, screen=idle("\n".join(rows[-8:])))], [Then(0.1, screen=idle("\n".join([*rows[-7:], ""])))]
    played = sent(idle(), *acts, text=LONG)
    assert ends(played) == (Outcome.NOT_SUBMITTED, "newline")


@pytest.mark.parametrize("profile", [PROFILE, SILENT], ids=["repeats", "silent"])
def test_a_dialog_that_comes_with_enter_is_told_by_the_conversation(profile: Profile) -> None:
    played = sent(idle(), lands(), [Then(0.02, screen=dialog())], profile=profile)
    outcome = Outcome.NOT_SUBMITTED if profile is PROFILE else Outcome.UNKNOWN
    assert ends(played) == (outcome, "dialog")
    assert played.writes == ["hello", None]


def test_a_dialog_behind_the_repeated_text_is_a_submission() -> None:
    played = sent(idle(), lands(), [Then(0.02, screen=dialog(talk=">_ Welcome\n> hello"))])
    assert ends(played) == (Outcome.CONFIRMED, "echoed")


def test_the_end_of_a_long_text_above_a_dialog_is_a_submission() -> None:
    """The conversation begins in the midst of it, and its rows are short."""
    label = "[Pasted text #1 +29 lines]"
    talk = "\n".join(f"  line {number}" for number in range(25, 30))
    played = sent(idle(), lands(label), [Then(0.02, screen=dialog(talk=talk))], text=LINES)
    assert ends(played) == (Outcome.CONFIRMED, "echoed")


def test_rows_of_a_conversation_may_be_framed() -> None:
    talk = "\n".join(f"┃  line {number}" for number in range(25, 30))
    label = "[Pasted text #1 +29 lines]"
    played = sent(idle(), lands(label), [Then(0.02, screen=dialog(talk=talk))], text=LINES)
    assert ends(played) == (Outcome.CONFIRMED, "echoed")


def test_a_dialog_below_a_conversation_that_went_on_leaves_it_unknown() -> None:
    played = sent(idle(), lands(), [Then(0.02, screen=dialog(talk=">_ Welcome\n• reading files"))])
    assert ends(played) == (Outcome.UNKNOWN, "dialog")


def test_somebodys_text_behind_a_collapsed_paste_is_known_not_to_have_gone() -> None:
    label = "[Pasted text #1 +29 lines]"
    played = sent(idle(), lands(label), [Then(0.1, screen=idle(f"{label}1"))], text=LINES)
    assert ends(played) == (Outcome.NOT_SUBMITTED, "mixed")


def test_a_draft_behind_the_submission_that_is_in_the_text_by_chance_does_not_hide_it() -> None:
    played = sent(idle(), lands(), [Then(0.3, screen=idle("l", talk=">_ Welcome\n> hello"))])
    assert ends(played) == (Outcome.CONFIRMED, "echoed")


@pytest.mark.parametrize("shown", [shell(), idle("hello")], ids=["shell", "last frame"])
def test_the_end_of_the_program_with_enter_in_flight_is_unknown(shown: Screen) -> None:
    played = sent(idle(), lands(), [Then(0.02, screen=shown, gone=True)])
    assert ends(played) == (Outcome.UNKNOWN, "gone")


def test_a_command_that_opens_a_panel_in_place_of_the_composer_has_gone() -> None:
    panel = picture("▔▔▔▔▔▔▔▔▔▔▔▔\n  Help  General")
    played = sent(idle(), lands("/help"), [Then(0.02, screen=panel)], text="/help", profile=PANELLED)
    assert ends(played) == (Outcome.CONFIRMED, "viewer-opened")
    other = sent(idle(), lands(), [Then(0.02, screen=panel)], profile=PANELLED)
    assert ends(other) == (Outcome.UNKNOWN, "unproved")  # a person may have opened it


def test_the_end_of_the_program_behind_the_repeated_text_is_a_submission() -> None:
    played = sent(idle(), lands(), [Then(0.02, screen=idle(talk=">_ Welcome\n> hello"), gone=True)])
    assert ends(played) == (Outcome.CONFIRMED, "echoed")


@pytest.mark.parametrize(("text", "pasted"), [("one", False), ("two\nlines", True), ("x" * 300, True)])
def test_lines_and_long_texts_are_pasted(text: str, pasted: bool) -> None:
    flow, step = submit(PROFILE, Message(text, 0.0, 3.0)), None
    steps: Sequence[object] = [next(flow), flow.send(at_rest(idle()))]
    step = steps[-1]
    assert getattr(step, "pasted", None) is pasted
