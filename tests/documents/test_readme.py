"""What the README shows is run as it stands, on a tmux server of its own."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import cotty
from tests.architecture.sources import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
pytestmark = [pytest.mark.real, pytest.mark.slow]


def block(language: str, containing: str) -> str:
    """The one code block in that language with this text in it."""
    blocks = re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)
    found = [text for text in blocks if containing in text]
    assert len(found) == 1
    return str(found[0])


def test_the_python_example_prints_what_its_comments_say(environment: dict[str, str], tmp_path: Path) -> None:
    program = tmp_path / "example.py"
    program.write_text(block("python", "asyncio.run(main())"), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, program], env=environment, capture_output=True, text=True, timeout=50, check=False
    )
    assert done.stderr == ""
    assert "confirmed ('landed', 'enter', 'paste-off')" in done.stdout
    assert "\nprompt\n" in done.stdout
    assert "\n0 /tmp /tmp\n" in done.stdout
    assert done.stdout.endswith(" 0\n")


def test_cotty_is_found_after_the_lines_of_the_start(environment: dict[str, str], tmp_path: Path) -> None:
    """In a clone whose `.venv` is this one; what `make` does takes minutes, and other tests hold it to its word."""
    (tmp_path / ".venv").symlink_to(Path(sys.executable).parents[1])
    lines = [line for line in block("sh", "make up").splitlines() if not line.startswith("make ")]
    done = subprocess.run(
        ["sh", "-c", "\n".join([*lines, "cotty version"])], env=environment | {"PATH": os.defpath}, cwd=tmp_path,
        capture_output=True, text=True, timeout=50, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"cotty {cotty.__version__}\n"


def test_the_shell_example_succeeds_line_by_line(environment: dict[str, str]) -> None:
    for line in block("sh", "cotty open shared").splitlines():
        words = shlex.split(line, comments=True)
        done = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=50, check=False)
        assert (done.returncode, done.stderr) == (0, ""), line
