"""Rows and columns: which characters of a row stand before the cursor. Pure.

Rules: tmux counts cells, Python counts characters; only rows that are not ASCII pay for the difference. What a version
of tmux joins to the character before it, drops or draws by itself (a variation selector, a joiner, a skin tone, a
combining mark) counts for no cells, and is left out where text is compared.
"""

import re
import unicodedata
from collections.abc import Iterator

from cotty.model import Screen

_BLANK = re.compile(r"\s+")
_JOINER = "\u200d"
_SKIN_TONES = range(0x1F3FB, 0x1F400)


class _Kept(dict[int, int | None]):
    """For `str.translate`: what of a text a terminal shows for certain."""

    def __missing__(self, code: int) -> int | None:
        self[code] = kept = None if _is_joined(chr(code)) else code
        return kept


_KEPT = _Kept()


def cell_width(text: str) -> int:
    """How many cells a terminal gives this text."""
    return len(text) if text.isascii() else sum(_widths(text))


def _widths(text: str) -> Iterator[int]:
    """Of each character; what stands behind a joiner belongs to the character before it."""
    joined = False
    for character in text:
        yield 0 if joined else _width(character)
        joined = character == _JOINER


def _width(character: str) -> int:
    if _is_joined(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _is_joined(character: str) -> bool:
    """It has no cell of its own."""
    return unicodedata.category(character) in ("Cf", "Mn", "Me") or ord(character) in _SKIN_TONES


def before(row: str, column: int) -> str:
    """The part of a row left of a column."""
    if row.isascii():
        return row[:column]
    cells = 0
    for index, width in enumerate(_widths(row)):
        if cells >= column and width:
            return row[:index]
        cells += width
    return row


def before_cursor(screen: Screen, rows: int = 1) -> str:
    """What stands left of the cursor, and on the rows above it."""
    y = screen.cursor_y
    above = screen.rows[max(0, y - rows + 1) : y]
    here = screen.rows[y] if y < len(screen.rows) else ""
    return "".join(above) + before(here, screen.cursor_x)


def packed(text: str) -> str:
    """Text as it can be compared with what a terminal shows of it: no blanks, which wrapping and padding move, and
    nothing that has no cell of its own.
    """
    text = _BLANK.sub("", text)
    return text if text.isascii() else unicodedata.normalize("NFC", text).translate(_KEPT)
