"""What a transport is: a way to run tmux somewhere, as argument lists only.

Rules: a transport builds argv and names its own failures; it never builds a string for a shell (ssh alone must, and
quotes every word); it knows no tmux command.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from cotty.errors import CottyError


@dataclass(frozen=True, slots=True)
class TmuxProgram:
    """Which tmux, and which of its servers. `socket` is a name (`-L`), `socket_path` a path (`-S`)."""

    program: str = "tmux"
    socket: str | None = None
    socket_path: str | None = None
    config: str | None = None

    def words(self, arguments: Sequence[str]) -> list[str]:
        """The command line of this tmux. `-u`: without it a client in the C locale is shown `_` for every letter
        beyond ASCII.
        """
        words = [self.program, "-u"]
        if self.socket_path is not None:
            words += ["-S", self.socket_path]
        elif self.socket is not None:
            words += ["-L", self.socket]
        if self.config is not None:
            words += ["-f", self.config]
        return [*words, *arguments]


class Transport(Protocol):
    """A way to run tmux somewhere."""

    @property
    def tmux(self) -> TmuxProgram:
        """Which tmux runs there."""

    @property
    def name(self) -> str:
        """The address that `connect` takes: `local`, `docker://box`, `ssh://host`."""

    @property
    def shares_machine(self) -> bool:
        """The tmux server is a process of this machine: its files and `/proc` are ours."""

    def argv(self, arguments: Sequence[str]) -> list[str]:
        """The process to start here so that tmux runs there with these arguments."""

    def fault(self, status: int, complaint: str) -> CottyError | None:
        """The error that the carrier itself (not tmux) reports by this exit status and standard error, if any."""
