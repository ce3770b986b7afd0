"""cotty's delivery against random fakes in real panes, the same report on a sender without eyes, and the command.

`make conformance` plays 2 000 sends and holds them to every bar; here a sample is held to those that are 0 at any size.
"""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random, SystemRandom

import pytest

from cotty.testing.conformance import scenes
from cotty.testing.conformance.bed import bed
from cotty.testing.conformance.cases import Told, case_of
from cotty.testing.conformance.playing import play
from cotty.testing.conformance.report import Report, report_of
from cotty.testing.conformance.running import Plan, replay, run
from cotty.testing.conformance.scenes import SCENES, tell_blindly
from cotty.testing.conformance.speed import measured
from cotty.testing.scenario import Death, Scenario, When

pytestmark = [pytest.mark.real, pytest.mark.slow]

COTTY = Path(sys.executable).with_name("cotty")
PERCENT = "%"  # of what is so rare that a sample of 100 says little


async def played(sends: int, seed: int, tmux: str) -> Report:
    print(f"make conformance ARGS='--sends {sends} --seed {seed}'")
    return await run(Plan(sends=sends, seed=seed, speed=False, tmux=tmux))


def missed(report: Report) -> list[str]:
    return [figure.name for figure in report.figures if not figure.reached and figure.unit != PERCENT]


@pytest.mark.promise("agents:delivered")
@pytest.mark.parametrize("seed", [31_000, None], ids=["fixed", "fresh"])
async def test_random_messages_and_answers_are_delivered_once_or_not_at_all(
    seed: int | None, tmux_program: str
) -> None:
    report = await played(75, SystemRandom().randrange(10**6) if seed is None else seed, tmux_program)
    assert (missed(report), report.failures) == ([], ())
    assert report.verdict.confirmed > report.count("send") // 2


@pytest.mark.promise("kit:catches")
async def test_the_same_report_catches_a_sender_that_does_not_look(tmux_program: str) -> None:
    report = await run(Plan(sends=40, seed=31_000, speed=False, tmux=tmux_program, teller=tell_blindly))
    assert not report.reached
    assert {"confirmed, and it was not so", "submitted, and nobody sent it"} <= set(missed(report))
    assert len(report.failures) > 5


@pytest.mark.parametrize("scene", SCENES)
async def test_each_scene_is_confirmed_where_nothing_is_in_its_way(scene: str, tmux_program: str) -> None:
    told = (Told("one\ntwo", 1.0, again=True), Told("three", 1.0, again=False))
    scenario = SCENES[scene].fits(Scenario(), Random(2))  # noqa: S311
    case = replace(case_of(0), scenario=scenario, scene=scene, messages=told[: 1 if scene == "leave" else 2])
    async with bed(tmux_program) as ours:
        done = await play(ours, case)
    assert (done.crash, done.verdict.complaints) == ("", ())
    assert {claim.outcome for claim in done.claims} == {"confirmed"}, done.claims
    verbs = {"ask": {"send", "ask"}, "interrupt": {"send", "interrupt"}, "leave": {"send", "leave"}}
    assert {claim.verb for claim in done.claims} == verbs.get(scene, {"send"})
    sent = [
        record.facts["text"] for record in done.log if record.event == "submitted" and record.facts["text"] != "/exit"
    ]
    beside = ("beside one\ntwo beside", "beside three beside") if scene == "two processes" else ()
    assert sorted(sent) == sorted([*(each.text for each in case.messages), *beside])


async def test_a_fake_that_has_died_before_anybody_could_find_it_is_told_nothing(tmux_program: str) -> None:
    case = replace(case_of(0), scenario=Scenario(death=Death(When("start"))))
    async with bed(tmux_program) as ours:
        done = await play(ours, case)
    assert (done.crash, done.verdict.complaints) == ("", ())
    assert {claim.outcome for claim in done.claims} == {"refused"}


@pytest.mark.parametrize(
    "does",
    [
        "",
        "import sys; sys.stdin.read()",
        "import os; os.close(0); print('ready', flush=True)",
        "import sys; print('ready\\n[]', flush=True); sys.stdin.read()",
    ],
    ids=["ends at once", "says nothing", "hears no start", "does not end"],
)
async def test_a_second_process_that_fails_is_a_crash_that_is_counted(
    does: str, tmux_program: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scenes, "_OTHER", 0.5)
    monkeypatch.setattr(scenes, "_BESIDE", ("-c", does))
    told = Told("one", 1.0, again=False)
    case = replace(case_of(0), scenario=Scenario(), scene="two processes", messages=(told,))
    async with bed(tmux_program) as ours:
        done = await play(ours, case)
    assert done.crash.startswith("CottyError: The other process ")
    assert not done.clean


async def test_a_submit_and_news_of_a_state_come_soon(tmux_program: str) -> None:
    async with bed(tmux_program) as ours:
        speed = await measured(ours, ("plain",))
    report = report_of([], speed)
    times = {figure.name: figure for figure in report.figures if figure.unit == "ms"}
    assert len(speed.submits) == len(speed.gaps) == 18
    assert len(speed.news) > 15
    assert [name for name, figure in times.items() if not figure.reached] == []


async def test_one_case_is_played_again(tmux_program: str) -> None:
    again = await replay(31_003, tmux=tmux_program)  # one without traps, which is short
    assert again.clean
    assert [claim.text for claim in again.claims][:1] == [again.case.messages[0].text]


@pytest.mark.promise("kit:profile")
def test_the_command_prints_figures_beside_their_bars_and_its_status_says_whether_they_are_reached(
    tmp_path: Path, tmux_program: str
) -> None:
    out, profile = tmp_path / "out" / "report.json", tmp_path / "hasty.toml"
    profile.write_text('name = "hasty"\ntitle = "Hasty"\n[delivery]\ngap_ms = 0\nenter_within_ms = 120\n')
    words = [str(COTTY), "conformance", str(profile), "--sends", "12", "--seed", "5"]
    done = subprocess.run(
        [*words, "--tmux", tmux_program, "--out", str(out)], capture_output=True, text=True, timeout=50, check=False
    )
    assert done.returncode == 56, done.stderr
    assert "Enter came too soon and became a new line" in done.stdout
    data = json.loads(out.read_text(encoding="utf-8"))
    assert data["reached"] is False
    assert 12 <= data["report"]["played"]["send"] <= 14  # a case is played whole
    by_name = {figure["name"]: figure for figure in data["report"]["figures"]}
    assert by_name["Enter came too soon and became a new line"]["value"] > 0
    assert by_name["confirmed, and it was not so"]["reached"]
    assert "hasty says nothing of a composer, so every message would be refused" in done.stdout


def test_a_profile_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    profile = tmp_path / "broken.toml"
    profile.write_text('name = "broken"\ntitle = 3\n')
    words = [str(COTTY), "conformance", str(profile)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=50, check=False)
    assert done.returncode == 7
    assert f"{profile}:2" in done.stderr
