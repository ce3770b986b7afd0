"""Frames: screens of CLIs as files, with what is to be seen on each, and what a profile makes of them.

Rules: a file is `<state>/<scene>.txt` in any folder: lines of `key: value`, a blank line, then the rows as `tmux
capture-pane -p -e -N` printed them; it is read and written here alone. The folder is the state that has to be seen,
`none` for a screen that says nothing; other expectations are keys of the head. `docs/write-a-profile.md` has the table
of keys.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cotty.errors import InvalidInput
from cotty.model import AgentState, Awaiting, Composer, Screen
from cotty.profiles.looking import look
from cotty.profiles.profile import Profile
from cotty.profiles.seen import Seen
from cotty.terminal.flows.cells import packed

NOTHING: Final = "none"
STATES: Final = (*map(str, AgentState), NOTHING)
# Two folders are about more than the state.
SHOWS: Final = {"interrupted": str(AgentState.IDLE), "viewer": NOTHING}
CHECKED: Final = frozenset({
    "composer", "ghost", "placeholder", "pastes", "kind", "question", "subject", "options", "highlighted", "blocked",
    "rule",
})  # fmt: skip

Counts = Counter[tuple[str, str, str]]  # CLI, state of the frame, state that was seen


@dataclass(frozen=True)
class Frame:
    """One captured or made screen, and the head of its file."""

    path: Path
    head: dict[str, str]
    screen: Screen

    @property
    def folder(self) -> str:
        return self.path.parts[-2]

    @property
    def state(self) -> str:
        return SHOWS.get(self.folder, self.folder)

    @property
    def tells(self) -> str:
        """What can be seen: the state, but on a screen that shows nothing of it."""
        return self.head.get("tells", self.state)

    @property
    def title(self) -> str:
        return self.head.get("title", "")


def read_frame(path: Path) -> Frame:
    """A frame from its file."""
    return parsed(path, path.read_text(encoding="utf-8"))


def parsed(path: Path, text: str) -> Frame:
    """A frame from the text of its file."""
    head_text, _, body = text.partition("\n\n")
    head = {key.strip(): value.strip() for key, _, value in (line.partition(":") for line in head_text.split("\n"))}
    try:
        width, height = (int(number) for number in head["size"].split("x"))
        x, y = (int(number) for number in head["cursor"].split())
    except (KeyError, ValueError) as error:
        hint = "A frame begins with lines like `size: 80x24` and `cursor: 2 20`, then a blank line."
        raise InvalidInput(f"{path}: {error} cannot be read.", suggestion=hint) from None
    rows = body.split("\n")[:height]
    screen = Screen(
        rows=(*rows, *[""] * (height - len(rows))), cursor_x=x, cursor_y=y, width=width, height=height,
        history=0, history_limit=2000, alternate=head.get("alternate") == "yes", dead=head.get("dead") == "yes",
        exit_status=0 if head.get("dead") == "yes" else None, mode=False,
        cursor_visible=head.get("cursor_visible") != "no", styled=head.get("styled") != "no",
    )  # fmt: skip
    return Frame(path, head, screen)


def frame_text(screen: Screen, said: Mapping[str, str]) -> str:
    """The file of a screen: CLI and version, the facts of the screen, then what else is said of it."""
    facts = {
        "size": f"{screen.width}x{screen.height}", "cursor": f"{screen.cursor_x} {screen.cursor_y}",
        "cursor_visible": _word(screen.cursor_visible), "alternate": _word(screen.alternate),
        "history": str(screen.history),
    }  # fmt: skip
    first = {key: said[key] for key in ("cli", "version", "tmux") if key in said}
    head = "".join(f"{key}: {value}".rstrip() + "\n" for key, value in (first | facts | dict(said)).items())
    return head + "\n" + "\n".join(screen.rows) + "\n"


def _word(fact: bool) -> str:
    return "yes" if fact else "no"


def frames_in(folder: Path) -> Iterator[Frame]:
    """Every frame below a folder whose own folder is the name of a state."""
    for path in sorted(folder.rglob("*.txt")):
        if path.parent.name in (*STATES, *SHOWS):
            yield read_frame(path)


def seen_on(frame: Frame, profile: Profile) -> Seen:
    return look(profile, frame.screen, frame.title)


def mistakes(frame: Frame, seen: Seen) -> list[str]:
    """What the profile saw otherwise than the frame says."""
    found = []
    if (seen.state or NOTHING) != frame.tells:
        found.append(f"shows {frame.tells}, was read as {seen.state or NOTHING} (rule {seen.rule or 'none'})")
    for word, is_so in (("interrupted", seen.interrupted), ("viewer", seen.viewer)):
        if is_so != (frame.folder == word):
            found.append(f"{word}: {'yes' if is_so else 'no'}")
    said = _of_the_look(seen) | _of_the_composer(seen.composer) | _of_the_dialog(seen.awaiting)
    return found + [
        f"{key} is {frame.head[key]!r}, was read as {said.get(key)!r}"
        for key in sorted(CHECKED & frame.head.keys())
        if _compared(key, said.get(key)) != _compared(key, frame.head[key])
    ]


def matrix(counts: Counts) -> list[str]:
    """A table for each CLI: rows are what a frame shows, columns what was seen; as many as it has states."""
    lines = []
    for cli in sorted({cli for cli, _, _ in counts}):
        states = [state for state in STATES if any(state in key[1:] for key in counts if key[0] == cli)]
        lines.append(f"{cli:16}" + "".join(f"{state:>15}" for state in states))
        lines += [f"{row:>15} " + "".join(f"{counts[cli, row, seen] or '.':>15}" for seen in states) for row in states]
    return lines


def counted(read: Iterable[tuple[Frame, Seen]], cli: str) -> Counts:
    """What was seen on frames of one CLI."""
    return Counter((cli, frame.state, str(seen.state or NOTHING)) for frame, seen in read)


def _of_the_look(seen: Seen) -> dict[str, str | None]:
    return {"blocked": seen.blocked_why, "rule": seen.rule}


def _of_the_composer(composer: Composer | None) -> dict[str, str | None]:
    if composer is None:
        return {}
    return {
        "composer": composer.text, "ghost": composer.ghost, "placeholder": composer.placeholder,
        "pastes": " | ".join(composer.pastes),
    }  # fmt: skip


def _of_the_dialog(awaiting: Awaiting | None) -> dict[str, str | None]:
    if awaiting is None:
        return {}
    return {
        "kind": awaiting.kind, "question": awaiting.question, "subject": awaiting.subject,
        "options": " | ".join(option.label for option in awaiting.options), "highlighted": str(awaiting.highlighted),
    }  # fmt: skip


def _compared(key: str, text: str | None) -> str | None:
    """Texts may be quoted, and where a CLI breaks them is its own affair."""
    if text is None or key not in ("composer", "ghost", "placeholder", "subject", "question"):
        return text
    return packed(json.loads(text) if text.startswith('"') and text.endswith('"') and len(text) > 1 else text)
