"""Every example runs as it stands, on a tmux server of its own, and does what it says."""

import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

from cotty.testing.fake_cli.starting import fake_command
from cotty.testing.ground_truth import read_log
from cotty.testing.scenario import Popup, Reply, Scenario, When
from tests.architecture.sources import ROOT
from tests.beds.fixtures import end_server

EXAMPLES = ROOT / "examples"
pytestmark = [pytest.mark.real, pytest.mark.slow]


def run(environment: dict[str, str], name: str, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    program = ["sh"] if name.endswith(".sh") else [sys.executable]
    argv = [*program, str(EXAMPLES / name), *words]
    return subprocess.run(argv, env=environment, input=typed, capture_output=True, text=True, timeout=50, check=False)


def test_commands_run_until_the_first_that_fails(environment: dict[str, str]) -> None:
    done = run(environment, "run_and_report.py", "cd /usr", "ls no-such-file", "echo never")
    lines = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (2, "")
    assert lines[0].startswith("cd /usr: exit code 0 after ")
    assert lines[0].endswith(" in /usr")
    assert lines[1].startswith("ls no-such-file: exit code 2 after ")
    assert "no-such-file" in lines[2]
    assert "never" not in done.stdout


def test_a_question_is_answered_once_it_was_asked(environment: dict[str, str]) -> None:
    done = run(environment, "answer_a_question.py")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "confirmed ('landed', 'enter', 'line-taken')\nyou said y\n"


def test_an_agent_is_asked_and_a_person_decides_what_it_asks(environment: dict[str, str], tmp_path: Path) -> None:
    folder = tmp_path / ".config" / "cotty" / "profiles"
    folder.mkdir(parents=True)
    fake = files("cotty.testing").joinpath("profiles", "fake_boxed.toml").read_text(encoding="utf-8")
    (folder / "fake_boxed.toml").write_text(fake, encoding="utf-8")
    scenario = Scenario(popups=(Popup(When("submitted", 50)),), reply=Reply(busy_ms=500))
    command = fake_command(scenario, tmp_path / "truth", shell=False)
    done = run(environment, "ask_an_agent.py", "fake_boxed", "clean up", *command, typed="2\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[0].strip() == "confirmed awaiting_input"
    assert "Do you want to proceed? rm -rf build\n  1. Yes\n" in done.stdout
    assert done.stdout.endswith("which? confirmed ('key', 'dialog-went')\nconfirmed\n")
    answers = [each.facts["option"] for each in read_log(tmp_path / "truth") if each.event == "answered"]
    assert answers == ["Yes, and don't ask again"]


@pytest.mark.parametrize(
    ("name", "words", "code", "said"),
    [
        ("ask_an_agent.py", [], 2, "usage: python examples/ask_an_agent.py PROFILE PROMPT"),
        ("ask_an_agent.py", ["claud", "hello"], 1, "There is no profile 'claud'."),
        ("ask_an_agent.py", ["claude_code", "hello", "nobody-has-it"], 1, "`nobody-has-it` is not on the PATH"),
        ("capture_a_screen.sh", [], 2, "usage: sh examples/capture_a_screen.sh PANE FILE"),
    ],
)
def test_a_mistake_is_a_sentence_and_no_traceback(
    environment: dict[str, str], name: str, words: list[str], code: int, said: str
) -> None:
    done = run(environment, name, *words)
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (code, "", 1), done.stderr
    assert said in done.stderr


def test_an_agent_that_ends_at_its_first_question_is_not_asked(environment: dict[str, str]) -> None:
    asks = 'printf "Go on? [y/N] "; read -r answer'
    done = run(environment, "ask_an_agent.py", "shell", "hello", "sh", "-c", asks, typed="2\n")
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.endswith("it has ended\n")


def test_a_screen_is_captured_on_the_server_that_cotty_uses(environment: dict[str, str], tmp_path: Path) -> None:
    file, socket = tmp_path / "fresh.txt", str(tmp_path / "other")
    start = ["tmux", "-S", socket, "-f", "/dev/null", "new-session", "-d", "-P", "-F", "#{pane_id}", "cat"]
    pane = subprocess.run(start, env=environment, capture_output=True, text=True, timeout=50, check=True).stdout.strip()
    try:
        elsewhere = {**environment, "COTTY_SOCKET_PATH": socket}
        assert run(elsewhere, "capture_a_screen.sh", pane, str(file)).returncode == 0
        assert file.read_text(encoding="utf-8").startswith("size: 80x24\n")
        assert run(environment, "capture_a_screen.sh", pane, str(tmp_path / "none.txt")).returncode != 0
        assert not (tmp_path / "none.txt").exists()
    finally:
        end_server("tmux", Path(socket))


def test_what_panes_print_is_followed(environment: dict[str, str]) -> None:
    assert run(environment, "run_and_report.py", "true").returncode == 0
    done = run(environment, "follow_every_pane.py", "1")
    assert (done.returncode, done.stderr) == (0, "")
    assert "snapshot\n" in done.stdout
    assert done.stdout.endswith("watched 1 panes for 1 s\n")


def test_a_shell_script_reads_only_what_is_new(environment: dict[str, str]) -> None:
    done = run(environment, "only_what_is_new.sh", "seq 1 3")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[0].startswith("confirmed: landed, enter, ")
    assert [line for line in done.stdout.splitlines() if line.isdigit()] == ["1", "2", "3"]


def test_a_captured_screen_is_read_by_a_profile(environment: dict[str, str], tmp_path: Path) -> None:
    """As docs/write-a-profile.md tells it: a profile, what its CLI shows, and the one held against the other."""
    profile, frame = tmp_path / "my_cli.toml", tmp_path / "screens" / "idle" / "fresh.txt"
    profile.write_text(_profile_in_the_document(), encoding="utf-8")
    cli = 'printf "my-cli 1.0\n\n? "; cat'
    opened = subprocess.run(
        ["cotty", "open", "mine", "--", "sh", "-c", cli],
        env=environment,
        capture_output=True,
        text=True,
        timeout=50,
        check=True,
    )
    pane = opened.stdout.split()[0]
    subprocess.run(
        ["cotty", "wait", "mine", "--pattern", "^[?]"], env=environment, timeout=50, check=True, capture_output=True
    )
    captured = run(environment, "capture_a_screen.sh", pane, str(frame))
    assert (captured.returncode, captured.stdout) == (0, f"{frame}\n"), captured.stderr
    words = ["cotty", "conformance", str(profile), "--sends", "4", "--seed", "3"]
    done = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=50, check=False)
    assert done.returncode == 0, (done.stdout, done.stderr)
    assert done.stdout.startswith(f"1 screens in {frame.parents[1]}, 0 mistakes\n")
    frame.rename(frame.parents[1] / "wrong.txt")
    wrong = frame.parents[1] / "awaiting_input" / "fresh.txt"
    wrong.parent.mkdir()
    (frame.parents[1] / "wrong.txt").rename(wrong)
    done = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=50, check=False)
    assert done.returncode == 56
    assert f"{wrong}: shows awaiting_input, was read as idle" in done.stdout


def _profile_in_the_document() -> str:
    text = (ROOT / "docs/write-a-profile.md").read_text(encoding="utf-8")
    return text.partition("```toml\n")[2].partition("```")[0]


def test_every_example_is_listed_and_tested() -> None:
    names = {path.name for path in EXAMPLES.iterdir() if path.suffix in (".py", ".sh")}
    listed = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    tested = (ROOT / "tests/documents/test_examples.py").read_text(encoding="utf-8")
    assert {name for name in names if f"({name})" not in listed or f'"{name}"' not in tested} == set()
