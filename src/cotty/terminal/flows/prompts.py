"""What stands at a shell's prompt: somebody's draft behind it, or the wish for the rest of a command. Pure.

Rules: a draft is told only behind a prompt that is known to the last blank; where nothing is known there is none. What
looks like a prompt is not known to be one: text behind its sign may be the prompt's own.
"""

import re
from dataclasses import dataclass

from cotty.model import Screen
from cotty.terminal.flows.cells import before, cell_width

_WANTS_MORE = re.compile(
    r"((if|then|else|elif|for|foreach|while|until|do|case|select|repeat|function|quote|dquote|bquote|cmdsubst|subsh|cursh"
    r"|heredoc|pipe|cmdand|cmdor|math|array|braceparam|errorpipe|always) ?)*> ?"
)


@dataclass(frozen=True, slots=True)
class Prompt:
    """The text of a shell's prompt, and the row on which cotty typed last, counted from the start of the history."""

    text: str
    typed: int | None = None


def in_folder(prompt: str, was: str, now: str, home: str) -> str:
    """A prompt that was noted in one folder, as it reads in another: many show it whole, from home on, or its name."""
    for old, new in zip(_spellings(was, home), _spellings(now, home), strict=True):
        if old and old in prompt:
            head, _, tail = prompt.rpartition(old)
            return head + new + tail
    return prompt


def _spellings(folder: str, home: str) -> tuple[str, str, str, str]:
    """As bash and zsh write it, as fish does, in full, and its last name."""
    at_home = bool(home) and f"{folder}/".startswith(f"{home.rstrip('/')}/")
    tilde = "~" + folder[len(home.rstrip("/")) :] if at_home else folder
    *above, last = tilde.split("/")
    short = "/".join([*(name[: 2 if name.startswith(".") else 1] for name in above), last])
    return tilde, short, folder, last


def line_before_cursor(screen: Screen) -> str:
    """The cursor's line up to the cursor, over the rows that it fills, with the blanks that tmux leaves out."""
    y = screen.cursor_y
    here = before(screen.rows[y], screen.cursor_x) if y < len(screen.rows) else ""
    here += " " * (screen.cursor_x - cell_width(here))
    return "".join(screen.rows[y - _rows_above(screen) : y]) + here


def _rows_above(screen: Screen) -> int:
    """How many rows above the cursor's belong to its line, as far as they tell."""
    y = count = min(screen.cursor_y, len(screen.rows))
    while count and cell_width(screen.rows[count - 1]) >= screen.width:
        count -= 1
    return y - count


def draft_behind(prompt: str, line: str) -> str:
    """What stands on a line behind that prompt. A prompt that ends in a letter may be the beginning of another."""
    if not prompt.strip() or prompt[-1].isalnum() or not line.startswith(prompt):
        return ""
    return line[len(prompt) :].strip()


def stranger_at(prompt: Prompt | None, screen: Screen) -> str:
    """The draft at the prompt, unless cotty typed on that line: then a caller builds it up on purpose."""
    if prompt is None:
        return ""
    last = screen.history + screen.cursor_y
    if prompt.typed is not None and last - _rows_above(screen) <= prompt.typed <= last:
        return ""
    return draft_behind(prompt.text, line_before_cursor(screen))


def asks_for_more(line: str) -> bool:
    """A line that reads as the prompt with which bash, zsh and their kin ask for the rest of a command."""
    return bool(_WANTS_MORE.fullmatch(line))
