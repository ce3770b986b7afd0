"""A person's shell in a pane of a private tmux server, started as cotty starts it, with every byte it wrote."""

import os
import re
import select
import shutil
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from cotty.terminal.clock import pace_thread
from cotty.terminal.server.marks import Mark, MarkKind, MarkScanner
from cotty.terminal.shells.integration import start_command
from cotty.terminal.shells.plain import plain_text

NONCE: Final = "N0nceForTheTests"
DEADLINE: Final = 15.0
SHELLS: Final = ("bash", "zsh", "fish")
RC_FILES: Final = {"bash": ".bash_profile", "zsh": ".zshrc", "fish": ".config/fish/config.fish"}
QUIET_PROMPT: Final = {
    "bash": "PS1='$ '\n",
    "zsh": "PS1='$ '; PROMPT_EOL_MARK=\n",
    # fish 3.6 leaves a suggestion on the screen now and then, with and without marks
    "fish": "function fish_prompt; printf '$ '; end\nfunction fish_greeting; end\n"
    "set -g fish_autosuggestion_enabled 0\n",
}


@dataclass(frozen=True, slots=True)
class Ran:
    """What one line typed at a prompt led to."""

    output: bytes
    code: int | None
    cwd: str
    story: str  # the trusted marks: A B C D; a prompt that was drawn again is one B

    @property
    def text(self) -> str:
        return plain_text(self.output)


class Pane:
    """A shell in a pane of a private tmux server, with a home of its own, and every byte it wrote."""

    def __init__(self, place: Path, argv: tuple[str, ...], environment: dict[str, str]) -> None:
        self.home = place / "home"
        self.data, self.marks = b"", list[Mark]()
        self._scanner = MarkScanner(NONCE.encode())
        self._socket, pipe = str(place / "tmux"), place / "pipe"
        os.mkfifo(pipe)
        self._pipe = os.open(pipe, os.O_RDWR | os.O_NONBLOCK)
        self._environment = {"HOME": str(self.home), "PATH": os.environ["PATH"], "TERM": "xterm-256color"}
        self._environment |= {"LANG": "C.UTF-8", "SHELL": "/bin/sh", "TMPDIR": str(place / "tmp")} | environment
        start = ("new-session", "-d", "-x", "80", "-y", "24", "-s", "main", "-c", str(self.home), *argv)
        self.tmux(*start, ";", "pipe-pane", "-t", "main", f"exec cat >'{pipe}'")

    def close(self) -> None:
        self.tmux("kill-session", "-t", "main", check=False)
        os.close(self._pipe)

    def tmux(self, *words: str, given: bytes = b"", check: bool = True) -> str:
        argv = ["tmux", "-f", "/dev/null", "-S", self._socket, *words]
        done = subprocess.run(
            argv, env=self._environment, input=given, capture_output=True, timeout=DEADLINE, check=False
        )
        assert not (check and done.returncode), done.stderr
        return done.stdout.decode()

    def until(self, test: Callable[[], object]) -> None:
        end = time.monotonic() + DEADLINE
        while not test():
            assert self.glance(end - time.monotonic()), f"not in {DEADLINE} s; last: {self.data[-400:]!r}"

    def glance(self, seconds: float = 0.5) -> bool:
        """Take what the pane wrote, or tell that it wrote nothing."""
        ready, _, _ = select.select([self._pipe], [], [], max(seconds, 0))
        if ready:
            chunk = os.read(self._pipe, 65536)
            self.data += chunk
            self.marks += self._scanner.feed(chunk)
        return bool(ready)

    def trusted(self, kind: MarkKind, after: int = 0) -> list[Mark]:
        return [mark for mark in self.marks if mark.kind is kind and mark.trusted and mark.start >= after]

    def prompted(self, act: Callable[[], object]) -> Ran:
        """Do something at the prompt that leads to the next one."""
        at = len(self.data)
        act()
        self.until(lambda: self.trusted(MarkKind.PROMPT_START, at))
        start = self.trusted(MarkKind.PROMPT_START, at)[0].end
        self.until(lambda: self.trusted(MarkKind.PROMPT_END, start))
        return self._ran(at)

    def _ran(self, at: int) -> Ran:
        letters = dict(zip(MarkKind, "ABCD", strict=False))
        story = [mark for mark in self.marks if mark.trusted and mark.start >= at and mark.kind in letters]
        starts, ends = self.trusted(MarkKind.COMMAND_START, at), self.trusted(MarkKind.COMMAND_END, at)
        output = self.data[starts[0].end : ends[-1].start] if starts and ends else b""
        code = ends[-1].exit_code if ends else None
        cwd = self.trusted(MarkKind.CWD, at)[-1].value
        return Ran(output, code, cwd, re.sub("B+", "B", "".join(letters[mark.kind] for mark in story)))

    def type(self, text: str) -> None:
        self.tmux("send-keys", "-t", "main", "-l", "--", text)
        self.keys("Enter")

    def keys(self, *names: str) -> None:
        self.tmux("send-keys", "-t", "main", *names)

    def run(self, text: str) -> Ran:
        return self.prompted(lambda: self.type(text))

    def screen(self) -> list[str]:
        return self.tmux("capture-pane", "-p", "-t", "main").rstrip("\n").split("\n")


class Panes:
    """Starts shells in panes of their own, and ends them."""

    def __init__(self, place: Path) -> None:
        self._place = place
        self._open: list[Pane] = []

    def shell(
        self,
        shell: str,
        rc: str | None = None,
        *,
        files: dict[str, str] | None = None,
        environment: dict[str, str] | None = None,
        login: bool = True,
        drawn: bool = True,
        edit: Callable[[tuple[str, ...]], tuple[str, ...]] = tuple,
    ) -> Pane:
        """`rc` goes into the start-up file, `edit` changes the command; returns at the first prompt."""
        place = self._place / str(len(self._open))
        rc = QUIET_PROMPT[shell] if rc is None else rc
        for name, text in ({RC_FILES[shell]: rc} | (files or {})).items():
            (place / "home" / name).parent.mkdir(parents=True, exist_ok=True)
            (place / "home" / name).write_text(text)
        (place / "tmp").mkdir()
        argv = start_command(shell=program(shell), nonce=NONCE, login=login).argv
        pane = Pane(place, edit(argv), environment or {})
        self._open.append(pane)
        if drawn:
            pane.until(lambda: pane.trusted(MarkKind.PROMPT_END))
        return pane

    def close(self) -> None:
        for pane in self._open:
            pane.close()


def program(shell: str) -> str:
    found = shutil.which(shell)
    if found is None:
        pytest.skip(f"{shell} is not installed: `make beds`")
    return found


def wait_for(path: Path) -> str:
    end = time.monotonic() + DEADLINE
    while not path.exists():
        assert time.monotonic() < end, f"{path} never came"
        pace_thread(0.01)
    return path.read_text()
