"""An error as the command line says it: one line and one suggestion on standard error, or one JSON object.

Rules: the exit code comes from the fault table; nothing here raises.
"""

import contextlib
import sys

from cotty.doors.cli.output import coloured
from cotty.errors import CottyError


def complain(error: CottyError, *, as_json: bool, exit_code: int | None = None) -> int:
    """Say it, and give the exit code: that of its fault, unless the door has one of its own for it."""
    from cotty.doors.faults import fault_of

    exit_code = fault_of(error.code).exit_code if exit_code is None else exit_code
    text = _as_json(error, exit_code) if as_json else _as_lines(error)
    with contextlib.suppress(OSError, ValueError):  # nobody listens
        sys.stderr.buffer.write(text.encode("utf-8", "backslashreplace"))
        sys.stderr.flush()
    return exit_code


def note(sentence: str) -> None:
    """Something to know that is neither answer nor error: standard error too, so that a pipe stays clean."""
    with contextlib.suppress(OSError, ValueError):
        text = f"{coloured('cotty:', 'yellow', sys.stderr)} {_one_line(sentence)}\n"
        sys.stderr.buffer.write(text.encode("utf-8", "backslashreplace"))
        sys.stderr.flush()


def _as_lines(error: CottyError) -> str:
    head = coloured("cotty:", "red", sys.stderr)
    return f"{head} {_one_line(error.message)}\n       {_one_line(error.suggestion)}\n"


def _as_json(error: CottyError, exit_code: int) -> str:
    import json

    facts = {
        "code": error.code, "message": error.message, "suggestion": error.suggestion, "exit_code": exit_code,
        "facts": error.facts,
    }  # fmt: skip
    return json.dumps({"error": facts}, ensure_ascii=False, default=str) + "\n"


def _one_line(text: str) -> str:
    """Words of tmux, ssh or a path may hold line breaks and worse."""
    return "".join(sign if sign.isprintable() else " " for sign in text).strip()
