r"""A recorded conversation with real tmux: which commands were on their way, and every byte that came.

A file is a header of lines that begin with `# `, a line `#`, and the bytes. `# asked N WORDS` is a command (as it was
sent) that N blocks answer.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from cotty.controlmode.commands import Line
from cotty.controlmode.events import Event, Output, Reply

FOLDER = Path(__file__).parent / "transcripts"


@dataclass(frozen=True, slots=True)
class Transcript:
    """One scene on one version of tmux."""

    version: str
    scene: str
    date: str
    asked: tuple[Line, ...]
    data: bytes

    def write(self, folder: Path) -> Path:
        path = folder / self.version / f"{self.scene}.in"
        path.parent.mkdir(parents=True, exist_ok=True)
        header = [f"# tmux {self.version} · {self.scene} · recorded {self.date}".encode()]
        header += [b"# asked %d %s" % (line.blocks, line.encoded.rstrip(b"\n")) for line in self.asked]
        path.write_bytes(b"\n".join([*header, b"#", self.data]))
        return path

    @classmethod
    def read(cls, path: Path) -> "Transcript":
        header, _, data = path.read_bytes().partition(b"\n#\n")
        first, *rest = header.split(b"\n")
        version, scene, date = first.decode().removeprefix("# tmux ").split(" · ")
        commands = [line.removeprefix(b"# asked ").partition(b" ") for line in rest]
        asked = tuple(Line(words + b"\n", int(blocks)) for blocks, _, words in commands)
        return cls(version, scene, date.removeprefix("recorded "), asked, data)


def readable(events: Iterable[Event]) -> str:
    """One line for each line of an event."""
    return "".join(f"{line}\n" for event in events for line in _lines(event))


def _lines(event: Event) -> Iterator[str]:
    if isinstance(event, Reply):
        yield f"reply {'ok' if event.ok else 'error'}"
        yield from (f"    {ascii(line)[2:-1]}" for line in event.lines)
    elif isinstance(event, Output):
        yield f"output {event.pane} {ascii(event.data)[2:-1]}"
    else:
        yield f"notice {event.name} {ascii(event.words)[1:-1]}".rstrip()
