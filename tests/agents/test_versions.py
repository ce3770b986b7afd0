"""The version of a program is known by where it lies, of a real process."""

import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cotty.agents.versions import version_of
from cotty.profiles import load

Running = Callable[[Path], int]


@pytest.fixture
def running() -> Iterator[Running]:
    """Start a program that waits for its input; each is ended by closing it."""
    started = list[subprocess.Popen[bytes]]()

    def start(program: Path) -> int:
        started.append(subprocess.Popen([str(program)], stdin=subprocess.PIPE))
        return started[-1].pid

    yield start
    for process in started:
        process.communicate(timeout=10)


def put(place: Path) -> Path:
    """A program that is the same as cat."""
    place.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(shutil.which("cat") or "/bin/cat", place)
    return place


def packaged(folder: Path, facts: object) -> Path:
    package = folder / "node_modules" / "@makers" / "cli"
    program = put(package / "bin" / "cli")
    (package / "package.json").write_text(json.dumps(facts))
    link = folder / "node_modules" / ".bin" / "cli"
    link.parent.mkdir()
    link.symlink_to(program)
    return link


def test_a_package_says_its_version(tmp_path: Path, running: Running) -> None:
    assert version_of(running(packaged(tmp_path, {"name": "@makers/cli", "version": "2.1.0"}))) == "2.1.0"


@pytest.mark.parametrize("facts", [{}, [], {"version": 3}])
def test_a_package_that_says_nothing_is_of_no_known_version(tmp_path: Path, running: Running, facts: object) -> None:
    assert version_of(running(packaged(tmp_path, facts))) is None


def test_a_program_may_be_called_like_its_version(tmp_path: Path, running: Running) -> None:
    assert version_of(running(put(tmp_path / "claude" / "versions" / "2.0.14"))) == "2.0.14"


def test_the_version_of_an_interpreter_is_not_that_of_its_script(tmp_path: Path, running: Running) -> None:
    assert version_of(running(put(tmp_path / "versions" / "3.11.7" / "bin" / "python3"))) is None


def test_a_process_that_is_none_has_no_version() -> None:
    assert version_of(0) is None


@pytest.mark.parametrize(
    ("version", "covered"), [("0.39.9", False), ("0.40", True), ("0.169.0", True), ("1.0.0-alpha.2", True)]
)
def test_a_profile_knows_which_versions_it_was_made_for(version: str, covered: bool) -> None:
    assert load("codex").covers(version) is covered
