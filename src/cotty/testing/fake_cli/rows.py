"""Styled characters, wrapped to a width in cells and written as bytes of a terminal. Pure.

Rules: a style is the inside of an SGR; a character of no width stays with the one before it; a row never exceeds the
width, so the terminal wraps nothing by itself.
"""

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from cotty.terminal.flows.cells import cell_width


class Cell(NamedTuple):
    """A character (a tab is four blanks) and how it looks."""

    text: str
    style: str = ""


def cells(text: str, style: str = "") -> list[Cell]:
    return [Cell("    " if each == "\t" else each, style) for each in text]


def wrapped(line: Sequence[Cell], width: int, *, by_word: bool = False) -> list[range]:
    """Which cells stand on which row; a newline ends one."""
    rows: list[range] = []
    start = used = 0
    for at, cell in enumerate(line):
        if cell.text == "\n":
            rows.append(range(start, at))
            start, used = at + 1, 0
            continue
        size = cell_width(cell.text)
        if used + size > width and size:
            turn = _turn(line, start, at) if by_word else at
            rows.append(range(start, turn))
            start, used = turn, sum(cell_width(each.text) for each in line[turn:at])
        used += size
    return [*rows, range(start, len(line))]


def _turn(line: Sequence[Cell], start: int, at: int) -> int:
    """Behind the last blank of the row, if there is one."""
    blanks = (index + 1 for index in range(at - 1, start, -1) if line[index].text == " ")
    return next(blanks, at)


def written(row: Sequence[Cell]) -> str:
    """The row with its styles as escapes."""
    runs = ((style, "".join(cell.text for cell in run)) for style, run in groupby(row, key=lambda cell: cell.style))
    return "".join(f"\x1b[{style}m{text}\x1b[0m" if style else text for style, text in runs)


def paragraph(text: str, width: int, *, first: str, rest: str, style: str = "") -> list[str]:
    """Text on rows of its own, behind a mark on the first and an indentation on the others."""
    line = cells(text, style)
    spans = wrapped(line, max(1, width - cell_width(first)))
    return [
        (rest if number else first) + written([line[at] for at in span])
        for number, span in enumerate(spans)
    ]  # fmt: skip


def both_ends(left: str, right: str, width: int, style: str) -> str:
    """One row: something left, something right."""
    gap = max(1, width - cell_width(left) - cell_width(right) - 1)
    return written(cells(f"{left}{' ' * gap}{right}"[: width - 1], style))
