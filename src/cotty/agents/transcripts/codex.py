"""Codex's transcripts: a file of JSON lines for each conversation, in folders by date.

Rules: a process holds the file of its conversation open (0.169.0 does), and only that one is read. A version that does
not has the one of its folder that was written since it began, where it runs there alone.
"""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from cotty.agents.transcripts.entries import Entry, Said, role_of, stamp_of
from cotty.agents.transcripts.writer import Writer
from cotty.model import AgentState

_FIRST_LINE: Final = 1 << 18
_CANDIDATES: Final = 8


def conversations(writer: Writer) -> list[Path]:
    """The files that this process may write, the newest first."""
    held = [path for path in writer.held_open(_root(writer) / "sessions") if path.suffix == ".jsonl"]
    if held:
        return [path for _, path in _newest(held)]
    files = _newest(_root(writer).glob("sessions/*/*/*/rollout-*.jsonl"))
    recent = [path for written, path in files[:_CANDIDATES] if written >= writer.began]
    own = [path for path in recent if writer.works_in(_folder_of(path))]
    return own if own and writer.alone("codex", _root) else []


def entry(line: dict[str, Any]) -> Entry | None:
    said = line.get("payload") or {}
    kind = said.get("type")
    says = _SAYS.get(kind) if isinstance(kind, str) else None
    if kind in ("task_complete", "turn_aborted"):
        return Entry("over" if kind == "task_complete" else "stopped", at=stamp_of(line), says=says)
    if line.get("type") != "response_item" or kind != "message":
        return Entry(says=says) if says is not None else None
    text = "".join(part.get("text", "") for part in said.get("content") or ())
    return Entry(role_of(said["role"], text), text, at=stamp_of(line)) if text else None


_SAYS: Final[Mapping[str, Said]] = {
    "task_started": (AgentState.PROCESSING, "a turn has begun"),
    "function_call": (AgentState.PROCESSING, "a tool waits or runs"),
    "function_call_output": (AgentState.PROCESSING, "a tool has ended"),
    "task_complete": (AgentState.IDLE, "the turn is over"),
    "turn_aborted": (AgentState.IDLE, "the turn was interrupted"),
}


def _root(writer: Writer) -> Path:
    return writer.home("CODEX_HOME", ".codex")


def _newest(paths: Iterable[Path]) -> list[tuple[float, Path]]:
    return sorted(((path.stat().st_mtime, path) for path in paths), reverse=True)


def _folder_of(path: Path) -> str:
    with path.open("rb") as file:
        first = json.loads(file.readline(_FIRST_LINE))
    return str(first["payload"]["cwd"])
