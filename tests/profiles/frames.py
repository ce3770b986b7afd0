"""The frames of the built-in profiles: `screens/<cli>/<version>/<state>/<scene>.txt`. See screens/README.md."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cotty.model import AgentState
from cotty.testing import frames as kit

SCREENS: Final = Path(__file__).parent / "screens"
# Scenes that are there to mislead: somebody is asked and it does not look as usual, or nobody is and it looks so.
_ASKED_OTHERWISE: Final = re.compile(
    r"second|third|highlight|default-is|amending|at-once|above|below|old|narrow|unstyled|wide|title|without"
    r"|long-command|several|last-of-two|classic|main-screen|always|bypass"
)
_LOOKS_ASKED: Final = re.compile(
    r"quot|typed|above|old-|in-a-tool-result|explained|error-words|refused|menu|picker|permissions|palette|help"
    r"|sessions|resume|config|shortcuts|mention|slash|half-painted|question|numbered|answered|before-the-model|title"
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

    @property
    def needs_you(self) -> bool:
        """Whether somebody is asked something."""
        return self.state == AgentState.AWAITING_INPUT

    @property
    def adversarial(self) -> bool:
        """Whether it is there to mislead."""
        return (_ASKED_OTHERWISE if self.needs_you else _LOOKS_ASKED).search(self.path.stem) is not None

    @property
    def id(self) -> str:
        return self.path.relative_to(SCREENS).with_suffix("").as_posix()


def read_frame(path: Path) -> Frame:
    """A frame with its place."""
    read = kit.read_frame(path)
    return Frame(read.path, read.head, read.screen)


def frames() -> Iterator[Frame]:
    """Every frame there is."""
    return map(read_frame, sorted(SCREENS.glob("*/*/*/*.txt")))
