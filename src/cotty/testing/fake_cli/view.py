"""What a frame is made of, and what a frame has shown: the words between agent, skins and painter. Frozen."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from cotty.testing.fake_cli.dialog import Dialog
from cotty.testing.fake_cli.turns import Entry
from cotty.testing.scenario import Scenario

_NO_LETTERS: Final = re.compile(r"\x1b\[[0-9;]*m|\s|┃")


@dataclass(frozen=True, slots=True)
class View:
    """The agent at one moment, as a skin sees it."""

    scenario: Scenario
    state: str
    entries: Sequence[Entry]
    queue: tuple[str, ...]
    text: str
    cursor: int
    ghost: str
    dialog: Dialog | None
    busy_since: float | None
    note: str
    draft: str  # what a person typed and nobody has lost
    now: float

    def shown(self, rows: Sequence[str]) -> "Shown":
        """What these rows tell: a draft that is scrolled out of its box tells nobody."""
        dialog = (self.dialog.id, self.dialog.version) if self.dialog else None
        drafted = bool(self.draft) and dialog is None and _packed([self.draft]) in _packed(rows)
        return Shown(self.state, dialog, drafted)


@dataclass(frozen=True, slots=True)
class Shown:
    """What a frame tells whoever reads it."""

    state: str
    dialog: tuple[int, int] | None
    drafted: bool


@dataclass(frozen=True, slots=True)
class Drawn:
    """The part of the terminal that is drawn again and again: its rows, and the cursor in them."""

    rows: tuple[str, ...]
    x: int
    y: int


def _packed(rows: Sequence[str]) -> str:
    """Letters alone: no styles, no blanks, no frame."""
    return "".join(_NO_LETTERS.sub("", row) for row in rows)
