"""tmux on another host, through the person's own ssh.

Rules: never asks a question (`BatchMode`), never turns host key checking off, shares one connection among all its
processes (`ControlMaster`). ssh hands the remote shell one string, so every word of it is quoted.
"""

import os
import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cotty.errors import CottyError, HostUnreachable, InvalidInput, TmuxMissing
from cotty.transports.base import TmuxProgram, last_line

# A Unix socket's path holds 104 bytes on macOS and 108 on Linux; ssh adds 17 of its own while it makes one, and `%C`
# becomes 40, and the options 9 more.
_LONGEST_FOLDER = 104 - 17 - 41 - 9


_PLAIN = re.compile(r"[A-Za-z0-9_./:,@+-]+\Z")


def for_a_shell(word: str) -> str:
    """A word that sh, bash, zsh and fish read as it is.

    shlex leaves `=ls` bare, which zsh expands, and a backslash in single quotes, which fish takes away.
    """
    if _PLAIN.match(word):
        return word
    quoted = word.replace("'", "'\"'\"'").replace("\\", "'\"\\\\\"'")
    return f"'{quoted}'"


@dataclass(frozen=True, slots=True)
class Ssh:
    """Runs `ssh options… host …`; `host` is anything the person's ssh configuration knows."""

    host: str
    tmux: TmuxProgram = field(default_factory=TmuxProgram)
    program: tuple[str, ...] = ("ssh",)
    options: tuple[str, ...] = ()
    port: int | None = None

    def __post_init__(self) -> None:
        if not self.host or self.host.startswith("-") or any(sign in self.host for sign in " \t\n'\"`$;|&"):
            raise InvalidInput(f"{self.host!r} is not the name of a host.")

    @property
    def name(self) -> str:
        return f"ssh://{self.host}" + (f":{self.port}" if self.port else "")

    @property
    def shares_machine(self) -> bool:
        return False

    def carry(self, words: Sequence[str]) -> list[str]:
        fixed = ("-T", "-o", "BatchMode=yes", "-o", "ServerAliveInterval=15", *self._shared_connection())
        there = " ".join(map(for_a_shell, words))
        return [*self.program, *fixed, *self._port(), *self.options, "--", self.host, there]

    def typed(self, arguments: Sequence[str]) -> list[str]:
        there = " ".join(map(for_a_shell, self.tmux.typed(arguments)))
        return [*self.program, "-t", *self._port(), *self.options, self.host, there]

    def fault(self, status: int, complaint: str) -> CottyError | None:
        if status == 255:
            return HostUnreachable(f"{self.host} cannot be reached: {last_line(complaint)}")
        if status in (126, 127):
            if complaint.startswith("cannot run "):
                return HostUnreachable("ssh is not installed on this machine.", suggestion="Install an ssh client.")
            return TmuxMissing(f"tmux is not installed on {self.host}.")
        return None

    def _port(self) -> tuple[str, ...]:
        return ("-p", str(self.port)) if self.port else ()

    def _shared_connection(self) -> tuple[str, ...]:
        """One connection for all processes with the same options: another key or list of known hosts is another one."""
        try:
            folder = Path(os.environ.get("XDG_RUNTIME_DIR") or Path.home() / ".cache") / "cotty"
            if len(os.fsencode(folder)) > _LONGEST_FOLDER:
                return ()
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except (OSError, RuntimeError):  # no home, or one that cannot be written: each process connects by itself
            return ()
        kind = zlib.crc32("\0".join((*self.program, *self.options)).encode())
        return ("-o", "ControlMaster=auto", "-o", f"ControlPath={folder}/%C-{kind:08x}", "-o", "ControlPersist=60")
