"""The command line where its surroundings are odd: streams closed or full, settings from outside, no home."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from cotty.doors.faults import FAULTS
from cotty.settings import sentences
from tests.real.command_line import COTTY, Cotty, private

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


def exit_code(code: str) -> int:
    return FAULTS[code].exit_code


def test_a_setting_is_told_by_an_option_or_the_environment(cotty: Cotty, cat: str) -> None:
    """The option beats the variable; both reach the engine."""
    slow = Cotty(cotty.folder, environment={"COTTY_WAIT_DEADLINE": "0.2"})
    assert slow("wait", "shared", "--pattern", "never").code == 124
    assert slow("wait", "shared", "--pattern", "never", "--set", "wait_deadline=0.1").out.startswith(
        "timeout after 0.1"
    )


@pytest.mark.parametrize(
    ("words", "environment", "names"),
    [
        (("--set", "pen_secnds=3"), {}, "pen_secnds"), (("--set", "deadline"), {}, "deadline"),
        (("--set", "deadline=soon"), {}, "soon"), (("--set", "deadline=nan"), {}, "nan"),
        (("--set", "poll_seconds=0"), {}, "poll_seconds"), ((), {"COTTY_DEADLINE": "-1"}, "COTTY_DEADLINE"),
    ],
)  # fmt: skip
def test_a_setting_that_cannot_be_is_one_error_that_names_it(
    cotty: Cotty, words: tuple[str, ...], environment: dict[str, str], names: str
) -> None:
    done = Cotty(cotty.folder, environment=environment)("list", *words, "--json")
    assert (done.code, done.error["code"]) == (exit_code("invalid_input"), "invalid_input")
    assert names in done.error["message"]


def test_help_names_every_setting(cotty: Cotty) -> None:
    said = cotty("--help").out
    assert all(name in said and sentence in said for name, sentence in sentences().items())


@pytest.mark.promise("cli:no-traceback")
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("words", ["--version", "list", "list --json"])
def test_a_standard_stream_that_is_closed_is_nowhere(cotty: Cotty, cat: str, words: str, closed: str) -> None:
    done = in_a_shell(cotty, f'"$0" {words} {closed}')
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.promise("cli:no-traceback")
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this machine has no /dev/full")
@pytest.mark.parametrize("words", ["--version", "list", "list --json", "--help", "read --all"])
def test_an_answer_that_cannot_be_written_is_one_sentence(cotty: Cotty, words: str) -> None:
    cotty.session("shared", "sh", "-c", "seq 9000; echo something; exec cat")
    cotty("wait", "shared", "--pattern", "something")
    done = in_a_shell(cotty, f'"$0" {words} >/dev/full')
    assert (done.returncode, done.stderr.count("\n")) == (74, 1 if "--json" in words else 2)
    assert "No space left" in done.stderr
    assert "report" not in done.stderr


def test_a_home_that_cannot_be_written_shares_no_connection_and_is_no_fault(cotty: Cotty) -> None:
    homeless = Cotty(cotty.folder, environment={"HOME": "/proc"})
    done = homeless("--host", "ssh://127.0.0.1:1", "list", "--json")
    assert (done.code, done.error["code"]) == (exit_code("host_unreachable"), "host_unreachable")


def in_a_shell(cotty: Cotty, line: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        ["sh", "-c", line, COTTY], capture_output=True, text=True, env=cotty.variables(), timeout=40, check=False
    )
