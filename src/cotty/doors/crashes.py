"""What a fault of cotty's own becomes at every door: an error that names a file with the trace.

Rules: the trace goes to a file of the person's own and is never shown; nothing here raises.
"""

import contextlib
import os
from typing import Final

from cotty.errors import CottyError

_CRASH_FILE: Final = "last-crash.txt"


def report_crash(error: BaseException) -> CottyError:
    """The error to tell."""
    import traceback

    place = _write_trace("".join(traceback.format_exception(error)))
    where = f"the trace is in {place}" if place else "the trace could not be written anywhere"
    return CottyError(
        f"Something unexpected happened ({type(error).__name__}); {where}.",
        suggestion="This is a fault of cotty: please report it, with that file.", trace=place,
    )  # fmt: skip


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
