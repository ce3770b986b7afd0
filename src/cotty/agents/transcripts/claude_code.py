"""Claude Code's transcripts: a file of JSON lines for each conversation, below a folder for each folder it works in.

Rules: it writes down which conversation a process is in (`sessions/PID.json`, read on 2.1.327), and only that one is
read. A version that does not has the one that was written since it began in its folder, where it runs there alone.
"""

import json
import re
from pathlib import Path
from typing import Any

from cotty.agents.transcripts.entries import Entry, Said, role_of, stamp_of
from cotty.agents.transcripts.writer import Writer
from cotty.model import AgentState


def conversations(writer: Writer) -> list[Path]:
    """The files that this process may write, the newest first."""
    root = _root(writer)
    named = root / "sessions" / f"{writer.pid}.json"
    if named.is_file():
        session = str(json.loads(named.read_text(encoding="utf-8"))["sessionId"])
        return [path for path in root.glob("projects/*/*.jsonl") if path.stem == session]
    folder = re.sub(r"[^A-Za-z0-9]", "-", writer.folder)
    files = [(path.stat().st_mtime, path) for path in root.glob(f"projects/{folder}/*.jsonl")]
    recent = [path for written, path in sorted(files, reverse=True) if written >= writer.began]
    return recent if recent and writer.alone("claude", _root) else []


def entry(line: dict[str, Any]) -> Entry | None:
    """Each part of a message is a line of its own; versions differ in which of them say that the turn is over."""
    if line.get("isSidechain") or line.get("type") not in ("user", "assistant"):
        return Entry("over") if line.get("subtype") == "turn_duration" else None
    message = line["message"]
    said, last = message["content"], message.get("stop_reason") == "end_turn"
    text = said if isinstance(said, str) else "".join(p.get("text", "") for p in said if p.get("type") == "text")
    role = role_of(line["type"], text) if text else ""
    return Entry(role, text, last and bool(role), stamp_of(line), _says(line["type"], message))


def _says(role: str, message: dict[str, Any]) -> Said | None:
    if role == "user":
        interrupted = "[Request interrupted" in json.dumps(message["content"])[:200]
        return (AgentState.IDLE, "interrupted") if interrupted else (AgentState.PROCESSING, "told, or given a result")
    if message.get("stop_reason") == "tool_use":
        return AgentState.PROCESSING, "a tool waits or runs"
    return (AgentState.IDLE, "the turn is over") if message.get("stop_reason") else None


def _root(writer: Writer) -> Path:
    return writer.home("CLAUDE_CONFIG_DIR", ".claude")
