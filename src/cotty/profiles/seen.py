"""What `look` gives back: the state a screen shows, why that is believed, and what else was said."""

from dataclasses import dataclass
from typing import Final, Literal

from cotty.model import AgentState, Awaiting, Composer
from cotty.profiles.profile import Why

Span = tuple[int, int]  # first and last row


@dataclass(frozen=True, slots=True)
class Said:
    """What one rule says of a screen. `rows` is None when it is about the title or the program."""

    rule: str
    says: AgentState | Literal["viewer", "interrupted"]
    rows: Span | None = None
    text: str = ""
    awaiting: Awaiting | None = None
    why: Why | None = None


@dataclass(frozen=True, slots=True)
class Seen:
    """One look. `state` is None when the screen says nothing: then the state is what it was."""

    state: AgentState | None
    rule: str | None
    rows: Span | None
    others: tuple[Said, ...]
    composer: Composer | None
    awaiting: Awaiting | None
    viewer: bool
    interrupted: bool
    blocked_why: Why | None


NOTHING: Final = Seen(None, None, None, (), None, None, viewer=False, interrupted=False, blocked_why=None)
