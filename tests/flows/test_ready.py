"""Is the program waiting for input? Every evidence, what is no evidence, and when it is looked for again."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotty.errors import InvalidInput
from cotty.model import Reason
from cotty.terminal.flows.ready import Settled, Wanted, compiled, judge, ready
from cotty.terminal.flows.sieve import LONGEST_LINE
from cotty.terminal.flows.steps import Glimpse
from tests.flows.play import Played, Then, play, screen

BUSY = Glimpse(screen("$ make\nworking…▮"), foreground="busy")
AT_PROMPT = screen("$ make\ndone\n$ ▮")


def waited(start: Glimpse = BUSY, *happens: Then, **wanted: object) -> Played[Settled]:
    """A wait, with what happens from its beginning on."""
    pattern, kernel = wanted.pop("pattern", None), {"foreground": wanted.pop("kernel", None)}
    flow = ready(Wanted(compiled(pattern if isinstance(pattern, str) else None), **wanted))  # type: ignore[arg-type]
    return play(flow, start, happens, begun=True, kernel=kernel)


def reason(played: Played[Settled]) -> tuple[Reason, str]:
    return played.result.reason, played.result.evidence


@pytest.mark.promise("A-05", "wait:level")
@pytest.mark.parametrize(
    ("start", "expected"),
    [
        (Glimpse(AT_PROMPT, signs=frozenset({"prompt-end"})), (Reason.PROMPT, "prompt-end")),
        (Glimpse(AT_PROMPT, signs=frozenset({"paste-on"})), (Reason.PROMPT, "paste-on")),
        (Glimpse(AT_PROMPT, foreground="shell-waiting"), (Reason.PROMPT, "the shell reads its terminal")),
        (
            Glimpse(screen("name? ▮"), foreground="reading"),
            (Reason.IDLE, "the program is blocked in a read of its terminal"),
        ),
        (Glimpse(screen("bye▮", dead=True)), (Reason.EXITED, "the program ended")),
        (Glimpse(screen("bye▮"), gone=True), (Reason.EXITED, "the program ended")),
    ],
)
def test_what_holds_already_ends_a_wait_at_its_first_look(start: Glimpse, expected: tuple[Reason, str]) -> None:
    played = waited(start)
    assert reason(played) == expected
    assert (played.looks, played.seconds) == (1, 0.0)


@pytest.mark.promise("A-05", "wait:level")
def test_a_pattern_that_stands_in_new_output_already_ends_a_wait_at_once() -> None:
    played = waited(Glimpse(AT_PROMPT, news=("done", "$")), pattern=r"done")
    assert reason(played) == (Reason.PROMPT, "the pattern stands in new output")
    assert (played.result.match, played.looks) == ("done", 1)


@pytest.mark.promise("A-05")
@pytest.mark.parametrize(
    ("then", "expected"),
    [
        (Then(2.0, screen=AT_PROMPT, signs=frozenset({"prompt-end"})), Reason.PROMPT),
        (Then(2.0, screen=AT_PROMPT, foreground="shell-waiting"), Reason.PROMPT),
        (Then(2.0, foreground="reading"), Reason.IDLE),
        (Then(2.0, screen=screen("▮", dead=True)), Reason.EXITED),
        (Then(2.0, gone=True), Reason.EXITED),
    ],
)
def test_what_comes_true_later_ends_a_wait_then(then: Then, expected: Reason) -> None:
    played = waited(BUSY, then)
    assert played.result.reason is expected
    assert played.seconds == pytest.approx(2.0, abs=0.11)


@pytest.mark.promise("A-05")
def test_a_wait_that_nothing_settles_ends_at_its_deadline() -> None:
    played = waited(timeout=7.0)
    assert reason(played) == (Reason.TIMEOUT, "nothing settled it within 7 s")
    assert played.seconds == pytest.approx(7.0, abs=0.01)


def test_a_wait_of_no_time_looks_once() -> None:
    assert (waited(timeout=0).result.reason, waited(timeout=0).looks) == (Reason.TIMEOUT, 1)


@pytest.mark.promise("A-05")
def test_silence_is_called_quiet_and_never_a_prompt() -> None:
    played = waited(idle_seconds=5.0)
    assert reason(played) == (Reason.QUIET, "no output for 5 s")
    assert played.seconds == pytest.approx(5.0, abs=0.01)


def test_silence_begins_again_with_every_output() -> None:
    played = waited(BUSY, *(Then(at, screen=screen(f"{at}▮")) for at in (1.0, 4.0, 8.0)), idle_seconds=5.0)
    assert played.result.reason is Reason.QUIET
    assert played.seconds == pytest.approx(13.0, abs=0.01)


def test_silence_ends_no_wait_that_did_not_ask_for_it() -> None:
    assert waited(Glimpse(screen("$ ▮"), quiet=1000.0), timeout=30.0).result.reason is Reason.TIMEOUT


def test_silence_before_the_wait_began_counts() -> None:
    played = waited(Glimpse(screen("…▮"), quiet=9.0), idle_seconds=10.0)
    assert played.seconds == pytest.approx(1.0, abs=0.01)


@pytest.mark.promise("wait:death")
def test_the_end_of_the_program_is_stronger_than_any_other_evidence() -> None:
    dying = Glimpse(screen("$ ▮", dead=True), news=("$ ",), signs=frozenset({"prompt-end"}), foreground="shell-waiting")
    assert waited(dying, pattern=".").result.reason is Reason.EXITED


@pytest.mark.promise("wait:newer-only")
def test_the_echo_of_what_was_typed_never_matches() -> None:
    """`make test` stands at the cursor, but not in the lines newer than the send."""
    typed = Glimpse(screen("$ make test▮"), news=())
    assert waited(typed, pattern="make test", timeout=3.0).result.reason is Reason.TIMEOUT


@pytest.mark.promise("wait:newer-only")
def test_lines_older_than_the_send_never_match() -> None:
    old = Glimpse(screen("done\n$ make\n▮"), news=("",))
    assert waited(old, pattern="done", timeout=3.0).result.reason is Reason.TIMEOUT


@pytest.mark.promise("wait:newer-only")
def test_a_prompt_that_stood_before_is_not_waited_for() -> None:
    """A pattern was asked for, so no other evidence of a prompt counts."""
    start = Glimpse(AT_PROMPT, foreground="shell-waiting", signs=frozenset({"prompt-end"}))
    assert waited(start, pattern="BUILD OK", timeout=3.0).result.reason is Reason.TIMEOUT


def test_a_pattern_may_end_in_the_blank_that_a_prompt_ends_in() -> None:
    played = waited(BUSY, Then(1.0, screen=AT_PROMPT, news=("done", "$")), pattern=r"\$ $")
    assert (played.result.reason, played.result.match) == (Reason.PROMPT, "$ ")


def test_the_newest_line_that_fits_is_the_match() -> None:
    found = waited(Glimpse(screen("▮"), news=("error 1", "error 2", "fine")), pattern=r"error \d").result
    assert found.match == "error 2"


def test_a_pattern_is_tried_on_the_beginning_of_a_very_long_line() -> None:
    line = "x" * (LONGEST_LINE + 10) + "needle"
    assert waited(Glimpse(screen("▮"), news=(line,)), pattern="needle", timeout=1.0).result.reason is Reason.TIMEOUT


@pytest.mark.parametrize("sign", ["prompt-end", "paste-on"])
def test_a_mark_without_a_prompt_at_the_cursor_is_no_prompt_yet(sign: str) -> None:
    """The mark comes a moment before the prompt is drawn."""
    comes = Then(1.0, screen=screen("▮"), signs=frozenset({sign}), foreground=None)
    played = waited(BUSY, comes, Then(1.2, screen=AT_PROMPT))
    assert played.result.reason is Reason.PROMPT
    assert played.seconds == pytest.approx(1.2, abs=0.11)


@pytest.mark.parametrize("sign", ["paste-off", "command-start", "command-end", "prompt-start"])
def test_other_marks_are_no_prompt(sign: str) -> None:
    start = Glimpse(AT_PROMPT, signs=frozenset({sign}), foreground="busy")
    assert waited(start, timeout=1.0).result.reason is Reason.TIMEOUT


def test_a_program_at_work_that_turns_bracketed_paste_on_is_no_prompt() -> None:
    working = Glimpse(screen("working ▮"), signs=frozenset({"paste-on"}), foreground="busy")
    assert waited(working, timeout=2.0).result.reason is Reason.TIMEOUT


@pytest.mark.parametrize(
    ("kernel", "expected"),
    [("shell-waiting", Reason.PROMPT), ("reading", Reason.IDLE), (None, Reason.QUIET), ("busy", Reason.TIMEOUT)],
)
def test_a_shell_in_front_as_tmux_sees_it_is_asked_for_at_the_kernel(kernel: str | None, expected: Reason) -> None:
    played = waited(BUSY, Then(1.0, screen=AT_PROMPT, foreground="shell-in-front"), kernel=kernel, timeout=30.0)
    assert played.result.reason is expected
    asks = [step for step in played.watched if step.ask]
    if expected is Reason.TIMEOUT:
        assert 5 < len(asks) < 25
    else:
        assert (len(asks), 1.3 <= played.seconds < 1.5) == (1, True)


def test_an_empty_row_is_no_prompt_of_a_shell_in_front() -> None:
    empty = waited(Glimpse(screen("▮"), foreground="shell-in-front", quiet=9.0), timeout=1.0)
    assert empty.result.reason is Reason.TIMEOUT


def test_the_status_of_a_program_that_just_ended_is_waited_for_a_moment() -> None:
    ending = screen("▮", dead=True)
    unknown = type(ending)(**{name: getattr(ending, name) for name in ending.__slots__} | {"exit_status": None})
    played = waited(BUSY, Then(1.0, screen=unknown), Then(1.1, screen=ending))
    assert played.result.glimpse.screen.exit_status == 3
    never = waited(BUSY, Then(1.0, screen=unknown))
    assert never.result.reason is Reason.EXITED
    assert never.seconds < 1.5


def test_evidence_without_an_event_is_looked_for_at_growing_distances() -> None:
    played = waited(BUSY, timeout=20.0)
    gaps = [step.seconds for step in played.watched[1:-1]]
    assert gaps == sorted(gaps)
    assert (gaps[0], gaps[-1]) == (0.002, 0.1)
    assert played.looks < 20 / 0.1 + 10


def test_output_makes_the_looks_frequent_again() -> None:
    played = waited(BUSY, Then(5.0, screen=screen("more▮")), timeout=6.0)
    gaps = [step.seconds for step in played.watched]
    again = gaps.index(0.001)
    assert gaps[again - 1] == 0.1
    assert gaps[again : again + 3] == [0.001, 0.002, 0.004]


@pytest.mark.parametrize("wanted", [{"pattern": "x"}, {}])
def test_where_nothing_but_output_can_tell_nobody_looks_in_between(wanted: dict[str, object]) -> None:
    played = waited(Glimpse(screen("…▮"), foreground=None), timeout=20.0, **wanted)
    assert played.looks == 2


def test_a_pattern_that_is_none_is_refused_with_the_reason() -> None:
    with pytest.raises(InvalidInput, match=r"'\(' is not a regular expression"):
        compiled("(")
    assert compiled(None) is None


moments = st.builds(
    lambda after, dead, gone, news, front: Then(
        after, screen=screen("$ ▮", dead=dead), gone=gone, news=tuple(news), foreground=front
    ),
    st.floats(0, 20),
    st.booleans(),
    st.booleans(),
    st.lists(st.sampled_from(["", "$", "ok", "make"]), max_size=3),
    st.sampled_from([None, "busy", "reading", "shell-waiting", "shell-in-front"]),
)
patterns = st.none() | st.sampled_from(["ok", "^$", r"\$"])


@given(st.lists(moments, max_size=5), patterns, st.none() | st.floats(0.5, 5), st.floats(0, 10))
def test_whatever_happens_a_wait_ends_in_time_and_says_why(
    happens: list[Then], pattern: str | None, idle: float | None, timeout: float
) -> None:
    played = waited(BUSY, *happens, pattern=pattern, idle_seconds=idle, timeout=timeout)
    settled = played.result
    assert played.seconds <= timeout + 0.5
    assert settled.evidence
    assert (settled.match is not None) is (pattern is not None and settled.reason is Reason.PROMPT)
    if pattern is not None and settled.reason is Reason.PROMPT:
        assert any(
            re.search(pattern, line) for line in (*settled.glimpse.news, *(f"{line} " for line in settled.glimpse.news))
        )
    if settled.reason is Reason.QUIET and idle is not None and settled.evidence.startswith("no output"):
        assert settled.glimpse.quiet >= idle
    if settled.reason is Reason.TIMEOUT:
        assert played.seconds >= timeout


def test_judging_a_glimpse_needs_no_flow() -> None:
    assert judge(Wanted(timeout=1.0), BUSY) is None
