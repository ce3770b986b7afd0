"""The nouns: what every room and every door means by a pane, a page, a receipt. Frozen, no behaviour beyond reading.

Rules: standard library only; nothing here knows tmux, asyncio or a door.
"""

from dataclasses import dataclass, field
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class ServerId:
    """One life of one tmux server: pane ids start again from %0 with every server."""

    pid: int
    started: int

    def __str__(self) -> str:
        return f"{self.pid}.{self.started}"


@dataclass(frozen=True, slots=True)
class PaneInfo:
    """A row of `list`."""

    id: str
    address: str
    session: str
    window: int
    window_name: str
    index: int
    active: bool  # the pane that its session shows and types into
    window_active: bool  # the pane that its window types into
    title: str
    command: str
    cwd: str
    width: int
    height: int
    pid: int
    dead: bool
    exit_status: int | None = None
    pen: str | None = None


@dataclass(frozen=True, slots=True)
class Screen:
    """What a pane shows: rows as tmux draws them, and what a reader must know to judge them."""

    rows: tuple[str, ...]
    cursor_x: int
    cursor_y: int
    width: int
    height: int
    history: int
    history_limit: int
    alternate: bool
    dead: bool
    exit_status: int | None
    mode: bool
    cursor_visible: bool = True
    styled: bool = False

    @property
    def text(self) -> str:
        return "\n".join(self.rows).rstrip("\n")


@dataclass(frozen=True, slots=True)
class Page:
    """What `read` gives: lines as they were printed (a wrapped line is one line).

    `cursor` asks for what comes after; `missed` counts lines that were printed since and cannot be had any more
    (None: some, nobody knows how many); `redrawn`: the program rewrote what had been read, so some lines come again.
    """

    pane: str
    lines: tuple[str, ...]
    cursor: str
    missed: int | None = 0
    redrawn: bool = False
    alternate: bool = False
    has_more: bool = False

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


class Outcome(StrEnum):
    """What became of a send."""

    CONFIRMED = "confirmed"
    NOT_SUBMITTED = "not_submitted"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Receipt:
    """What a send can prove. `evidence` names the proofs in the order they came."""

    pane: str
    outcome: Outcome
    evidence: tuple[str, ...] = ()
    milliseconds: float = 0.0
    screen: str | None = field(default=None, repr=False)


class Reason(StrEnum):
    """Why a wait ended."""

    PROMPT = "prompt"
    QUIET = "quiet"
    IDLE = "idle"
    EXITED = "exited"
    TIMEOUT = "timeout"


@dataclass(frozen=True, slots=True)
class Ready:
    """How a wait ended: the reason, what fired, and the screen at that moment."""

    pane: str
    reason: Reason
    evidence: str
    seconds: float
    screen: str = field(repr=False)
    match: str | None = None
    exit_status: int | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """What a command run in a shell left. `exit_code` is None when nothing could prove it."""

    pane: str
    exit_code: int | None
    output: str = field(repr=False)
    cwd: str | None
    evidence: str
    seconds: float
    finished: bool = True
    missed_bytes: int = 0


class ChunkKind(StrEnum):
    """What a watcher is given."""

    SNAPSHOT = "snapshot"
    OUTPUT = "output"
    EXIT = "exit"


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of a live view: the state as it is, then numbered changes. A snapshot replaces all that came before."""

    kind: ChunkKind
    number: int
    data: bytes = b""
    screen: Screen | None = None


@dataclass(frozen=True, slots=True)
class Pen:
    """Who may write in a pane now: `owner` for `reason` until `until` (seconds since 1970, the server's clock)."""

    owner: str
    reason: str
    until: int
    implicit: bool = False
