"""Every way in which the program can end: one line, one exit code, no trace."""

import json
import stat
from pathlib import Path

import pytest

import cotty.doors.cli.command
from cotty.doors.cli.main import answer
from cotty.errors import PaneNotFound, TmuxRefused


@pytest.fixture(autouse=True)
def _state(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def fail_with(error: BaseException, monkeypatch: pytest.MonkeyPatch) -> None:
    def carry_out(_words: object) -> int:
        raise error

    monkeypatch.setattr(cotty.doors.cli.command, "carry_out", carry_out)


@pytest.mark.promise("cli:no-traceback")
def test_a_fault_of_cottys_own_is_one_line_that_names_the_file_with_the_trace(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fail_with(ZeroDivisionError("a bug"), monkeypatch)
    assert answer(["read", "--json"]) == 1
    error = json.loads(capsys.readouterr().err)["error"]
    trace = Path(error["facts"]["trace"])
    assert (error["code"], str(trace) in error["message"]) == ("error", True)
    assert "ZeroDivisionError: a bug" in trace.read_text(encoding="utf-8")
    assert stat.S_IMODE(trace.stat().st_mode) == 0o600
    assert stat.S_IMODE(trace.parent.stat().st_mode) == 0o700
    assert answer(["read"]) == 1
    assert len(capsys.readouterr().err.splitlines()) == 2


def test_a_trace_that_cannot_be_written_there_is_written_elsewhere(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", "/dev/null")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    fail_with(ZeroDivisionError("a bug"), monkeypatch)
    assert answer(["read"]) == 1
    assert str(tmp_path) in capsys.readouterr().err


def test_words_of_others_cannot_break_the_line_or_colour_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fail_with(TmuxRefused("tmux: one\ntwo\x1b[31m\x07."), monkeypatch)
    answer(["read"])
    head, _ = capsys.readouterr().err.splitlines()
    assert head == "cotty: tmux: one two [31m ."


def test_an_error_has_the_exit_code_of_its_fault(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fail_with(PaneNotFound(), monkeypatch)
    assert answer(["read"]) == 11
    assert capsys.readouterr().out == ""


def test_an_interrupt_is_130(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    fail_with(KeyboardInterrupt(), monkeypatch)
    assert answer(["read"]) == 130
    assert capsys.readouterr().err == ""


def test_cotty_alone_shows_its_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert answer([]) == 0
    assert capsys.readouterr().out.startswith("usage: cotty [options] COMMAND …")
