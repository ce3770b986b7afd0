"""The entries of a conversation that is a file of JSON lines."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from cotty.model import AgentState
from cotty.terminal.flows.cells import packed

_STAMPED: Final = 0.002  # seconds: stamps are cut to a millisecond
# Said in a person's name by the CLI itself when a turn was stopped.
_STOPPED: Final = ("[Request interrupted by user", "<turn_aborted>")
Said = tuple[AgentState, str]


@dataclass(frozen=True, slots=True)
class Written:
    """The reply so far, whether the CLI says that the turn is over, and that somebody stopped it."""

    reply: str
    finished: bool
    interrupted: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """What a line says: to the turn that it is of, and of the agent's state. `at` is when, in seconds since 1970; an
    entry without a time is of no turn that anybody could ask for.
    """

    role: str = ""  # user, assistant, over or stopped
    text: str = ""
    last: bool = False  # the turn is over with it
    at: float = 0.0
    says: Said | None = None


def role_of(role: str, text: str) -> str:
    """Whose words they are."""
    return "stopped" if role == "user" and text.startswith(_STOPPED) else role


def stamp_of(line: dict[str, Any]) -> float:
    """When a line was written, as it says itself."""
    stamp = line.get("timestamp")
    return datetime.fromisoformat(stamp).timestamp() if isinstance(stamp, str) and stamp else 0.0


def lines_of(path: Path, newest: int) -> Iterator[dict[str, Any]]:
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


def turn(entries: Sequence[Entry], prompt: str, since: float) -> Written | None:
    """The first turn that was begun with these words since then: whoever says the same later begins another."""
    wanted = packed(prompt)
    begun = (
        at for at, each in enumerate(entries)
        if each.role == "user" and each.at >= since - _STAMPED and packed(each.text) == wanted
    )  # fmt: skip
    first = next(begun, None)
    if first is None:
        return None
    said: list[str] = []
    for each in entries[first + 1 :]:
        if each.role in ("over", "stopped"):
            return Written("\n\n".join(said), finished=True, interrupted=each.role == "stopped")
        if each.role == "user":
            break
        said += [each.text.strip("\n")] if each.role == "assistant" and each.text else []
        if each.last:
            return Written("\n\n".join(said), finished=True)
    return Written("\n\n".join(said), finished=False)
