"""What the program in the foreground of a pane is doing, from the kernel of this machine (Linux).

Rules: answers None wherever it cannot tell (another machine, macOS, another user's process); reading three files takes
0.1 ms; it is evidence for a moment and says nothing of the next; the end of a process is told as an event.
"""

import asyncio
import fcntl
import os
import sys
import termios
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

# Calls in which a program waits for something to read. A plain read of the terminal is certain; the others are what
# line editors wait in. Numbers: x86_64 (read, poll, select, pselect6, ppoll, epoll_wait, epoll_pwait), aarch64.
_READ = {"x86_64": {0}, "aarch64": {63}}.get(os.uname().machine, set())
_WAIT = {"x86_64": {7, 23, 270, 271, 232, 281}, "aarch64": {72, 73, 22}}.get(os.uname().machine, set())
SHELLS = frozenset({"sh", "bash", "dash", "zsh", "fish", "ksh", "mksh", "ash", "busybox"})


@dataclass(frozen=True, slots=True)
class Foreground:
    """The leader of the terminal's foreground process group."""

    pid: int
    name: str
    is_shell_of_pane: bool
    doing: str  # "reading", "waiting", "busy"

    @property
    def verdict(self) -> str:
        """The word that flows know."""
        if self.is_shell_of_pane and self.name in SHELLS and self.doing != "busy":
            return "shell-waiting"
        return "reading" if self.doing == "reading" else "busy"


def foreground(pane_pid: int) -> Foreground | None:
    """What reads the terminal of the pane whose first process this is."""
    shell = _stat(pane_pid)
    if shell is None:
        return None
    leader = int(shell[5])  # tpgid
    status = shell if leader == pane_pid else _stat(leader)
    if leader <= 0 or status is None:
        return None
    name = _read(f"/proc/{leader}/comm") or ""
    return Foreground(leader, name.strip(), leader == pane_pid, _doing(leader, status[0]))


def _doing(pid: int, state: str) -> str:
    call = (_read(f"/proc/{pid}/syscall") or "").split(" ")
    if state != "S" or len(call) < 2 or not call[0].isdigit():
        return "busy"
    number = int(call[0])
    if number in _READ:
        return "reading" if _is_terminal(pid, int(call[1], 16)) else "busy"
    return "waiting" if number in _WAIT else "busy"


def _is_terminal(pid: int, descriptor: int) -> bool:
    try:
        return os.readlink(f"/proc/{pid}/fd/{descriptor}").startswith(("/dev/pts/", "/dev/tty"))
    except OSError:
        return False


def _stat(pid: int) -> list[str] | None:
    """The fields of /proc/PID/stat after the name: state, parent, group, session, terminal, foreground group …"""
    text = _read(f"/proc/{pid}/stat")
    return text.rpartition(") ")[2].split(" ") if text else None


def _read(path: str) -> str | None:
    try:
        return Path(path).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None


@contextmanager
def at_end_of(pid: int, tell: Callable[[], None]) -> Iterator[None]:
    """Tell when a process of this machine ends: tmux says nothing of a pane that stays after its program."""
    try:
        handle = os.pidfd_open(pid)
    except (AttributeError, OSError):
        yield  # not Linux, or it has ended
        return
    loop = asyncio.get_running_loop()

    def ended() -> None:
        loop.remove_reader(handle)
        tell()

    loop.add_reader(handle, ended)
    try:
        yield
    finally:
        loop.remove_reader(handle)
        os.close(handle)


@dataclass(frozen=True, slots=True)
class LineMode:
    """How a terminal treats what is typed: `canonical` hands over whole lines, `echo` shows them."""

    canonical: bool
    echo: bool


def unread_bytes(tty: str) -> int:
    """Bytes that were typed and that nobody has read."""
    try:
        descriptor = os.open(tty, os.O_RDONLY | os.O_NOCTTY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return 0
    try:
        return int.from_bytes(fcntl.ioctl(descriptor, termios.FIONREAD, b"\0" * 4), sys.byteorder)
    except OSError:
        return 0
    finally:
        os.close(descriptor)


def line_mode(tty: str) -> LineMode | None:
    """The line mode of a pane's terminal on this machine."""
    try:
        descriptor = os.open(tty, os.O_RDONLY | os.O_NOCTTY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        flags = termios.tcgetattr(descriptor)[3]
    except termios.error:
        return None
    finally:
        os.close(descriptor)
    return LineMode(bool(flags & termios.ICANON), bool(flags & termios.ECHO))
