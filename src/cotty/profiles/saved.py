"""A screen that somebody saved, as rows of text with or without colours, made a `Screen` again. Pure.

Rules: what a capture does not tell is taken as it mostly is: the text cursor behind the last letter, the normal screen,
a program that still runs.
"""

import re
from typing import Final

from cotty.errors import InvalidInput
from cotty.model import Screen
from cotty.terminal.flows.cells import cell_width

_STYLE: Final = re.compile(r"\x1b\[[0-9;:]*m")
_OTHER: Final = re.compile(r"\x1b(?!\[[0-9;:]*m)|[\x00-\x08\x0b-\x1a\x1c-\x1f\x7f]")


def saved_screen(text: str, *, cursor_visible: bool = True) -> Screen:
    """The screen of a text as `tmux capture-pane -p`, plain or with `-e`, prints it."""
    text = text.replace("\r\n", "\n")
    if strange := _OTHER.search(text):
        line = text.count("\n", 0, strange.start()) + 1
        raise InvalidInput(
            f"Line {line} of the saved screen has {strange[0]!r}, which no screen shows.",
            suggestion="Save one with `tmux capture-pane -p -e`, or `cotty screen --styled`; a recording is none.",
        )
    rows = tuple(text.removesuffix("\n").split("\n"))
    plain = [_STYLE.sub("", row) for row in rows]
    last = max((y for y, row in enumerate(plain) if row.strip()), default=0)
    return Screen(
        rows=rows, cursor_x=cell_width(plain[last].rstrip()), cursor_y=last, width=max(map(cell_width, plain)),
        height=len(rows), history=0, history_limit=0, alternate=False, dead=False, exit_status=None, mode=False,
        cursor_visible=cursor_visible, styled=_STYLE.search(text) is not None,
    )  # fmt: skip
