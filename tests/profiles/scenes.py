"""Screens for tests that need no file: rows in, a screen out; `▮` is the cursor."""

from cotty.model import Screen
from cotty.profiles.painted import plain
from cotty.terminal.flows.cells import cell_width

CURSOR = "▮"


def screen(*rows: str, width: int = 80, styled: bool = True, hidden: bool = False) -> Screen:
    """A screen of these rows; without a mark the cursor is hidden."""
    place = next(((y, row) for y, row in enumerate(rows) if CURSOR in row), None)
    y, row = place or (0, CURSOR)
    return Screen(
        rows=tuple(row.replace(CURSOR, "") for row in rows), cursor_x=cell_width(plain(row).partition(CURSOR)[0]),
        cursor_y=y, width=width, height=len(rows), history=0, history_limit=2000, alternate=False, dead=False,
        exit_status=None, mode=False, cursor_visible=place is not None and not hidden, styled=styled,
    )  # fmt: skip
