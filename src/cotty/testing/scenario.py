"""How a fake CLI looks and misbehaves: frozen data, read from JSON or TOML and written back as JSON.

Rules: a field that is left out means that the trap is off; times are milliseconds; a word that is no field or no choice
is an error that names it.
"""

import json
from dataclasses import asdict, dataclass, field, fields, is_dataclass
from pathlib import Path
from types import UnionType
from typing import Any, Final, Self, get_args, get_origin, get_type_hints

from cotty.errors import InvalidInput

SKINS: Final = ("boxed", "plain", "fullscreen")
MOMENTS: Final = ("start", "characters", "landed", "enter", "submitted")


@dataclass(frozen=True, slots=True)
class When:
    """A moment: `start` and `submitted` and `landed` plus so many ms, that many `characters` or the nth `enter`.

    `landed` counts from the first character of a message that the fake read, `characters` are those of one message.
    """

    moment: str = "start"
    number: int = 0


@dataclass(frozen=True, slots=True)
class Enter:
    """What Enter does instead of submitting."""

    newline_within_ms: int = 0  # after a typed character: the window of a paste burst
    newline_within_ms_of_paste: int = 0
    swallowed: int = 0  # the first so many of each message do nothing


@dataclass(frozen=True, slots=True)
class Paste:
    """How pasted text is taken."""

    bracketed: bool = True
    placeholder: str = "none"  # none; lines: [Pasted text #1 +12 lines]; characters: [Pasted Content 1234 chars]
    from_lines: int = 4  # a paste collapses from so many newlines
    from_characters: int = 800  # … or so many characters
    takes_ms: int = 0  # "Pasting text…" stands in the footer meanwhile, and Enter is dropped


@dataclass(frozen=True, slots=True)
class Ghost:
    """Text that nobody typed, behind the cursor."""

    text: str = ""
    style: str = "2"  # SGR: 2, 90, 38;5;8, 38;5;244, 38;2;120;120;120
    inline: bool = False  # stands behind typed text, too
    bare_enter: bool = True  # Enter in an empty composer submits it; else it is only a placeholder
    after_ms: int = 0  # of rest in an empty composer


@dataclass(frozen=True, slots=True)
class Draft:
    """What a person types into the composer."""

    text: str = ""
    when: When = field(default_factory=When)
    per_key_ms: int = 0


@dataclass(frozen=True, slots=True)
class Change:
    """A dialog turns into another one: so long after it was shown, or as its first key comes within a window."""

    after_ms: int = 0
    on_key_within_ms: int = 0  # the key is dropped
    about: str = ""
    options: tuple[str, ...] = ()
    highlight: int = 1


@dataclass(frozen=True, slots=True)
class Popup:
    """A permission dialog."""

    when: When = field(default_factory=When)
    about: str = "rm -rf build"
    question: str = "Do you want to proceed?"
    options: tuple[str, ...] = ("Yes", "Yes, and don't ask again", "No, and say what to do differently")
    highlight: int = 1
    digits_act: bool = True
    takes_that_enter: bool = False  # raised by an Enter: the very same Enter answers it, and nobody could know
    change: Change | None = None


@dataclass(frozen=True, slots=True)
class Paint:
    """How frames reach the terminal."""

    delay_ms: int = 0  # from a change to its frame
    pieces: int = 1  # writes per frame, cut anywhere
    between_ms: int = 0  # those writes
    fps: int = 0  # repaints all the time, changed or not
    spinner_ms: int = 120
    clock_ms: int = 0  # a clock in the footer; 0: none
    synchronized: bool = False
    dim_rules: bool = False
    inverse_cursor: bool = False  # the terminal's cursor is hidden and parked; a cell is drawn as one
    wrap: str = "character"  # or word


@dataclass(frozen=True, slots=True)
class Stall:
    """For so long the program does not read its terminal."""

    when: When = field(default_factory=When)
    ms: int = 0


@dataclass(frozen=True, slots=True)
class Death:
    """The program ends where nobody asked it to."""

    when: When = field(default_factory=When)
    how: str = "exit"  # puts the terminal right; kill: leaves it as it is


@dataclass(frozen=True, slots=True)
class Reply:
    """The turn after a submission."""

    busy_ms: int = 150
    text: str = "Done: {prompt}"
    line_ms: int = 0  # lines come one by one
    quotes_dialog: bool = False
    echo: bool = True  # the prompt stands in the conversation


@dataclass(frozen=True, slots=True)
class Scenario:
    """One fake CLI, with all its traps."""

    seed: int = 0
    skin: str = "boxed"
    title: str = "states"  # states, static or none
    starting_ms: int = 0
    enter: Enter = field(default_factory=Enter)
    paste: Paste = field(default_factory=Paste)
    ghost: Ghost | None = None
    draft: Draft | None = None
    popups: tuple[Popup, ...] = ()
    paint: Paint = field(default_factory=Paint)
    stall: Stall | None = None
    death: Death | None = None
    reply: Reply = field(default_factory=Reply)

    def to_data(self) -> dict[str, Any]:
        """Tables and lists; `from_data` gives the same scenario."""
        return asdict(self)

    def to_json(self) -> str:
        """One line; `from_json` gives the same scenario."""
        return json.dumps(self.to_data(), ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> Self:
        try:
            return cls.from_data(json.loads(text))
        except json.JSONDecodeError as error:
            raise InvalidInput(f"The scenario is not JSON: {error}.") from error

    @classmethod
    def from_data(cls, data: object) -> Self:
        """From what JSON or TOML holds."""
        built: Self = _built(cls, data, "scenario")
        return built

    @classmethod
    def load(cls, source: str) -> Self:
        """From JSON, or from a .json or .toml file."""
        if source.lstrip().startswith("{"):
            return cls.from_json(source)
        text = Path(source).read_text(encoding="utf-8")
        if source.endswith(".toml"):
            import tomllib  # most fakes start without it

            return cls.from_data(tomllib.loads(text))
        return cls.from_json(text)


_CHOICES: Final[dict[tuple[type, str], tuple[str, ...]]] = {
    (Scenario, "skin"): SKINS,
    (Scenario, "title"): ("states", "static", "none"),
    (When, "moment"): MOMENTS,
    (Paste, "placeholder"): ("none", "lines", "characters"),
    (Paint, "wrap"): ("character", "word"),
    (Death, "how"): ("exit", "kill"),
}


def _built(kind: Any, data: object, where: str) -> Any:  # noqa: ANN401 - data of any shape
    if get_origin(kind) is UnionType:
        return None if data is None else _built(get_args(kind)[0], data, where)
    if get_origin(kind) is tuple:
        items = data if isinstance(data, list | tuple) else [data]
        return tuple(_built(get_args(kind)[0], item, where) for item in items)
    if is_dataclass(kind) and isinstance(kind, type):
        return _record(kind, data, where)
    if type(data) is not kind:
        raise InvalidInput(f"{where} is {data!r}; it takes a {kind.__name__}.")
    return data


def _record(kind: type, data: object, where: str) -> object:
    if not isinstance(data, dict):
        raise InvalidInput(f"{where} is {data!r}; it takes a table.")
    hints = get_type_hints(kind)
    known = [each.name for each in fields(kind)]
    if unknown := sorted(set(data) - set(known)):
        raise InvalidInput(f"{where} has no {unknown[0]!r}.", suggestion=f"It takes {', '.join(known)}.")
    for name, value in data.items():
        choices = _CHOICES.get((kind, name), (value,))
        if value not in choices:
            raise InvalidInput(f"{where}.{name} is {value!r}.", suggestion=f"Say {', '.join(map(str, choices))}.")
    return kind(**{name: _built(hints[name], value, f"{where}.{name}") for name, value in data.items()})
