"""Rows and columns: which characters of a row stand before the cursor. Pure.

Rules: tmux counts cells, Python counts characters; only rows that are not ASCII pay for the difference.
"""

import re
import unicodedata

from cotty.model import Screen

_BLANK = re.compile(r"\s+")


def cell_width(text: str) -> int:
    """How many cells a terminal gives this text."""
    return len(text) if text.isascii() else sum(map(_width, text))


def _width(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in ("Cf", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def before(row: str, column: int) -> str:
    """The part of a row left of a column."""
    if row.isascii():
        return row[:column]
    cells = 0
    for index, character in enumerate(row):
        if cells >= column and _width(character):
            return row[:index]
        cells += _width(character)
    return row


def before_cursor(screen: Screen, rows: int = 1) -> str:
    """What stands left of the cursor, and on the rows above it."""
    y = screen.cursor_y
    above = screen.rows[max(0, y - rows + 1) : y]
    here = screen.rows[y] if y < len(screen.rows) else ""
    return "".join(above) + before(here, screen.cursor_x)


def packed(text: str) -> str:
    """Text without blanks: wrapping and padding move them, so they prove nothing."""
    return _BLANK.sub("", text)
