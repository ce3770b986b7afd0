"""A turn is over when the agent rests, asks or ends, and not when what stood there before looks like its reply."""

import re
from dataclasses import replace

import pytest

from cotty.agents.flows.reply import Asked, reply_on
from cotty.agents.flows.sighting import Sighting
from cotty.agents.flows.tracking import Tracker
from cotty.agents.flows.turn import Over, turn_over
from cotty.model import AgentState, Screen
from cotty.profiles.looking import look
from cotty.profiles.profile import Rule
from cotty.terminal.flows.steps import Glimpse
from tests.agents.pictures import PROFILE, at_rest, busy, dialog, idle, shell
from tests.flows.play import Act, Played, Then, play

TOLD = "> hello"
_ERROR, _STOPPED = re.compile("^■ "), re.compile("^■ Interrupted")


def over(
    shown: Screen, act: Act, *, worked: bool = True, timeout: float = 30.0, before: Screen | None = None
) -> Played[Over]:
    asked = Asked("hello", sighting(before) if before is not None else None)
    flow = turn_over(PROFILE, Tracker(), asked, timeout, worked=worked, told_at=0.0)
    return play(flow, at_rest(shown), act, begun=True)


def sighting(shown: Screen) -> Sighting:
    return Sighting(at_rest(shown), look(PROFILE, shown, ""))


def test_rest_after_work_ends_it_once_it_has_lasted() -> None:
    played = over(busy(), [Then(1.0, screen=idle(talk=f"{TOLD}\n• done"))])
    assert played.result.state is AgentState.IDLE
    assert 1.3 <= played.seconds <= 1.4


def test_a_pause_between_two_steps_does_not_end_it() -> None:
    act = [Then(1.0, screen=idle()), Then(1.2, screen=busy()), Then(3.0, screen=idle(talk=f"{TOLD}\n• done"))]
    assert over(busy(), act).seconds >= 3.3


@pytest.mark.parametrize(
    ("shown", "gone", "state"),
    [(dialog(), False, AgentState.AWAITING_INPUT), (shell(), True, AgentState.ENDED)],
)
def test_a_question_and_the_end_of_the_program_end_it(shown: Screen, gone: bool, state: AgentState) -> None:
    assert over(busy(), [Then(1.0, screen=shown, gone=gone)]).result.state is state


def test_an_answer_that_came_faster_than_a_look_ends_it_and_silence_is_waited_for() -> None:
    assert over(idle(talk=f"{TOLD}\n• done"), (), worked=False).seconds <= 1.1
    silent = [Then(4.0, screen=busy()), Then(5.0, screen=idle(talk=f"{TOLD}\n• done"))]
    assert over(idle(talk=TOLD), silent, worked=False).seconds >= 5.3


def test_at_the_deadline_it_is_at_work_or_nothing_is_known() -> None:
    assert over(busy(), (), timeout=2.0).result.state is AgentState.PROCESSING
    assert over(idle(talk=TOLD), (), worked=False, timeout=2.0).result.state is None


def test_an_error_that_stood_there_before_ends_no_turn() -> None:
    failing = replace(PROFILE, rules=(Rule("model", AgentState.BLOCKED, row=_ERROR, where="above"), *PROFILE.rules))
    before, after = idle(talk="■ it failed"), idle(talk=f"■ it failed\n{TOLD}\n• done")
    act = [Then(0.5, screen=busy(talk=f"■ it failed\n{TOLD}")), Then(1.5, screen=after)]
    flow = turn_over(failing, Tracker(), Asked("hello"), 30.0, worked=False, told_at=0.0)
    assert play(flow, Glimpse(before), act, begun=True).result.state is AgentState.IDLE
    fresh = turn_over(failing, Tracker(), Asked("hello"), 30.0, worked=False, told_at=0.0)
    assert play(fresh, Glimpse(before), (), begun=True).result.state is AgentState.BLOCKED


def test_an_interrupted_turn_says_so_and_its_row_is_no_part_of_the_reply() -> None:
    stopping = replace(PROFILE, rules=(Rule("stopped", "interrupted", row=_STOPPED, where="above"), *PROFILE.rules))
    stopped = idle(talk=f"{TOLD}\n• half of it\n■ Interrupted")
    flow = turn_over(stopping, Tracker(), Asked("hello"), 30.0, worked=True, told_at=0.0)
    ended = play(flow, at_rest(busy()), [Then(1.0, screen=stopped)], begun=True).result
    assert (ended.state, ended.interrupted) == (AgentState.IDLE, True)
    assert ended.last is not None
    assert reply_on(ended.last, Asked("hello"), stopping) == "• half of it"


@pytest.mark.parametrize("talk", [">_ Welcome\n\n• here is what I can do", f"{TOLD}\n• an earlier answer"])
def test_what_stood_there_before_is_no_reply_and_silence_is_waited_for(talk: str) -> None:
    """OpenCode was silent for 0.9 s on a busy machine before it showed that it works."""
    act = [Then(1.8, screen=busy(talk=talk)), Then(3.0, screen=idle(talk=f"{talk}\n\n{TOLD}\n• done"))]
    assert over(idle(talk=talk), act, worked=False, before=idle(talk=talk)).seconds >= 3.3


def test_a_reply_that_is_new_ends_a_turn_of_which_no_work_was_seen() -> None:
    talk = f"{TOLD}\n• done"
    act = [Then(0.1, screen=idle(talk=f"{talk}\n\n{talk}"))]
    assert 1.0 <= over(idle(talk=talk), act, worked=False, before=idle(talk=talk)).seconds <= 1.3
