"""A bed that cannot be had says why, and what is half built is never taken for whole. No machine needed."""

import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.beds import debian, roots
from tests.beds.bed import STAGES, Bed, have, state
from tests.beds.commands import CannotPrepare, run
from tests.beds.places import TMUX, partial

SID: Final = TMUX["3.8"]


@pytest.fixture(autouse=True)
def nothing_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Empty beds, and a PATH with nothing on it but what the test puts there."""
    programs = tmp_path / "programs"
    programs.mkdir()
    monkeypatch.setenv("COTTY_TEST_BEDS", str(tmp_path / "beds"))
    monkeypatch.setenv("PATH", str(programs))
    return programs


def put(programs: Path, name: str, script: str) -> None:
    (programs / name).write_text(f"#!/bin/sh\n{script}\n")
    (programs / name).chmod(0o755)


def refuse() -> None:
    raise CannotPrepare("the reason")


def test_a_failing_bed_gives_its_reason() -> None:
    assert have(Bed("any", lambda: "not there", refuse)) == "the reason"


def test_a_bed_that_is_there_is_left_alone() -> None:
    assert have(Bed("any", lambda: None, refuse)) is None


def test_a_bed_that_prepared_nothing_is_still_missing() -> None:
    assert have(Bed("any", lambda: "not there", lambda: None)) == "not there"


def test_a_half_built_root_is_not_taken_for_whole() -> None:
    half = partial(SID.version) / "usr/bin"
    half.mkdir(parents=True)
    (half / "tmux").touch()
    assert roots.root_missing(SID) == "not built"


def test_a_program_without_its_root_is_missing() -> None:
    SID.program.parent.mkdir(parents=True)
    SID.program.touch()
    assert roots.program_missing(SID) == "not built"


def test_the_archive_is_the_one_apt_is_configured_with(nothing_there: Path) -> None:
    lines = "Debian-Security|Debian|http://security.example/", "Debian|Debian|http://mirror.example/debian/"
    put(nothing_there, "apt-get", f"printf '%s\\n' '{lines[0]}' '{lines[1]}'")
    assert debian.archive() == "http://mirror.example/debian/"


def test_a_machine_that_is_not_debian_has_no_archive(nothing_there: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(nothing_there, "apt-get", "echo 'Ubuntu|Ubuntu|http://ubuntu.example/'")
    monkeypatch.setattr(debian, "_renewed", [True])
    with pytest.raises(CannotPrepare, match="no Debian archive"):
        debian.archive()


def test_a_root_with_another_tmux_than_its_name_says_is_refused(nothing_there: Path) -> None:
    with pytest.raises(CannotPrepare, match=r"sid carries 'tmux 4\.0', not tmux 3\.8"):
        roots.expect_version(SID, "tmux 4.0\n")


def test_the_last_error_a_command_prints_is_the_reason(nothing_there: Path) -> None:
    put(nothing_there, "fails", "echo 'E: no such suite' >&2; echo 'noise' >&2; exit 3")
    with pytest.raises(CannotPrepare, match="fails failed: E: no such suite"):
        run(["fails"])


def test_the_command_ends_well_where_nothing_can_be_had(nothing_there: Path) -> None:
    # `--list` only: where apt and the network are, `--all` would be right to install.
    done = subprocess.run([sys.executable, "-m", "tests.beds", "--list"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    named = [line.split("  ")[0] for line in done.stdout.splitlines()]
    assert named == [bed.name for stage in STAGES for bed in stage]
    assert "not built" in done.stdout


def test_without_apt_every_large_bed_says_so(nothing_there: Path) -> None:
    large = [bed for stage in STAGES for bed in stage if bed.large]
    reasons = {have(bed) for bed in large}
    assert None not in reasons
    assert all(state(bed) for bed in large)
