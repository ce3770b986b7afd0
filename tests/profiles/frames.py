"""Frames: screens of CLIs as files, with what is to be seen on each.

A file is `screens/<cli>/<version>/<state>/<scene>.txt`: lines of `key: value`, a blank line, then the rows as tmux
captured them, escapes kept. The folder is what `look` has to say of the frame, `none` for a
screen that says nothing; other expectations are keys of the head. See screens/README.md.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cotty.model import AgentState, Screen

SCREENS: Final = Path(__file__).parent / "screens"
NOTHING: Final = "none"
STATES: Final = (*map(str, AgentState), NOTHING)
# Scenes that are there to mislead: somebody is asked and it does not look as usual, or nobody is and it looks so.
_ASKED_OTHERWISE: Final = re.compile(
    r"second|third|highlight|default-is|amending|at-once|above|below|old|narrow|unstyled|wide|title|without"
    r"|long-command|several|last-of-two|classic|main-screen|always|bypass"
)
_LOOKS_ASKED: Final = re.compile(
    r"quot|typed|above|old-|in-a-tool-result|explained|error-words|refused|menu|picker|permissions|palette|help"
    r"|sessions|resume|config|shortcuts|mention|slash|half-painted|question|numbered|answered|before-the-model|title"
)
# Two folders are about more than the state.
SHOWS: Final = {"interrupted": AgentState.IDLE, "viewer": NOTHING}


@dataclass(frozen=True)
class Frame:
    """One captured or made screen, and the head of its file."""

    path: Path
    head: dict[str, str]
    screen: Screen

    @property
    def cli(self) -> str:
        return self.path.parts[-4]

    @property
    def version(self) -> str:
        return self.path.parts[-3]

    @property
    def folder(self) -> str:
        return self.path.parts[-2]

    @property
    def state(self) -> str:
        return SHOWS.get(self.folder, self.folder)

    @property
    def needs_you(self) -> bool:
        """Whether somebody is asked something."""
        return self.state == AgentState.AWAITING_INPUT

    @property
    def adversarial(self) -> bool:
        """Whether it is there to mislead."""
        return (_ASKED_OTHERWISE if self.needs_you else _LOOKS_ASKED).search(self.path.stem) is not None

    @property
    def tells(self) -> str:
        """What can be seen: the state, but on a screen that shows nothing of it."""
        return self.head.get("tells", self.state)

    @property
    def title(self) -> str:
        return self.head.get("title", "")

    @property
    def id(self) -> str:
        return self.path.relative_to(SCREENS).with_suffix("").as_posix()


def read_frame(path: Path) -> Frame:
    """A frame from its file."""
    head_text, _, body = path.read_text(encoding="utf-8").partition("\n\n")
    head = {key.strip(): value.strip() for key, _, value in (line.partition(":") for line in head_text.split("\n"))}
    width, height = (int(number) for number in head["size"].split("x"))
    x, y = (int(number) for number in head["cursor"].split())
    rows = body.split("\n")[:height]
    screen = Screen(
        rows=(*rows, *[""] * (height - len(rows))), cursor_x=x, cursor_y=y, width=width, height=height,
        history=0, history_limit=2000, alternate=head.get("alternate") == "yes", dead=head.get("dead") == "yes",
        exit_status=0 if head.get("dead") == "yes" else None, mode=False,
        cursor_visible=head.get("cursor_visible") != "no", styled=head.get("styled") != "no",
    )  # fmt: skip
    return Frame(path, head, screen)


def frames() -> Iterator[Frame]:
    """Every frame there is."""
    for path in sorted(SCREENS.glob("*/*/*/*.txt")):
        yield read_frame(path)
