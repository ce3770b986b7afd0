"""What the program in the foreground of a pane is doing, from the kernel (Linux): here, or where a transport leads.

Rules: answers None wherever it cannot tell (macOS, another user's process); reading here takes 0.1 ms; it is evidence
for a moment and says nothing of the next; the end of a process is told as an event.

/proc/PID/syscall is for whoever may trace the process, which Yama forbids even to its owner (Ubuntu's default);
/proc/PID/wchan is for whoever may look at it, and tells as much but for which file is read.
"""

import asyncio
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cotty.transports.base import Transport
from cotty.transports.carrier import run_once

# Calls in which a program waits for something to read. A plain read of the terminal is certain; the others are what
# line editors wait in (read, poll, select, pselect6, ppoll, epoll_wait, epoll_pwait).
_READ: Final = {"x86_64": {0}, "aarch64": {63}}
_WAIT: Final = {"x86_64": {7, 23, 270, 271, 232, 281}, "aarch64": {72, 73, 22}}
# Functions of the kernel that such a program sleeps in. `wait_woken` is a read of a terminal, or of a socket.
_SLEEPS: Final = ("poll_schedule_timeout", "do_select", "do_poll", "do_sys_poll", "ep_poll", "do_epoll", "wait_woken",
                  "n_tty_read")  # fmt: skip
_TERMINALS: Final = ("/dev/pts/", "/dev/tty")
SHELLS: Final = frozenset({"sh", "bash", "dash", "zsh", "fish", "ksh", "mksh", "ash", "busybox"})
_FAR: Final = """\
p=$(sed 's/.*) //' "/proc/$1/stat") || exit 1
p=$(set -- $p; echo "$6")
cat "/proc/$p/stat" "/proc/$p/comm" && uname -m && { cat "/proc/$p/syscall" || echo; } && cat "/proc/$p/wchan"; echo
n=$(set -- $(cat "/proc/$p/syscall"); echo "$(($2))") && readlink "/proc/$p/fd/$n"
"""
_FAR_LINES: Final = 5


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
        return self.doing


def foreground(pane_pid: int) -> Foreground | None:
    """What reads the terminal of the pane whose first process this is, on this machine."""
    shell = _stat(_read(f"/proc/{pane_pid}/stat"))
    leader = int(shell[5]) if shell else 0
    status = shell if leader == pane_pid else _stat(_read(f"/proc/{leader}/stat"))
    if leader <= 0 or not status:
        return None
    does = doing(leader, status)
    name = _read(f"/proc/{leader}/comm").strip()
    return Foreground(leader, name, leader == pane_pid, does) if does else None


def doing(pid: int, status: list[str] | None = None) -> str | None:
    """What one process of this machine does: reading, waiting or busy."""
    status = status or _stat(_read(f"/proc/{pid}/stat"))
    call = _read(f"/proc/{pid}/syscall")
    if not status:
        return None
    return _doing(status[0], call, _read(f"/proc/{pid}/wchan"), os.uname().machine, _file_of(pid, call))


async def far_foreground(transport: Transport, pane_pid: int, *, deadline: float) -> Foreground | None:
    """The same where the transport leads: one process there, so it is asked only when it decides something."""
    done = await run_once(transport, ("sh", "-c", _FAR, "sh", str(pane_pid)), deadline=deadline)
    lines = done.output.decode("utf-8", "replace").split("\n")
    if len(lines) < _FAR_LINES:
        return None
    status, name, machine, call, wchan, *file = lines
    fields, leader = _stat(status), status.partition(" ")[0]
    does = _doing(fields[0], call, wchan, machine, file[0]) if fields and file else None
    return Foreground(int(leader), name, int(leader) == pane_pid, does) if does and leader.isdigit() else None


def _doing(state: str, call: str, wchan: str, machine: str, file: str) -> str | None:
    """What a process in that state does; None when nothing tells."""
    if state != "S":
        return "busy"
    words = call.split(" ")
    if len(words) > 1 and words[0].isdigit():
        number = int(words[0])
        if number in _READ.get(machine, ()):
            return "reading" if file.startswith(_TERMINALS) else "busy"
        return "waiting" if number in _WAIT.get(machine, ()) else "busy"
    if wchan in ("", "0"):
        return None
    return "waiting" if wchan.startswith(_SLEEPS) else "busy"


def _file_of(pid: int, call: str) -> str:
    """The file that is the first argument of the call."""
    words = call.split(" ")
    try:
        return os.readlink(f"/proc/{pid}/fd/{int(words[1], 16)}") if len(words) > 1 else ""
    except (OSError, ValueError):
        return ""


def _stat(text: str) -> list[str]:
    """The fields of /proc/PID/stat after the name: state, parent, group, session, terminal, foreground group …"""
    return text.rpartition(") ")[2].split(" ") if text else []


def _read(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


@contextmanager
def at_end_of(pid: int, tell: Callable[[], None]) -> Iterator[None]:
    """Tell when a process of this machine ends: tmux says nothing of a pane that stays after its program."""
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        tell()  # it has ended
        yield
        return
    except (AttributeError, OSError):
        yield  # not Linux
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
