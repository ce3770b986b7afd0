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
class Place:
    """One pane of one life of one server: `%5` alone means another pane after a restart."""

    pane: str
    server: ServerId


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

    @property
    def note(self) -> str | None:
        """What the pane may be left with, where the outcome does not say it."""
        return _LEFT_BEHIND.get(self.evidence[-1]) if self.evidence else None


_LEFT_BEHIND = {
    "not-seen": "the text was typed and not seen; it may stand there still, and no Enter was pressed",
    "text-stays": "the text stands there still",
}


class Reason(StrEnum):
    """Why a wait ended."""

    PROMPT = "prompt"
    QUIET = "quiet"
    IDLE = "idle"
    EXITED = "exited"
    TIMEOUT = "timeout"
    STATE = "state"  # of an agent, where one was waited for


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
    state: "AgentState | None" = None  # of the agent that was waited for
    awaiting: "Awaiting | None" = None


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


class AgentState(StrEnum):
    """What an agent is doing."""

    STARTING = "starting"
    IDLE = "idle"
    PROCESSING = "processing"
    AWAITING_INPUT = "awaiting_input"
    BLOCKED = "blocked"
    ENDED = "ended"


class AwaitingKind(StrEnum):
    """What an agent waits for a person to decide."""

    PERMISSION = "permission"
    QUESTION = "question"
    PLAN = "plan"
    STARTUP = "startup"


@dataclass(frozen=True, slots=True)
class Option:
    """One answer that a dialog offers. `key`: the keys that choose it on this very screen, divided by blanks."""

    number: int
    label: str
    highlighted: bool
    key: str


@dataclass(frozen=True, slots=True)
class Awaiting:
    """A dialog as it stands on a screen: `rows` are its first and last row, `rule` is what recognised it.

    `subject` is the command or the diff it is about; `highlighted` is the number of an option, if one is; the
    fingerprint is made of question, subject and labels, so a highlight that moves or a clock does not change it.
    """

    kind: AwaitingKind
    question: str
    subject: str
    options: tuple[Option, ...]
    highlighted: int | None
    fingerprint: str
    rule: str
    rows: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Composer:
    """What stands where one types to an agent: `text` was typed, `ghost` and `placeholder` never were.

    `text` has the rows as they are shown: a long line that was broken to fit stays broken. `pastes` are what a CLI
    shows in the place of a large paste; they are part of the text, too.
    """

    text: str
    ghost: str
    placeholder: str
    pastes: tuple[str, ...]
    first_row: int
    last_row: int
    has_cursor: bool


class Source(StrEnum):
    """Where evidence of an agent's state comes from, the strongest first."""

    EVENTS = "events"  # what the vendor's own event server says
    TITLE = "title"
    SCREEN = "screen"
    HOOKS = "hooks"
    TRANSCRIPT = "transcript"  # what the CLI wrote down of its conversation
    PROCESS = "process"
    QUIET = "quiet"


@dataclass(frozen=True, slots=True)
class Evidence:
    """What one source says of an agent's state; None where it says nothing of it.

    `age` is in seconds since it was last heard or looked at, `lasting` since it first said so. `weak` evidence counts
    only where nothing else speaks; `lost` evidence cannot be heard now and does not count.
    """

    source: Source
    says: AgentState | None
    age: float
    lasting: float = 0.0
    detail: str = ""
    rule: str | None = None
    rows: tuple[int, int] | None = None
    weak: bool = False
    lost: bool = False
    decided: bool = False


@dataclass(frozen=True, slots=True)
class AgentReport:
    """What is believed of an agent: its state, what it asks, and why; `age` is in seconds since the look.

    `source` is the evidence that decided. `could_not_look` says why there was no look: then all else is what was
    believed before, and never means that the agent has ended.
    """

    pane: str
    profile: str
    state: AgentState | None
    awaiting: Awaiting | None = None
    blocked_why: str | None = None  # login, limit or model
    interrupted: bool = False  # idle, and the last turn was interrupted
    viewer: bool = False  # something else than the conversation is shown
    draft: str = ""  # what somebody typed and did not submit
    rule: str | None = None
    rows: tuple[int, int] | None = None
    title: str = ""
    age: float = 0.0
    source: Source | None = None
    could_not_look: str | None = None
    version: str | None = None  # of the CLI, where it can be known without asking it
    covered: bool = True  # the profile was made for that version, as far as it is known


@dataclass(frozen=True, slots=True)
class AgentInfo:
    """A row of `agents`."""

    pane: str
    address: str
    profile: str
    pid: int
    cwd: str
    report: AgentReport


@dataclass(frozen=True, slots=True)
class Turn:
    """One question to an agent and what came of it. `reply` is that of this turn alone; `source` says where it was
    read: the CLI's own transcript, or the screen, which may have lost the beginning of a long one; it is empty where
    nobody can tell which reply is its own. `state` is what ended the turn; processing or None when the time was up.
    """

    id: str
    pane: str
    prompt: str = field(repr=False)
    reply: str
    source: str
    state: AgentState | None
    awaiting: Awaiting | None
    receipt: Receipt
    seconds: float
    interrupted: bool = False  # somebody stopped it: the reply is what it had said
    viewer: bool = False  # something else than the conversation is shown: a command that opens a panel has no reply
