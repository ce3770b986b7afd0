"""A scenario is the same after it was written and read; random ones cover every trap; mistakes are named."""

import subprocess
import sys
from collections import Counter
from dataclasses import fields
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotty.errors import InvalidInput
from cotty.testing.fake_profiles import fake_profile
from cotty.testing.scenario import MOMENTS, SKINS, Change, Paint, Popup, Scenario, When
from cotty.testing.scenarios import random_message, random_scenario

SEEDS = range(2000)


@given(st.integers(0, 1 << 32))
def test_a_scenario_comes_back_from_json(seed: int) -> None:
    scenario = random_scenario(seed)
    assert Scenario.from_json(scenario.to_json()) == scenario
    assert random_scenario(seed) == scenario


def test_a_scenario_comes_from_a_file_of_either_kind(tmp_path: Path) -> None:
    toml, json = tmp_path / "s.toml", tmp_path / "s.json"
    toml.write_text(
        'skin = "plain"\n[[popups]]\nabout = "x"\noptions = ["a", "b"]\n[popups.when]\nmoment = "enter"\nnumber = 1\n'
        "[popups.change]\nafter_ms = 5\n[paint]\nfps = 60\n"
    )
    popup = Popup(When("enter", 1), about="x", options=("a", "b"), change=Change(after_ms=5))
    wanted = Scenario(skin="plain", popups=(popup,), paint=Paint(fps=60))
    json.write_text(wanted.to_json())
    assert Scenario.load(str(toml)) == Scenario.load(str(json)) == Scenario.load(wanted.to_json()) == wanted


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"skin": "round"}', "scenario.skin is 'round'"),
        ('{"colour": 1}', "no 'colour'"),
        ('{"enter": {"swallowed": "two"}}', "scenario.enter.swallowed is 'two'"),
        ('{"popups": [{"when": {"moment": "never"}}]}', "scenario.popups.when.moment is 'never'"),
        ('{"paint": 3}', "scenario.paint is 3"),
        ("{", "not JSON"),
    ],
)
def test_a_mistake_is_named(text: str, said: str) -> None:
    with pytest.raises(InvalidInput, match=said):
        Scenario.load(text)


def test_random_scenarios_have_every_trap_and_some_have_none() -> None:
    scenarios = [random_scenario(seed) for seed in SEEDS]
    harmless = [each for each in scenarios if each == Scenario(each.seed, each.skin, reply=each.reply)]
    assert 0.15 < len(harmless) / len(SEEDS) < 0.3
    usual = Scenario()
    trapped = Counter(
        field.name
        for each in scenarios
        for field in fields(each)
        if getattr(each, field.name) != getattr(usual, field.name)
    )
    assert {name: trapped[name] for name in trapped if trapped[name] < 50} == {}
    assert set(trapped) == {field.name for field in fields(Scenario)}


def test_random_dialogs_rise_at_every_moment_on_every_skin_and_none_is_unfair() -> None:
    popups = [(each.skin, popup) for each in map(random_scenario, SEEDS) for popup in each.popups]
    assert {(skin, popup.when.moment) for skin, popup in popups} == {(skin, each) for skin in SKINS for each in MOMENTS}
    assert not any(popup.takes_that_enter for _, popup in popups)
    assert any(popup.highlight > 1 for _, popup in popups)
    assert any(popup.change and popup.change.after_ms for _, popup in popups)
    assert any(popup.change and popup.change.on_key_within_ms for _, popup in popups)
    twice = [each for each in map(random_scenario, SEEDS) if len(each.popups) == 2 and len(set(each.popups)) == 1]
    assert len(twice) > 20


def test_messages_differ_and_can_be_typed() -> None:
    messages = [random_message(seed) for seed in SEEDS]
    assert len(set(messages)) == len(messages)
    assert all(message.strip() == message for message in messages)
    assert max(map(len, messages)) > 20_000
    assert any("\n" in message for message in messages)


@pytest.mark.parametrize("skin", SKINS)
def test_every_skin_has_a_profile_that_knows_the_window_of_the_scenario(skin: str) -> None:
    scenario = Scenario.from_data({"skin": skin, "enter": {"newline_within_ms": 120}})
    profile = fake_profile(scenario)
    assert profile.name == f"fake_{skin}"
    assert (profile.delivery.gap_ms, profile.delivery.enter_within_ms) == (130, 120)
    assert fake_profile(Scenario(skin=skin)).delivery.gap_ms == 0


def test_a_fake_without_a_terminal_is_told_of_in_a_sentence() -> None:
    words = [sys.executable, "-m", "cotty.testing.fake_cli"]
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=30, check=False)
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert "draws on a terminal" in done.stderr
