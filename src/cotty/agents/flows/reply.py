"""The reply to one prompt, as far as the screen shows it. Pure.

Rules:
1. It begins behind the last place where the prompt was repeated, and behind all that stood there when it was told; it
   ends at the next prompt or at the composer. What the profile says is not part of it is left out, and what
   says that it was interrupted.
2. Where neither the prompt nor what stood there before is to be seen, both have scrolled away, and all is of it; where
   nobody looked before, nothing is.
"""

from dataclasses import dataclass
from typing import Final

from cotty.agents.flows.sighting import Sighting, begins_with
from cotty.profiles.painted import plain
from cotty.profiles.profile import Profile
from cotty.terminal.flows.cells import before, cell_width, packed

_HEAD: Final = 30
_PROMPT_MARKS: Final = "❯›>┃"  # what stands before the rows of a prompt that is repeated
_QUOTED: Final = ">"  # begins a quotation, too: a prompt only where something is drawn above it
_FRAMES: Final = "┃│▌╹╻"  # … and tools, too
_SOME: Final = 12  # letters of the end of a prompt that nothing else ends in by chance
_TAIL: Final = 3  # rows that say where a conversation ended
_RULES: Final = "─━╌▔╹▀┃│╻"


@dataclass(frozen=True, slots=True)
class Asked:
    """What was asked. `before`: the last look before it was typed, where there was one."""

    prompt: str
    before: Sighting | None = None


def reply_on(sighting: Sighting, asked: Asked, profile: Profile) -> str:
    """The reply to this prompt, as far as the screen shows it."""
    rows = _conversation(sighting, profile)
    begin = _begin(rows, asked, profile)
    if begin is None and asked.before is None:
        return ""
    return _said(rows[begin or 0 :], profile)


def answered(sighting: Sighting, asked: Asked, profile: Profile) -> bool:
    """Something new stands behind this very prompt."""
    rows = _conversation(sighting, profile)
    begin = _begin(rows, asked, profile)
    return begin is not None and bool(_said(rows[begin:], profile))


def _begin(rows: list[str], asked: Asked, profile: Profile) -> int | None:
    """The row at which a reply to it can begin; None when neither the prompt nor what stood before it is there."""
    told = _after_prompt(rows, asked.prompt, profile)
    stood = _after_end(rows, _conversation(asked.before, profile)) if asked.before is not None else None
    places = [place for place in (told, stood) if place is not None]
    return max(places) if places else None


def _said(rows: list[str], profile: Profile) -> str:
    next_prompt = next((y for y in range(len(rows)) if _is_prompt(rows, y, profile)), len(rows))
    skip, mark = profile.reply_skip, profile.reply_mark
    said = [row for row in rows[:next_prompt] if not (skip and skip.search(row))]
    return _without_frame([mark.sub(lambda found: " " * len(found[0]), row) for row in said] if mark else said)


def _is_prompt(rows: list[str], y: int, profile: Profile) -> bool:
    """A row that repeats what somebody submitted."""
    found = profile.composer.prompt.search(rows[y]) if profile.composer is not None else None
    mark = found[0].strip() if found is not None else ""
    if found is None or not mark or mark in _FRAMES or not rows[y][found.end() :].strip():
        return False
    return not mark.endswith(_QUOTED) or (y > 0 and _is_rule(rows[y - 1]))


def _is_rule(row: str) -> bool:
    return bool(row.strip()) and not row.strip().strip(_RULES)


def _conversation(sighting: Sighting, profile: Profile) -> list[str]:
    """The rows above the composer or the dialog, without what stands beside them."""
    seen, shape = sighting.seen, profile.composer
    rows = [plain(row).rstrip() for row in sighting.glimpse.screen.rows]
    stopped = next((said.rows[0] for said in seen.others if said.says == "interrupted" and said.rows), None)
    if seen.interrupted and stopped is not None:  # only what the rule may pass stands below
        rows[stopped:] = [""] * (len(rows) - stopped)
    if seen.awaiting is not None:
        return rows[: seen.awaiting.rows[0]]
    if seen.composer is None or shape is None:
        return rows
    edges = [row for row in rows[seen.composer.last_row :] if shape.boxed and shape.bottom and shape.bottom.search(row)]
    right = cell_width(edges[0]) if edges else sighting.glimpse.screen.width
    return [before(row, right).rstrip() for row in rows[: seen.composer.first_row]]


def _after_prompt(rows: list[str], prompt: str, profile: Profile) -> int | None:
    """The row after the last place where the prompt is repeated: marked as one, if any is; a reply may begin with the
    same words.
    """
    packed_rows = [packed(row).lstrip(_PROMPT_MARKS) for row in rows]
    head, wanted = packed(prompt)[:_HEAD], len(packed(prompt))
    begins = [y for y in range(len(rows)) if head and begins_with(_joined(packed_rows[y:], len(head)), head)]
    marked = [y for y in begins if packed(rows[y])[:1] in (*_PROMPT_MARKS, _QUOTED)]
    if not begins:
        return _after_its_end(packed_rows, packed(prompt))
    taken, y = 0, (marked or begins)[-1]
    while y < len(rows) and taken < wanted:
        taken += len(packed_rows[y])
        y += 1
    return y


def _joined(rows: list[str], length: int) -> str:
    """The first rows, until they hold so many letters and the mark before them: lines may be short."""
    shown = ""
    for row in rows:
        if len(shown) > length:
            break
        shown += row
    return shown


def _after_its_end(rows: list[str], prompt: str) -> int | None:
    """The same where the screen begins in the midst of the prompt: all rows down to its end are of it."""
    shown = ""
    for y, row in enumerate(rows):
        shown += row
        if len(shown) >= _SOME and prompt.endswith(shown):
            return y + 1
        if shown not in prompt:
            break
    return None


def _after_end(rows: list[str], stood: list[str]) -> int | None:
    """The row after the place where what stood there before ends; None when that is not to be seen any more."""
    filled, stood_filled = _filled(rows), [words for _, words in _filled(stood)]
    end = stood_filled[-_TAIL:]
    if not end:
        return 0
    places = _places([words for _, words in filled], end)
    if not places:
        return None
    at = places[min(len(places), len(_places(stood_filled, end))) - 1]  # a reply may say again what stood there
    return filled[at + len(end) - 1][0] + 1


def _filled(rows: list[str]) -> list[tuple[int, str]]:
    """The rows that say anything, comparable, with their numbers."""
    return [(y, words) for y, row in enumerate(rows) if (words := packed(row).strip(_RULES))]


def _places(rows: list[str], wanted: list[str]) -> list[int]:
    return [at for at in range(len(rows) - len(wanted) + 1) if rows[at : at + len(wanted)] == wanted]


def _without_frame(rows: list[str]) -> str:
    """Without rules, and without the margin that all rows share."""
    filled = [row for row in rows if packed(row).strip(_RULES)]
    if not filled:
        return ""
    first, last = rows.index(filled[0]), len(rows) - 1 - rows[::-1].index(filled[-1])
    margin = min(len(row) - len(row.lstrip()) for row in filled)
    return "\n".join(row[margin:] for row in rows[first : last + 1])
