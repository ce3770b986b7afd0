"""What a profile is: the tables of its TOML file, as frozen data.

Rules: the fields are the keys of the file, by the same names; a field without a default has to be there. Nothing here
knows a CLI by name. Patterns are searched in the text of a row without blanks at its end, ignoring no case.
"""

import re
from dataclasses import dataclass
from typing import Literal

from cotty.model import AgentState, AwaitingKind

Pattern = re.Pattern[str]
Where = Literal["above", "below", "bottom", "top", "cursor"]
Press = Literal["number", "letter", "move"]
Layout = Literal["rows", "inline", "line"]
Paste = Literal["bracketed", "typed", "lines"]
Transcript = Literal["", "claude_code", "codex", "opencode"]
Events = Literal["", "opencode"]
Why = Literal["login", "limit", "model"]


@dataclass(frozen=True, slots=True)
class Way:
    """One way to leave: text that is sent, or keys that are pressed."""

    text: str | None = None
    keys: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Process:
    """How the CLI is started, and how its processes are known: by `names`, or by `command`, which is searched in the
    path of the program, and in that of the script or `-m module` that an interpreter runs; never in their arguments.
    """

    start: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    command: Pattern | None = None
    resume: Pattern | None = None  # what it prints when it leaves; the group `id` names the conversation


@dataclass(frozen=True, slots=True)
class Delivery:
    """How the CLI wants to be spoken to. Keys are tmux's names."""

    gap_ms: int = 0  # between text that is seen and Enter
    submit: tuple[str, ...] = ("Enter",)
    paste: Paste = "lines"  # "lines": bracketed when there is a newline or more than `paste_above` characters
    paste_above: int = 1000
    newline: tuple[str, ...] = ()  # the chord that begins a new line in the composer
    enter_within_ms: int = 0  # Enter so soon after text becomes a newline
    answer_after_ms: int = 0  # a key so soon after a dialog appeared is dropped, against typing ahead
    echoes: bool = False  # what was submitted stands in the conversation at once, also while a dialog is open
    interrupt: tuple[str, ...] = ("C-c",)
    leave: tuple[Way, ...] = ()


@dataclass(frozen=True, slots=True)
class ComposerShape:
    """Where one types. It is looked for from the last row up, past rows that `below` allows.

    With a `bottom`, that row closes it and `top` or the row of the prompt opens it; without, it goes from the last row
    that is not `below` up to the row of the prompt. `prompt`, `indent` and `edge` match what nobody typed: the
    beginning of the first row, of the other rows, the end of each. `suggests`: faint text on an empty composer may be
    submitted.
    """

    prompt: Pattern
    top: Pattern | None = None
    bottom: Pattern | None = None
    below: Pattern | None = None
    indent: Pattern | None = None
    edge: Pattern | None = None
    skip: Pattern | None = None  # rows inside that are not typed
    boxed: bool = False  # what stands farther right than the row of `bottom` is not of it
    foot: int = 0  # so many rows at its lower end are not typed, blank ones not counted
    placeholder: Pattern | None = None
    paste: Pattern | None = None
    suggests: bool = False
    at_cursor: bool = False  # it is the row of the cursor, as in a line editor
    tall: int = 40
    deep: int = 25  # rows below it at the most


@dataclass(frozen=True, slots=True)
class DialogShape:
    """What a list of options looks like. It is looked for from the last row up, past rows that `below` allows.

    `rows`: an option is a row, `more` goes on with it. `inline`: options stand side by side on a row that matches
    `line`. `line`: they stand in the group `choices` of a row that ends at the cursor. Groups of `option`: label, and
    mark, number or key where there are any. What the dialog is about reaches up to `top`.
    """

    option: Pattern
    layout: Layout = "rows"
    line: Pattern | None = None
    more: Pattern | None = None
    below: Pattern | None = None
    top: Pattern | None = None
    until: Pattern | None = None  # as `top`, and the row itself belongs to the dialog
    edge: Pattern | None = None  # what frames each row, taken away before anything is matched
    question: Pattern | None = None
    heading: Pattern | None = None  # the question, whatever below it looks like one
    chrome: Pattern | None = None  # rows of it that are neither question nor subject
    press: Press = "number"
    confirm: tuple[str, ...] = ()  # pressed after the number or letter
    axis: tuple[str, ...] = ("Up", "Down")
    least: int = 2
    tall: int = 60
    deep: int = 8
    marked: bool = True  # one option has to be highlighted, by its mark or by how it is drawn
    lit: Literal["number"] | None = None  # rows without marks: the highlighted one's number is not faint
    between: Pattern | None = None  # rows that may stand between options, blank ones too if this matches them


@dataclass(frozen=True, slots=True)
class Rule:
    """What it means when something is there: a row, a dialog, a title, or the composer itself.

    `row` is searched from an anchor outward, past rows that `past` allows, `within` so many; blank rows
    are always passed and not counted. `has` and `lacks` are
    searched in the whole dialog. The first rule of the file that fires gives the state.
    """

    name: str
    says: AgentState | Literal["viewer", "interrupted"]
    title: Pattern | None = None
    row: Pattern | None = None
    where: Where = "above"
    past: Pattern | None = None
    within: int = 12
    style: Literal["faint", "bold", "inverse"] | None = None  # how the first character of the match is drawn
    dialog: str | None = None
    has: Pattern | None = None
    lacks: Pattern | None = None
    composer: bool | None = None  # fires only with a composer, or only without one
    cursor: Literal["hidden", "visible", "inside", "outside"] | None = None  # the last two: of the composer
    alternate: bool | None = None
    kind: AwaitingKind | None = None
    offers: str | None = None  # the one answer that a row takes: Enter, under this label
    why: Why | None = None


@dataclass(frozen=True, slots=True)
class Profile:
    """One CLI. `source` is the file it was read from."""

    name: str
    title: str
    source: str
    versions: str = ""
    transcript: Transcript = ""  # how the CLI writes down its conversations, where cotty can read them
    events: Events = ""  # how the CLI's own event server talks, where one runs
    reply_skip: Pattern | None = None  # rows of a conversation that are not part of a reply
    reply_mark: Pattern | None = None  # what stands before the first row of one
    process: Process = Process()
    delivery: Delivery = Delivery()
    composer: ComposerShape | None = None
    dialogs: tuple[tuple[str, DialogShape], ...] = ()
    rules: tuple[Rule, ...] = ()

    def covers(self, version: str) -> bool:
        """Whether the range of versions that the rules were made for has this one; `>=2.0, <3`."""
        return all(_holds(part.strip(), version) for part in self.versions.split(",") if part.strip())


def _holds(condition: str, version: str) -> bool:
    relation = condition.rstrip("0123456789.")
    wanted, given = _numbers(condition), _numbers(version)
    return {">=": given >= wanted, "<": given < wanted, ">": given > wanted, "<=": given <= wanted}[relation]


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", version))
