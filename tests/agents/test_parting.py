"""The keys by which an agent leaves are pressed one by one, and none on a dialog or on somebody's text."""

from dataclasses import replace

import pytest

from cotty.agents.flows.parting import Parted, pressing
from cotty.model import Outcome, Screen
from tests.agents.pictures import PROFILE, at_rest, busy, dialog, idle, shell
from tests.flows.play import Act, Played, Then, play

KEYS = ("C-c", "C-c")
ENDS: Act = [Then(0.05, screen=shell(), gone=True)]


def parted(shown: Screen, *acts: Act) -> Played[Parted]:
    return play(pressing(PROFILE, KEYS, 1.0), at_rest(shown), *acts)


@pytest.mark.parametrize("shown", [idle(), busy()], ids=["rest", "work"])
def test_it_leaves_by_its_keys(shown: Screen) -> None:
    played = parted(shown, [Then(0.02, screen=idle(note="Press Ctrl-C again to exit"))], ENDS)
    assert (played.result.last.gone, played.keys) == (True, [("C-c",), ("C-c",)])


@pytest.mark.parametrize(("shown", "why"), [(dialog(), "dialog"), (idle("half"), "draft")], ids=["dialog", "draft"])
def test_no_key_is_pressed_on_what_stands_in_the_way(shown: Screen, why: str) -> None:
    played = parted(shown)
    assert (played.result.why, played.result.stopped, played.keys) == ((why,), True, [])


@pytest.mark.parametrize(("shown", "why"), [(dialog(), "dialog"), (idle("half"), "draft")], ids=["dialog", "draft"])
def test_what_comes_between_two_keys_stops_the_second(shown: Screen, why: str) -> None:
    cut = [Then(0.02, screen=idle(note="Press Ctrl-C again to exit")), Then(0.04, screen=shown)]
    played = parted(idle(), cut)
    assert (played.result.why, played.result.pressed, played.keys) == ((why,), ("C-c",), [("C-c",)])


def test_no_key_is_pressed_on_a_screen_that_never_stands_still() -> None:
    turns = [Then(0.02 * turn, screen=idle("half" if turn % 2 else "")) for turn in range(1, 100)]
    played = play(pressing(PROFILE, KEYS, 1.0), replace(at_rest(idle()), quiet=0.0), turns, begun=True)
    assert (played.result.why, played.keys) == (("unsteady",), [])


def test_an_end_before_the_second_key_is_its_end() -> None:
    played = parted(idle(), ENDS)
    assert (played.result.last.gone, played.keys) == (True, [("C-c",)])


def test_one_that_stays_is_still_there() -> None:
    played = parted(idle())
    assert (played.result.outcome, played.result.why) == (Outcome.NOT_SUBMITTED, ("still-there",))
    assert not played.result.stopped
