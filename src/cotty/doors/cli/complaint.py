"""An error as the command line says it: one line and one suggestion on standard error, or one JSON object.

Rules: the exit code comes from the fault table; a trace is written to a file of the person's own and named, never
shown; nothing here raises.
"""

import contextlib
import os
import sys
from typing import Final

from cotty.doors.cli.output import coloured
from cotty.errors import CottyError

_CRASH_FILE: Final = "last-crash.txt"


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


def report_crash(error: BaseException) -> CottyError:
    """What a fault of cotty's own becomes: an error that names the file with the trace."""
    import traceback

    place = _write_trace("".join(traceback.format_exception(error)))
    where = f"the trace is in {place}" if place else "the trace could not be written anywhere"
    return CottyError(
        f"Something unexpected happened ({type(error).__name__}); {where}.",
        suggestion="This is a fault of cotty: please report it, with that file.", trace=place,
    )  # fmt: skip


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


def _write_trace(text: str) -> str | None:
    """One file, written over by the next: a crash in a loop fills no disk."""
    from cotty.operations.journal import state_folder

    folder = state_folder()
    with contextlib.suppress(OSError):
        if folder is not None:
            os.makedirs(folder, mode=0o700, exist_ok=True)
            path = os.path.join(folder, _CRASH_FILE)
            flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW
            with open(os.open(path, flags, 0o600), "w", encoding="utf-8", errors="backslashreplace") as file:
                file.write(text)
            return path
    import tempfile

    with contextlib.suppress(OSError):
        handle, path = tempfile.mkstemp(prefix="cotty-crash-", suffix=".txt")
        with open(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.write(text)
        return path
    return None
