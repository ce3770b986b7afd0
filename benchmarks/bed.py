"""A private tmux server for one measurement: started as our own child, ended by its process.

Rules: its configuration is empty, its environment small, its socket in a folder of its own; nothing but what was
started here is ended.
"""

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

SESSION: Final = "bench"
PROMPT: Final = "$ "
SHELL: Final = ("bash", "--norc", "--noprofile", "-i")
_SIZE: Final = ("-x", "200", "-y", "50")
_DEADLINE: Final = 10.0


@dataclass(frozen=True, slots=True)
class Bed:
    """A running server. `pid` is the server's own."""

    program: str
    socket: str
    folder: Path
    pid: int

    @property
    def words(self) -> list[str]:
        """What every command line of this server begins with; `-N`: it is never started by a command."""
        return [self.program, "-N", "-u", "-S", self.socket]

    def run(self, *words: str) -> str:
        """One tmux command in a process of its own."""
        done = subprocess.run([*self.words, *words], capture_output=True, text=True, timeout=_DEADLINE, check=True)
        return done.stdout.rstrip("\n")

    def session(self, name: str, *argv: str) -> str:
        """A new session of 200 × 50; the id of its first pane."""
        return self.run("new-session", "-d", "-s", name, *_SIZE, "-P", "-F", "#{pane_id}", *argv)

    def window(self, *argv: str, session: str = SESSION) -> str:
        """A new window with one pane; its id."""
        return self.run("new-window", "-d", "-t", f"={session}:", "-P", "-F", "#{pane_id}", *argv)

    def shown(self, pane: str, *flags: str) -> str:
        """What a pane shows, by a process of its own."""
        return self.run("capture-pane", "-p", *flags, "-t", pane)

    def until_shown(self, pane: str, text: str) -> None:
        """Wait until a pane shows a text."""
        until = time.monotonic() + _DEADLINE
        while text not in self.shown(pane):
            if time.monotonic() > until:
                raise TimeoutError(f"{pane} never showed {text!r}")

    def shell(self, *, session: str = SESSION) -> str:
        """A window with a bash at its prompt."""
        pane = self.window(*SHELL, session=session)
        self.until_shown(pane, "$")
        return pane

    def full_screen(self) -> str:
        """A window with 50 × 200 cells and none blank: what a build leaves, with a colour in every line."""
        text = self.folder / "full"
        words = "compiling the quick brown fox: warning, jumps over 7 lazy dogs; "
        lines = [f"\x1b[3{1 + row % 6}m{row:02}\x1b[0m{(words[row:] + words * 4)[:198]}" for row in range(50)]
        text.write_text("\r\n".join(lines))
        pane = self.window("sh", "-c", 'cat "$1"; exec cat', "full", str(text))
        self.until_shown(pane, "\n49")
        return pane


@contextmanager
def bed(program: str) -> Iterator[Bed]:
    """A server with one session, for as long as the block lasts."""
    with tempfile.TemporaryDirectory(prefix="cotty-bench-", ignore_cleanup_errors=True) as folder:
        program, path = _called_tmux(program, folder), str(Path(folder, "socket"))
        server = subprocess.Popen([program, "-D", "-u", "-S", path, "-f", "/dev/null"], env=_environment(folder))
        try:
            _until_it_answers(path, server)
            made = Bed(program, path, Path(folder), server.pid)
            made.session(SESSION, "cat")
            yield made
        finally:
            server.terminate()
            _ended(server)


def _called_tmux(program: str, folder: str) -> str:
    """The program under the name `tmux`: 3.3a says its own name with its version, and libtmux expects that word."""
    found = shutil.which(program)
    if found is None:
        raise FileNotFoundError(f"there is no program {program!r}")
    link = Path(folder, "tmux")
    link.symlink_to(Path(found).resolve())
    return str(link)


def version_of(program: str) -> str:
    """`3.3a`, as the program says it."""
    said = subprocess.run([program, "-V"], capture_output=True, text=True, timeout=_DEADLINE, check=True)
    return said.stdout.split()[-1]


def _environment(home: str) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "TMPDIR") if name in os.environ}
    return {"LANG": "C.UTF-8", **kept, "HOME": home, "TERM": "xterm-256color", "SHELL": "/bin/sh", "PS1": PROMPT}


def _until_it_answers(path: str, server: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + _DEADLINE
    while server.poll() is None and time.monotonic() < until:
        with socket.socket(socket.AF_UNIX) as knock:
            if knock.connect_ex(path) == 0:
                return
    raise RuntimeError(f"tmux did not start: {server.args!r}")


def _ended(server: subprocess.Popen[bytes]) -> None:
    try:
        server.wait(_DEADLINE)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait(_DEADLINE)
