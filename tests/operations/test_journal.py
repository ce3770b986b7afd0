"""The journal: whole lines from many processes, private, bounded, and never in anybody's way."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from cotty.operations.journal import Entry, Journal, own_journal, state_folder

ENTRY = Entry("person:ann", "send", "%5", "local", "confirmed", 1.5)
WRITE_MANY = """
import sys
from cotty.operations.journal import Entry, Journal
journal = Journal(sys.argv[1], bound=int(sys.argv[3]))
for number in range(400):
    journal.write(Entry("agent:" + sys.argv[2] * 50, "keys", "%1", "local", str(number), 0.1))
assert journal.problem is None, journal.problem
"""


def lines(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_an_entry_says_when_who_what_where_and_how(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    Journal(str(path)).write(ENTRY)
    (row,) = lines(path)
    assert str(row.pop("time")).endswith("Z")
    assert row == {
        "actor": "person:ann", "operation": "send", "pane": "%5", "host": "local", "outcome": "confirmed",
        "milliseconds": 1.5,
    }  # fmt: skip


def test_folder_and_file_are_the_persons_alone(tmp_path: Path) -> None:
    path = tmp_path / "state" / "cotty" / "journal.jsonl"
    Journal(str(path)).write(ENTRY)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


@pytest.mark.parametrize("bound", [1 << 30, 20_000], ids=["one file", "moved aside meanwhile"])
def test_processes_interleave_whole_lines(tmp_path: Path, bound: int) -> None:
    path = tmp_path / "journal.jsonl"
    argv = [sys.executable, "-c", WRITE_MANY, str(path)]
    writers = [subprocess.Popen([*argv, name, str(bound)]) for name in "abc"]
    assert [writer.wait(30) for writer in writers] == [0, 0, 0]
    found = [row for each in sorted(tmp_path.iterdir()) for row in lines(each)]
    assert {str(row["actor"]) for row in found} <= {"agent:" + name * 50 for name in "abc"}
    assert len(found) == 1200 if bound > 20_000 else 0 < len(found) <= 1200


def test_a_full_journal_is_moved_aside_once_and_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    journal = Journal(str(path), bound=1000)
    for _ in range(100):
        journal.write(ENTRY)
    assert {each.name for each in tmp_path.iterdir()} == {"journal.jsonl", "journal.jsonl.1"}
    assert all(each.stat().st_size < 1200 for each in tmp_path.iterdir())


def test_one_that_cannot_be_written_raises_nothing_and_says_why(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    journal = Journal(str(tmp_path / "file" / "journal.jsonl"))
    journal.write(ENTRY)
    assert journal.problem is not None
    assert "Not a directory" in journal.problem
    assert journal.check() == journal.problem


def test_a_link_put_in_its_place_is_not_followed(tmp_path: Path) -> None:
    target = tmp_path / "target"
    os.symlink(target, tmp_path / "journal.jsonl")
    journal = Journal(str(tmp_path / "journal.jsonl"))
    journal.write(ENTRY)
    assert journal.problem is not None
    assert not target.exists()


def test_checking_writes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    assert Journal(str(path)).check() is None
    assert path.read_text(encoding="utf-8") == ""


def test_it_stands_in_the_state_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert own_journal().path == str(tmp_path / "cotty" / "journal.jsonl")
    monkeypatch.delenv("XDG_STATE_HOME")
    monkeypatch.setenv("HOME", "/home/ann")
    assert state_folder() == "/home/ann/.local/state/cotty"


def test_an_account_without_a_home_keeps_none_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    monkeypatch.setenv("HOME", "nowhere")
    journal = own_journal()
    journal.write(ENTRY)
    assert "no home folder" in str(journal.check())


def test_what_others_chose_cannot_make_a_line_long(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    Journal(str(path)).write(Entry("a" * 100_000, "send", "p" * 100_000, "h" * 100_000, "ok", 0.0))
    assert path.stat().st_size < 1000
