"""cotty as a person or a script starts it: a process, on a tmux server that ends with the test."""

import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

COTTY: Final = str(Path(sys.executable).with_name("cotty"))
_SECONDS: Final = 40


@dataclass(frozen=True, slots=True)
class Ended:
    """What a command left."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:  # noqa: ANN401  (whatever the command answers)
        return json.loads(self.out)

    @property
    def error(self) -> dict[str, Any]:
        """The error that `--json` prints."""
        return dict(json.loads(self.err)["error"])


@dataclass(frozen=True, slots=True)
class Cotty:
    """A folder with a socket, a home and a journal, and cotty started among them."""

    folder: Path
    tmux: str = "tmux"
    environment: dict[str, str] = field(default_factory=dict)

    @property
    def socket(self) -> str:
        return str(self.folder / "tmux")

    @property
    def runtime(self) -> str:
        """Where its server's socket is: the path of one is short, and a test's folder is not."""
        return f"{tempfile.gettempdir()}/cotty-test-{hashlib.sha256(bytes(self.folder)).hexdigest()[:12]}"

    def __call__(self, *words: str, typed: bytes = b"") -> Ended:
        """Run `cotty WORDS`."""
        done = subprocess.run(
            [COTTY, *words], input=typed, capture_output=True, env=self.variables(), timeout=_SECONDS, check=False
        )
        return Ended(done.returncode, done.stdout.decode(), done.stderr.decode())

    def variables(self) -> dict[str, str]:
        """A small environment: nothing of the machine's own tmux, shell or cotty reaches the command."""
        return {
            "PATH": os.environ["PATH"], "HOME": str(self.folder), "XDG_STATE_HOME": str(self.folder / "state"),
            "SHELL": "/bin/bash", "LANG": "C.UTF-8", "TERM": "xterm-256color", "USER": "tester",
            "COTTY_SOCKET_PATH": self.socket, "XDG_RUNTIME_DIR": self.runtime, **self.environment,
        }  # fmt: skip

    def ask_tmux(self, *words: str) -> str:
        """One tmux command, without cotty."""
        argv = [self.tmux, "-u", "-S", self.socket, "-f", "/dev/null", *words]
        done = subprocess.run(argv, capture_output=True, text=True, env=self.variables(), timeout=_SECONDS, check=True)
        return done.stdout.strip()

    def session(self, name: str, *command: str) -> str:
        """A session of 80 × 24, made without cotty; its pane."""
        return self.ask_tmux(
            "new-session", "-d", "-x", "80", "-y", "24", "-s", name, "-P", "-F", "#{pane_id}", *(command or ("cat",))
        )

    def profile(self, name: str, text: str) -> None:
        """A file among this person's profiles."""
        folder = self.folder / ".config" / "cotty" / "profiles"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")

    def knows_fakes(self) -> None:
        """The profiles of the fake CLIs are this person's."""
        for file in files("cotty.testing").joinpath("profiles").iterdir():
            self.profile(file.name.removesuffix(".toml"), file.read_text(encoding="utf-8"))

    def journal(self) -> list[dict[str, Any]]:
        """Every entry."""
        text = (self.folder / "state" / "cotty" / "journal.jsonl").read_text(encoding="utf-8")
        return [json.loads(line) for line in text.splitlines()]

    def end_server(self) -> None:
        """End the server of this folder, by its process."""
        if not os.path.exists(self.socket):
            return
        argv = [self.tmux, "-N", "-S", self.socket, "display-message", "-p", "#{pid}"]
        said = subprocess.run(argv, capture_output=True, text=True, timeout=_SECONDS, check=False).stdout.strip()
        if said.isdigit():
            os.kill(int(said), signal.SIGTERM)


@contextmanager
def private(folder: Path) -> Iterator[Cotty]:
    """cotty in a folder of its own; the server that was started there is ended."""
    folder.mkdir(exist_ok=True)
    (folder / ".bash_profile").write_text("PS1='ready> '\n", encoding="utf-8")
    made = Cotty(folder)
    try:
        yield made
    finally:
        made.end_server()
        shutil.rmtree(made.runtime, ignore_errors=True)


def old_tmux(folder: Path, version: str = "2.9") -> str:
    """A program that answers as a tmux of that version would."""
    program = folder / f"tmux-{version}"
    program.write_text(
        "#!/bin/sh\n"
        f'case " $* " in *" -V "*) echo "tmux {version}" ;;\n'
        f'*" list-sessions "*) echo "7 1700000000 {version} \\$0 off" ;;\n'
        '*) echo "unknown command" >&2; exit 1 ;; esac\n',
        encoding="utf-8",
    )
    program.chmod(0o755)
    return str(program)


def stopped_container(folder: Path) -> str:
    """A program that says of every container what docker says of one that has ended."""
    program = folder / "docker"
    program.write_text(
        "#!/bin/sh\necho 'Error response from daemon: container 4f5e is not running' >&2\nexit 1\n", encoding="utf-8"
    )
    program.chmod(0o755)
    return str(program)
