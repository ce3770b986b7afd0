"""Who did what, where, and how it ended: one line of JSON each, in `$XDG_STATE_HOME/cotty/journal.jsonl`.

Rules: never what was typed or shown; one `write` to a file opened for appending, so that the lines of several
processes stand whole between each other; a file over its bound is moved aside, and the one aside before it goes; the
folder is 0700 and the file 0600; nothing here raises.
"""

import contextlib
import fcntl
import json
import os
import pwd
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

BOUND: Final = 4 << 20  # bytes per file: some 25 000 entries, and as many in the file aside
_FACTS: Final = frozenset({"time", "actor", "operation", "pane", "host", "outcome", "milliseconds"})
_LONGEST: Final = 200  # characters of a name or an address that somebody else chose


@dataclass(frozen=True, slots=True)
class Entry:
    """One action."""

    actor: str
    operation: str
    pane: str | None
    host: str
    outcome: str
    milliseconds: float

    def line(self, now: float) -> bytes:
        """The entry as a line, with the time in UTC."""
        moment = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(now)) + f".{int(now * 1000) % 1000:03}Z"
        facts = {
            "time": moment, "actor": self.actor[:_LONGEST], "operation": self.operation,
            "pane": self.pane and self.pane[:_LONGEST], "host": self.host[:_LONGEST], "outcome": self.outcome,
            "milliseconds": self.milliseconds,
        }  # fmt: skip
        return json.dumps(facts).encode() + b"\n"


@dataclass(slots=True)
class Journal:
    """One file; None as a path keeps no journal at all."""

    path: str | None
    bound: int = BOUND
    problem: str | None = None  # why the last entry could not be written

    def write(self, entry: Entry) -> None:
        """Append an entry; when that fails, remember why."""
        if self.path is None:
            return
        try:
            with _opened(self.path) as file:
                if full := os.fstat(file).st_size >= self.bound:
                    _move_aside(self.path, file)
                else:
                    os.write(file, entry.line(time.time()))
            if full:
                with _opened(self.path) as file:
                    os.write(file, entry.line(time.time()))
            self.problem = None
        except OSError as error:
            self.problem = f"{self.path}: {error.strerror}"

    def entries(self) -> Iterator[dict[str, Any]]:
        """Every entry that is kept, the oldest first; a line that another process has not finished is left out."""
        for path in () if self.path is None else (f"{self.path}.1", self.path):
            with contextlib.suppress(FileNotFoundError), open(path, encoding="utf-8", errors="replace") as file:
                yield from filter(None, map(_facts, file))

    def check(self) -> str | None:
        """Why an entry could not be written now, without writing one."""
        if self.path is None:
            return self.problem or "there is no place for one"
        try:
            with _opened(self.path):
                return None
        except OSError as error:
            return f"{self.path}: {error.strerror}"


def state_folder() -> str | None:
    """Where this person's programs keep what they note; None for an account without a home."""
    place = os.environ.get("XDG_STATE_HOME") or os.path.join(_home(), ".local", "state")
    return os.path.join(place, "cotty") if os.path.isabs(place) else None


def _home() -> str:
    with contextlib.suppress(KeyError):  # a container may run as a number without a name
        return os.environ.get("HOME") or pwd.getpwuid(os.getuid()).pw_dir
    return ""


def own_journal() -> Journal:
    """The journal of the account that runs this."""
    folder = state_folder()
    if folder is None:
        return Journal(None, problem="this account has no home folder, and XDG_STATE_HOME names no other")
    return Journal(os.path.join(folder, "journal.jsonl"))


def _facts(line: str) -> dict[str, Any] | None:
    with contextlib.suppress(ValueError):
        facts = json.loads(line)
        if isinstance(facts, dict) and facts.keys() == _FACTS:
            return facts
    return None


@contextlib.contextmanager
def _opened(path: str) -> Iterator[int]:
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
    try:
        file = os.open(path, flags, 0o600)
    except FileNotFoundError:
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        file = os.open(path, flags, 0o600)
    try:
        yield file
    finally:
        os.close(file)


def _move_aside(path: str, file: int) -> None:
    """Only while we hold the lock, and only the file that is still the journal: another process may have been first."""
    fcntl.flock(file, fcntl.LOCK_EX)
    with contextlib.suppress(FileNotFoundError):
        if os.stat(path).st_ino == os.fstat(file).st_ino:
            os.replace(path, f"{path}.1")
