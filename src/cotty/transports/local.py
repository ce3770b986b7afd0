"""tmux on this machine."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from cotty.errors import CottyError, TmuxMissing
from cotty.transports.base import TmuxProgram


@dataclass(frozen=True, slots=True)
class Local:
    """Runs tmux as a child process."""

    tmux: TmuxProgram = field(default_factory=TmuxProgram)

    @property
    def name(self) -> str:
        return "local"

    @property
    def shares_machine(self) -> bool:
        return True

    def carry(self, words: Sequence[str]) -> list[str]:
        return list(words)

    def typed(self, arguments: Sequence[str]) -> list[str]:
        return self.tmux.typed(arguments)

    def fault(self, status: int, complaint: str) -> CottyError | None:
        if status in (126, 127):
            return TmuxMissing(f"`{self.tmux.program}` cannot be run on this machine.")
        return None
