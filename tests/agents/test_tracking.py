"""What is believed look by look, of a screen and of events beside it; the looks are written down, no clock runs."""

from dataclasses import replace
from typing import Final

from cotty.agents.events.told import Told
from cotty.agents.flows.sighting import Sighting
from cotty.agents.flows.tracking import PAINTED, SILENT, Tracker
from cotty.model import AgentState, Screen, Source
from cotty.profiles import load, look
from cotty.terminal.flows.steps import Glimpse
from tests.agents.test_event_server import ASKED, event, status
from tests.profiles.scenes import screen

CLAUDE: Final = load("claude_code")
RULE: Final = "─" * 60
RESTS: Final = screen("hello", RULE, "❯ ", RULE)
WORKS: Final = screen("hello", "✶ Thinking… (3s · esc to interrupt)", "", RULE, "❯ ", RULE)
TORN: Final = screen("hello")
ASKS: Final = screen(
    RULE,
    " Bash command",
    "",
    "   touch x",
    "",
    " Do you want to proceed?",
    " ❯ 1. Yes",
    "   2. No",
    "",
    " Esc to cancel",
)
IDLE, BUSY, WAITS = AgentState.IDLE, AgentState.PROCESSING, AgentState.AWAITING_INPUT


def sighting(shown: Screen, at: float, *, quiet: float = 1.0, gone: bool = False) -> Sighting:
    return Sighting(Glimpse(shown, elapsed=at, at=at, quiet=quiet, gone=gone), look(CLAUDE, shown, ""))


def tracker(*looks: Sighting, events: Told | None = None) -> Tracker:
    found = Tracker(profile=CLAUDE, events=events)
    for each in looks:
        found.take(each)
    return found


def believed(found: Tracker) -> tuple[AgentState | None, Source | None]:
    return found.state, found.decided.source if found.decided is not None else None


def test_work_is_believed_at_once_and_rest_when_the_screen_has_come_to_rest() -> None:
    found = tracker(sighting(WORKS, 1.0, quiet=0.0))
    assert believed(found) == (BUSY, Source.SCREEN)
    assert not found.take(sighting(RESTS, 2.0, quiet=0.0))
    assert found.unsure
    assert found.again is not None
    assert found.take(sighting(RESTS, 2.1, quiet=0.1))
    assert believed(found) == (IDLE, Source.SCREEN)


def test_a_frame_that_says_nothing_leaves_the_state_as_it_was_and_is_known_as_the_newest() -> None:
    found = tracker(sighting(WORKS, 1.0), sighting(TORN, 2.0))
    assert believed(found) == (BUSY, Source.SCREEN)
    assert found.sighting is not None
    assert found.latest is not None
    assert (found.sighting.glimpse.screen, found.latest.glimpse.screen) == (WORKS, TORN)


def test_the_end_of_a_turn_is_believed_when_events_tell_it_though_the_screen_still_works() -> None:
    told = Told()
    told.receive(status("busy"), 1.0)
    found = tracker(sighting(WORKS, 1.5), events=told)
    assert believed(found) == (BUSY, Source.EVENTS)
    told.receive(status("idle"), 9.0)
    assert found.take(sighting(WORKS, 9.01, quiet=0.0))
    assert believed(found) == (IDLE, Source.EVENTS)
    assert found.idle_since(1.5)
    assert not found.idle_since(9.5)


def test_work_on_the_screen_is_believed_before_events_tell_it() -> None:
    told = Told()
    told.receive(status("idle"), 1.0)
    assert believed(tracker(sighting(RESTS, 2.0), sighting(WORKS, 5.0, quiet=0.0), events=told)) == (
        BUSY,
        Source.SCREEN,
    )


def test_a_screen_that_seems_to_rest_does_not_end_work_that_events_tell() -> None:
    told = Told()
    told.receive(status("busy"), 1.0)
    assert believed(tracker(sighting(WORKS, 2.0), sighting(RESTS, 20.0, quiet=9.0), events=told)) == (
        BUSY,
        Source.EVENTS,
    )


def test_a_question_that_events_tell_is_waited_for_on_the_screen_where_it_can_be_answered() -> None:
    told = Told()
    told.receive(status("busy") + event("permission.asked", **ASKED), 10.0)
    found = tracker(sighting(WORKS, 5.0), events=told)
    assert not found.take(sighting(WORKS, 10.1))
    assert found.again is not None
    assert found.take(sighting(ASKS, 10.2))
    assert believed(found) == (WAITS, Source.SCREEN)
    assert found.awaiting is not None
    assert [option.label for option in found.awaiting.options] == ["Yes", "No"]


def test_a_question_that_never_shows_is_told_all_the_same() -> None:
    told = Told()
    told.receive(event("permission.asked", **ASKED), 10.0)
    found = tracker(sighting(RESTS, 10.1), events=told)
    assert found.take(sighting(RESTS, 10.1 + PAINTED))
    assert believed(found) == (WAITS, Source.EVENTS)
    assert found.awaiting is not None
    assert (found.awaiting.subject, found.awaiting.options) == ("touch x", ())


def test_a_dialog_that_went_was_answered_though_events_have_not_said_so_yet() -> None:
    told = Told()
    told.receive(status("busy") + event("permission.asked", **ASKED), 10.0)
    found = tracker(sighting(ASKS, 10.2), sighting(RESTS, 10.9), events=told)
    assert believed(found) == (IDLE, Source.SCREEN)


def test_events_that_are_lost_leave_the_screen_to_say_it() -> None:
    told = Told()
    told.receive(status("busy"), 1.0)
    found = tracker(sighting(WORKS, 2.0), events=told)
    told.lost = "the server ended it"
    assert found.take(sighting(RESTS, 30.0))
    assert believed(found) == (IDLE, Source.SCREEN)
    (events, *_) = found.evidence(replace_at(found, 40.0))
    assert (events.source, events.lost, events.age) == (Source.EVENTS, True, 39.0)


def test_events_without_a_heartbeat_are_lost() -> None:
    told = Told()
    told.receive(status("busy"), 1.0)
    told.receive(event("server.heartbeat"), 11.0)
    assert believed(tracker(sighting(RESTS, 11.0 + SILENT), events=told)) == (BUSY, Source.EVENTS)
    assert believed(tracker(sighting(RESTS, 11.1 + SILENT), events=told)) == (IDLE, Source.SCREEN)


def test_the_end_of_the_program_ends_it_whatever_stands_on_its_screen() -> None:
    told = Told()
    told.receive(status("busy"), 1.0)
    assert believed(tracker(sighting(ASKS, 2.0), sighting(ASKS, 3.0, gone=True), events=told)) == (
        AgentState.ENDED, Source.PROCESS,
    )  # fmt: skip


def replace_at(found: Tracker, at: float) -> Sighting:
    """The same look, at another time."""
    assert found.sighting is not None
    return replace(found.sighting, glimpse=replace(found.sighting.glimpse, at=at))
