"""Private tmux servers of any version that this machine has, each ended by its process id."""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from cotty.transports.base import TmuxProgram
from cotty.transports.local import Local
from tests.beds.places import TMUX
from tests.beds.roots import program_missing

PATIENCE = 10.0
VERSIONS = tuple(TMUX)


def program(version: str) -> str:
    """The tmux of that version, or a skip."""
    if program_missing(TMUX[version]):
        pytest.skip(f"tmux {version} is not here: `make beds`")
    return str(TMUX[version].program)


def tmux_here() -> str:
    """The tmux of this machine."""
    return shutil.which("tmux") or "tmux"


@dataclass(frozen=True, slots=True)
class Server:
    """One private server; `say` runs a command in a process of its own."""

    program: str
    path: Path

    @property
    def transport(self) -> Local:
        return Local(TmuxProgram(self.program, socket_path=str(self.path), config="/dev/null"))

    def run(self, *words: str) -> subprocess.CompletedProcess[bytes]:
        argv = self.transport.tmux.words(words)
        return subprocess.run(argv, capture_output=True, check=False, timeout=PATIENCE, stdin=subprocess.DEVNULL)

    def say(self, *words: str) -> str:
        """What tmux printed; a refusal fails the test."""
        done = self.run(*words)
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout.decode("utf-8", "surrogateescape").removesuffix("\n")

    def refused(self, *words: str) -> str:
        """Why tmux refused, or nothing."""
        done = self.run(*words)
        return done.stderr.decode().strip() if done.returncode else ""

    def format(self, text: str, pane: str = "%0") -> str:
        return self.say("display-message", "-p", "-t", pane, text)

    def until(self, text: str, wanted: Callable[[str], bool], pane: str = "%0") -> str:
        """What a format says once it is as wanted."""
        return until(lambda: self.format(text, pane), wanted)

    @property
    def pid(self) -> int:
        return int(self.say("display-message", "-p", "#{pid}"))

    def shown(self, wanted: str, pane: str = "%0") -> str:
        """The screen once this stands on it."""
        return until(lambda: self.say("capture-pane", "-p", "-t", pane), lambda screen: wanted in screen)


def until(look: Callable[[], str], wanted: Callable[[str], bool]) -> str:
    """Look until it is as wanted, at most for PATIENCE seconds."""
    ends = time.monotonic() + PATIENCE
    while not wanted(seen := look()):
        assert time.monotonic() < ends, f"still {seen!r}"
    return seen


@contextmanager
def private_server(
    program: str,
    folder: Path,
    *command: str,
    size: tuple[int, int] = (80, 24),
    options: tuple[tuple[str, str], ...] = (),
) -> Iterator[Server]:
    """A server with one session `m` whose pane runs the command (`cat` without one)."""
    server = Server(program, folder / "tmux.sock")
    before = [word for name, value in options for word in ("set-option", "-g", name, value, ";")]
    width, height = map(str, size)
    # A server without a session ends, so options are set in the same breath as the session is made.
    server.say(
        "start-server", ";", *before, "new-session", "-d", "-s", "m", "-x", width, "-y", height, *(command or ("cat",))
    )
    pid = server.pid
    try:
        yield server
    finally:
        end(pid)


def end(pid: int) -> None:
    """End one server by its id, and see it gone."""
    try:
        os.kill(pid, signal.SIGTERM)
        until(lambda: _state(pid), lambda state: state in ("", "Z"))
    except ProcessLookupError:
        return


def _state(pid: int) -> str:
    try:
        os.kill(pid, 0)
        return subprocess.run(
            ["ps", "-o", "state=", "-p", str(pid)], capture_output=True, check=False, text=True
        ).stdout[:1]
    except ProcessLookupError:
        return ""
