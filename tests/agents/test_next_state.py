"""Work is believed at once, rest and questions when they stand still; a screen that says nothing changes nothing."""

import pytest

from cotty.agents.flows.tracking import Tracker, next_state
from cotty.model import AgentState, Screen
from cotty.terminal.flows.steps import Glimpse
from tests.agents.pictures import PROFILE, at_rest, busy, dialog, idle, picture, shell
from tests.flows.play import Act, Played, Then, play

HALF = picture("• Wor")


def followed(tracker: Tracker, shown: Glimpse, act: Act = (), *wanted: AgentState) -> Played[bool]:
    return play(next_state(PROFILE, tracker, timeout=2.0, wanted=wanted), shown, act, begun=True)


def at(shown: Screen) -> Tracker:
    """A tracker that believes this screen."""
    tracker = Tracker()
    assert followed(tracker, at_rest(shown)).result
    return tracker


@pytest.mark.parametrize(
    ("shown", "state"),
    [(idle(), AgentState.IDLE), (busy(), AgentState.PROCESSING), (dialog(), AgentState.AWAITING_INPUT)],
)
def test_the_first_look_is_news(shown: Screen, state: AgentState) -> None:
    assert at(shown).state is state


@pytest.mark.parametrize(
    ("before", "after", "latest"),
    [(idle(), busy(), 0.001), (busy(), idle(), 0.05), (busy(), dialog(), 0.05), (dialog(), idle(), 0.05)],
    ids=["work", "rest", "question", "answered"],
)
def test_a_change_is_news_as_soon_as_it_can_be_believed(before: Screen, after: Screen, latest: float) -> None:
    played = followed(at(before), at_rest(before), [Then(0.5, screen=after)])
    assert played.result
    assert played.seconds <= 0.5 + latest


def test_rest_on_a_screen_that_never_rests_is_believed_when_it_has_lasted() -> None:
    repaints = [Then(0.5 + number * 0.016, screen=idle(note=f"{number}")) for number in range(60)]
    played = followed(at(busy()), at_rest(busy()), repaints)
    assert played.result
    assert 0.6 <= played.seconds <= 0.65


def test_a_moment_of_rest_between_two_frames_is_no_news() -> None:
    tracker = at(busy())
    played = followed(tracker, at_rest(busy()), [Then(0.5, screen=idle()), Then(0.51, screen=busy())])
    assert (played.result, tracker.state) == (False, AgentState.PROCESSING)


def test_a_frame_that_says_nothing_leaves_the_state() -> None:
    tracker = at(busy())
    assert not followed(tracker, at_rest(busy()), [Then(0.5, screen=HALF)]).result
    assert tracker.state is AgentState.PROCESSING


def test_another_question_is_news_and_a_highlight_that_moves_is_none() -> None:
    tracker = at(dialog())
    assert not followed(tracker, at_rest(dialog()), [Then(0.5, screen=dialog(at=2))]).result
    assert followed(tracker, at_rest(dialog()), [Then(0.5, screen=dialog("git push"))]).result
    assert tracker.awaiting is not None
    assert "git push" in tracker.awaiting.subject


def test_the_end_of_the_program_is_the_end_whatever_the_screen_shows() -> None:
    tracker = at(idle())
    assert followed(tracker, at_rest(idle()), [Then(0.5, screen=idle(), gone=True)]).result
    assert tracker.state is AgentState.ENDED
    assert not tracker.end()  # known already


def test_a_state_that_is_wanted_may_be_there_already() -> None:
    tracker = at(idle())
    assert followed(tracker, at_rest(idle()), (), AgentState.IDLE).seconds == 0.0


def test_nothing_but_a_shell_is_no_state() -> None:
    tracker = Tracker()
    assert not followed(tracker, at_rest(shell())).result
    assert tracker.state is None
