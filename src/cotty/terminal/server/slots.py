"""Paste buffers of our own to capture into, each with a file in memory that it is saved to.

Rules: a slot is borrowed for one capture and given back; the files' folder is private and carries our process id, and
whoever makes one removes those whose process was killed.
"""

import itertools
import os
import re
import shutil
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

_MEMORY = Path("/dev/shm")  # noqa: S108  (a private folder is made inside)
_OURS = re.compile(r"cotty-([0-9]+)-")


@dataclass(slots=True)
class Slot:
    """A buffer name, and the file in memory that it is saved to."""

    buffer: str
    path: str
    file: int


@dataclass(slots=True)
class Slots:
    """Those of one eye."""

    _secret: str
    _free: list[Slot] = field(default_factory=list)
    _folder: "tempfile.TemporaryDirectory[str] | None" = None
    _names: "itertools.count[int]" = field(default_factory=itertools.count)
    _closed: bool = False

    def borrow(self) -> Slot:
        """A buffer for one capture; give it back."""
        return self._free.pop() if self._free else self._new()

    def give_back(self, slot: Slot) -> None:
        self._free.append(slot)
        if self._closed:
            self.close()

    def _new(self) -> Slot:
        if self._folder is None:
            self._folder = _memory_folder()
        name = f"cotty-{os.getpid()}-{self._secret}-{next(self._names)}"
        path = os.path.join(self._folder.name, name)
        return Slot(name, path, os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))

    def close(self) -> None:
        self._closed = True
        for slot in self._free:
            os.close(slot.file)
        self._free.clear()
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None


def _memory_folder() -> tempfile.TemporaryDirectory[str]:
    """A private folder in memory. Those that killed processes left behind are removed."""
    home = _MEMORY if os.access(_MEMORY, os.W_OK) else Path(tempfile.gettempdir())
    for found in home.glob("cotty-*"):
        name = _OURS.match(found.name)
        if name is not None and not _runs(int(name[1])) and _is_mine(found):
            shutil.rmtree(found, ignore_errors=True)
    return tempfile.TemporaryDirectory(prefix=f"cotty-{os.getpid()}-", dir=home, ignore_cleanup_errors=True)


def _is_mine(path: Path) -> bool:
    try:
        return path.lstat().st_uid == os.getuid()
    except OSError:
        return False  # another one that starts now has removed it


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        pass  # it is somebody else's
    return True
