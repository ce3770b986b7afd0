"""Write an answer to standard output, and colour a word or two without a library: loading one costs more than the
command.

Rules: an answer that cannot be written is told from every other failure, because then the thing itself was done; a
reader that went away stays `BrokenPipeError`, which is nobody's fault; colour
only on a terminal, and not when NO_COLOR is set or the terminal is dumb.
"""

import os
import sys
from typing import IO, Final

_CODES: Final = {"red": "1;31", "green": "32", "yellow": "33", "bold": "1", "dim": "2"}


class AnswerLost(OSError):
    """Standard output takes nothing: its disk is full, or it was never open for writing."""


def write(answer: bytes) -> None:
    """All of it, now."""
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(answer)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise AnswerLost(error.errno, error.strerror) from error


def is_coloured(stream: IO[str]) -> bool:
    """Whether colour is welcome there."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def coloured(text: str, colour: str, stream: IO[str]) -> str:
    """The text, coloured where that is welcome."""
    return f"\033[{_CODES[colour]}m{text}\033[0m" if is_coloured(stream) else text
