"""The kit's pure parts: cases of a seed, how often a trap is sprung, what a report makes of what was played."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from cotty.errors import BadProfile, InvalidInput
from cotty.model import Outcome
from cotty.profiles.tables import read_profile
from cotty.testing.conformance.bars import Figure, least_of, quantile
from cotty.testing.conformance.cases import case_of, cases
from cotty.testing.conformance.playing import Played
from cotty.testing.conformance.report import report_of
from cotty.testing.conformance.running import Plan
from cotty.testing.conformance.scenes import SCENES
from cotty.testing.conformance.speed import Speed, delays
from cotty.testing.conformance.traps import ALL
from cotty.testing.conformance.users import deliverable, planned, read_screens
from cotty.testing.fake_profiles import profile_at, spoken_to
from cotty.testing.ground_truth import Answered, Claim, Done, Record, Sent, Verdict, judge
from cotty.testing.scenario import Scenario

OWN = """
name = "mine"
title = "Mine"
[delivery]
gap_ms = 20
enter_within_ms = 8
[composer]
at_cursor = true
prompt = '^[?] ?'
[[rule]]
name = "composer"
says = "idle"
composer = true
"""


@pytest.mark.parametrize("seed", [0, 5000, 777_777])
def test_a_full_run_springs_every_trap_often(seed: int) -> None:
    sprung = Counter(trap for case in cases(seed, 2000) for trap in case.traps for _ in case.messages)
    assert {trap: sprung[trap] for trap in ALL if sprung[trap] < 20} == {}


def test_a_full_run_plays_every_scene_often() -> None:
    played = Counter(case.scene for case in cases(5000, 2000) for _ in case.messages)
    assert {name: played[name] for name in SCENES if played[name] < 50} == {}


def test_a_seed_is_a_case() -> None:
    assert case_of(7) == case_of(7)
    assert case_of(7) != case_of(8)
    texts = [told.text for seed in range(500) for told in case_of(seed).messages]
    assert len(set(texts)) == len(texts)


def played(seed: int, *claims: Claim, submitted: tuple[str, ...] = (), crash: str = "") -> Played:
    log = [Record(0.0, "submitted", {"text": text}) for text in submitted]
    return Played(case_of(seed), judge(log, claims), claims, tuple(log), crash)


def harmless(scene: str = "send") -> int:
    return next(seed for seed in range(1000) if "no trap" in case_of(seed).traps and case_of(seed).scene == scene)


def spoilt(scene: str = "send") -> int:
    """One with traps, none of which keeps a message from being confirmed."""
    spoils = ("draft", "dialog", "dies", "ghost", "no trap")
    found = (seed for seed in range(1000) if not any(word in trap for trap in case_of(seed).traps for word in spoils))
    return next(seed for seed in found if case_of(seed).scene == scene)


def missed(*each: Played) -> set[str]:
    return {figure.name for figure in report_of(each, Speed()).figures if not figure.reached}


def test_what_was_right_misses_no_bar() -> None:
    report = report_of([played(3, Sent("a", Outcome.CONFIRMED), submitted=("a",))], Speed())
    assert (report.reached, report.failures, report.count("send"), report.count("answer")) == (True, (), 1, 0)
    assert report.data()["reached"] is True


@pytest.mark.parametrize(
    ("claim", "submitted", "bar"),
    [
        (Sent("a", Outcome.CONFIRMED), (), "confirmed, and it was not so"),
        (Sent("a", Outcome.CONFIRMED), ("a", "a"), "duplicates"),
        (Sent("a", Outcome.NOT_SUBMITTED), ("a",), "denied, and it was so"),
        (Sent("a", "refused", "dialog"), ("b",), "submitted, and nobody sent it"),
        (Sent("a", Outcome.NOT_SUBMITTED, "landed+enter+newline"), (), "Enter came too soon and became a new line"),
        (Sent("a", Outcome.UNKNOWN, "landed+enter+gone"), (), "sends whose outcome is unknown"),
    ],
)
def test_what_was_wrong_misses_its_bar(claim: Sent, submitted: tuple[str, ...], bar: str) -> None:
    assert bar in missed(played(3, claim, submitted=submitted))


def test_who_refuses_everything_misses_a_bar_too() -> None:
    all_refused = [Sent(str(number), "refused", "draft") for number in range(60)]
    assert missed(played(harmless(), *all_refused)) == {"not confirmed where there is no trap", SENDS}
    assert missed(played(spoilt(), *all_refused)) == {SENDS}
    all_unknown = [Sent(str(number), Outcome.UNKNOWN, "landed+enter+unproved") for number in range(60)]
    assert SENDS in missed(played(spoilt(), *all_unknown))


SENDS = "sends confirmed where nobody asks, types or dies (of 60)"


@pytest.mark.parametrize("verb", ["interrupt", "leave"])
def test_a_verb_that_never_works_misses_its_bar(verb: str) -> None:
    case = next(each for each in map(case_of, range(9000)) if each.scene == verb and "no trap" in each.traps
                and (verb == "leave" or each.scenario.reply.busy_ms > 1000))  # fmt: skip
    claims = [Done(verb, Outcome.NOT_SUBMITTED, 0.0, 1.0, "still-there") for _ in range(10)]
    figures = report_of([Played(case, judge([], claims), tuple(claims))], Speed()).figures
    assert f"{verb}s confirmed there (of 10)" in {figure.name for figure in figures if not figure.reached}


def test_an_answer_behind_which_another_dialog_stands_is_counted_apart() -> None:
    claims = [
        Answered("Yes", Outcome.UNKNOWN, "rm", "key+other-dialog"),
        Answered("Yes", Outcome.UNKNOWN, "rm", "key+gone"),
    ]
    values = {figure.name: figure.value for figure in report_of([played(3, *claims)], Speed()).figures}
    assert values["answers unknown: another dialog stands there"] == 50
    assert values["answers unknown otherwise"] == 50


def test_a_part_of_few_may_have_one_miss_and_none_at_all_is_not_enough() -> None:
    found = {(part, whole): least_of("x", part, whole, 98).reached for part, whole in
             ((98, 100), (97, 100), (9, 10), (8, 10), (1, 1), (0, 1), (0, 2), (0, 0))}  # fmt: skip
    assert [at for at, reached in found.items() if not reached] == [(97, 100), (8, 10), (0, 1), (0, 2)]


def test_a_crash_is_counted_and_a_failure_says_how_to_see_it_again() -> None:
    report = report_of([played(12, crash="ConnectionLost: gone")], Speed())
    assert not report.reached
    assert [(each.seed, each.replay) for each in report.failures] == [(12, "cotty conformance --replay 12")]
    assert "ConnectionLost" in report.failures[0].complaints[0]


def test_a_bar_that_was_not_measured_is_missed() -> None:
    assert not Figure("x", None, bar=1).reached
    assert not Figure("x", 1.0, bar=1, below=True).reached
    assert Figure("x", 1.0, bar=1).reached
    assert Figure("x", None).reached
    assert quantile((), 0.5) is None
    assert quantile((1.0, 3.0), 0.5) == 2.0


def test_verdicts_add_up() -> None:
    assert (Verdict(raced=1) + Verdict(raced=2)).raced == 3


def painted(*states: tuple[float, str]) -> list[Record]:
    return [Record(at, "painted", {"state": state}) for at, state in states]


def test_news_is_counted_from_the_frame_and_what_was_never_told_took_as_long_as_it_stood() -> None:
    log = painted((0.0, "idle"), (1.0, "processing"), (1.5, "idle"), (1.6, "processing"), (2.0, "idle"), (3.0, "x"))
    # rest was told for the second time from the first half of its frame; 0.1 s of it needed no news
    heard = [(0.01, "idle"), (1.04, "processing"), (1.99, "idle")]
    assert delays(log, heard) == pytest.approx([40.0, 0.0, 0.0])
    assert delays(log, heard[:1]) == pytest.approx([500.0, 400.0, 0.0])


@pytest.fixture
def own(tmp_path: Path) -> Path:
    path = tmp_path / "mine.toml"
    path.write_text(OWN)
    return path


def test_a_mistake_in_a_profile_is_named_with_its_line(own: Path) -> None:
    own.write_text(OWN.replace("gap_ms", "gap_mm"))
    with pytest.raises(BadProfile) as caught:
        profile_at(own)
    assert (caught.value.facts["file"], caught.value.facts["line"]) == (str(own), 5)
    with pytest.raises(BadProfile, match=r"none\.toml cannot be read: No such file or directory\.$"):
        profile_at(own.parent / "none.toml")


def test_a_profile_is_held_against_the_screens_beside_it(own: Path) -> None:
    profile = profile_at(own)
    assert read_screens(profile).frames == 0
    for state, rows in (("idle", "hello\n\n? "), ("processing", "? ")):
        (own.parent / "screens" / state).mkdir(parents=True)
        (own.parent / "screens" / state / "one.txt").write_text(f"size: 20x5\ncursor: 2 2\n\n{rows}")
    read = read_screens(profile)
    assert read.frames == 2
    assert len(read.mistakes) == 1
    assert "shows processing, was read as" in read.mistakes[0]
    with pytest.raises(InvalidInput):
        read_screens(profile, own.parent / "elsewhere")


def test_a_profile_whose_composer_never_matches_is_told_so(own: Path) -> None:
    profile = profile_at(own)
    assert [each.partition(":")[0] for each in read_screens(profile).mistakes] == [
        "the composer of mine was never matched"
    ]
    (own.parent / "screens" / "none").mkdir(parents=True)
    (own.parent / "screens" / "none" / "one.txt").write_text("size: 20x5\ncursor: 2 0\n\nsomething else")
    read = read_screens(profile)
    assert read.mistakes == ("the composer of mine matched on none of 1 screens; its prompt is '^[?] ?'",)
    assert read.unseen == ("composer",)
    bare = read_profile(OWN.partition("[composer]")[0], str(own))
    assert read_screens(bare).mistakes == ("mine says nothing of a composer, so every message would be refused",)


def test_a_frame_without_a_size_is_named(own: Path) -> None:
    (own.parent / "screens" / "idle").mkdir(parents=True)
    (own.parent / "screens" / "idle" / "one.txt").write_text("cursor: 2 2\n\n? ")
    with pytest.raises(InvalidInput, match=r"one\.txt"):
        read_screens(profile_at(own))


def test_a_profile_is_delivered_by_to_fakes_that_have_its_window(own: Path) -> None:
    plan, why_not = planned(Plan(sends=20), str(own), None)
    assert why_not == ""
    assert {(case.scenario.enter.newline_within_ms, case.scenario.enter.newline_within_ms_of_paste)
            for case in plan.cases} == {(8, 8)}  # fmt: skip
    told = spoken_to(plan.cases[0].scenario, plan.profile)
    assert (told.delivery.gap_ms, told.composer is not None and told.composer.at_cursor) == (20, False)


def test_a_scenario_may_be_named(own: Path, tmp_path: Path) -> None:
    fake = tmp_path / "fake.toml"
    fake.write_text('skin = "plain"\n[enter]\nswallowed = 1\n')
    for profile in (None, str(own)):
        plan, _ = planned(Plan(sends=5), profile, str(fake))
        assert {(case.scenario.skin, case.scenario.enter.swallowed) for case in plan.cases} == {("plain", 1)}
    with pytest.raises(InvalidInput):
        planned(Plan(), None, str(tmp_path / "none.toml"))


def test_a_cli_that_is_submitted_to_by_another_key_is_not_delivered_to(own: Path) -> None:
    profile = read_profile(OWN, "mine.toml")
    other = replace(profile, delivery=replace(profile.delivery, submit=("M-Enter",)))
    assert deliverable(profile) == ""
    assert "M-Enter" in deliverable(other)
    assert spoken_to(Scenario(), str(own)).name == "fake_boxed"
