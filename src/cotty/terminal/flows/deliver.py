"""Type, see it land, press Enter, see it go: the send of a terminal, as a flow.

Rules:
1. Enter is pressed only after the text was seen before a cursor that it moved, or when the terminal itself says that it
   does not echo. What stood there before is not the text: it is the program's own, or an earlier send's.
2. It went when the line editor says so (bracketed paste off, a command-start mark), when a line-mode terminal moved on,
   when a new prompt like the old one stands at the cursor, when the text was erased where it stood, or when the program
   ended. A cursor that merely moved to an empty row proves nothing, nor does one that moved along the edge of a box: in
   many programs Enter so soon after text is a newline. Text that output pushed away was not taken: a program that
   ignores Enter and prints does the same.
3. Enter is pressed again only while the text still stands right before the cursor, where it landed, and only when the
   kernel says that the program has read the last Enter and waits for more: a program that is slow would take each.
4. Where the prompt is known, nothing is typed behind somebody's draft: Enter would submit both as one.
"""

from collections.abc import Generator
from dataclasses import dataclass, replace

from cotty.model import Outcome, Screen
from cotty.terminal.flows.cells import before, before_cursor, cell_width, packed
from cotty.terminal.flows.prompts import Prompt, stranger_at
from cotty.terminal.flows.steps import Glimpse, Step, Write, watched

DRAFT = "draft-there"
TAIL = 60
_PATIENCE = 0.5  # seconds before Enter is pressed again
_ENTERS = 3
_STAYS = 0.2  # seconds for which a draft stands before it is one
_FIRST_LOOK = 0.01  # seconds after which a program that shows nothing is looked at
_INSTANT = 0.001  # seconds that a clock can tell: less may be added to the time for ever
_EDGES = " │┃|║▌▎▏▕▐╎┆┊"
_LINE_ACCEPTED = frozenset({"paste-off", "command-start"})

Flow = Generator[Step, Glimpse | None, "Delivered"]


@dataclass(frozen=True, slots=True)
class Delivered:
    """How it ended, and why that is believed."""

    outcome: Outcome
    evidence: tuple[str, ...]


def deliver(text: str, *, enter: bool, deadline: float, longest: int = 4095, prompt: Prompt | None = None) -> Flow:
    """Deliver text into whatever reads the pane; `deadline` is for each proof, `longest` what a line holds, `prompt`
    that of the shell, where it is known and nobody else's text may stand behind it.
    """
    tail = packed(text.rpartition("\n")[2])[-TAIL:] or packed(text)[-TAIL:]
    first = yield from watched(0.0)
    if not _fits(text, first, longest):
        return Delivered(Outcome.NOT_SUBMITTED, ("line-full",))
    first = yield from _settled(first, prompt)
    if _has_draft(first, prompt):
        return Delivered(Outcome.NOT_SUBMITTED, (DRAFT,))
    yield Write(text)
    landed = yield from _landing(tail, first, deadline)
    if landed is None or landed.gone:
        return _not_landed(landed, enter=enter)
    seen = "no-echo" if landed.silent else "landed"
    if not enter:
        return Delivered(Outcome.CONFIRMED if seen == "landed" else Outcome.UNKNOWN, (seen,))
    return (yield from _submit(tail, landed, seen, deadline))


def _has_draft(glimpse: Glimpse, prompt: Prompt | None) -> bool:
    return not glimpse.canonical and bool(stranger_at(prompt, glimpse.screen))


def _settled(first: Glimpse, prompt: Prompt | None) -> Generator[Step, Glimpse | None, Glimpse]:
    """A draft that stays: what was typed ahead of a prompt stands at it for a moment, before its own Enter is read."""
    glimpse = first
    while _has_draft(glimpse, prompt) and glimpse.elapsed - first.elapsed < _STAYS:
        glimpse = yield from watched(_STAYS)
    return glimpse


def _landing(tail: str, first: Glimpse, deadline: float) -> Generator[Step, Glimpse | None, Glimpse | None]:
    """The glimpse in which the text stands before the cursor; None when it never came."""
    seconds, until = _FIRST_LOOK, first.elapsed + deadline
    while True:
        glimpse = yield from watched(seconds)
        if glimpse.gone or glimpse.silent or _landed(glimpse.screen, tail, first.screen):
            return glimpse
        if glimpse.elapsed >= until:
            return None
        seconds = max(_INSTANT, until - glimpse.elapsed)


def _landed(screen: Screen, tail: str, first: Screen) -> bool:
    moved = (screen.cursor_x, screen.cursor_y, screen.history) != (first.cursor_x, first.cursor_y, first.history)
    return moved and _stands(screen, tail) and not _stood(screen, tail, first)


def _stood(screen: Screen, tail: str, first: Screen) -> bool:
    """The text stood there before it was typed, and the cursor was elsewhere for a moment, where a clock is drawn. On
    the cursor's own row it may be what the shell suggested.
    """
    if screen.cursor_y == first.cursor_y or _frame(screen) != _frame(first):
        return False
    return _stands(replace(first, cursor_x=screen.cursor_x, cursor_y=screen.cursor_y), tail)


def _fits(text: str, first: Glimpse, longest: int) -> bool:
    """A terminal that hands over lines takes no more than so many bytes of one, and shows those that it drops, too. A
    text that alone is longer is refused by whoever writes it.
    """
    size = len(text.encode())
    if not first.canonical or "\n" in text or size > longest:
        return True
    screen = first.screen
    full = 0
    while full < screen.cursor_y and cell_width(screen.rows[screen.cursor_y - full - 1]) == screen.width:
        full += 1
    return size + full * screen.width + screen.cursor_x <= longest


def _stands(screen: Screen, tail: str) -> bool:
    """The tail of the text is the last thing before the cursor; text of blanks shows only as a cursor that moved."""
    rows = 2 + len(tail) // max(screen.width, 1) * 2
    return packed(before_cursor(screen, rows)).endswith(tail)


def _not_landed(glimpse: Glimpse | None, *, enter: bool) -> Delivered:
    if glimpse is not None:
        return Delivered(Outcome.UNKNOWN, ("gone",))
    return Delivered(Outcome.NOT_SUBMITTED if enter else Outcome.UNKNOWN, ("not-seen",))


def _submit(tail: str, landed: Glimpse, seen: str, deadline: float) -> Flow:
    """Press Enter and look for a proof that the line was taken."""
    prompt = _prompt(landed.screen, tail)
    for attempt in range(1, _ENTERS + 1):
        yield Write()
        proof = yield from _going(tail, landed, prompt, deadline)
        evidence = (seen, *(("enter",) if attempt == 1 else (f"enter-{attempt}",)))
        if proof == "swallowed":
            continue
        outcome = Outcome.UNKNOWN if proof in ("unproved", "text-stays") else Outcome.CONFIRMED
        return Delivered(outcome, (*evidence, proof))
    return Delivered(Outcome.NOT_SUBMITTED, (seen, "text-stays"))


def _going(tail: str, landed: Glimpse, prompt: str, deadline: float) -> Generator[Step, Glimpse | None, str]:
    """What became of one Enter: its proof, or `swallowed`, `text-stays` or `unproved`."""
    began, seconds, ask = -1.0, _FIRST_LOOK, False
    while True:
        glimpse = yield from watched(seconds, _LINE_ACCEPTED, ask=ask)
        began = glimpse.elapsed if began < 0 else began
        proof = _went(glimpse, tail, landed, prompt)
        if proof is not None:
            return proof
        waited = glimpse.elapsed - began
        stays = _where_it_landed(glimpse.screen, landed.screen) and _stands(glimpse.screen, tail) and not glimpse.silent
        if ask and stays and glimpse.took_all:
            return "swallowed"
        if waited >= deadline:
            return "text-stays" if stays else "unproved"
        ask = stays and waited >= _PATIENCE and not ask
        seconds = 0.0 if ask else max(_INSTANT, min(_PATIENCE if stays else deadline, deadline - waited))


def _where_it_landed(screen: Screen, landed: Screen) -> bool:
    return (screen.cursor_x, screen.cursor_y) == (landed.cursor_x, landed.cursor_y)


def _went(glimpse: Glimpse, tail: str, landed: Glimpse, prompt: str) -> str | None:
    """The proof that the line was taken, if this glimpse has one."""
    if glimpse.gone or glimpse.screen.dead:
        return "program-ended"
    if heard := sorted(_LINE_ACCEPTED & glimpse.signs):
        return heard[-1]
    moved = not _where_it_landed(glimpse.screen, landed.screen)
    if landed.silent:
        return "line-taken" if moved or glimpse.moved else None
    if moved and landed.canonical:
        return "line-taken"
    if not moved or _stands(glimpse.screen, tail):
        return None
    here = before_cursor(glimpse.screen)
    if prompt.strip(_EDGES) and here.startswith(prompt):
        return "new-prompt"
    return "text-left" if _erased(glimpse.screen, landed.screen, tail) else None


def _erased(screen: Screen, landed: Screen, tail: str) -> bool:
    """The text is gone from where it stood, and nothing was pushed away: the cursor is back, the history has not grown,
    the text stands nowhere near, its row nowhere at all, and something else still stands where it stood.
    """
    y = landed.cursor_y
    if screen.cursor_y > y or _frame(screen) != _frame(landed) or landed.rows[y] in screen.rows:
        return False
    shown = any(tail in packed("".join(screen.rows[max(0, at - 6) : at + 2])) for at in (y, screen.cursor_y))
    return not shown and any(_is_landmark(row, at, landed, screen) for at, row in enumerate(landed.rows))


def _frame(screen: Screen) -> tuple[int, int, int, bool]:
    return screen.width, screen.height, screen.history, screen.alternate


def _is_landmark(row: str, at: int, landed: Screen, screen: Screen) -> bool:
    """Only scrolling moves every row: one that no other is like stands where it stood. The alternate screen and a full
    history do not count what scrolled.
    """
    return bool(row.strip()) and landed.rows.count(row) == 1 and at < len(screen.rows) and screen.rows[at] == row


def _prompt(screen: Screen, tail: str) -> str:
    """What stood before the text on its row: the prompt, if the text began on the cursor's row."""
    row = before(screen.rows[screen.cursor_y], screen.cursor_x) if screen.cursor_y < len(screen.rows) else ""
    head = packed(row).removesuffix(tail)
    for end in range(len(row) + 1):
        if packed(row[:end]) == head:
            return row[:end]
    return ""
