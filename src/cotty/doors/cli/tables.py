"""Tables for a person's terminal, drawn by rich.

Rules: what one types again (pane, address, name) is never cut; in a narrow terminal the folder gives way first, from
its beginning, then whole columns go, those first that are needed least.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from cotty.doors.cli.agents import WORDS, remarks
from cotty.doors.cli.show import clean, state_of
from cotty.operations.agents.answers import AgentRow
from cotty.operations.agents.profiles import ProfileRow
from cotty.operations.answers import PaneRow

_BETWEEN: Final = 2  # blanks between columns, as rich pads them
_FOLDER: Final = 10  # characters of a folder that still say something
_REMARK: Final = 24


@dataclass(frozen=True, slots=True)
class _Column:
    """A column, and what becomes of it where there is no room: it is cut down to so many characters (0: it stays
    whole), and then leaves, the lower the sooner (0: never).
    """

    head: str
    cells: Sequence[Text]
    cut_to: int = 0
    leaves: int = 0

    @property
    def width(self) -> int:
        return max(map(cell_len, [self.head, *(cell.plain for cell in self.cells)]))

    @property
    def least(self) -> int:
        return min(self.width, self.cut_to or self.width)

    def cell(self, row: int, most: int) -> Text:
        """A path keeps its end, which says more than its beginning."""
        cell = self.cells[row]
        return _end(cell, most) if self.cut_to == _FOLDER else cell


def draw_panes(panes: Sequence[PaneRow]) -> None:
    """A row for each pane, as wide as the terminal allows."""
    _draw(
        "No panes.",
        _Column("pane", [Text(row.id, style="bold") for row in panes]),
        _Column("address", _texts(row.address for row in panes)),
        _Column("program", _texts(row.command for row in panes), leaves=3),
        _Column("folder", _texts(row.cwd for row in panes), cut_to=_FOLDER, leaves=2),
        _Column("size", _texts(f"{row.width}×{row.height}" for row in panes), leaves=1),
        _Column("state", [_state(row) for row in panes], leaves=4),
    )


def draw_agents(agents: Sequence[AgentRow]) -> None:
    """A row for each agent, in the order they are given."""
    states = [WORDS[row.state] for row in agents]
    _draw(
        "No agents.",
        _Column("state", [Text(word, style=colour) for word, colour in states]),
        _Column("pane", [Text(row.pane, style="bold") for row in agents]),
        _Column("agent", _texts(row.profile for row in agents), leaves=4),
        _Column("address", _texts(row.address for row in agents)),
        _Column("folder", _texts(row.cwd for row in agents), cut_to=_FOLDER, leaves=2),
        _Column("seen", _texts(map(_seen, agents)), leaves=1),
        _Column("", [Text(clean(", ".join(remarks(row))), style="yellow") for row in agents], cut_to=_REMARK),
    )


def draw_profiles(profiles: Sequence[ProfileRow]) -> None:
    """A row for each profile."""
    styles = ["red" if row.problem else "" for row in profiles]
    named = zip(profiles, styles, strict=True)
    _draw(
        "No profiles.",
        _Column("profile", [Text(clean(row.name), style=style or "bold") for row, style in named]),
        _Column("for", _texts(row.title for row in profiles), leaves=1),
        _Column("versions", _texts(row.versions for row in profiles), leaves=2),
        _Column("file", [Text(clean(row.source), style=style) for row, style in zip(profiles, styles, strict=True)],
                cut_to=_FOLDER, leaves=3),
    )  # fmt: skip


def draw_rows(nothing: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Rows as they are; of columns that have no room the last goes first, and the first two stay."""
    cells = zip(*rows, strict=True) if rows else [() for _ in heads]
    columns = zip(heads, cells, strict=True)
    _draw(nothing, *(_Column(head, _texts(column), leaves=len(heads) - number if number > 1 else 0)
                     for number, (head, column) in enumerate(columns)))  # fmt: skip


def _draw(nothing: str, *columns: _Column) -> None:
    """What fits of these columns; one without a word in it is left out."""
    console = Console()
    if not columns[0].cells:
        console.print(nothing, style="dim")
        return
    shown = _fitting([each for each in columns if each.width], console.width)
    table = Table(box=None, pad_edge=False, header_style="dim")
    widths = _widths(shown, console.width)
    for each, width in zip(shown, widths, strict=True):
        side: Literal["right", "left"] = "right" if each.head == "size" else "left"
        table.add_column(each.head, no_wrap=True, overflow="ellipsis", justify=side, min_width=width, max_width=width)
    for row in range(len(columns[0].cells)):
        table.add_row(*(each.cell(row, width) for each, width in zip(shown, widths, strict=True)))
    console.print(table)


def _fitting(columns: Sequence[_Column], width: int) -> list[_Column]:
    """Without those that leave first, until the others have room."""
    shown = list(columns)
    for each in sorted((each for each in columns if each.leaves), key=lambda column: column.leaves):
        if _needed(shown) > width:
            shown.remove(each)
    return shown


def _widths(columns: Sequence[_Column], width: int) -> list[int]:
    """What is free goes to the columns that were cut, the last one first."""
    free, widths = max(0, width - _needed(columns)), list[int]()
    for each in reversed(columns):
        widths.insert(0, min(each.width, each.least + free))
        free -= widths[0] - each.least
    return widths


def _needed(columns: Sequence[_Column]) -> int:
    return sum(each.least for each in columns) + _BETWEEN * (len(columns) - 1)


def _end(path: Text, most: int) -> Text:
    if path.cell_len <= most:
        return path
    text = path.plain
    while text and cell_len(text) >= most:
        text = text[1:]
    return Text("…" + text, style=path.style)


def _texts(cells: Iterable[object]) -> list[Text]:
    return [Text(clean(cell)) for cell in cells]


def _seen(row: AgentRow) -> str:
    return "now" if row.age < 1 else f"{row.age:.0f} s ago"


def _state(row: PaneRow) -> Text:
    state = Text(state_of(row), style="red" if row.dead else "green")
    if row.pen:
        state.append(f" {clean(row.pen)} writes", style="yellow")
    return state
