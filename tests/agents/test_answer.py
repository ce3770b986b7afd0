"""The dialog that was meant is answered by the option that was meant; every other one is left alone."""

from dataclasses import replace

import pytest

from cotty.agents.flows.answer import Answered, Choice, answer, chosen
from cotty.model import Awaiting, Outcome, Screen
from cotty.profiles.looking import look
from cotty.profiles.profile import Profile
from tests.agents.pictures import MOVED, PROFILE, at_rest, busy, dialog, idle, picture, shell
from tests.flows.play import Act, Played, Then, play

THREE = ("Yes", "Yes, and don't ask again", "No")


def asked(shown: Screen) -> Awaiting:
    found = look(PROFILE, shown, "").awaiting
    assert found is not None
    return found


def answered(
    shown: Screen, option: str | int, *acts: Act, meant: Screen | None = None, profile: Profile = PROFILE,
    begun: bool = False,
) -> Played[Answered]:  # fmt: skip
    choice = Choice(option, asked(meant or shown).fingerprint, 3.0)
    return play(answer(profile, choice), at_rest(shown), *acts, begun=begun, kernel={"took_all": True})


def ends(played: Played[Answered]) -> tuple[Outcome | None, str]:
    return played.result.outcome, played.result.evidence[-1] if played.result.evidence else ""


@pytest.mark.parametrize("after", [idle(), busy()], ids=["rest", "work"])
@pytest.mark.parametrize("option", [2, "2", "No", "no"])
def test_an_option_is_chosen_by_its_own_key_and_seen_to_be_taken(after: Screen, option: str | int) -> None:
    played = answered(dialog(), option, [Then(0.02, screen=after)])
    assert ends(played) == (Outcome.CONFIRMED, "dialog-went")
    assert played.keys == [("2",)]


@pytest.mark.parametrize(
    ("shown", "option", "why"),
    [
        (dialog("git push"), 1, "stale"),
        (dialog(options=("No", "Yes")), 1, "stale"),
        (idle(), 1, "no-dialog"),
        (shell(), 1, "no-dialog"),
        (replace(dialog(), dead=True), 1, "gone"),
        (dialog(), 7, "no-option"),
        (dialog(), "Maybe", "no-option"),
        (dialog(), "²", "no-option"),
        (dialog(), "1" * 5000, "no-option"),
    ],
    ids=[
        "about something else",
        "labels in another order",
        "gone",
        "shell",
        "dead",
        "no such number",
        "no such label",
        "a digit that is no number",
        "a number without an end",
    ],
)
def test_no_key_is_pressed_where_it_could_mean_something_else(shown: Screen, option: str | int, why: str) -> None:
    played = answered(shown, option, meant=dialog())
    assert (played.result.refusal, played.keys) == (why, [])


def test_a_dialog_that_changes_while_it_is_looked_at_is_not_answered() -> None:
    choice = Choice(1, asked(dialog()).fingerprint, 3.0)
    first = replace(at_rest(dialog()), quiet=0.0)
    played = play(answer(PROFILE, choice), first, [Then(0.02, screen=dialog("git push"))], begun=True)
    assert (played.result.refusal, played.keys) == ("stale", [])


def test_a_highlight_that_moves_makes_no_other_dialog() -> None:
    assert asked(dialog(at=1)).fingerprint == asked(dialog(at=2)).fingerprint


def test_another_dialog_in_its_place_proves_nothing_and_gets_no_key() -> None:
    played = answered(dialog(), 1, [Then(0.02, screen=dialog("git push"))])
    assert ends(played) == (Outcome.UNKNOWN, "other-dialog")
    assert played.keys == [("1",)]


@pytest.mark.parametrize("option", [1, 2])
@pytest.mark.parametrize("painted", [True, False], ids=["painted", "nothing to paint"])
def test_the_same_dialog_again_may_be_the_next_one_and_gets_no_second_key(option: int, painted: bool) -> None:
    """The same command once more, in the place of the first: nothing tells them apart."""
    played = answered(dialog(), option, [Then(0.02, screen=dialog())] if painted else [])
    assert ends(played) == (Outcome.UNKNOWN, "same-dialog")
    assert played.keys == [(str(option),)]


def test_the_same_dialog_below_what_became_of_the_first_gets_no_second_key() -> None:
    """Its highlight stands where the digit pointed."""
    played = answered(dialog(), 2, [Then(0.02, screen=dialog(at=2, talk=">_ Welcome\n• not run"))])
    assert ends(played) == (Outcome.UNKNOWN, "same-dialog")
    assert played.keys == [("2",)]


def test_no_key_is_pressed_at_the_deadline_on_what_never_stood_still() -> None:
    turns = [Then(0.02 * turn, screen=dialog("git push" if turn % 2 else "rm -rf build")) for turn in range(1, 200)]
    for fingerprint in (None, asked(dialog()).fingerprint):
        flow = answer(PROFILE, Choice(1, fingerprint, 3.0))
        played = play(flow, replace(at_rest(dialog()), quiet=0.0), turns, begun=True)
        assert (played.result.refusal, played.keys) == ("unsteady", [])


def test_no_key_is_pressed_at_the_deadline_while_a_new_dialog_drops_them() -> None:
    guarded = replace(PROFILE, delivery=replace(PROFILE.delivery, answer_after_ms=600))
    turns = [Then(0.5 * turn, screen=dialog("git push" if turn % 2 else "rm -rf build")) for turn in range(1, 20)]
    played = play(answer(guarded, Choice(1, None, 3.0)), replace(at_rest(dialog()), quiet=0.0), turns, begun=True)
    assert (played.result.refusal, played.keys) == ("unsteady", [])


def test_a_digit_that_only_highlights_is_followed_by_enter() -> None:
    played = answered(dialog(), 2, [Then(0.02, screen=dialog(at=2))], [Then(0.02, screen=idle())])
    assert ends(played) == (Outcome.CONFIRMED, "dialog-went")
    assert played.keys == [("2",), ("Enter",)]


def test_the_end_of_the_program_with_the_key_in_flight_is_unknown() -> None:
    played = answered(dialog(), 1, [Then(0.02, screen=shell(), gone=True)])
    assert ends(played) == (Outcome.UNKNOWN, "gone")


def test_arrows_are_pressed_one_at_a_time_until_the_option_is_highlighted() -> None:
    acts = [[Then(0.02, screen=dialog(options=THREE, at=at))] for at in (2, 3)]
    played = answered(dialog(options=THREE), 3, *acts, [Then(0.02, screen=idle())], profile=MOVED)
    assert ends(played) == (Outcome.CONFIRMED, "dialog-went")
    assert played.keys == [("Down",), ("Down",), ("Enter",)]


@pytest.mark.parametrize("torn", [picture("half"), dialog("rm -rf", THREE, 2)], ids=["no dialog yet", "half of it"])
def test_a_frame_that_is_painted_in_parts_below_the_arrows_is_no_other_dialog(torn: Screen) -> None:
    painted = [Then(0.02, screen=torn), Then(0.04, screen=dialog(options=THREE, at=2))]
    played = answered(dialog(options=THREE), 2, painted, [Then(0.02, screen=idle())], profile=MOVED)
    assert ends(played) == (Outcome.CONFIRMED, "dialog-went")
    assert played.keys == [("Down",), ("Enter",)]


def test_arrows_stop_at_a_dialog_that_changed_below_them() -> None:
    changed = [Then(0.02, screen=dialog("git push", THREE, 2))]
    played = answered(dialog(options=THREE), 3, changed, profile=MOVED)
    assert ends(played) == (Outcome.NOT_SUBMITTED, "dialog-changed")
    assert played.keys == [("Down",)]


def test_a_highlight_that_stays_is_no_answer() -> None:
    played = answered(dialog(options=THREE), 3, profile=MOVED)
    assert ends(played) == (Outcome.NOT_SUBMITTED, "highlight-stays")


@pytest.mark.parametrize(("said", "label"), [("yes", "Yes"), ("don't ask", THREE[1]), ("e", None), ("", None)])
def test_a_part_of_a_label_will_do_if_it_is_in_one_label_only(said: str, label: str | None) -> None:
    found = chosen(asked(dialog(options=THREE)), said)
    assert (found.label if found else None) == label
