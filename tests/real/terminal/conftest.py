"""A terminal on a tmux server of its own for each test, and programs to put into panes."""

import shutil
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Final

import pytest

import cotty

PROGRAMS: Final = Path(__file__).parent / "programs"


@pytest.fixture
async def terminal(tmux_program: str, tmux_socket: Path) -> AsyncIterator[cotty.Terminal]:
    """A terminal on a private server, which ends with the test."""
    async with cotty.connect(
        socket_path=tmux_socket, config="/dev/null", tmux=tmux_program, actor="agent:tester"
    ) as terminal:
        yield terminal


@pytest.fixture
async def bash(terminal: cotty.Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> cotty.Pane:
    """A pane with bash as cotty starts it, at its first prompt, in an empty home."""
    home = tmp_path / "home"
    home.mkdir()
    (home / ".bash_profile").write_text("PS1='ready> '\n", encoding="utf-8")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("SHELL", shutil.which("bash") or "/bin/bash")
    pane = await terminal.open("shared", cwd=str(home))
    assert (await pane.wait(timeout=20)).reason == cotty.Reason.PROMPT
    return pane


@pytest.fixture
async def plain_bash(terminal: cotty.Terminal, tmp_path: Path) -> cotty.Pane:
    """A pane with bash as anybody might have started it: no marks."""
    pane = await terminal.open(
        "shared", cwd=str(tmp_path), command=["env", "PS1=ready> ", "bash", "--norc", "--noprofile"]
    )
    assert (await pane.wait(pattern="ready> $", timeout=20)).reason == cotty.Reason.PROMPT
    return pane


Program = Callable[..., list[str]]


@pytest.fixture
def program() -> Program:
    """The command line of one of the programs beside this file."""

    def command(name: str, *arguments: str | Path) -> list[str]:
        return [sys.executable, str(PROGRAMS / name), *map(str, arguments)]

    return command
