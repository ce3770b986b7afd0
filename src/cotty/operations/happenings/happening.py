"""One thing that happened, as every door tells it.

Rules: `facts` are JSON values; an agent is named by its pane, as everywhere.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Happened(StrEnum):
    """What it was."""

    AGENT_STATE = "agent_state"  # what an agent does, or asks, is another; told of each when it is first seen, too
    PANE_OPENED = "pane_opened"
    PANE_CLOSED = "pane_closed"
    SESSION_OPENED = "session_opened"
    SESSION_CLOSED = "session_closed"


@dataclass(frozen=True, slots=True)
class Happening:
    """What, to which agent if it is about one, and what is known of it."""

    kind: Happened
    agent: str | None
    facts: dict[str, Any]
