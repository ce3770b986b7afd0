"""Makes frames that mislead: dialogs of the real CLIs, quoted where nobody is asked. `python -m
tests.profiles.recording.misleading` writes them all again.

Rules: dialog and host are captured frames (made ones, of a CLI that none were captured of); what is put together is
made, so the version of each is `made` and its head says of which two. The conversation scrolls up as far as the quote
is tall.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from cotty.model import Screen
from cotty.profiles.painted import plain
from cotty.terminal.flows.cells import cell_width
from tests.profiles.frames import SCREENS, Frame, read_frame, write_frame

_EDGES: Final = "┃│█▀▄╭╮╰╯─╌▔╹ "  # what is not copied of a box
_LONGEST: Final = 14  # rows of a quote
Made = tuple[Screen, dict[str, str], str, str]  # a frame: its screen, its head, its state and its scene


@dataclass(frozen=True, slots=True)
class Talk:
    """How a CLI prints: what stands before the rows of a reply, the head of a tool, what stands before its rows."""

    idle: str
    working: str
    draft: str
    dialogs: tuple[str, ...]
    reply: tuple[str, str] = ("", "")
    tool: str = ""
    result: tuple[str, str] = ("", "")
    above: int = 0  # rows right above the composer's first that belong to it


_AT: Final = "120x40"
TALKS: Final = {
    "claude_code": Talk(
        "2.1.327/idle/after-reply", "2.1.327/processing/thinking-1", "2.1.327/idle/draft-lines",
        ("permission-command", "permission-edit", "permission-write", "question", "trust",
         "classic-permission-command"),
        ("● ", "  "), "● Bash(cat dialog.txt)", ("  ⎿  ", "     "), 1,
    ),
    "codex": Talk(
        "0.169.0/idle/after-reply", "0.169.0/processing/thinking-1", "0.169.0/idle/draft-lines",
        ("permission-command", "permission-edit", "permission-long-command", "plan", "question", "trust", "new-model"),
        ("• ", "  "), "• Ran cat dialog.txt", ("  └ ", "    "),
    ),
    "opencode": Talk(
        "1.18.33/idle/after-reply", "1.18.33/processing/thinking-1", "1.18.33/idle/draft-lines",
        ("permission-command", "permission-always", "permission-edit", "permission-long-command", "question"),
        ("     ", "     "), "     $ cat dialog.txt", ("     ", "     "), 1,
    ),
    "gemini": Talk(
        "0.61.0/idle/after-reply", "0.61.0/processing/streaming", "",
        ("permission-command",), ("✦ ", "  "), "✓  Shell cat dialog.txt", ("   ", "   "), 4,
    ),
    "aider": Talk(
        "0.86.2/idle/after-reply", "", "", ("made:add-a-file", "made:default-is-no", "made:shell-command"),
        tool="> /run cat dialog.txt",
    ),
    "shell": Talk(
        "made/idle/prompt-bash", "", "",
        ("made:apt", "made:npm", "made:conda", "../claude_code:permission-command", "../codex:permission-command",
         "../opencode:permission-command", "../aider:shell-command"),
        tool="me@host:/work$ cat dialog.txt",
    ),
    "python_repl": Talk(
        "made/idle/prompt", "", "", ("../claude_code:question", "../codex:trust"), tool=">>> print(dialog)",
    ),
}  # fmt: skip


def as_reply(talk: Talk, rows: Sequence[str]) -> list[str]:
    """The model says what a dialog looks like."""
    first, more = talk.reply
    return [f"{first}It asks like this, and waits for a number:", *(f"{more}{row}" for row in rows)]


def as_result(talk: Talk, rows: Sequence[str]) -> list[str]:
    """A tool printed a file that has a dialog in it."""
    first, more = talk.result
    return [talk.tool, f"{first}{rows[0]}", *(f"{more}{row}" for row in rows[1:])]


def as_diff(talk: Talk, rows: Sequence[str]) -> list[str]:
    """A file was changed, and the dialog stands in what was added."""
    first, more = talk.result
    head = f"{talk.reply[0]}Edited docs/dialogs.md (+{len(rows)} -0)"
    return [head, *(f"{first if not at else more}{at + 12:>3} + {row}" for at, row in enumerate(rows))]


def as_it_stood(_talk: Talk, rows: Sequence[str]) -> list[str]:
    """The dialog was answered, and its rows were left standing."""
    return list(rows)


PLACES: Final[dict[str, tuple[Callable[[Talk, Sequence[str]], list[str]], str]]] = {
    "reply-quotes": (as_reply, "a reply quotes a dialog"),
    "tool-prints": (as_result, "a tool printed a dialog"),
    "diff-adds": (as_diff, "a diff adds the text of a dialog"),
    "left-standing": (as_it_stood, "an old dialog was left standing"),
}


def made() -> Iterator[Made]:
    """Every frame that misleads: its screen, its head, its state and its scene."""
    for cli, talk in TALKS.items():
        for name in talk.dialogs:
            asked = _dialog(cli, name)
            rows, scene = _rows_of(asked), name.rpartition(":")[2]
            scene = f"{asked.cli}-{scene}".replace("_", "-") if asked.cli != cli else scene
            for place, (quote, why) in PLACES.items():
                if talk.reply[0] or place == "tool-prints":
                    yield _put(_at(cli, talk.idle), quote(talk, rows), asked, why, f"{place}-{scene}")
            if talk.working:
                host = _at(cli, talk.working)
                yield _put(
                    host, as_reply(talk, rows), asked, "a reply quotes a dialog, at work", f"at-work-quotes-{scene}"
                )
            if talk.draft:
                yield _typed(_at(cli, talk.draft), rows, asked, f"draft-is-{scene}")


def _at(cli: str, name: str) -> Frame:
    size = "80x24" if name.startswith("made/") else _AT
    return read_frame(SCREENS / cli / f"{name}-{size}.txt")


def _dialog(cli: str, name: str) -> Frame:
    """A frame on which somebody is asked: of this CLI and captured, if its name says nothing else."""
    of, _, scene = name.rpartition(":")
    cli = of.removeprefix("../") if of.startswith("../") else cli
    found = [
        path for path in SCREENS.glob(f"{cli}/*/awaiting_input/{scene}-*.txt") if path.stem.rpartition("-")[0] == scene
    ]
    return read_frame(min(found, key=lambda path: (path.parts[-3] == "made", _AT not in path.name, path.name)))


def _rows_of(asked: Frame) -> list[str]:
    """The text of its dialog, as somebody would copy it: from its question to its last option and what stands below."""
    awaiting = asked.seen.awaiting
    assert awaiting is not None, asked.id
    rows = [
        plain(row).rstrip(_EDGES).replace("┃", " ").replace("│", " ") for row in asked.screen.rows[awaiting.rows[0] :]
    ]
    told = [row for row in rows if row.strip(_EDGES)][-_LONGEST:]
    margin = min(len(row) - len(row.lstrip()) for row in told)
    return [row[margin : margin + 76] for row in told]


def _put(
    host: Frame, quote: Sequence[str], asked: Frame, why: str, scene: str
) -> Made:  # fmt: skip
    """A quote above whatever ends the conversation."""
    seen = host.seen
    assert seen.composer is not None, host.id
    tops = [seen.composer.first_row - TALKS[host.cli].above]
    if seen.rows is not None and seen.rows[0] < tops[0]:
        tops.append(seen.rows[0])
    top = min(tops)
    inline = host.cli in ("aider", "shell", "python_repl")
    screen = _grown(host.screen, top, top, [*quote, *([] if inline else [""])])
    return screen, _head(host, asked, why), host.folder, scene


def _typed(host: Frame, rows: Sequence[str], asked: Frame, scene: str) -> Made:
    """The text of a dialog, pasted into the composer by a person: a draft of two lines becomes as long as it is."""
    first = next(y for y, row in enumerate(host.screen.rows) if "first line" in row)
    one, more = host.screen.rows[first], host.screen.rows[first + 1]
    lines = [_instead(one, "first line", rows[0]), *(_instead(more, "second line", row) for row in rows[1:])]
    screen = _grown(host.screen, first, first + 2, lines)
    moved = replace(screen, cursor_x=screen.cursor_x + cell_width(rows[-1]) - len("second line"))
    return moved, _head(host, asked, "a person typed what a dialog says"), host.folder, scene


def _instead(row: str, word: str, text: str) -> str:
    """Another text in the same cells: a row that was padded stays as wide as it was."""
    begin, _, rest = row.partition(word)
    surplus = cell_width(text) - len(word)
    blanks = len(rest) - len(rest.lstrip(" "))
    return f"{begin}{text}{rest[min(max(surplus, 0), blanks) :] if surplus > 0 else ' ' * -surplus + rest}"


def _grown(shown: Screen, begin: int, end: int, rows: Sequence[str]) -> Screen:
    """Other rows in the place of some, and everything above scrolled up; the foot of a screen stays where it is."""
    own = [f"\x1b[0m{row}" if "\x1b" not in row else row for row in rows]
    grown = [*shown.rows[:begin], *own, *shown.rows[end:]]
    free = 0
    while not shown.alternate and len(grown) > shown.height and not plain(grown[-1]).strip() and free < len(rows):
        grown.pop()
        free += 1
    over = len(grown) - shown.height
    return replace(shown, rows=tuple(grown[over:]), cursor_y=shown.cursor_y + len(rows) - (end - begin) - over)


def _head(host: Frame, asked: Frame, why: str) -> dict[str, str]:
    return {
        "cli": host.cli, "version": "made", "tmux": "none", "command": host.head.get("command", ""),
        "title": host.title, "recorded": "made", "misleads": why, "made_of": f"{asked.id} in {host.id}",
    }  # fmt: skip


def misleading() -> Iterator[Made]:
    """Those of them that are easily misread: some lose what is looked for among the signs of a diff."""
    for screen, said, state, scene in made():
        if Frame(SCREENS / said["cli"] / said["version"] / state / scene, said, screen).misread:
            yield screen, said, state, scene


def write_all() -> list[Path]:
    return [write_frame(*each) for each in misleading()]


if __name__ == "__main__":
    print(f"{len(write_all())} frames")
