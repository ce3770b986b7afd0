"""Where a command meets the server that serves the same thing: a unix socket, named after all that both were told.

Rules: standard library only, because every command asks; a command that was told anything else meets nobody and works
alone, so its answer is the same; the folder is ours and nobody else's, or it is not used.
"""

import hashlib
import json
import os
import stat
from collections.abc import Mapping
from typing import Final

from cotty.errors import CottyError

_LONGEST: Final = 100  # bytes of a socket's path; macOS takes 103
_DIGITS: Final = 16


def runtime_folder() -> str:
    """Where this account's sockets are."""
    place = os.environ.get("XDG_RUNTIME_DIR")
    return os.path.join(place, "cotty") if place and os.path.isabs(place) else f"/tmp/cotty-{os.getuid()}"  # noqa: S108


def meeting_place(told: Mapping[str, object]) -> str:
    """The path of the socket."""
    text = json.dumps(told, sort_keys=True, default=str)
    return os.path.join(runtime_folder(), hashlib.sha256(text.encode()).hexdigest()[:_DIGITS] + ".sock")


def prepare(path: str) -> None:
    """Make the folder of a socket, or raise why nothing may listen there."""
    if len(os.fsencode(path)) > _LONGEST:
        raise CottyError(f"{path} is too long for a socket.", suggestion="Set XDG_RUNTIME_DIR to a shorter folder.")
    folder = os.path.dirname(path)
    os.makedirs(folder, mode=0o700, exist_ok=True)
    if not is_ours(folder):
        raise CottyError(
            f"{folder} is not a folder of this account alone.", suggestion="Remove it, or set XDG_RUNTIME_DIR."
        )


def is_ours(folder: str) -> bool:
    """A folder that nobody else can put anything into."""
    try:
        found = os.lstat(folder)
    except OSError:
        return False
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o077
