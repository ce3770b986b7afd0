"""The bare C client `floor.c`: compiled where there is a compiler, and asked one request at a time.

Rule: it keeps its own time, so what it costs to ask it is not in its figures.
"""

import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from benchmarks.bed import SESSION, Bed

_SOURCE: Final = Path(__file__).with_name("floor.c")
_DEADLINE: Final = 10.0


def ask(command: str, blocks: int = 1) -> str:
    """A step: one command of tmux and its reply."""
    return f"ask {blocks} {command}"


def hear(pane: str, text: str) -> str:
    """A step: wait for a text in a pane's output, escaped as tmux escapes it."""
    return f"hear {pane} {text}"


class Floor:
    """The running client. Close it before the server ends."""

    def __init__(self, bed: Bed, program: Path) -> None:
        argv = [str(program), bed.program, bed.socket, SESSION]
        self._process = subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.ended_at = 0  # nanoseconds, of the last request

    @property
    def pid(self) -> int:
        return self._process.pid

    def request(self, *steps: str) -> tuple[float, int]:
        """Seconds that the steps took, and the bytes that tmux replied."""
        sent, said = self._process.stdin, self._process.stdout
        if sent is None or said is None:
            raise RuntimeError("the floor has no pipes")
        sent.write("".join(f"{step}\n" for step in (*steps, ".")))
        sent.flush()
        nanoseconds, _, rest = said.readline().strip().partition(" ")
        if not nanoseconds or int(nanoseconds) < 0:
            raise RuntimeError(f"the floor failed: {rest or 'it ended'}")
        replied, _, ended = rest.partition(" ")
        self.ended_at = int(ended)
        return int(nanoseconds) / 1e9, int(replied)

    def close(self) -> None:
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
        self._process.wait(_DEADLINE)


@contextmanager
def floor_on(bed: Bed, program: Path | None) -> Iterator[Floor | None]:
    """The running client, closed when the block ends; None where there is no program."""
    floor = Floor(bed, program) if program is not None else None
    try:
        yield floor
    finally:
        if floor is not None:
            floor.close()


def compiled(folder: Path) -> Path | None:
    """The program, or None where there is no C compiler."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        return None
    program = folder / "floor"
    flags: Sequence[str] = ("-O2", "-Wall", "-Wextra", "-Werror")
    subprocess.run([compiler, *flags, "-o", str(program), str(_SOURCE)], check=True, timeout=60)
    return program
