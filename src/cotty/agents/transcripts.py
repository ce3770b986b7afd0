"""What a CLI wrote down of a turn by itself: the reply of that turn alone, whole, however long it was.

Rules: read only, on this machine only; found by the environment of the agent's own process; a turn is the last one that
was begun with these very words; whatever cannot be read is not there, and then the screen has to do.
"""

import json
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from cotty.terminal.flows.cells import packed

_NEWEST_BYTES: Final = 8 << 20  # of a transcript; a turn that is longer is read from the screen
_CLOCKS: Final = 2.0  # seconds by which the times of files may differ from ours
_CANDIDATES: Final = 8
# Said in a person's name by the CLI itself when a turn was stopped.
_STOPPED: Final = ("[Request interrupted by user", "<turn_aborted>")

Environment = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Written:
    """The reply so far, whether the CLI says that the turn is over, and that somebody stopped it."""

    reply: str
    finished: bool
    interrupted: bool = False


@dataclass(frozen=True, slots=True)
class _Entry:
    """A line of a conversation."""

    role: str  # user, assistant, over or stopped
    text: str = ""
    last: bool = False  # the turn is over with it


@dataclass(frozen=True, slots=True)
class Source:
    """Where a CLI writes, and the turn that is meant: begun with that prompt, after that time."""

    format_name: str
    environment: Environment | None
    prompt: str
    since: float

    @property
    def readable(self) -> bool:
        return self.format_name in _READERS and self.environment is not None

    def written(self) -> Written | None:
        """What it wrote of the turn so far."""
        if self.environment is None or not self.readable:
            return None
        try:
            return _READERS[self.format_name](self.environment, self.prompt, self.since - _CLOCKS)
        except (OSError, ValueError, KeyError, TypeError, sqlite3.Error):
            return None


def environment_of(pid: int) -> Environment | None:
    """The environment of a process of this machine: it says where the CLI writes."""
    import psutil  # costs 15 ms, and most commands ask no agent

    try:
        return dict(psutil.Process(pid).environ()) if pid else None
    except (psutil.Error, OSError):
        return None


def _claude_code(environment: Environment, prompt: str, since: float) -> Written | None:
    root = Path(environment.get("CLAUDE_CONFIG_DIR") or Path(environment["HOME"], ".claude"))
    return _of_files(root.glob("projects/*/*.jsonl"), _claude_entry, prompt, since)


def _claude_entry(line: dict[str, Any]) -> _Entry | None:
    """Each part of a message is a line of its own; versions differ in which of them say that the turn is over."""
    if line.get("isSidechain") or line.get("type") not in ("user", "assistant"):
        return _Entry("over") if line.get("subtype") == "turn_duration" else None
    said, last = line["message"]["content"], line["message"].get("stop_reason") == "end_turn"
    if isinstance(said, str):
        return _said(line["type"], said, last=last)
    text = "".join(part.get("text", "") for part in said if part.get("type") == "text")
    return _said(line["type"], text, last=last)


def _codex(environment: Environment, prompt: str, since: float) -> Written | None:
    root = Path(environment.get("CODEX_HOME") or Path(environment["HOME"], ".codex"))
    return _of_files(root.glob("sessions/*/*/*/rollout-*.jsonl"), _codex_entry, prompt, since)


def _codex_entry(line: dict[str, Any]) -> _Entry | None:
    said = line.get("payload") or {}
    if said.get("type") in ("task_complete", "turn_aborted"):
        return _Entry("over" if said["type"] == "task_complete" else "stopped")
    if line.get("type") != "response_item" or said.get("type") != "message":
        return None
    text = "".join(part.get("text", "") for part in said.get("content") or ())
    return _said(said["role"], text)


def _said(role: str, text: str, *, last: bool = False) -> _Entry | None:
    if role == "user" and text.startswith(_STOPPED):
        return _Entry("stopped")
    return _Entry(role, text, last) if text else None


def _of_files(
    files: Iterator[Path], entry: Callable[[dict[str, Any]], _Entry | None], prompt: str, since: float
) -> Written | None:
    """The turn in the newest file that has it."""
    recent = [(path.stat().st_mtime, path) for path in files]
    for changed, path in sorted(recent, reverse=True)[:_CANDIDATES]:
        found = _turn([each for each in map(entry, lines_of(path)) if each], prompt) if changed >= since else None
        if found is not None:
            return found
    return None


def lines_of(path: Path, newest: int = _NEWEST_BYTES) -> Iterator[dict[str, Any]]:
    """The newest lines of a file; one that is being written is left out."""
    with path.open("rb") as file:
        size = file.seek(0, 2)
        file.seek(max(0, size - newest))
        lines = file.read().split(b"\n")
    for line in lines[1:] if size > newest else lines:
        try:
            found = json.loads(line)
        except ValueError:
            continue
        if isinstance(found, dict):
            yield found


def _turn(entries: list[_Entry], prompt: str) -> Written | None:
    wanted = packed(prompt)
    begins = [at for at, each in enumerate(entries) if each.role == "user" and packed(each.text) == wanted]
    if not begins:
        return None
    said: list[str] = []
    for each in entries[begins[-1] + 1 :]:
        if each.role in ("over", "stopped"):
            return Written("\n\n".join(said), finished=True, interrupted=each.role == "stopped")
        if each.role == "user":
            break
        said += [each.text.strip("\n")] if each.role == "assistant" else []
        if each.last:
            return Written("\n\n".join(said), finished=True)
    return Written("\n\n".join(said), finished=False)


_ASKED: Final = """
select m.id, json_extract(p.data, '$.text') from message m join part p on p.message_id = m.id
where m.time_created >= ? and json_extract(m.data, '$.role') = 'user' and json_extract(p.data, '$.type') = 'text'
order by m.time_created desc"""
_REPLIED: Final = """
select json_extract(p.data, '$.text'), json_extract(m.data, '$.finish'), json_extract(m.data, '$.error.name')
from message m
left join part p on p.message_id = m.id and json_extract(p.data, '$.type') = 'text'
where json_extract(m.data, '$.parentID') = ? order by m.time_created, p.time_created"""


def _opencode(environment: Environment, prompt: str, since: float) -> Written | None:
    """OpenCode keeps its conversations in a database."""
    home = Path(environment.get("XDG_DATA_HOME") or Path(environment["HOME"], ".local", "share"))
    file = home / "opencode" / "opencode.db"
    with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True, timeout=0.2)) as database:
        asked = database.execute(_ASKED, (int(since * 1000),)).fetchall()
        wanted = packed(prompt)
        begun = next((row[0] for row in asked if packed(row[1] or "") == wanted), None)
        if begun is None:
            return None
        rows = database.execute(_REPLIED, (begun,)).fetchall()
    _, ending, error = rows[-1] if rows else (None, None, None)
    finished = error is not None or ending not in (None, "tool-calls")
    reply = "\n\n".join(row[0].strip("\n") for row in rows if row[0])
    return Written(reply, finished, interrupted=error == "MessageAbortedError")


_READERS: Final[dict[str, Callable[[Environment, str, float], Written | None]]] = {
    "claude_code": _claude_code, "codex": _codex, "opencode": _opencode,
}  # fmt: skip
