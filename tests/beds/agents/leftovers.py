"""End what an agent CLI left running: some outlive their pane, and some start a daemon.

Rules: a process belongs to a test when its HOME is the test's own; each is ended by its id.
"""

from pathlib import Path
from typing import Final

import psutil

_POLITE_SECONDS: Final = 3


def running_in(home: Path) -> list[psutil.Process]:
    """The processes that live in this home."""
    return [process for process in psutil.process_iter() if _home_of(process) == str(home)]


def end_leftovers(home: Path) -> None:
    """Ask each to end, and end those that do not."""
    left = running_in(home)
    for process in left:
        _tell(process, polite=True)
    _, stubborn = psutil.wait_procs(left, timeout=_POLITE_SECONDS)
    for process in stubborn:
        _tell(process, polite=False)
    psutil.wait_procs(stubborn, timeout=_POLITE_SECONDS)


def _home_of(process: psutil.Process) -> str | None:
    try:
        return process.environ().get("HOME")
    except (psutil.Error, OSError):
        return None  # it ended, or it is somebody else's


def _tell(process: psutil.Process, *, polite: bool) -> None:
    try:
        process.terminate() if polite else process.kill()
    except psutil.NoSuchProcess:
        pass  # it went with its parent
