"""What a transport is: a way to run a program, above all tmux, somewhere, as argument lists only.

Rules: a transport builds argv and names its own failures; it never builds a string for a shell (ssh alone must, and
quotes every word); it knows no tmux command.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from cotty.errors import CottyError, InvalidInput


@dataclass(frozen=True, slots=True)
class TmuxProgram:
    """Which tmux, and which of its servers. `socket` is a name (`-L`), `socket_path` a path (`-S`)."""

    program: str = "tmux"
    socket: str | None = None
    socket_path: str | None = None
    config: str | None = None

    def __post_init__(self) -> None:
        if self.socket is not None and (not self.socket or "/" in self.socket):
            raise InvalidInput(
                f"{self.socket!r} is not a name for a socket.", suggestion="Give a path as --socket-path."
            )
        if self.socket_path == "":
            raise InvalidInput("The path of the socket is empty.")

    def words(self, arguments: Sequence[str]) -> list[str]:
        """The command line of this tmux. `-u`: without it a client in the C locale is shown `_` for every letter
        beyond ASCII.
        """
        config = () if self.config is None else ("-f", self.config)
        return [self.program, "-u", *self._server(), *config, *arguments]

    def typed(self, arguments: Sequence[str]) -> list[str]:
        """The same as a person would type it, for a server that runs."""
        return [self.program, *self._server(), *arguments]

    def _server(self) -> tuple[str, ...]:
        if self.socket_path is not None:
            return ("-S", self.socket_path)
        return () if self.socket is None else ("-L", self.socket)


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

    def carry(self, words: Sequence[str]) -> list[str]:
        """The process to start here so that this program runs there."""

    def typed(self, arguments: Sequence[str]) -> list[str]:
        """What a person types here to run tmux there on their own terminal."""

    def fault(self, status: int, complaint: str) -> CottyError | None:
        """The error that the carrier itself (not tmux) reports by this exit status and standard error, if any."""


def last_line(complaint: str) -> str:
    """What a program said last on standard error, which is the error; before it, it may have warned at length."""
    lines = complaint.strip().splitlines()
    return lines[-1][:200] if lines else "no reason given"
