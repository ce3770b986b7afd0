"""Write an answer to standard output.

Rules: an answer that cannot be written is told from every other failure, because then the thing itself was done; a
reader that went away stays `BrokenPipeError`, which is nobody's fault.
"""

import sys


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
