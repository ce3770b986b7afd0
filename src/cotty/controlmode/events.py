"""What tmux says, as values: a reply to our command, output of a pane, or a notice.

Rules: events are frozen; nothing is interpreted beyond tmux's own words; an unknown notice is kept as it came.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

from cotty.controlmode.quoting import unescaped, unescaped_length


class Reply(NamedTuple):
    """The answer to one command of ours. `ticket` is what the command was sent with."""

    ticket: Any
    ok: bool
    lines: tuple[bytes, ...]

    @property
    def text(self) -> str:
        return b"\n".join(self.lines).decode("utf-8", "replace")


@dataclass(frozen=True, slots=True)
class Output:
    """Bytes that the program in a pane printed, still escaped: most are never looked at."""

    pane: str
    escaped: bytes

    @property
    def data(self) -> bytes:
        return unescaped(self.escaped)

    def __len__(self) -> int:
        return unescaped_length(self.escaped)


@dataclass(frozen=True, slots=True)
class Notice:
    """Any other line: `%pause %3` is Notice("pause", "%3"). A block that is not ours is Notice("foreign-block", …)."""

    name: str
    words: str = ""


Event = Reply | Output | Notice
