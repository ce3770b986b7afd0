"""The control clients of cotty processes that were killed: tmux may keep them attached for ever (3.3a, 3.5a).

A killed process takes its end of the socket with it; what tmux still had to write to it can never be written, and tmux
waits for that before it lets the client go, and before it ends itself.

Rules: Linux only, and only for tmux servers of this machine; a client is ours by the mark in its command line, which
names the process that started it, and an orphan when that is not its parent any more. Any other is left alone. Whoever
ends orphans has paused their panes: nothing is queued for them then (docs/decisions/0014).
"""

import contextlib
import os
import re
import select
import signal
from collections.abc import Iterable
from typing import Final

_MARK: Final = re.compile(rb",cotty-([0-9]+)\0")
_PATIENCE: Final = 2000  # milliseconds in which a killed process is gone
SWEPT: Final = hasattr(os, "pidfd_open")


def mark() -> str:
    """What names this process among the flags of a control client; tmux skips flags that it does not know."""
    return f"cotty-{os.getpid()}"


def orphans_of(clients: Iterable[int]) -> list[int]:
    """Those of these processes that are orphans of ours."""
    return [pid for pid in clients if _is_orphan(pid)] if SWEPT else []


def end_orphans(clients: Iterable[int]) -> int:
    """End those of these processes that are orphans of ours, and see them gone; how many there were."""
    return sum(_ended(pid) for pid in clients) if SWEPT else 0


def _ended(pid: int) -> bool:
    """The handle means one process even if its id is another's by now."""
    try:
        handle = os.pidfd_open(pid)
    except OSError:
        return False
    try:
        if not _is_orphan(pid):
            return False
        with contextlib.suppress(OSError):
            signal.pidfd_send_signal(handle, signal.SIGKILL)
        gone = select.poll()
        gone.register(handle, select.POLLIN)
        return bool(gone.poll(_PATIENCE))
    finally:
        os.close(handle)


def _is_orphan(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            owner = _MARK.search(file.read())
        with open(f"/proc/{pid}/stat", "rb") as file:
            parent = file.read().rpartition(b")")[2].split()[1]
    except (OSError, IndexError):
        return False
    return owner is not None and owner[1] != parent
