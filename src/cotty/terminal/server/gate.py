"""No control client starts while another leaves: before tmux 3.8 that ends the server, with every session in it.

tmux marks a client as a control client some messages before it can be written to, and tells every control client when
an attached one leaves, a session comes or goes, or (from 3.4) a paste buffer changes: a null pointer. Eight processes
that list panes again and again end 3.3a and 3.5a within 120 clients; 3.8 lived through 4700 (tmux/tmux#4980).

A killed process holds no lock, so its clients leave as it ends: that one moment is not guarded.

Rules: one lock file for each host, shared by all cotty processes of this account; whoever starts a client holds it
alone, whoever does what is told to all holds it together with others, and whoever is inside does not take it again; a
lock that cannot be had in time is done without, because a holder that hangs must not stop everybody.
"""

import asyncio
import contextlib
import fcntl
import os
import stat
import threading
import time
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from contextvars import ContextVar

_FOLDER = f"/tmp/cotty-{os.getuid()}"  # noqa: S108  (ours alone: its owner and kind are checked)
_inside: ContextVar[bool] = ContextVar("inside a gate", default=False)


class Gate:
    """The gate of one host."""

    def __init__(self, host: str, *, deadline: float) -> None:
        self._path = os.path.join(_FOLDER, f"{zlib.crc32(host.encode()):08x}.lock")
        self._deadline = deadline
        self.needed = True  # until the version of tmux says that it is not

    def starting(self) -> contextlib.AbstractAsyncContextManager[None]:
        """Hold it alone, while a control client starts."""
        return self._held(fcntl.LOCK_EX)

    def telling(self) -> contextlib.AbstractAsyncContextManager[None]:
        """Hold it while something is done that tmux tells every control client."""
        return self._held(fcntl.LOCK_SH)

    @asynccontextmanager
    async def _held(self, how: int) -> AsyncIterator[None]:
        file = _opened(self._path) if self.needed and not _inside.get() else None
        if file is None:
            yield
            return
        token = _inside.set(True)
        try:
            until = time.monotonic() + self._deadline
            while not _taken(file, how) and (left := until - time.monotonic()) > 0:
                await _free_once(self._path, how, left)
            yield
        finally:
            os.close(file)
            _inside.reset(token)


async def _free_once(path: str, how: int, seconds: float) -> None:
    """Until the lock was free for a moment. A thread that waits for a lock that never is ends with the process."""
    loop = asyncio.get_running_loop()
    was_free = asyncio.Event()

    def wait() -> None:
        _wait_in_the_kernel(path, how)
        with contextlib.suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(was_free.set)

    threading.Thread(target=wait, name="cotty-gate", daemon=True).start()
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(was_free.wait(), seconds)


def _wait_in_the_kernel(path: str, how: int) -> None:
    file = _opened(path)
    if file is not None:
        with contextlib.suppress(OSError):
            fcntl.flock(file, how)
        os.close(file)


def _taken(file: int, how: int) -> bool:
    try:
        fcntl.flock(file, how | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True  # a file system without locks
    return True


def _opened(path: str) -> int | None:
    try:
        os.makedirs(_FOLDER, mode=0o700, exist_ok=True)
        folder = os.lstat(_FOLDER)
        if not stat.S_ISDIR(folder.st_mode) or folder.st_uid != os.getuid():
            return None  # somebody else's: their lock is not ours
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    except OSError:
        return None
