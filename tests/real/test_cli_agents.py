"""The verbs of agents through the command line, on a fake CLI in a real pane."""

import json
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from cotty.testing.fake_cli.starting import fake_command
from cotty.testing.ground_truth import read_log
from cotty.testing.scenario import Draft, Popup, Reply, Scenario, When
from tests.real.command_line import COTTY, Cotty, private
from tests.real.test_cli import check_bad, completed, on_terminal

pytestmark = pytest.mark.real
ASKING: Final = Scenario(popups=(Popup(),))
SCREENS: Final = Path(__file__).parents[1] / "profiles" / "screens"


@pytest.fixture
def cotty(tmp_path: Path) -> Iterator[Cotty]:
    """cotty of a person whose profiles have the fakes; its server has the session `shared`."""
    with private(tmp_path / "own") as made:
        made.knows_fakes()
        made.session("shared", "cat")
        yield made


def launched(cotty: Cotty, scenario: Scenario | None = None, skin: str = "boxed") -> str:
    """A fake that cotty has started and that has come up; its pane."""
    command = fake_command(scenario or Scenario(skin=skin), cotty.folder / "truth", shell=False)
    done = cotty("launch", f"fake_{skin}", "--wait", "--", *command)
    assert done.code in (0, 54), done.err
    return done.out.strip()


def told(cotty: Cotty) -> list[str]:
    """What was submitted to the fake, as it wrote down itself."""
    return [each.facts["text"] for each in read_log(cotty.folder / "truth") if each.event == "submitted"]


def answered(cotty: Cotty) -> list[str]:
    return [each.facts["option"] for each in read_log(cotty.folder / "truth") if each.event == "answered"]


def test_launch_prints_the_pane_and_agents_lists_it(cotty: Cotty) -> None:
    pane = launched(cotty)
    (row,) = [line.split("\t") for line in cotty("agents").out.splitlines()]
    assert row == [pane, "shared:1.0", "fake_boxed", "idle", str(Path.cwd()), "", "", ""]
    (facts,) = cotty("agents", "--json").json["agents"]
    assert (facts["pane"], facts["state"], facts["awaiting"], facts["draft"]) == (pane, "idle", None, "")
    assert facts["age"] < 5
    assert cotty.ask_tmux("display-message", "-p", "-t", pane, "#{window_name}") == "fake_boxed"


def test_launch_takes_a_folder_a_session_a_name_and_an_environment(cotty: Cotty, tmp_path: Path) -> None:
    fake = fake_command(Scenario(), "/dev/null", shell=False)
    words = ["launch", "fake_boxed", "--cwd", str(tmp_path), "--session", "work", "--name", "job", "--env", "A=1 2"]
    row = cotty(*words, *[f"--command={word}" for word in fake], "--wait", "--json").json
    assert (row["address"], row["cwd"], row["state"]) == ("work:0.0", str(tmp_path), "idle")
    assert cotty.ask_tmux("display-message", "-p", "-t", row["pane"], "#{window_name}") == "job"
    assert b"A=1 2" in Path(f"/proc/{row['pid']}/environ").read_bytes().split(b"\0")


def test_a_program_that_ends_at_once_is_one_clear_error(cotty: Cotty) -> None:
    done = cotty("launch", "fake_boxed", "--json", "--", "/nonexistent/program")
    assert (done.code, done.error["code"]) == (14, "agent_not_found")
    assert "in a shell" in done.error["suggestion"]
    alone = ("launch", "fake_boxed", "--json", "--socket-path", str(cotty.folder / "new"), "--config-file", "/dev/null")
    assert cotty(*alone, "--", "/nonexistent/program").error["code"] == "agent_not_found"  # its server goes, too
    assert cotty("launch", "fake_boxed", "--json").error["code"] == "invalid_input"  # the fakes do not say how


def test_an_agent_that_asks_something_first_is_told_by_the_exit_code_of_launch(cotty: Cotty) -> None:
    command = fake_command(ASKING, "/dev/null", shell=False)
    done = cotty("launch", "fake_boxed", "--wait", "--json", "--", *command)
    assert (done.code, done.json["state"], done.json["awaiting"]["question"]) == (
        54, "awaiting_input", "Do you want to proceed?",
    )  # fmt: skip


@pytest.mark.promise("agents:found")
def test_adopt_finds_an_agent_that_a_person_started_in_a_shell(cotty: Cotty) -> None:
    pane = cotty.session("mine", *fake_command(Scenario(), cotty.folder / "truth"))
    assert cotty("wait", pane, "--pattern", "Welcome", "--timeout", "20").code == 0
    assert cotty("adopt", pane).out.split("\t")[:4] == [pane, "mine:0.0", "fake_boxed", "idle"]
    assert cotty("ask", pane, "hello").code == 0
    assert cotty("send", pane, "again").code == 0
    assert told(cotty) == ["hello", "again"]


def test_ask_prints_the_reply_alone(cotty: Cotty) -> None:
    pane = launched(cotty, Scenario(reply=Reply(text="one\ntwo: {prompt}")))
    done = cotty("ask", pane, "what is it")
    assert (done.code, done.err) == (0, "")
    assert [line.strip("● ") for line in done.out.splitlines()] == ["one", "two: what is it"]
    turn = cotty("ask", pane, "-", "--json", typed=b"from\nstandard input").json
    assert (turn["prompt"], turn["state"], turn["receipt"]["outcome"]) == ("from\nstandard input", "idle", "confirmed")


@pytest.mark.promise("agents:once")
def test_a_key_is_told_once_by_any_process(cotty: Cotty) -> None:
    pane = launched(cotty)
    first, second = (cotty("send", pane, "deploy", "--key", "d1", "--json").json for _ in range(2))
    assert (first["outcome"], second["outcome"], second["evidence"]) == ("confirmed", "confirmed", ["told-before"])
    third = cotty("ask", pane, "deploy", "--key", "d1", "--json").json
    assert third["receipt"]["evidence"] == ["told-before"]
    assert told(cotty) == ["deploy"]


@pytest.mark.promise("agents:turn", "agents:answer")
def test_a_turn_that_ends_in_a_question_says_so(cotty: Cotty) -> None:
    scenario = Scenario(popups=(Popup(When("submitted", 50)),), reply=Reply(busy_ms=60_000))
    pane = launched(cotty, scenario)
    asked = cotty("ask", pane, "clean up")
    assert (asked.code, asked.out) == (54, "")
    assert f"{pane} asks: Do you want to proceed?" in asked.err
    mark = cotty("agents").out.split("\t")[5]
    assert mark in asked.err
    answered_ = cotty("answer", pane, "don't ask again", "--fingerprint", mark)
    assert (answered_.code, answered_.out.partition(":")[0]) == (0, "confirmed")
    assert answered(cotty) == ["Yes, and don't ask again"]
    stopped = cotty("interrupt", pane, "--json")
    assert (stopped.code, stopped.json["outcome"]) == (0, "confirmed")
    assert cotty("interrupt", pane, "--json").json["evidence"] == ["not-busy"]
    assert cotty("interrupt", pane).code == 50
    assert on_terminal(cotty, "interrupt", pane) == f"{pane} is not at work; nothing was pressed.\r\n"


def test_a_turn_that_takes_too_long_is_124_and_is_not_stopped(cotty: Cotty) -> None:
    pane = launched(cotty, Scenario(reply=Reply(busy_ms=60_000)))
    late = cotty("ask", pane, "think", "--timeout", "0.5")
    assert late.code == 124
    assert f"not stopped: it is still at work in {pane}; `cotty interrupt {pane}`" in late.err
    assert cotty("adopt", pane, "--json").json["state"] == "processing"


@pytest.mark.parametrize("words", [("ask", "think"), ("wait", "--state", "rest")])
def test_an_interrupt_says_which_agent_is_not_stopped(cotty: Cotty, words: tuple[str, ...]) -> None:
    pane = launched(cotty, Scenario(reply=Reply(busy_ms=60_000)))
    if words[0] == "wait":
        cotty("send", pane, "think")
    command = [COTTY, words[0], pane, *words[1:]]
    with subprocess.Popen(command, stderr=subprocess.PIPE, env=cotty.variables()) as waiting:
        until = time.monotonic() + 20
        while (cotty("adopt", pane, "--json").json["state"] != "processing"
               or len(cotty.ask_tmux("list-clients").splitlines()) < 2) and time.monotonic() < until:  # fmt: skip
            pass
        waiting.send_signal(signal.SIGINT)
        assert waiting.wait(20) == 130
        assert waiting.stderr is not None
        said = f"cotty: not stopped: fake_boxed is still at work in {pane}; `cotty interrupt {pane}`\n"
        assert waiting.stderr.read().decode() == said


def test_leave_sees_the_program_end_and_its_pane_with_it(cotty: Cotty) -> None:
    pane = launched(cotty)
    left = cotty("leave", pane, "--json")
    assert (left.code, left.json["outcome"], left.json["evidence"]) == (0, "confirmed", ["/exit", "ended"])
    assert cotty("agents").out == ""


def test_what_makes_an_agent_leave_ends_the_turn(cotty: Cotty) -> None:
    pane = launched(cotty)
    turn = cotty("ask", pane, "/exit", "--json")
    assert (turn.json["state"], turn.json["reply"]) == ("ended", "")
    assert turn.code in (51, 52)  # whether its text was seen to go depends on how soon the pane is gone


def test_wait_knows_the_states_of_an_agent(cotty: Cotty) -> None:
    pane = launched(cotty, Scenario(reply=Reply(busy_ms=400)))
    cotty("send", pane, "work")
    rest = cotty("wait", pane, "--state", "rest", "--json")
    assert (rest.code, rest.json["reason"], rest.json["state"]) == (0, "state", "idle")
    never = cotty("wait", pane, "--state", "processing", "--timeout", "0.3", "--json")
    assert (never.code, never.json["reason"], never.json["state"]) == (124, "timeout", "idle")
    cotty("leave", pane)
    assert cotty("wait", pane, "--state", "idle", "--json").error["code"] == "pane_not_found"


@pytest.mark.parametrize("more", [("--pattern", "x"), ("--idle", "1")])
def test_a_wait_is_for_a_state_or_for_output(cotty: Cotty, more: tuple[str, str]) -> None:
    check_bad(cotty, ("wait", "shared", "--state", "idle", *more), "invalid_input")


@pytest.mark.promise("agents:refused", "agents:answer")
def test_a_message_is_refused_while_it_asks_and_where_a_draft_stands(cotty: Cotty) -> None:
    pane = launched(cotty, ASKING)
    check_bad(cotty, ("send", pane, "hello"), "dialog_open")
    check_bad(cotty, ("leave", pane), "dialog_open")
    check_bad(cotty, ("answer", pane, "Maybe"), "option_not_found")
    check_bad(cotty, ("answer", pane, "Yes", "--fingerprint", "000000000000"), "stale_dialog")
    assert (answered(cotty), told(cotty)) == ([], [])
    other = launched(cotty, Scenario(draft=Draft("half a sentence")))
    check_bad(cotty, ("send", other, "hello"), "draft_there")
    assert "half" not in json.dumps(cotty.journal())


BAD: Final = {
    "blank": (("send", "PANE", "  \n "), "invalid_text"),
    "blank question": (("ask", "PANE", " "), "invalid_text"),
    "escape": (("send", "PANE", "a\x1b[31mb"), "invalid_text"),
    "no dialog": (("answer", "PANE", "1"), "dialog_not_found"),
    "no agent": (("ask", "shared", "hello"), "agent_not_found"),
    "no profile": (("launch", "claud_code"), "unknown_profile"),
    "adopted by no profile": (("adopt", "PANE", "--profile", "x"), "unknown_profile"),
    "key without proof": (("send", "PANE", "x", "--key", "a", "--no-proof"), "invalid_input"),
    "both": (("explain", "PANE", "--screen", "/dev/null"), "invalid_input"),
    "no file": (("explain", "--screen", "/nonexistent"), "invalid_input"),
}


def test_bad_input_is_one_clear_error(cotty: Cotty) -> None:
    pane = launched(cotty)
    for words, code in BAD.values():
        check_bad(cotty, tuple(pane if word == "PANE" else word for word in words), code)
    assert told(cotty) == []


@pytest.mark.promise("agents:profiles")
def test_a_broken_profile_says_file_line_and_reason_and_hides_no_other(cotty: Cotty) -> None:
    cotty.profile("mine", 'name = "mine"\ntitle = "Mine"\n\n[composer]\nprompt = "["\n')
    pane = launched(cotty)
    check_bad(cotty, ("adopt", pane, "--profile", "mine"), "bad_profile")
    rows = {row["name"]: row for row in cotty("profiles", "--json").json["profiles"]}
    assert "mine.toml:5: `prompt` is not a regular expression" in rows["mine"]["problem"]
    assert rows["claude_code"]["problem"] is None
    assert "mine.toml:5" in cotty("profiles").out
    assert cotty("adopt", pane).code == 0


@pytest.mark.promise("agents:explain")
def test_explain_names_the_rule_that_decided(cotty: Cotty) -> None:
    pane = launched(cotty, ASKING)
    rows = [line.split("\t") for line in cotty("explain", pane).out.splitlines()]
    assert [row[2:4] for row in rows if row[:2] == ["rule", "decided"]] == [["permission", "awaiting_input"]]
    assert [row[2:4] for row in rows if row[:2] == ["evidence", "decided"]] == [["screen", "awaiting_input"]]
    assert len({row[2] for row in rows if row[0] == "rule"}) > 3
    facts = cotty("explain", pane, "--json").json
    assert (facts["pane"], facts["profile"], facts["state"], facts["rule"]) == (
        pane, "fake_boxed", "awaiting_input", "permission",
    )  # fmt: skip


def saved(tmp_path: Path, name: str) -> str:
    """The rows of a frame, without its header."""
    text = next(SCREENS.glob(name)).read_text(encoding="utf-8").partition("\n\n")[2]
    file = tmp_path / "saved.txt"
    file.write_text(text, encoding="utf-8")
    return str(file)


@pytest.mark.promise("agents:explain")
def test_explain_reads_a_saved_screen_without_any_tmux(tmp_path: Path) -> None:
    alone = Cotty(tmp_path)
    file = saved(tmp_path, "claude_code/2.*/awaiting_input/classic-permission-command-120x40.txt")
    told_ = alone("explain", "--screen", file, "--tmux", "/nonexistent/tmux", "--json").json
    assert (told_["evidence"], told_["could_not_look"]) == ([], None)
    assert (told_["pane"], told_["profile"], told_["state"]) == (None, "claude_code", "awaiting_input")
    assert told_["awaiting"]["options"][0]["label"] == "Yes"
    piped = alone("explain", "--screen", "-", "--profile", "claude_code", "--json", typed=Path(file).read_bytes())
    assert piped.json == told_


def test_explain_says_what_is_no_screen(tmp_path: Path) -> None:
    check_bad(Cotty(tmp_path), ("explain", "--screen", "-"), "invalid_input", typed=b"one\ntwo\x1b[2J\n")


def test_a_person_sees_who_needs_somebody_first_with_the_question(cotty: Cotty) -> None:
    idle, asking = launched(cotty), launched(cotty, ASKING)
    shown = on_terminal(cotty, "agents")
    assert shown.index("needs you") < shown.index("idle")
    assert f"\x1b[1m{asking}\x1b[0m asks: " in shown
    assert "› 1. Yes\r\n    2. Yes, and don't ask again" in shown
    assert f"cotty answer {asking} NUMBER --fingerprint " in shown
    assert "answered after" in on_terminal(cotty, "ask", idle, "hello")
    assert "\x1b[32m→ permission" in on_terminal(cotty, "explain", asking)
    assert "needs you" in on_terminal(cotty, "adopt", asking)


def test_completion_knows_agents_profiles_states_and_what_is_offered(cotty: Cotty) -> None:
    pane = launched(cotty, ASKING)
    assert completed(cotty, "cotty launch fake_") == ["fake_boxed", "fake_fullscreen", "fake_plain"]
    assert completed(cotty, "cotty ask sh") == ["shared:1.0"]
    assert completed(cotty, "cotty interrupt %") == [pane]
    assert completed(cotty, f"cotty wait {pane} --state proc") == ["processing"]
    offered = completed(cotty, f"cotty answer {pane} N")
    assert [word.replace("\\", "") for word in offered] == ["No, and say what to do differently"]


def test_what_was_said_to_an_agent_is_not_in_the_journal(cotty: Cotty) -> None:
    pane = launched(cotty)
    cotty("ask", pane, "hunter2", "--actor", "automation:cron")
    last: dict[str, Any] = cotty.journal()[-1]
    assert (last["actor"], last["operation"], last["pane"], last["outcome"]) == (
        "automation:cron", "ask", pane, "confirmed",
    )  # fmt: skip
    assert "hunter2" not in json.dumps(cotty.journal())
