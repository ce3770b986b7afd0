"""Asks what the CLI of a process wrote down: of one turn, and last.

Rules: a turn is bound to its process, its words and the time it was told; where two conversations could be meant,
neither is. The last word is written behind the screen, and an interrupt may not be written at all, so nobody relies on
it while the screen speaks.
"""

import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from cotty.agents.transcripts import claude_code, codex, opencode
from cotty.agents.transcripts.entries import Entry, Written, lines_of, turn
from cotty.agents.transcripts.writer import Writer, writer_of
from cotty.model import AgentState

_TURN_BYTES: Final = 8 << 20  # a turn that is longer is read from the screen
_LAST_BYTES: Final = 1 << 18
_CLOCKS: Final = 1.0  # seconds by which the times of files may differ from ours
_UNREADABLE: Final = (OSError, ValueError, KeyError, TypeError, AttributeError, sqlite3.Error)


@dataclass(frozen=True, slots=True)
class _Files:
    """A CLI that writes files: those that a process may write, the newest first, and what a line of them says."""

    of: Callable[[Writer], list[Path]]
    entry: Callable[[dict[str, Any]], Entry | None]

    def entries(self, path: Path, newest: int) -> list[Entry]:
        return [each for line in lines_of(path, newest) if (each := self.entry(line)) is not None]


_FILES: Final[Mapping[str, _Files]] = {
    "claude_code": _Files(claude_code.conversations, claude_code.entry),
    "codex": _Files(codex.conversations, codex.entry),
}


@dataclass(frozen=True, slots=True)
class Source:
    """Where a CLI writes, and the turn that is meant: told by that process's agent, in these words, since then."""

    format_name: str
    writer: Writer | None
    prompt: str
    since: float

    @property
    def readable(self) -> bool:
        return self.writer is not None and (self.format_name in _FILES or self.format_name == "opencode")

    def written(self, title: str = "") -> Written | None:
        """What it wrote of the turn so far; `title` is what it calls its pane."""
        if self.writer is None or not self.readable:
            return None
        try:
            if self.format_name == "opencode":
                return opencode.turn(self.writer, self.prompt, self.since, title)
            return self._of_files(_FILES[self.format_name], self.writer)
        except _UNREADABLE:
            return None

    def _of_files(self, files: _Files, writer: Writer) -> Written | None:
        recent = [path for path in files.of(writer) if path.stat().st_mtime >= self.since - _CLOCKS]
        found = [turn(files.entries(path, _TURN_BYTES), self.prompt, self.since) for path in recent]
        turns = [each for each in found if each is not None]
        return turns[0] if len(turns) == 1 else None


@dataclass(frozen=True, slots=True)
class LastWord:
    """What the last entry says of the state: the turn is over, or it goes on, or a tool waits. `written`: when the file
    was last written, in seconds since 1970.
    """

    says: AgentState
    detail: str
    written: float


def last_word(format_name: str, pid: int) -> LastWord | None:
    """What the conversation of that process says last; None where there is none, or nothing is said."""
    files = _FILES.get(format_name)
    writer = writer_of(pid) if files is not None else None
    if files is None or writer is None:
        return None
    try:
        path = next(iter(files.of(writer)), None)
        if path is None:
            return None
        written = path.stat().st_mtime
        words = [each.says for each in files.entries(path, _LAST_BYTES) if each.says is not None]
    except _UNREADABLE:
        return None
    return LastWord(*words[-1], written) if words else None
