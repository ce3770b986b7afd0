"""Colour for a word or two, without a library: loading one costs more than the command.

Rules: only on a terminal, and not when NO_COLOR is set or the terminal is dumb.
"""

import os
from typing import IO, Final

_CODES: Final = {"red": "1;31", "green": "32", "yellow": "33", "bold": "1", "dim": "2"}


def is_coloured(stream: IO[str]) -> bool:
    """Whether colour is welcome there."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def coloured(text: str, colour: str, stream: IO[str]) -> str:
    """The text, coloured where that is welcome."""
    return f"\033[{_CODES[colour]}m{text}\033[0m" if is_coloured(stream) else text
