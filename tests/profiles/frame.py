"""A frame: what a real agent CLI showed at one moment, as a text file with a short header.

Rules: the header ends at the first empty line; the rows are as `tmux capture-pane -e -N` printed them; a place on disk
says CLI, version, state, scene and size.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cotty.model import Screen

SCREENS: Final = Path(__file__).parent / "screens"
STATES: Final = ("idle", "processing", "awaiting_input", "blocked", "interrupted", "viewer", "ended")


@dataclass(frozen=True, slots=True)
class Frame:
    """One recorded screen, and where it belongs."""

    cli: str
    version: str
    state: str
    scene: str
    tmux: str
    recorded: str
    title: str
    command: str
    screen: Screen

    @property
    def path(self) -> Path:
        name = f"{self.scene}-{self.screen.width}x{self.screen.height}.txt"
        return SCREENS / self.cli / self.version / self.state / name

    def write(self) -> Path:
        header = "".join(f"{name}: {value}".rstrip() + "\n" for name, value in self._header())
        self.path.parent.mkdir(parents=True, exist_ok=True)
        text = header + "\n" + "\n".join(self.screen.rows) + "\n"
        self.path.write_text(text, encoding="utf-8")
        return self.path

    def _header(self) -> Iterator[tuple[str, str]]:
        seen = self.screen
        yield from (("cli", self.cli), ("version", self.version), ("tmux", self.tmux))
        yield from (("size", f"{seen.width}x{seen.height}"), ("cursor", f"{seen.cursor_x} {seen.cursor_y}"))
        yield from (("cursor_visible", _word(seen.cursor_visible)), ("alternate", _word(seen.alternate)))
        yield from (
            ("history", str(seen.history)),
            ("command", self.command),
            ("title", self.title),
            ("recorded", self.recorded),
        )


def read_frame(path: Path) -> Frame:
    """The frame in this file."""
    head, _, body = path.read_text(encoding="utf-8").partition("\n\n")
    said = {name: value.strip() for name, _, value in (line.partition(":") for line in head.splitlines())}
    (width, height), (x, y) = (map(int, said["size"].split("x")), map(int, said["cursor"].split()))
    screen = Screen(
        rows=tuple(body.split("\n")[:height]), cursor_x=x, cursor_y=y, width=width, height=height,
        history=int(said["history"]), history_limit=2000, alternate=said["alternate"] == "yes", dead=False,
        exit_status=None, mode=False, cursor_visible=said["cursor_visible"] == "yes", styled=True,
    )  # fmt: skip
    return Frame(
        said["cli"], said["version"], path.parent.name, path.stem.rpartition("-")[0], said["tmux"], said["recorded"],
        said["title"], said["command"], screen,
    )  # fmt: skip


def frames() -> list[Frame]:
    """Every recorded frame."""
    return [read_frame(path) for path in sorted(SCREENS.glob("*/*/*/*.txt"))]


def _word(fact: bool) -> str:
    return "yes" if fact else "no"
