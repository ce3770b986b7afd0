"""The composer as rows: typed text, the ghost behind it, and the cursor. Pure.

Rules: rows that do not fit are scrolled out of the box, the cursor's row never is; a cursor that is drawn is one
inverse cell.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from cotty.terminal.flows.cells import cell_width
from cotty.testing.fake_cli.rows import Cell, cells, wrapped, written
from cotty.testing.fake_cli.view import View

_INVERSE: Final = "7"
_FAR: Final = 4000  # characters before the cursor that can stand in any box


@dataclass(frozen=True, slots=True)
class InputBox:
    """Rows without their marks, and the cursor in them."""

    rows: tuple[str, ...]
    x: int
    y: int


def input_box(view: View, width: int, most_rows: int) -> InputBox:
    """The composer of a view, at most so wide and so high."""
    line, cursor = _line(view)
    spans = wrapped(line, width, by_word=view.scenario.paint.wrap == "word")
    y = max(number for number, span in enumerate(spans) if span.start <= cursor)
    x = sum(cell_width(line[at].text) for at in range(spans[y].start, cursor))
    first = max(0, y - most_rows + 1)
    seen = spans[first : first + most_rows]
    rows = tuple(written([line[at] for at in span]) for span in seen)
    return InputBox(rows, x, y - first)


def _line(view: View) -> tuple[Sequence[Cell], int]:
    """All cells, and which of them the cursor stands on; there is always one behind the text."""
    skipped = max(0, view.cursor - _FAR)
    cursor = view.cursor - skipped
    style = view.scenario.ghost.style if view.scenario.ghost else ""
    line = [*cells(view.text[skipped:]), *cells(view.ghost, style)]
    if cursor == len(line) or line[cursor].text == "\n":
        line.insert(cursor, Cell(" "))
    if view.scenario.paint.inverse_cursor:
        line[cursor] = Cell(line[cursor].text, _INVERSE)
    return line, cursor
