"""What `doctor` can see of this machine without asking any tmux: sockets, shells, programs.

Rules: only looks; a tmux socket is listed by its name and never connected to; no program is started.
"""

import os
import shutil
import stat
from dataclasses import dataclass
from typing import Final

MARKED_SHELLS: Final = ("bash", "zsh", "fish")
OPTIONAL_PROGRAMS: Final = {
    "ssh": "reaches tmux on other hosts",
    "docker": "reaches tmux in containers",
    "podman": "reaches tmux in containers, with --container-program podman",
    "kubectl": "reaches tmux in pods, with --container-program kubectl",
}


@dataclass(frozen=True, slots=True)
class Sockets:
    """Where this person's tmux servers have their sockets, and the names found there."""

    folder: str
    names: tuple[str, ...]


def tmux_sockets() -> Sockets:
    """The folder that tmux itself would use. A socket may be left over from a server that has ended."""
    folder = os.path.join(os.environ.get("TMUX_TMPDIR") or "/tmp", f"tmux-{os.getuid()}")  # noqa: S108  (tmux's own place)
    try:
        with os.scandir(folder) as entries:
            found = [entry.name for entry in entries if stat.S_ISSOCK(entry.stat(follow_symlinks=False).st_mode)]
    except OSError:
        found = []
    return Sockets(folder, tuple(sorted(found)))


def inside_tmux() -> str | None:
    """The socket of the tmux that this runs in, if it does."""
    return os.environ.get("TMUX", "").rpartition(",")[0].rpartition(",")[0] or None


def login_shell() -> str:
    """The shell that new panes start with, as far as this process knows."""
    return os.environ.get("SHELL") or "/bin/sh"


def shells() -> tuple[str, ...]:
    """Shells found that get marks when cotty starts them."""
    return tuple(name for name in MARKED_SHELLS if shutil.which(name))


def place_of(program: str) -> str:
    """Where a program is, or its name when it is nowhere."""
    return shutil.which(program) or program


def programs() -> dict[str, str | None]:
    """Optional programs and where they are."""
    return {name: shutil.which(name) for name in OPTIONAL_PROGRAMS}
