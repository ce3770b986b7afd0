"""Every verb through the command line: what a pipe sees, what `--json` prints, what the shell is told."""

import json
import os
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cotty import __version__
from cotty.doors.faults import FAULTS
from tests.real.command_line import COTTY, Cotty, old_tmux, private, stopped_container

pytestmark = pytest.mark.real


@pytest.fixture
def cotty(tmp_path: Path) -> Iterator[Cotty]:
    """cotty on a private server that is not started yet."""
    with private(tmp_path / "own") as made:
        yield made


@pytest.fixture
def cat(cotty: Cotty) -> str:
    """A pane of the session `shared` in which `cat` runs."""
    return cotty.session("shared", "cat")


@pytest.fixture
def shell(cotty: Cotty) -> str:
    """A pane with bash as cotty starts it, at its prompt."""
    pane = cotty("open", "shared").out.strip()
    assert cotty("wait", "shared", "--timeout", "20").code == 0
    return pane


def exit_code(code: str) -> int:
    return FAULTS[code].exit_code


def test_the_version_is_told_without_loading_the_engine() -> None:
    done = subprocess.run(
        [COTTY, "--version"],
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPROFILEIMPORTTIME": "1"},
        check=True,
    )
    assert done.stdout == f"cotty {__version__}\n"
    assert "asyncio" not in done.stderr
    assert "argparse" not in done.stderr


def test_help_is_asked_for_by_name_too(cotty: Cotty) -> None:
    assert cotty("help").out == cotty().out
    assert cotty("help", "send").out == cotty("send", "--help").out
    assert cotty("help", "exits").out.startswith("exit codes:\n  0    it was done\n")
    assert cotty("version").out == cotty("--version").out == cotty("version", "--socket", "x").out
    assert cotty("help", "snd", "--json").error["suggestion"] == "Did you mean send?"


def test_a_command_loads_neither_what_draws_nor_what_only_other_commands_need(cotty: Cotty, cat: str) -> None:
    """The start of `cotty read` is measured by `make bench`; this names what would spoil it."""
    code = "import sys; from cotty.doors.cli.main import answer; answer(['read']); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=cotty.variables(), check=True, timeout=30
    )
    loaded = set(done.stderr.split())
    assert {"cotty.operations.read", "asyncio"} <= loaded
    heavy = {"rich", "rich_argparse", "argcomplete", "pydantic", "mcp_types", "tomlkit", "yaml", "psutil"}
    assert heavy.isdisjoint(loaded)
    assert {"cotty.operations.send", "cotty.doors.mcp"}.isdisjoint(loaded)


def test_open_makes_the_session_once_and_prints_the_pane_alone_into_a_pipe(cotty: Cotty) -> None:
    first = cotty("open", "shared")
    assert (first.code, first.out) == (0, "%0\n")
    assert cotty("open", "shared").out == "%0\n"
    row = cotty("open", "shared", "--json").json
    assert (row["id"], row["address"], row["width"], row["height"]) == ("%0", "shared:0.0", 200, 50)


def test_open_starts_a_program_in_a_folder_with_a_size(cotty: Cotty, tmp_path: Path) -> None:
    words = ("open", "job", "--cwd", str(tmp_path), "--width", "90", "--height", "30", "--json", "--", "sleep", "1000")
    assert (cotty(*words).json["width"], cotty("list", "--json").json["panes"][0]["height"]) == (90, 30)
    (row,) = cotty("list", "--json").json["panes"]  # a moment later the program runs there
    assert (row["command"], row["cwd"]) == ("sleep", str(tmp_path))


def test_list_prints_rows_for_a_pipe_and_everything_as_json(cotty: Cotty, cat: str) -> None:
    cotty.session("other", "cat")
    cells = [line.split("\t") for line in cotty("list").out.splitlines()]
    assert {(row[0], row[1], row[2], row[4]) for row in cells} == {
        (cat, "shared:0.0", "cat", "80x24"), ("%1", "other:0.0", "cat", "80x24"),
    }  # fmt: skip
    assert [row["id"] for row in cotty("list", "other", "--json").json["panes"]] == ["%1"]
    assert [row["id"] for row in cotty("list", "--session", "other", "--json").json["panes"]] == ["%1"]


def test_send_says_what_is_proved(cotty: Cotty, shell: str) -> None:
    sent = cotty("send", "shared", "echo one")
    assert (sent.code, sent.out.partition(":")[0]) == (0, "confirmed")
    assert cotty("send", "shared", "echo two", "--json").json["outcome"] == "confirmed"
    blind = cotty("send", "shared", "echo three", "--no-proof", "--json")
    assert (blind.code, blind.json["outcome"]) == (0, "unknown")


def test_a_send_that_is_not_proved_has_an_exit_code_of_its_own(cotty: Cotty, tmp_path: Path) -> None:
    cotty.session("shared", "sh", "-c", "stty -echo; exec sleep 1000")
    cotty("wait", "shared", "--idle", "0.3", "--timeout", "5")
    sent = cotty("send", "shared", "nobody shows this", "--json")
    assert sent.code == {"not_submitted": 50, "unknown": 51}[sent.json["outcome"]]


def test_send_types_what_standard_input_holds(cotty: Cotty, cat: str) -> None:
    cotty("send", "shared", "-", "--no-proof", typed="größer\n".encode())
    assert cotty("wait", "shared", "--pattern", "größer").code == 0


def test_a_lone_dash_behind_two_dashes_is_a_dash(cotty: Cotty, cat: str) -> None:
    cotty("send", "shared", "--no-proof", "--", "-", typed=b"not this")
    assert cotty("wait", "shared", "--pattern", "^-$").code == 0


def test_keys_press_keys(cotty: Cotty, cat: str) -> None:
    pressed = cotty("keys", "shared", "a", "b", "Enter")
    assert (pressed.code, pressed.out) == (0, "")
    assert cotty("wait", "shared", "--pattern", "^ab$").code == 0
    assert cotty("keys", "shared", "x", "--json").json["evidence"] == ["pressed"]


def test_read_gives_lines_and_what_is_new_since_a_cursor(cotty: Cotty, shell: str) -> None:
    cotty("run", "shared", "seq 30")
    assert cotty("read", "shared", "--lines", "3").out == "29\n30\nready>\n"
    page = cotty("read", "shared", "--json").json
    assert page["text"].splitlines()[-3:] == ["29", "30", "ready>"]
    cotty("run", "shared", "echo news")
    news = cotty("read", "shared", "--since", page["cursor"], "--json").json
    assert (news["lines"], news["missed"]) == (["ready> echo news", "news", "ready>"], 0)
    assert "\n1\n2\n" in cotty("read", "shared", "--all").out


def test_wait_tells_the_reason_and_the_shell_whether_it_came(cotty: Cotty, shell: str) -> None:
    ready = cotty("wait", "shared")
    assert (ready.code, ready.out.split(" ")[0]) == (0, "prompt")
    late = cotty("wait", "shared", "--pattern", "never", "--timeout", "0.2", "--json")
    assert (late.code, late.json["reason"]) == (124, "timeout")


@pytest.mark.parametrize("asked", [(), ("--pattern", "never"), ("--idle", "20")])
def test_wait_exits_with_52_when_the_program_ended_whatever_was_asked(
    cotty: Cotty, cat: str, asked: tuple[str, ...]
) -> None:
    cotty.ask_tmux("set-option", "-gw", "remain-on-exit", "on")
    cotty.session("job", "sh", "-c", "read line; exit 3")
    cotty("keys", "job", "Enter")
    gone = cotty("wait", "job", *asked, "--timeout", "20", "--json")
    assert (gone.code, gone.json["reason"], gone.json["exit_status"]) == (52, "exited", 3)


def test_run_prints_the_output_as_it_is_and_ends_as_the_command_did(cotty: Cotty, shell: str) -> None:
    done = cotty("run", "shared", "printf 'a\\nb'; exit_with() { return 7; }; exit_with")
    assert (done.code, done.out, done.err) == (7, "a\nb", "")
    told = cotty("run", "shared", "cd / && pwd", "--json")
    assert (told.code, told.json["output"], told.json["cwd"], told.json["exit_code"]) == (0, "/\n", "/", 0)
    late = cotty("run", "shared", "sleep 1000", "--timeout", "0.3")
    assert (late.code, late.err.startswith("cotty: not stopped: it still runs in %0; `cotty keys %0 C-c`")) == (
        124,
        True,
    )


def test_run_in_a_shell_that_cotty_did_not_start_does_not_guess_an_exit_code(cotty: Cotty) -> None:
    cotty.session("plain", "env", "PS1=ready> ", "bash", "--norc", "--noprofile")
    done = cotty("run", "plain", "echo hello")
    assert (done.code, done.out) == (53, "hello\n")
    assert "exit code is unknown" in done.err


def test_screen_gives_what_is_to_be_seen(cotty: Cotty, cat: str) -> None:
    cotty("send", "shared", "shown", "--no-proof")
    cotty("wait", "shared", "--pattern", "shown")
    assert cotty("screen", "shared").out == "shown\nshown\n"
    facts = cotty("screen", "shared", "--json").json
    assert (facts["cursor_x"], facts["cursor_y"], len(facts["rows"])) == (0, 2, 24)


def test_window_split_resize_and_kill(cotty: Cotty, cat: str) -> None:
    assert cotty("window", "--name", "tests", "--json", "--", "cat").json["window_name"] == "tests"
    row = cotty("split", "shared:0", "--direction", "horizontal", "--title", "logs", "--json", "--", "cat").json
    assert (row["address"], row["title"]) == ("shared:0.1", "logs")
    assert cotty("resize", row["id"], "--width", "20").out == f"{row['id']}\t20x24\n"
    assert cotty("kill", row["id"]).out == f"{row['id']}\n"
    assert cotty("kill", "shared:tests", "--window", "--json").json == {"pane": "%1"}
    assert [each["id"] for each in cotty("list", "--json").json["panes"]] == [cat]


def test_watch_ends_with_the_pane_and_gives_text_to_a_pipe(cotty: Cotty) -> None:
    cotty.session("job", "sh", "-c", "echo before; read line; printf '\\033[31mred\\033[0m\\n'; sleep 0.3")
    cotty("wait", "job", "--pattern", "before")
    with subprocess.Popen([COTTY, "watch", "job"], stdout=subprocess.PIPE, env=cotty.variables()) as watching:
        assert watching.stdout is not None
        assert watching.stdout.readline() == b"before\n"
        cotty("keys", "job", "Enter")
        rest = watching.stdout.read()
        assert watching.wait(20) == 0
    assert b"red\n" in rest
    assert b"\x1b" not in rest


def test_watch_ends_with_an_interrupt(cotty: Cotty, cat: str) -> None:
    with subprocess.Popen([COTTY, "watch", "--json"], stdout=subprocess.PIPE, env=cotty.variables()) as watching:
        assert watching.stdout is not None
        assert json.loads(watching.stdout.readline())["kind"] == "snapshot"
        watching.send_signal(signal.SIGINT)
        assert watching.wait(20) == 130


@pytest.mark.promise("cli:doctor")
def test_doctor_explains_the_machine(cotty: Cotty, cat: str) -> None:
    told = cotty("doctor", "--json").json
    said = {about: " ".join(each["sentence"] for each in told["findings"] if each["about"] == about)
            for about in {each["about"] for each in told["findings"]}}  # fmt: skip
    assert (told["usable"], told["live"], told["error"]) == (True, True, None)
    assert f"tmux {cotty.ask_tmux('display-message', '-p', '#{version}')}" in said["tmux"]
    assert cotty.socket in said["sockets"]
    assert "bash" in said["shells"]
    assert str(cotty.folder / "state") in said["journal"]
    assert cotty("doctor").out.startswith("ok\tcotty\tcotty ")


def test_doctor_is_content_with_a_server_that_is_not_started_yet(cotty: Cotty) -> None:
    done = cotty("doctor", "--json")
    assert (done.code, done.json["usable"], done.json["live"]) == (0, True, False)
    assert not os.path.exists(cotty.socket)


def test_doctor_says_when_the_journal_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    lost = Cotty(tmp_path, environment={"XDG_STATE_HOME": str(tmp_path / "file")})
    findings = lost("doctor", "--json").json["findings"]
    assert [each["level"] for each in findings if each["about"] == "journal"] == ["problem"]


@pytest.mark.parametrize(("program", "code"), [("missing", "tmux_missing"), ("old", "tmux_too_old")])
def test_doctor_fails_when_the_server_cannot_be_used_at_all(
    cotty: Cotty, tmp_path: Path, program: str, code: str
) -> None:
    tmux = old_tmux(tmp_path) if program == "old" else "/nonexistent/tmux"
    done = cotty("doctor", "--tmux", tmux, "--json")
    assert (done.code, done.json["error"], done.json["usable"]) == (exit_code(code), code, False)


def test_whatever_was_done_is_in_the_journal_and_what_was_typed_is_not(cotty: Cotty, cat: str) -> None:
    cotty("send", "shared", "hunter2", "--no-proof", "--actor", "claude")
    cotty("read", "%77")
    rows = [(row["actor"], row["operation"], row["pane"], row["outcome"]) for row in cotty.journal()]
    assert rows == [
        ("agent:claude", "send", cat, "unknown"), ("person:tester", "read", "%77", "pane_not_found"),
    ]  # fmt: skip
    assert "hunter2" not in json.dumps(cotty.journal())


BAD = {
    "unknown pane": (("read", "%99"), "pane_not_found"),
    "unknown session": (("read", "nowhere"), "session_not_found"),
    "unknown window": (("read", "shared:nowhere"), "window_not_found"),
    "bad address": (("read", "%x"), "invalid_address"),
    "bad key": (("keys", "shared", "Entr"), "unknown_key"),
    "negative lines": (("read", "shared", "--lines", "-5"), "invalid_input"),
    "lines that are no number": (("read", "shared", "--lines", "many"), "invalid_input"),
    "bad pattern": (("wait", "shared", "--pattern", "("), "invalid_input"),
    "bad host": (("read", "--host", "telnet://x"), "invalid_input"),
    "unknown verb": (("raed", "shared"), "invalid_input"),
    "last pane": (("kill", "shared"), "last_pane"),
    "no server": (("read", "--socket-path", "/nonexistent/socket"), "no_server"),
    "tmux missing": (("read", "--tmux", "/nonexistent/tmux"), "tmux_missing"),
    "no container engine": (
        ("read", "--host", "docker://x", "--container-program", "/nonexistent"),
        "host_unreachable",
    ),
}


def check_bad(cotty: Cotty, words: tuple[str, ...], code: str, typed: bytes = b"") -> None:
    """One line, one suggestion, the exit code of the table; the same facts as JSON; never a trace."""
    plain, told = cotty(*words, typed=typed), cotty(*words, "--json", typed=typed)
    assert (plain.code, plain.out, told.code, told.out) == (exit_code(code), "", exit_code(code), "")
    head, suggestion = plain.err.splitlines()
    assert head.startswith("cotty: ")
    assert (told.error["code"], told.error["exit_code"]) == (code, exit_code(code))
    assert head == f"cotty: {told.error['message']}"
    assert suggestion.strip() == told.error["suggestion"]
    assert "Traceback" not in plain.err + told.err


@pytest.mark.promise("cli:no-traceback", "cli:json", "A-07", "input:lines", "input:tmux")
@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_one_clear_error(cotty: Cotty, cat: str, name: str) -> None:
    check_bad(cotty, *BAD[name])


@pytest.mark.parametrize(
    ("words", "suggestion"),
    [
        (("list", "--socket", "cotty-test-none"), "Run `cotty --socket=cotty-test-none open shared` to start one."),
        (("wait", "shared", "--pattern", "("), "See `cotty wait --help` for what a command takes."),
        (("resize", "shared"), "See `cotty resize --help` for what a command takes."),
    ],
)
def test_a_suggestion_can_be_typed_as_it_stands(
    cotty: Cotty, cat: str, words: tuple[str, ...], suggestion: str
) -> None:
    assert cotty(*words, "--json").error["suggestion"] == suggestion


@pytest.mark.promise("input:nul")
def test_a_nul_is_one_clear_error(cotty: Cotty, cat: str) -> None:
    check_bad(cotty, ("send", "shared", "-"), "invalid_text", typed=b"a\0b")


@pytest.mark.promise("input:tmux")
def test_a_tmux_that_is_too_old_is_one_clear_error(cotty: Cotty, tmp_path: Path) -> None:
    check_bad(cotty, ("read", "--tmux", old_tmux(tmp_path)), "tmux_too_old")


@pytest.mark.promise("input:pane")
def test_a_pane_of_another_server_is_one_clear_error(cotty: Cotty, cat: str, tmp_path: Path) -> None:
    with private(tmp_path / "other") as other:
        other.session("shared", "cat")
        cursor = other("read", "shared", "--json").json["cursor"]
    check_bad(cotty, ("read", "shared", "--since", cursor), "foreign_pane")


@pytest.mark.promise("input:host")
def test_a_host_that_does_not_answer_is_one_clear_error(cotty: Cotty) -> None:
    if shutil.which("ssh") is None:
        pytest.skip("ssh is not installed: `sh scripts/need.sh openssh-client`")
    check_bad(cotty, ("read", "--host", "ssh://nobody@127.0.0.1:1"), "host_unreachable")


@pytest.mark.promise("input:host")
def test_a_container_that_does_not_run_is_one_clear_error(cotty: Cotty, tmp_path: Path) -> None:
    words = ("read", "--host", "docker://box", "--container-program", stopped_container(tmp_path))
    check_bad(cotty, words, "container_not_running")


@pytest.mark.container
def test_a_real_container_engine_says_it_of_a_container_that_is_not_there(cotty: Cotty) -> None:
    if shutil.which("podman") is None:
        pytest.skip("podman is not installed: `make beds`")
    check_bad(
        cotty, ("read", "--host", "docker://cotty-test-none", "--container-program", "podman"), "container_not_running"
    )


def test_a_reader_that_goes_away_ends_it_quietly(cotty: Cotty, cat: str) -> None:
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run([COTTY, "list"], stdout=write, stderr=subprocess.PIPE, env=cotty.variables(), check=False)
    os.close(write)
    assert (done.returncode, done.stderr) == (141, b"")


def on_terminal(cotty: Cotty, *words: str) -> str:
    """What a person sees: the same command with a terminal as its output."""
    master, slave = pty.openpty()
    with subprocess.Popen([COTTY, *words], stdin=slave, stdout=slave, stderr=slave, env=cotty.variables()) as running:
        os.close(slave)
        shown = b""
        while select.select([master], [], [], 30)[0]:
            try:
                shown += os.read(master, 65536)
            except OSError:  # Linux says so when the last writer is gone
                break
        running.wait(20)
    os.close(master)
    return shown.decode()


def test_a_person_sees_colour_tables_and_how_to_attach(cotty: Cotty, cat: str) -> None:
    assert "\x1b[2mattach:\x1b[0m tmux -S" in on_terminal(cotty, "open", "shared")
    assert "address" in on_terminal(cotty, "list")
    assert "\x1b[1;31mcotty:\x1b[0m There is no pane %99" in on_terminal(cotty, "read", "%99")
    assert "\x1b[32m✓\x1b[0m server" in on_terminal(cotty, "doctor")
    assert "\x1b[" in on_terminal(cotty, "send", "--help")


def test_a_person_reads_sentences_and_a_pipe_words(cotty: Cotty, shell: str) -> None:
    assert cotty("send", "shared", "true").out == "confirmed: landed, enter, paste-off\n"
    shown = on_terminal(cotty, "send", "shared", "true")
    assert "the shell's line editor took the line" in shown
    assert "(landed, enter, paste-off)" in shown


def test_a_wait_for_a_pattern_says_what_it_matched(cotty: Cotty, cat: str) -> None:
    cotty("send", "shared", "4 passed", "--no-proof")
    done = cotty("wait", "shared", "--pattern", r"\d passed")
    assert re.fullmatch(r"pattern after [\d.]+ s: '4 passed'\n", done.out)


def test_a_person_who_watched_gets_the_terminal_back_as_it_was(cotty: Cotty) -> None:
    """The program hides the cursor, opens the other screen, sets a title and ends without tidying up."""
    cotty.session("job", "sh", "-c", "read line; printf '\\033[?1049h\\033[?25l\\033]0;gotcha\\007drawn'; read line")
    master, slave = pty.openpty()
    with subprocess.Popen(
        [COTTY, "watch", "job"], stdin=slave, stdout=slave, stderr=slave, env=cotty.variables()
    ) as view:
        os.close(slave)
        shown = until(master, b"\x1b[2J")
        cotty("keys", "job", "Enter")
        shown += until(master, b"drawn")
        cotty("keys", "job", "Enter")
        shown += until(master, b"has ended.")
        assert view.wait(20) == 0
    os.close(master)
    drawing, _, leaving = shown.partition(b"drawn")
    assert b"\x1b[?1049h" in drawing
    assert b"gotcha" not in shown
    assert b"\x1b[?1049l" in leaving
    assert b"\x1b[?25h" in leaving


def until(terminal: int, sign: bytes) -> bytes:
    """What comes until a sign."""
    shown = b""
    while sign not in shown:
        assert select.select([terminal], [], [], 30)[0], shown
        shown += os.read(terminal, 65536)
    return shown


def test_a_person_who_wants_no_colour_gets_none(cotty: Cotty, cat: str) -> None:
    plain = Cotty(cotty.folder, environment={"NO_COLOR": "1"})
    assert "\x1b[1;31m" not in on_terminal(plain, "read", "%99")


def test_control_characters_of_a_folder_do_not_reach_the_terminal(cotty: Cotty, tmp_path: Path) -> None:
    evil = tmp_path / "a\x1b]0;gotcha\x07b"
    evil.mkdir()
    cotty.session("shared", "sh", "-c", f"cd '{evil}' && exec cat")
    assert "\x1b]0;" not in cotty("list").out
    assert "\x1b]0;" not in on_terminal(cotty, "list")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_a_script_that_the_shell_accepts(cotty: Cotty, shell: str) -> None:
    script = cotty("completion", shell)
    assert (script.code, "cotty" in script.out) == (0, True)
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed: `make beds`")
    done = subprocess.run([shell, "-n"], input=script.out, capture_output=True, text=True, timeout=30, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def completed(cotty: Cotty, line: str) -> list[str]:
    """What the shell is told for a line, by argcomplete's protocol."""
    asked = {"_ARGCOMPLETE": "1", "COMP_LINE": line, "COMP_POINT": str(len(line)), "_ARGCOMPLETE_IFS": "\n",
             "_ARGCOMPLETE_STDOUT_FILENAME": str(cotty.folder / "words")}  # fmt: skip
    Cotty(cotty.folder, environment=asked)("")
    return [word.strip() for word in (cotty.folder / "words").read_text(encoding="utf-8").splitlines()]


def test_completion_knows_verbs_addresses_and_keys(cotty: Cotty, cat: str) -> None:
    cotty.session("build", "cat")
    assert completed(cotty, "cotty re") == ["read", "resize", "revoke"]
    assert completed(cotty, "cotty read b") == ["build", "build:0.0"]
    assert completed(cotty, "cotty keys shared PageU") == ["PageUp"]
