"""An interrupt presses its keys only while the agent works, and is confirmed when it rests."""

from dataclasses import replace

import pytest

from cotty.agents.flows.stopping import Stopped, interrupt
from cotty.model import Outcome, Screen
from cotty.profiles.profile import Profile
from tests.agents.pictures import PROFILE, at_rest, busy, dialog, idle, shell
from tests.flows.play import Act, Played, Then, play

TWO_KEYS = replace(PROFILE, delivery=replace(PROFILE.delivery, interrupt=("Escape", "C-c")))


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
