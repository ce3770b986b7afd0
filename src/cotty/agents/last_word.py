"""What the last entry of a CLI's own transcript says of its state: the turn is over, or it goes on, or a tool waits.

Rules: read only, on this machine only; Claude Code names its conversation by its process, Codex by its folder and the
time it was begun; an entry is as old as its file. It is written behind the screen, and an interrupt may not be written
at all, so nobody relies on it while the screen speaks.
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from cotty.agents.transcripts import lines_of
from cotty.model import AgentState

_NEWEST_BYTES: Final = 1 << 18
_CANDIDATES: Final = 8
Said = tuple[AgentState, str]


@dataclass(frozen=True, slots=True)
class LastWord:
    """`written`: when the file was last written, in seconds since 1970."""

    says: AgentState
    detail: str
    written: float


@dataclass(frozen=True, slots=True)
class _Process:
    """What finds a transcript."""

    pid: int
    folder: str
    began: float
    environment: Mapping[str, str]

    def home(self, name: str, default: str) -> Path:
        return Path(self.environment.get(name) or Path(self.environment["HOME"], default))


def last_word(format_name: str, pid: int) -> LastWord | None:
    """What the conversation of that process says last; None where there is none, or nothing is said."""
    if format_name not in _FORMATS or not pid:
        return None
    find, said = _FORMATS[format_name]
    process = _process(pid)
    try:
        path = find(process) if process is not None else None
        if path is None:
            return None
        written = path.stat().st_mtime
        words = [word for line in lines_of(path, _NEWEST_BYTES) if (word := said(line)) is not None]
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
    return LastWord(*words[-1], written) if words else None


def _process(pid: int) -> _Process | None:
    import psutil  # costs 15 ms, and most commands ask no agent

    try:
        found = psutil.Process(pid)
        return _Process(pid, found.cwd(), found.create_time(), dict(found.environ()))
    except (psutil.Error, OSError):
        return None


def _claude_file(process: _Process) -> Path | None:
    """The conversation that it says its process is in."""
    root = process.home("CLAUDE_CONFIG_DIR", ".claude")
    session = json.loads((root / "sessions" / f"{process.pid}.json").read_text(encoding="utf-8"))
    folder = re.sub(r"[^A-Za-z0-9]", "-", str(session["cwd"]))
    path = root / "projects" / folder / f"{session['sessionId']}.jsonl"
    return path if path.is_file() else None


def _claude_said(line: Mapping[str, Any]) -> Said | None:
    if line.get("isSidechain") or line.get("type") not in ("user", "assistant"):
        return None
    message = line["message"]
    if line["type"] == "user":
        interrupted = "[Request interrupted" in json.dumps(message["content"])[:200]
        return (AgentState.IDLE, "interrupted") if interrupted else (AgentState.PROCESSING, "told, or given a result")
    if message.get("stop_reason") == "tool_use":
        return AgentState.PROCESSING, "a tool waits or runs"
    return (AgentState.IDLE, "the turn is over") if message.get("stop_reason") else None


def _codex_file(process: _Process) -> Path | None:
    """The newest of its folder that was written since it began."""
    root = process.home("CODEX_HOME", ".codex")
    found = [(path.stat().st_mtime, path) for path in root.glob("sessions/*/*/*/rollout-*.jsonl")]
    recent = [path for written, path in sorted(found, reverse=True)[:_CANDIDATES] if written >= process.began]
    return next((path for path in recent if _folder_of(path) == process.folder), None)


def _folder_of(path: Path) -> str:
    with path.open("rb") as file:
        first = json.loads(file.readline(_NEWEST_BYTES))
    return str(first["payload"]["cwd"])


def _codex_said(line: Mapping[str, Any]) -> Said | None:
    kind = (line.get("payload") or {}).get("type")
    return _CODEX.get(kind) if isinstance(kind, str) else None


_CODEX: Final[Mapping[str, Said]] = {
    "task_started": (AgentState.PROCESSING, "a turn has begun"),
    "function_call": (AgentState.PROCESSING, "a tool waits or runs"),
    "function_call_output": (AgentState.PROCESSING, "a tool has ended"),
    "task_complete": (AgentState.IDLE, "the turn is over"),
    "turn_aborted": (AgentState.IDLE, "the turn was interrupted"),
}
_FORMATS: Final[Mapping[str, tuple[Callable[[_Process], Path | None], Callable[[Mapping[str, Any]], Said | None]]]] = {
    "claude_code": (_claude_file, _claude_said),
    "codex": (_codex_file, _codex_said),
}
