"""How a turn, a wait and a start end that did not go as they were meant to: each says so, by status and in words."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from cotty.testing.fake_cli.starting import fake_command
from cotty.testing.scenario import Popup, Reply, Scenario, When
from tests.real.command_line import COTTY, Cotty
from tests.real.test_cli_agents import cotty, launched, told

__all__ = ["cotty"]
pytestmark = pytest.mark.real
_BUSY: Final = Scenario(reply=Reply(busy_ms=60_000))
_MINE: Final = """name = "mine"
title = "Mine"

[process]
start = ["mine-that-nobody-has"]
names = ["{name}"]

[composer]
at_cursor = true
prompt = '^never'

[[rule]]
name = "composer"
says = "idle"
composer = true
"""


@pytest.mark.parametrize("as_json", [False, True])
def test_an_ask_that_somebody_interrupts_is_not_answered(cotty: Cotty, as_json: bool) -> None:
    pane = launched(cotty, _BUSY)
    words = [COTTY, "ask", pane, "do the long one", *(["--json"] if as_json else [])]
    with subprocess.Popen(words, env=cotty.variables(), stdout=subprocess.PIPE, stderr=subprocess.PIPE) as asked:
        assert cotty("wait", pane, "--state", "processing", "--timeout", "30").code == 0
        assert cotty("interrupt", pane).code == 0
        out, err = (stream.decode() for stream in asked.communicate(timeout=30))
    assert asked.returncode == 57, (out, err)
    if as_json:
        turn = json.loads(out)
        assert (turn["interrupted"], turn["state"], turn["reply"]) == (True, "idle", "")
    else:
        assert f"{pane} was interrupted after " in err
        assert "Interrupted" not in out


def test_a_turn_without_a_word_is_not_answered(cotty: Cotty) -> None:
    file = cotty.folder / ".config" / "cotty" / "profiles" / "fake_boxed.toml"
    bare = file.read_text(encoding="utf-8").replace("reply_skip = '", "reply_skip = '^●$|")
    file.write_text(bare, encoding="utf-8")
    pane = launched(cotty, Scenario(reply=Reply(text="", busy_ms=600)))
    asked = cotty("ask", pane, "say nothing")
    assert (asked.code, asked.out) == (51, "")
    assert f"the turn is over and no reply was found; `cotty screen {pane}`" in asked.err


def test_a_wait_at_an_agent_is_over_when_it_rests_or_asks(cotty: Cotty) -> None:
    pane = launched(cotty, Scenario(reply=Reply(busy_ms=400), popups=(Popup(When("submitted", 50)),)))
    idle = cotty("wait", pane, "--timeout", "5", "--json")
    assert (idle.code, idle.json["reason"], idle.json["state"], idle.json["awaiting"]) == (0, "state", "idle", None)
    cotty("send", pane, "work")
    asks = cotty("wait", pane, "--json").json
    assert (asks["state"], asks["awaiting"]["question"]) == ("awaiting_input", "Do you want to proceed?")


def test_a_wait_at_an_agent_that_works_on_runs_out_of_time(cotty: Cotty) -> None:
    pane = launched(cotty, _BUSY)
    cotty("send", pane, "work")
    late = cotty("wait", pane, "--timeout", "0.3", "--json")
    assert (late.code, late.json["reason"], late.json["state"]) == (124, "timeout", "processing")


def test_a_command_for_a_shell_is_refused_at_once_where_an_agent_runs(cotty: Cotty) -> None:
    pane = launched(cotty)
    done = cotty("run", pane, "ls", "--json")
    assert (done.code, done.error["code"]) == (20, "refused")
    assert "fake_boxed runs in" in done.error["message"]
    assert f"cotty ask {pane}" in done.error["suggestion"]
    assert "C-c" not in done.error["suggestion"]
    assert told(cotty) == []


def test_a_program_that_is_nowhere_on_the_path_is_named(cotty: Cotty) -> None:
    cotty.profile("mine", _MINE.format(name="mine"))
    done = cotty("launch", "mine", "--json")
    assert (done.code, done.error["code"]) == (14, "agent_not_found")
    assert "`mine-that-nobody-has` is not on the PATH of this tmux server" in done.error["message"]
    assert "--command" in done.error["suggestion"]


def test_a_program_that_only_the_caller_finds_is_started(cotty: Cotty, tmp_path: Path) -> None:
    program = tmp_path / "bin" / "fake-of-the-caller"
    program.parent.mkdir()
    words = fake_command(Scenario(), "/dev/null", shell=False)
    program.write_text(f"#!{sys.executable}\nimport os\nos.execvp({words[0]!r}, {words!r})\n", encoding="utf-8")
    program.chmod(0o755)
    caller = replace(cotty, environment={"PATH": f"{program.parent}:{os.environ['PATH']}"})
    done = caller("launch", "fake_boxed", "--wait", "--json", "--", program.name)
    assert (done.code, done.json["state"]) == (0, "idle"), done.err


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("my-cli", "what runs in {pane} is `cat`; mine knows `my-cli` (process.names)"),
        ("cat", "no rule of mine knows what {pane} shows: `cotty explain {pane} --profile mine`"),
    ],
    ids=["another program", "no rule"],
)
def test_an_agent_that_never_came_up_says_why(cotty: Cotty, name: str, hint: str) -> None:
    cotty.profile("mine", _MINE.format(name=name))
    done = cotty("launch", "mine", "--wait", "--timeout", "0.5", "--command", "cat")
    pane = done.out.strip()
    assert (done.code, hint.format(pane=pane) in done.err) == (124, True), done.err
    if name == "my-cli":
        for words in (("adopt", pane), ("ask", pane, "hello")):
            missing = cotty(*words, "--json")
            assert missing.code == 14
            assert "what runs there is `cat`; it was started as mine" in missing.error["message"]
