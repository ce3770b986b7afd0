"""Reads the composer of a screen: what was typed there, what is a suggestion, what is a placeholder. Pure.

Rules:
1. It is the lowest thing on the screen that looks like one, and nothing but what the profile allows stands below it.
2. Text was typed unless it is drawn as a suggestion is: faint, at or right of the cursor, where what is left of the
   cursor is not. Faint text left of the cursor was typed.
3. A hidden cursor is drawn by the program, as an inverse cell. It is drawn on the first character of a suggestion, too.
4. Without styles there is no ghost text to be told; a placeholder is known by its words then, and only at the cursor.
"""

from dataclasses import dataclass

from cotty.model import Composer, Screen
from cotty.profiles.painted import PLAIN, Rows, Style
from cotty.profiles.profile import ComposerShape
from cotty.terminal.flows.cells import before, cell_width


@dataclass(frozen=True, slots=True)
class Found:
    """A composer, and the first and last row of the box around it."""

    composer: Composer
    top: int
    bottom: int


@dataclass(frozen=True, slots=True)
class _Cell:
    """A character of the composer, and whether the cursor stands on it."""

    character: str
    style: Style
    cursor: bool


def find_composer(shape: ComposerShape, screen: Screen, rows: Rows) -> Found | None:
    """The composer of a screen, if there is one."""
    span = _span(shape, screen, rows)
    if span is None:
        return None
    top, first, last, bottom = span
    right = cell_width(rows[bottom]) if shape.boxed else screen.width
    cells: list[_Cell] = []
    for y in range(first, last + 1):
        if y > first:
            cells.append(_Cell("\n", PLAIN, False))
        if not (shape.skip and shape.skip.search(rows[y])):
            cells += _typed_part(shape, screen, rows, y, first=y == first, right=right)
        elif y == screen.cursor_y and screen.cursor_visible:
            cells.append(_Cell(" ", PLAIN, True))
    return Found(_composer(shape, cells, rows.styled, (first, last)), top, bottom)


def _span(shape: ComposerShape, screen: Screen, rows: Rows) -> tuple[int, int, int, int] | None:
    """Box top, first row, last row, box bottom."""
    if shape.at_cursor:
        return _line_at_cursor(shape, screen, rows)
    bottom = _bottom(shape, rows)
    if bottom is None:
        return None
    last = _last_typed(shape, rows, bottom - 1 if shape.bottom else bottom)
    for y in range(last, max(-1, last - shape.tall), -1):
        if shape.bottom and y < last and shape.bottom.search(rows[y]) and not (shape.top and shape.top.search(rows[y])):
            return None
        if shape.prompt.search(rows[y]) and (shape.top is None or (y > 0 and shape.top.search(rows[y - 1]))):
            return y - (shape.top is not None), y, last, bottom
        if shape.top is None and rows[y] and not (shape.indent and shape.indent.search(rows[y])):
            return None
    return None


def _last_typed(shape: ComposerShape, rows: Rows, last: int) -> int:
    """The last row above the foot of the composer."""
    feet = shape.foot
    while feet and last > 0:
        feet -= not (shape.skip and shape.skip.search(rows[last])) and bool(rows[last])
        last -= 1
    return last


def _line_at_cursor(shape: ComposerShape, screen: Screen, rows: Rows) -> tuple[int, int, int, int] | None:
    """A line editor: the row of the prompt is that of the cursor or, for a line that was broken, above it."""
    y = screen.cursor_y
    if not 0 <= y < len(rows) or any(
        rows[below] and not _allowed(shape, rows[below]) for below in range(y + 1, len(rows))
    ):
        return None
    for first in range(y, max(-1, y - shape.tall), -1):
        found = shape.prompt.search(rows[first])
        if found is not None:
            at_cursor = first < y or len(before(rows[first], screen.cursor_x)) >= len(found[0].rstrip())
            return (first, first, y, y) if at_cursor else None
        broken = first > 0 and cell_width(rows[first - 1]) >= screen.width - 1
        if not broken and (shape.indent is None or not shape.indent.search(rows[first])):
            return None
    return None


def _bottom(shape: ComposerShape, rows: Rows) -> int | None:
    """The row that closes the composer: the lowest that is not merely allowed below it."""
    for y in range(rows.last, max(-1, rows.last - shape.deep), -1):
        if shape.bottom and shape.bottom.search(rows[y]):
            return y
        if rows[y] and not _allowed(shape, rows[y]):
            return None if shape.bottom else y
    return None


def _allowed(shape: ComposerShape, text: str) -> bool:
    return shape.below is not None and shape.below.search(text) is not None


def _typed_part(
    shape: ComposerShape, screen: Screen, rows: Rows, y: int, *, first: bool, right: int
) -> list[_Cell]:  # fmt: skip
    """The cells of a row without prompt and frame; a cursor behind all of them is a cell, too."""
    text, styles = rows.painted(y)
    lead = (shape.prompt if first else shape.indent) or None
    begin = found.end() if lead and (found := lead.match(text)) else 0
    end = found.start() if shape.edge and (found := shape.edge.search(text, begin)) else len(text)
    end = min(end, len(before(text, right)))
    here = len(before(text, screen.cursor_x)) if y == screen.cursor_y and screen.cursor_visible else -1
    cells = [_Cell(text[at], styles[at], at == here or _drawn_cursor(styles, at, screen)) for at in range(begin, end)]
    return [*cells, _Cell(" ", PLAIN, True)] if here >= end else cells


def _drawn_cursor(styles: tuple[Style, ...], at: int, screen: Screen) -> bool:
    """One inverse cell alone is a cursor; a run of them is a selection or a button."""
    if screen.cursor_visible or not styles[at].inverse:
        return False
    return not (at and styles[at - 1].inverse) and not (at + 1 < len(styles) and styles[at + 1].inverse)


def _composer(shape: ComposerShape, cells: list[_Cell], styled: bool, rows: tuple[int, int]) -> Composer:
    cursor = next((at for at, cell in enumerate(cells) if cell.cursor), None)
    typed, faint = _divided(cells, cursor) if styled else (cells, [])
    text, rest = _text(typed), _text(faint)
    known = shape.placeholder
    if not styled and known and known.fullmatch(text.strip()):
        text, rest = "", text
    is_placeholder = not text.strip() and (not shape.suggests or (known is not None and known.search(rest.strip())))
    pastes = tuple(found[0] for found in shape.paste.finditer(text)) if shape.paste else ()
    ghost, placeholder = ("", rest.strip()) if is_placeholder else (rest.rstrip(), "")
    return Composer(text, ghost, placeholder, pastes, *rows, has_cursor=cursor is not None)


def _divided(cells: list[_Cell], cursor: int | None) -> tuple[list[_Cell], list[_Cell]]:
    """What was typed, and what only looks like it: the run of faint cells that ends the composer."""
    begin = len(cells)
    while begin and (cursor is None or begin > cursor) and _overlooked(cells, begin - 1):
        begin -= 1
    if not any(map(_faint_letter, cells[begin:])):
        return cells, []
    left = [cell for cell in cells[:begin] if cell.character.strip()]
    if left and _ink(left[-1]) == _ink(next(cell for cell in cells[begin:] if _faint_letter(cell))):
        return cells, []  # all of it is drawn like this
    return cells[:begin], cells[begin:]


def _overlooked(cells: list[_Cell], at: int) -> bool:
    """Blank, faint, or the cursor with something faint right behind it."""
    cell = cells[at]
    if not cell.character.strip() or cell.style.faint:
        return True
    return cell.cursor and at + 1 < len(cells) and _faint_letter(cells[at + 1])


def _faint_letter(cell: _Cell) -> bool:
    return cell.style.faint and bool(cell.character.strip())


def _ink(cell: _Cell) -> tuple[bool, str]:
    return cell.style.dim, cell.style.fg


def _text(cells: list[_Cell]) -> str:
    rows = "".join(cell.character for cell in cells).split("\n")
    return "\n".join(row.rstrip() for row in rows).strip("\n")
