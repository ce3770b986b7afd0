"""tmux inside a container, through `docker exec` or anything that speaks the same way.

Rules: the prefix is a list (`docker`, `podman`, `kubectl exec POD -c` …); options are lists; the container's name is
one argument and may not begin with `-`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from cotty.errors import ContainerNotRunning, CottyError, HostUnreachable, InvalidInput, TmuxMissing
from cotty.transports.base import TmuxProgram, last_line

# What docker, podman and kubectl say on standard error, lower case.
_NOT_RUNNING = ("is not running", "no such container", "no container with name", "container state improper",
                "container not found", "notfound", "not found in pod", "is paused")  # fmt: skip
_NO_ENGINE = (
    "cannot connect to",
    "is the docker daemon running",
    "unable to connect to",
    "the connection to the server",
)
_NO_TMUX = ("executable file",)


@dataclass(frozen=True, slots=True)
class Docker:
    """Runs `program… exec -i options… container …`."""

    container: str
    tmux: TmuxProgram = field(default_factory=TmuxProgram)
    program: tuple[str, ...] = ("docker",)
    options: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.container or self.container.startswith("-"):
            raise InvalidInput(f"{self.container!r} is not the name of a container.")

    @property
    def name(self) -> str:
        return f"docker://{self.container}"

    @property
    def shares_machine(self) -> bool:
        return False

    def carry(self, words: Sequence[str]) -> list[str]:
        return self._exec("-i", words)

    def typed(self, arguments: Sequence[str]) -> list[str]:
        return self._exec("-it", self.tmux.typed(arguments))

    def _exec(self, how: str, words: Sequence[str]) -> list[str]:
        separator = ("--",) if self.program[0].endswith("kubectl") else ()
        return [*self.program, "exec", how, *self.options, self.container, *separator, *words]

    def fault(self, status: int, complaint: str) -> CottyError | None:
        said = complaint.lower()
        if any(sign in said for sign in _NO_ENGINE):
            return HostUnreachable(
                f"`{self.program[0]}` does not answer: {last_line(complaint)}",
                suggestion=f"Start the container engine, then check that `{self.program[0]} ps` answers.",
            )
        if status in (126, 127) and self._misses_engine(said):
            return HostUnreachable(
                f"`{self.program[0]}` is not installed on this machine.",
                suggestion="Install it, or name another program, for instance --container-program podman.",
            )
        if any(sign in said for sign in _NO_TMUX) or status in (126, 127):
            return TmuxMissing(f"tmux is not installed in container {self.container}.")
        if any(sign in said for sign in _NOT_RUNNING):
            start = f"Start it with `{self.program[0]} start {self.container}`."
            return ContainerNotRunning(f"Container {self.container} is not running.", suggestion=start)
        return None

    def _misses_engine(self, said: str) -> bool:
        return said.startswith("cannot run ")
