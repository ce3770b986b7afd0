"""The process that writes a transcript: what of it finds the conversation that is its own.

Rules: read once, while it lives, because its conversation may be read when it has ended. Where a CLI does not say
which conversation a process is in, a folder's conversation is that of the one process that runs there; of two, nobody
knows which.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import psutil  # costs 15 ms, and most commands ask no agent


@dataclass(frozen=True, slots=True)
class Writer:
    """A process, as far as it finds a transcript. `began`: seconds since 1970."""

    pid: int
    folder: str
    began: float
    environment: Mapping[str, str]

    def home(self, name: str, default: str) -> Path:
        """The folder that a setting of the environment names, or this one of its home."""
        return Path(self.environment.get(name) or Path(self.environment["HOME"], default))

    def works_in(self, folder: object) -> bool:
        """Whether that is its folder, by whatever path."""
        return isinstance(folder, str) and Path(folder).resolve() == Path(self.folder).resolve()

    def held_open(self, below: Path) -> list[Path]:
        """The files below a folder that it holds open; it, or the nearest processes that it started."""
        import psutil

        root = below.resolve()
        for level in _levels(self.pid):
            found: list[Path] = []
            for process in level:
                try:
                    found += [Path(each.path) for each in process.open_files()]
                except (psutil.Error, OSError):
                    continue
            if held := [path for path in found if path.is_relative_to(root)]:
                return held
        return []

    def alone(self, program: str, root: Callable[["Writer"], Path]) -> bool:
        """No other process of that program writes below the same root for the same folder."""
        own = {each.pid for level in _levels(self.pid) for each in level} | {self.pid}
        rivals = (each for each in _running(program) if each.pid not in own)
        return not any(self.works_in(each.folder) and _root_of(each, root) == root(self) for each in rivals)


def writer_of(pid: int) -> Writer | None:
    """What can be known of a process of this machine; None where it has ended or is somebody else's."""
    import psutil

    try:
        return _read(psutil.Process(pid)) if pid else None
    except (psutil.Error, OSError):
        return None


def _read(process: "psutil.Process") -> Writer:
    return Writer(process.pid, process.cwd(), process.create_time(), dict(process.environ()))


def _root_of(writer: Writer, root: Callable[[Writer], Path]) -> Path | None:
    try:
        return root(writer)
    except KeyError:
        return None


def _levels(pid: int) -> Iterator[list["psutil.Process"]]:
    """A process, those that it started, those that they started."""
    import psutil

    try:
        level = [psutil.Process(pid)]
    except (psutil.Error, OSError):
        return
    while level:
        yield level
        below: list[psutil.Process] = []
        for process in level:
            try:
                below += process.children()
            except (psutil.Error, OSError):
                continue
        level = below


def _running(program: str) -> Iterator[Writer]:
    """The processes of that program, started by name or by an interpreter."""
    import psutil

    for process in psutil.process_iter(["cmdline"]):
        words = process.info["cmdline"] or ()
        if any(f"/{program}" in f"/{word}" for word in words[:2]):
            try:
                yield _read(process)
            except (psutil.Error, OSError):
                continue
