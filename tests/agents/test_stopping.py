"""An interrupt presses its keys only while the agent works, and is confirmed when it rests."""

import re
from dataclasses import replace

import pytest

from cotty.agents.flows.stopping import Stopped, interrupt
from cotty.model import AgentState, Outcome, Screen
from cotty.profiles.profile import Profile, Rule
from tests.agents.pictures import PROFILE, at_rest, busy, dialog, idle, picture, shell
from tests.flows.play import Act, Played, Then, play

TWO_KEYS = replace(PROFILE, delivery=replace(PROFILE.delivery, interrupt=("Escape", "C-c")))

_LIMIT = Rule("limit", AgentState.BLOCKED, row=re.compile("^limit reached$"), why="limit")
FAILING = replace(PROFILE, rules=(_LIMIT, *PROFILE.rules))
BLOCKED = idle(talk=">_ Welcome\n\nlimit reached")


def stopped(shown: Screen, *acts: Act, profile: Profile = PROFILE) -> Played[Stopped]:
    return play(interrupt(profile, 3.0), at_rest(shown), *acts)


@pytest.mark.parametrize(
    "shown", [idle(), idle("a draft"), dialog(), shell()], ids=["rest", "draft", "dialog", "shell"]
)
def test_what_does_not_work_is_not_interrupted(shown: Screen) -> None:
    played = stopped(shown)
    assert (played.result.outcome, played.result.evidence) == (Outcome.NOT_SUBMITTED, ("not-busy",))
    assert played.keys == []


@pytest.mark.parametrize(
    ("after", "proof"),
    [(idle(talk="■ Interrupted"), "interrupted"), (idle(), "stopped")],
)
def test_it_is_confirmed_when_it_rests(after: Screen, proof: str) -> None:
    played = stopped(busy(), [Then(0.05, screen=after)])
    assert (played.result.outcome, played.result.evidence) == (Outcome.CONFIRMED, ("Escape", proof))


@pytest.mark.parametrize(("after", "why"), [(dialog(), "dialog"), (BLOCKED, "blocked")], ids=["dialog", "blocked"])
def test_a_question_or_an_error_behind_the_key_proves_nothing(after: Screen, why: str) -> None:
    played = stopped(busy(), [Then(0.05, screen=after)], profile=FAILING)
    assert (played.result.outcome, played.result.evidence) == (Outcome.UNKNOWN, ("Escape", why))
    assert played.keys == [("Escape",)]


def test_a_first_frame_that_is_cut_is_looked_at_again() -> None:
    first = replace(at_rest(picture(">_ Welcome")), quiet=0.0)
    acts = [Then(0.01, screen=busy())], [Then(0.05, screen=idle())]
    played = play(interrupt(PROFILE, 3.0), first, *acts, begun=True)
    assert (played.result.outcome, played.result.evidence) == (Outcome.CONFIRMED, ("Escape", "stopped"))


def test_a_dialog_that_comes_in_the_moment_of_the_first_look_gets_no_key() -> None:
    first = replace(at_rest(busy()), quiet=0.0)
    played = play(interrupt(PROFILE, 3.0), first, [Then(0.02, screen=dialog())], begun=True)
    assert (played.result.evidence, played.keys) == (("not-busy",), [])


def test_no_next_key_is_pressed_on_what_tells_nothing() -> None:
    played = stopped(busy(), [Then(0.69, screen=picture(">_ Welcome")), Then(0.72, screen=dialog())], profile=TWO_KEYS)
    assert (played.result.outcome, played.result.evidence) == (Outcome.UNKNOWN, ("Escape", "dialog"))
    assert played.keys == [("Escape",)]


def test_the_next_key_comes_when_the_first_did_nothing() -> None:
    played = stopped(busy(), [], [Then(0.05, screen=idle())], profile=TWO_KEYS)
    assert played.result.outcome is Outcome.CONFIRMED
    assert played.keys == [("Escape",), ("C-c",)]


def test_a_moment_of_rest_between_two_turns_is_no_stop() -> None:
    acts = [[Then(0.05, screen=idle()), Then(0.06, screen=busy())], *[[]] * 3]
    played = stopped(busy(), *acts)
    assert (played.result.outcome, played.result.evidence[-1]) == (Outcome.NOT_SUBMITTED, "still-busy")


def test_an_end_is_a_stop() -> None:
    played = stopped(busy(), [Then(0.05, screen=shell(), gone=True)])
    assert (played.result.outcome, played.result.evidence[-1]) == (Outcome.CONFIRMED, "ended")
