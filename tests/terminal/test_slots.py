"""The folders of the eye: those of killed processes are removed, by whoever comes first."""

import os
import shutil
from pathlib import Path

import pytest

from cotty.terminal.server import slots

DEAD = 2**22 + 1  # beyond every process id of Linux


def test_two_that_start_at_once_may_sweep_the_same_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    left = tmp_path / f"cotty-{DEAD}-left"
    left.mkdir()

    def swept_by_another(_pid: int) -> bool:
        shutil.rmtree(left)
        return False

    monkeypatch.setattr(slots, "_MEMORY", tmp_path)
    monkeypatch.setattr(slots, "_runs", swept_by_another)
    with slots._memory_folder() as folder:
        assert os.listdir(tmp_path) == [os.path.basename(folder)]


def test_what_a_killed_process_left_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / f"cotty-{DEAD}-left").mkdir()
    monkeypatch.setattr(slots, "_MEMORY", tmp_path)
    with slots._memory_folder() as folder:
        assert os.listdir(tmp_path) == [os.path.basename(folder)]
