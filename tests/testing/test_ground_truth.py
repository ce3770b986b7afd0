"""The judge says what happened, and only that: on logs made by hand."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from cotty.model import Outcome
from cotty.testing.ground_truth import Answered, Claim, Done, Record, Replied, Sent, Verdict, judge, read_log


def _submitted(*texts: str) -> list[Record]:
    return [Record(float(at), "submitted", {"text": text}) for at, text in enumerate(texts)]


def _answered(option: str, about: str, shown_for: float = 1.0, **more: Any) -> Record:  # noqa: ANN401
    facts = {"option": option, "about": about, "key": "Enter", "shown_for": shown_for, **more}
    return Record(1.0, "answered", facts)


def _turn(text: str, says: str, at: float = 1.0) -> Record:
    return Record(at, "turn", {"text": text, "says": says})


def _replied(reply: str, outcome: str = "confirmed", *, whole: bool = True) -> Replied:
    return Replied("a", outcome, reply, whole)


_AT_WORK = [_turn("a", "ok")]
_STOPPED = [*_AT_WORK, Record(2.0, "interrupted", {"key": "Escape"})]
_LEFT = [Record(2.0, "left", {})]


def _lost(how: str, shown_for: float) -> Record:
    return Record(1.0, "draft_lost", {"how": how, "text": "mine", "shown_for": shown_for})


def _faults(verdict: Verdict) -> dict[str, int]:
    names = (
        "false_confirmed", "false_denied", "duplicates", "lost_drafts", "wrong_answers", "wrong_replies", "strays",
        "shell_lines", "raced",
    )  # fmt: skip
    return {name: getattr(verdict, name) for name in names if getattr(verdict, name)}


CASES: list[tuple[str, list[Record], Sequence[Claim], dict[str, int]]] = [
    ("once and confirmed", _submitted("a"), [Sent("a", "confirmed")], {}),
    ("never, and confirmed", [], [Sent("a", "confirmed")], {"false_confirmed": 1}),
    ("something else", _submitted("ab"), [Sent("a", "confirmed")], {"false_confirmed": 1, "strays": 1}),
    ("twice", _submitted("a", "a"), [Sent("a", "confirmed")], {"false_confirmed": 1, "duplicates": 1}),
    ("twice, unknown", _submitted("a", "a"), [Sent("a", "unknown")], {"duplicates": 1}),
    ("sent twice on purpose", _submitted("a", "a"), [Sent("a", "confirmed")] * 2, {}),
    ("one of two", _submitted("a"), [Sent("a", "confirmed")] * 2, {"false_confirmed": 1}),
    ("unknown either way", _submitted("a"), [Sent("a", "unknown"), Sent("b", "unknown")], {}),
    ("denied, and yet it was", _submitted("a"), [Sent("a", "not_submitted")], {"false_denied": 1}),
    ("refused, and yet it was", _submitted("a"), [Sent("a", "refused", "draft")], {"false_denied": 1}),
    ("denied and then sent", _submitted("a"), [Sent("a", "not_submitted"), Sent("a", "confirmed")], {}),
    ("other line ends", _submitted("a\nb"), [Sent("a\r\nb", "confirmed")], {}),
    ("leaving is no stray", _submitted("/exit"), [], {}),
    ("an answer that was meant", [_answered("Yes", "rm")], [Answered("Yes", "confirmed", "rm")], {}),
    ("another option", [_answered("No", "rm")], [Answered("Yes", "unknown", "rm")], {"wrong_answers": 1}),
    ("another dialog", [_answered("Yes", "git")], [Answered("Yes", "unknown", "rm")], {"wrong_answers": 1}),
    ("by a send", [_answered("Yes", "rm")], [Sent("a", "unknown")], {"wrong_answers": 1}),
    ("refused and answered", [_answered("Yes", "rm")], [Answered("Yes", "refused", "rm")], {"wrong_answers": 1}),
    ("meant once, given twice", [_answered("Yes", "rm")] * 2, [Answered("Yes", "unknown", "rm")], {"wrong_answers": 1}),
    ("the same dialog twice, answered twice", [_answered("Yes", "rm")] * 2, [Answered("Yes", "unknown", "rm")] * 2, {}),
    ("the next one by a blind second key", [_answered("Yes", "rm"), _answered("Yes", "rm", 0.01)],
     [Answered("Yes", "confirmed", "rm")], {"wrong_answers": 1}),
    ("both by what was on its way", [_answered("Yes", "rm", 0.01)] * 2, [], {"raced": 2}),
    ("denied and given", [_answered("Yes", "rm")], [Answered("Yes", "not_submitted", "rm")], {"false_denied": 1}),
    ("denied, then given", [_answered("Yes", "rm")],
     [Answered("Yes", "not_submitted", "rm"), Answered("Yes", "unknown", "rm")], {}),
    ("confirmed and not given", [], [Answered("Yes", "confirmed", "rm")], {"false_confirmed": 1}),
    ("unseen", [_answered("Yes", "rm", 0.01)], [], {"raced": 1}),
    ("a blind second key", [_answered("Yes", "rm", 0.01, changed_by_key=True)], [], {"wrong_answers": 1}),
    ("a draft", [_lost("merged", 0.5)], [], {"lost_drafts": 1}),
    ("a draft that had just come", [_lost("merged", 0.01)], [], {"raced": 1}),
    ("by an interrupt", [_answered("Yes", "rm", key="Escape")], [Answered("Yes", "confirmed", "rm")],
     {"wrong_answers": 1, "false_confirmed": 1}),
    ("by an interrupt that nobody could keep back",
     [_answered("Yes", "rm", 0.01, key="Escape"), _answered("Yes", "rm")],
     [Answered("Yes", "confirmed", "rm")], {"raced": 1}),
    ("the reply", [_turn("a", "it is done")], [_replied("it is\ndone")], {}),
    ("a part of the reply", [_turn("a", "it is done")], [_replied("done")], {"wrong_replies": 1}),
    ("so far", [_turn("a", "it is done")], [_replied("it is", whole=False)], {}),
    ("more than the reply", [_turn("a", "done")], [_replied("a\ndone", whole=False)], {"wrong_replies": 1}),
    ("another's reply", [_turn("a", "done"), _turn("b", "no")], [_replied("no")], {"wrong_replies": 1}),
    ("no reply", [_turn("a", "done")], [_replied("", "unknown")], {}),
    ("stopped", _STOPPED, [Done("interrupt", "confirmed", 1.5, 2.5)], {}),
    ("done by itself", [*_AT_WORK, Record(2.0, "replied", {})], [Done("interrupt", "confirmed", 1.5, 2.5)], {}),
    ("at work still", _AT_WORK, [Done("interrupt", "confirmed", 1.5, 2.5)], {"false_confirmed": 1}),
    ("stopped later", _STOPPED, [Done("interrupt", "confirmed", 1.2, 1.5)], {"false_confirmed": 1}),
    ("at work again", [*_STOPPED, _turn("b", "", 2.2)], [Done("interrupt", "confirmed", 1.5, 2.5)],
     {"false_confirmed": 1}),
    ("stopped, and denied", _STOPPED, [Done("interrupt", "not_submitted", 1.5, 2.5)], {"false_denied": 1}),
    ("stopped before, and denied", _STOPPED, [Done("interrupt", "not_submitted", 2.2, 2.5)], {}),
    ("left", _LEFT, [Done("leave", "confirmed", 1.5, 2.5)], {}),
    ("still there", _STOPPED, [Done("leave", "confirmed", 1.5, 2.5)], {"false_confirmed": 1}),
    ("left, and refused", _LEFT, [Done("leave", "refused", 1.5, 2.5)], {"false_denied": 1}),
    ("the shell", [Record(1.0, "shell", {"text": "a"})], [Sent("a", "unknown")], {"shell_lines": 1}),
]  # fmt: skip


@pytest.mark.parametrize(("log", "receipts", "faults"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_the_judge_counts_what_happened(log: list[Record], receipts: Sequence[Claim], faults: dict[str, int]) -> None:
    verdict = judge(log, receipts)
    assert _faults(verdict) == faults
    assert verdict.clean == (set(faults) <= {"raced"})


def test_outcomes_are_counted_and_verdicts_add_up() -> None:
    receipts = [
        Sent("a", Outcome.CONFIRMED),
        Sent("b", "unknown"),
        Sent("c", "refused", "pen"),
        Sent("d", "not_submitted"),
    ]
    verdict = judge(_submitted("a"), receipts)
    both = verdict + judge([], [Sent("a", "confirmed")])
    assert (both.total, both.confirmed, both.unknown, both.refused, both.not_submitted) == (5, 2, 1, 1, 1)
    assert both.false_confirmed == 1
    assert len(both.complaints) == 1


def test_an_outcome_that_is_none_is_an_error() -> None:
    with pytest.raises(ValueError, match="no outcome"):
        judge([], [Sent("a", "delivered")])


def test_a_log_is_read_with_the_shell_behind_it(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_text('{"at": 1.5, "event": "submitted", "text": "日"}\n', encoding="utf-8")
    (tmp_path / "log.shell").write_text("ls\n", encoding="utf-8")
    assert [(record.event, record.facts) for record in read_log(log)] == [
        ("submitted", {"text": "日"}),
        ("shell", {"text": "ls"}),
    ]


@pytest.mark.parametrize(("shown_for", "raced"), [(0.01, True), (0.5, False)])
@pytest.mark.parametrize(("text", "draft"), [("hello", " and mine"), ("10 of 1", "1")])
def test_a_text_that_went_with_what_was_typed_into_it_is_a_race_only_if_nobody_could_see_it(
    text: str, draft: str, shown_for: float, raced: bool
) -> None:
    log = [
        Record(0.0, "submitted", {"text": text + draft}),
        Record(0.0, "draft_lost", {"text": draft, "how": "submitted", "shown_for": shown_for}),
    ]
    verdict = judge(log, [Sent(text, "confirmed")])
    assert verdict.clean is raced
    assert (verdict.raced, verdict.false_confirmed, verdict.strays) == ((1, 0, 0) if raced else (0, 1, 1))


def test_of_two_equal_answers_the_confirmed_one_is_held_against_the_log() -> None:
    facts = {"option": "Yes", "about": "x", "key": "1", "shown_for": 1.0}
    claims = [Answered("Yes", "unknown", "x"), Answered("Yes", "confirmed", "x")]
    assert judge([Record(0.0, "answered", facts)], claims).clean
    assert judge([], claims).false_confirmed == 1
