"""The frames of the built-in profiles: `screens/<cli>/<version>/<state>/<scene>.txt`. See screens/README.md."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import groupby
from pathlib import Path
from typing import Final

from cotty.model import AgentState, Screen
from cotty.profiles import Profile, Seen, load, look
from cotty.profiles.painted import plain
from cotty.testing import frames as kit

SCREENS: Final = Path(__file__).parent / "screens"
# What somebody writes who looks for questions on the whole screen: known words, numbered options, a choice of letters.
_NAIVE: Final = re.compile(
    r"Do you (?:want|trust)|Would you like|Action Required|Allow |Trust this|^\W*1\. \w|\[y/n\]|\(y/n\)|\(Y\)es",
    re.MULTILINE | re.IGNORECASE,
)


@dataclass(frozen=True)
class Frame(kit.Frame):
    """A frame whose place says CLI and version, too."""

    @property
    def cli(self) -> str:
        return self.path.parts[-4]

    @property
    def version(self) -> str:
        return self.path.parts[-3]

    @cached_property
    def seen(self) -> Seen:
        """What its profile sees on it: several tests ask, and it never changes."""
        return look(profile_of(self.cli), self.screen, self.title)

    @property
    def needs_you(self) -> bool:
        """Whether somebody is asked something."""
        return self.state == AgentState.AWAITING_INPUT

    @property
    def misleads(self) -> str:
        """Why it is easily taken for something else; empty: it is not there to mislead."""
        return self.head.get("misleads", "")

    @property
    def misread(self) -> bool:
        """Whether the naive detector is wrong on it."""
        text = "\n".join((*map(plain, self.screen.rows), self.title))
        return (_NAIVE.search(text) is not None) is not self.needs_you

    @property
    def scene(self) -> tuple[str, str, str]:
        """The same at another size is the same."""
        return self.cli, self.version, self.path.stem.rpartition("-")[0]

    @property
    def id(self) -> str:
        return self.path.relative_to(SCREENS).with_suffix("").as_posix()


def read_frame(path: Path) -> Frame:
    """A frame with its place."""
    read = kit.read_frame(path)
    return Frame(read.path, read.head, read.screen)


@cache
def profile_of(cli: str) -> Profile:
    """Read once; `load` looks up anew which files there are."""
    return load(cli)


@cache
def frames() -> dict[str, tuple[Frame, ...]]:
    """Every frame there is, by CLI."""
    read = [read_frame(path) for path in sorted(SCREENS.glob("*/*/*/*.txt"))]
    return {cli: tuple(of_cli) for cli, of_cli in groupby(read, key=lambda frame: frame.cli)}


def place_of(screen: Screen, said: Mapping[str, str], state: str, scene: str) -> Path:
    return SCREENS / said["cli"] / said["version"] / state / f"{scene}-{screen.width}x{screen.height}.txt"


def write_frame(screen: Screen, said: Mapping[str, str], state: str, scene: str) -> Path:
    """Keep a screen at its place."""
    path = place_of(screen, said, state, scene)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(kit.frame_text(screen, said), encoding="utf-8")
    return path
