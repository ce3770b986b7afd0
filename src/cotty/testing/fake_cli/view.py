"""What a frame is made of, and what a frame has shown: the words between agent, skins and painter. Frozen."""

from collections.abc import Sequence
from dataclasses import dataclass

from cotty.testing.fake_cli.dialog import Dialog
from cotty.testing.fake_cli.turns import Entry
from cotty.testing.scenario import Scenario


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
    drafted: bool
    now: float

    def shown(self) -> "Shown":
        dialog = (self.dialog.id, self.dialog.version) if self.dialog else None
        return Shown(self.state, dialog, self.drafted and dialog is None)


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
