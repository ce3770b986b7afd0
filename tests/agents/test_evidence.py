"""Which of several sources is believed, in what order, and what corrects the order."""

from dataclasses import replace
from itertools import permutations
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotty.agents.evidence import fuse, shown
from cotty.model import AgentState, Evidence, Source
from cotty.profiles import load, look
from cotty.profiles.seen import NOTHING, Said
from tests.profiles.scenes import screen

IDLE, BUSY, ASKS = AgentState.IDLE, AgentState.PROCESSING, AgentState.AWAITING_INPUT
RULE: Final = "─" * 60
COMPOSER: Final = (RULE, "❯ ", RULE)


def said(source: Source, says: AgentState | None, lasting: float = 5.0, **more: Any) -> Evidence:  # noqa: ANN401
    return Evidence(source, says, 0.0, lasting, **more)


def believed(*found: Evidence) -> tuple[AgentState | None, Source] | None:
    best = fuse(found)
    return (best.says, best.source) if best is not None else None


def test_the_order_is_that_of_the_design() -> None:
    assert [str(source) for source in Source] == [
        "events", "title", "screen", "hooks", "transcript", "process", "quiet",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("stronger", "weaker"), [(a, b) for a in Source for b in Source if list(Source).index(a) < list(Source).index(b)]
)
def test_the_stronger_of_two_that_rest_and_work_since_long_is_believed(stronger: Source, weaker: Source) -> None:
    assert believed(said(weaker, IDLE), said(stronger, BUSY)) == (BUSY, stronger)
    assert believed(said(weaker, BUSY, 9.0), said(stronger, IDLE)) == (IDLE, stronger)


def test_a_dialog_on_the_screen_outranks_a_hook_a_title_and_events_that_say_it_works() -> None:
    for source in (Source.EVENTS, Source.TITLE, Source.HOOKS):
        assert believed(said(source, BUSY, 0.0), said(Source.SCREEN, ASKS)) == (ASKS, Source.SCREEN)


def test_an_error_on_the_screen_outranks_a_title_that_says_it_works() -> None:
    assert believed(said(Source.TITLE, BUSY), said(Source.SCREEN, AgentState.BLOCKED)) == (
        AgentState.BLOCKED, Source.SCREEN,
    )  # fmt: skip


def test_a_title_that_says_it_works_outranks_a_hook_that_still_waits() -> None:
    assert believed(said(Source.HOOKS, ASKS, 60.0), said(Source.TITLE, BUSY)) == (BUSY, Source.TITLE)


def test_work_that_is_shown_later_than_events_spoke_is_believed() -> None:
    assert believed(said(Source.EVENTS, IDLE, 8.0), said(Source.SCREEN, BUSY, 0.2)) == (BUSY, Source.SCREEN)
    assert believed(said(Source.EVENTS, ASKS, 8.0), said(Source.TITLE, BUSY, 0.2)) == (BUSY, Source.TITLE)


def test_work_that_is_still_painted_after_events_told_the_end_is_not_believed() -> None:
    assert believed(said(Source.EVENTS, IDLE, 0.0), said(Source.SCREEN, BUSY, 8.0)) == (IDLE, Source.EVENTS)


def test_rest_on_the_screen_does_not_outrank_events_that_say_it_works() -> None:
    assert believed(said(Source.EVENTS, BUSY, 60.0), said(Source.SCREEN, IDLE, 0.1)) == (BUSY, Source.EVENTS)


def test_weak_evidence_counts_only_where_nothing_else_speaks() -> None:
    weak = said(Source.TITLE, IDLE, weak=True)
    assert believed(weak, said(Source.TRANSCRIPT, BUSY)) == (BUSY, Source.TRANSCRIPT)
    assert believed(weak, said(Source.SCREEN, None)) == (IDLE, Source.TITLE)


def test_weak_work_is_no_newer_work() -> None:
    assert believed(said(Source.EVENTS, IDLE, 8.0), said(Source.TITLE, BUSY, 0.1, weak=True)) == (IDLE, Source.EVENTS)


def test_evidence_that_cannot_be_heard_any_more_does_not_count() -> None:
    assert believed(said(Source.EVENTS, BUSY, lost=True), said(Source.SCREEN, IDLE)) == (IDLE, Source.SCREEN)
    assert believed(said(Source.EVENTS, BUSY, lost=True)) is None


def test_the_end_of_the_program_is_the_end_whoever_speaks() -> None:
    ended = said(Source.PROCESS, AgentState.ENDED)
    assert believed(said(Source.EVENTS, BUSY), said(Source.SCREEN, ASKS), ended) == (AgentState.ENDED, Source.PROCESS)


def test_a_process_that_lives_and_silence_say_nothing() -> None:
    assert believed(said(Source.PROCESS, None), said(Source.QUIET, None)) is None


@given(
    st.lists(
        st.builds(
            Evidence, st.sampled_from(Source), st.none() | st.sampled_from(AgentState), st.just(0.0),
            st.floats(0, 100), weak=st.booleans(), lost=st.booleans(),
        ),
        max_size=4, unique_by=lambda each: each.source,
    )
)  # fmt: skip
def test_the_order_in_which_evidence_is_named_does_not_matter(found: list[Evidence]) -> None:
    assert len({fuse(order) for order in permutations(found)}) == 1


CLAUDE: Final = load("claude_code")


def test_a_title_that_decides_leaves_the_screen_as_weak_evidence() -> None:
    seen = look(CLAUDE, screen("hello", *COMPOSER), "⠂ working")
    title, beside = list(shown(CLAUDE, seen))
    assert (title.source, title.says, title.rule) == (Source.TITLE, BUSY, "title-streaming")
    assert (beside.source, beside.says, beside.weak) == (Source.SCREEN, IDLE, True)
    assert fuse([title, beside]) is title


def test_a_screen_that_says_nothing_is_said_to() -> None:
    (only,) = shown(CLAUDE, look(CLAUDE, screen("$ ls"), ""))
    assert (only.source, only.says, only.detail) == (Source.SCREEN, None, "no rule fired")


def test_a_title_that_says_nothing_of_the_state_is_named_for_a_profile_that_reads_titles() -> None:
    screen_says, title = list(shown(CLAUDE, look(CLAUDE, screen(*COMPOSER), "✳ rests"), "✳ rests"))
    assert (screen_says.says, title.source, title.says, title.detail) == (IDLE, Source.TITLE, None, "✳ rests")


def test_a_viewer_says_nothing_and_lets_nothing_else_that_is_shown_speak() -> None:
    title = Said("title-streaming", BUSY, text="⠂")
    seen = replace(NOTHING, rule="viewer", rows=(0, 0), others=(title,), viewer=True)
    (only,) = shown(CLAUDE, seen, "⠂ working")
    assert (only.source, only.says, only.rule) == (Source.SCREEN, None, "viewer")


def test_background_work_is_work_though_the_composer_stands_there() -> None:
    seen = look(CLAUDE, screen("✻ Waiting for 2 background agents to finish", "", *COMPOSER), "✳ rests")
    assert believed(*shown(CLAUDE, seen)) == (BUSY, Source.SCREEN)
