"""tmux inside a container, through `docker exec` or anything that speaks the same way.

Rules: the prefix is a list (`docker`, `podman`, `kubectl exec POD -c` …); options are lists; the container's name is
one argument and may not begin with `-`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from cotty.errors import ContainerNotRunning, CottyError, HostUnreachable, InvalidInput, TmuxMissing
from cotty.transports.base import TmuxProgram

# What docker, podman and kubectl say on standard error, lower case.
_NOT_RUNNING = ("is not running", "no such container", "no container with name", "container state improper",
                "container not found", "notfound", "not found in pod", "is paused")  # fmt: skip
_NO_ENGINE = ("cannot connect to", "is the docker daemon running", "unable to connect to")
_NO_TMUX = ("executable file",)


@dataclass(frozen=True, slots=True)
class Docker:
    """Runs `program… exec -i options… container tmux …`."""

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

    def argv(self, arguments: Sequence[str]) -> list[str]:
        separator = ("--",) if self.program[0].endswith("kubectl") else ()
        prefix = (*self.program, "exec", "-i", *self.options, self.container, *separator)
        return [*prefix, *self.tmux.words(arguments)]

    def fault(self, status: int, complaint: str) -> CottyError | None:
        said = complaint.lower()
        if any(sign in said for sign in _NO_ENGINE):
            return HostUnreachable(
                f"`{self.program[0]}` does not answer: {complaint.strip()[:200]}",
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
