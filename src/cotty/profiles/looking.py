"""Reads one screen by a profile: which state it shows, by which rule, and what the other rules say. Pure.

Rules:
1. Each rule is asked; the first in the file that fires gives the state. The order of a file is its order of trust.
2. A rule about rows starts at an anchor that is live (the composer, the last row) and passes only rows that it names,
   so what the conversation quotes is never reached.
3. A screen on which no rule fires has no state. A viewer has none either, whatever stands behind it.
"""

from collections.abc import Iterable
from functools import cached_property
from hashlib import sha256
from itertools import islice

from cotty.errors import BadProfile
from cotty.model import AgentState, Awaiting, AwaitingKind, Option, Screen
from cotty.profiles.composing import Found, find_composer
from cotty.profiles.dialogs import Dialog, find_dialog
from cotty.profiles.painted import Rows
from cotty.profiles.profile import Profile, Rule
from cotty.profiles.seen import Said, Seen
from cotty.terminal.flows.cells import before, cell_width

DEAD = Said("pane-dead", AgentState.ENDED)


class Sight:
    """What a screen shows to one profile; each thing is looked for once, when a rule asks for it."""

    def __init__(self, profile: Profile, screen: Screen, title: str) -> None:
        self.profile, self.screen, self.title = profile, screen, title
        self.rows = Rows(screen)
        self._dialogs: dict[str, Dialog | None] = {}

    @cached_property
    def composer(self) -> Found | None:
        shape = self.profile.composer
        return find_composer(shape, self.screen, self.rows) if shape else None

    @cached_property
    def width(self) -> int:
        """Columns of the conversation: beside a composer in a box of its own stand facts that are none of it."""
        shape, found = self.profile.composer, self.composer
        return cell_width(self.rows[found.bottom]) if shape and shape.boxed and found else self.screen.width

    def dialog(self, name: str) -> Dialog | None:
        if name not in self._dialogs:
            shape = dict(self.profile.dialogs)[name]
            self._dialogs[name] = find_dialog(shape, self.screen, self.rows)
        return self._dialogs[name]


def look(profile: Profile, screen: Screen, title: str = "") -> Seen:
    """What this screen says, read as the profile reads it."""
    return settled(*asked(profile, screen, title)[::2])


def asked(profile: Profile, screen: Screen, title: str) -> tuple[Sight, list[Said | str], list[Said]]:
    """What each rule says of a screen, and those that say something. A profile that was not read from a file may have
    what no check has seen: that is its own error, told as such, and no other agent's.
    """
    sight = Sight(profile, screen, title)
    try:
        verdicts = [judged(rule, sight) for rule in profile.rules]
        _ = sight.composer
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        reason = f"it cannot be looked with: {error}"
        raise BadProfile(f"{profile.source}: {reason}.", file=profile.source, line=0, reason=reason) from error
    said = [verdict for verdict in verdicts if isinstance(verdict, Said)]
    return sight, verdicts, [DEAD, *said] if screen.dead else said


def settled(sight: Sight, said: list[Said]) -> Seen:
    """The first word that is about the state counts; that somebody interrupted says nothing of the state."""
    first = next((word for word in said if word.says != "interrupted"), None)
    interrupted = any(word.says == "interrupted" for word in said)
    state = first.says if first is not None and isinstance(first.says, AgentState) else None
    found = sight.composer
    return Seen(
        state=state,
        rule=first.rule if first else None,
        rows=first.rows if first else None,
        others=tuple(word for word in said if word is not first),
        composer=found.composer if found and (first is None or first.awaiting is None) else None,
        awaiting=first.awaiting if first else None,
        viewer=first is not None and first.says == "viewer",
        interrupted=interrupted and state is AgentState.IDLE,
        blocked_why=first.why if first else None,
    )


def judged(rule: Rule, sight: Sight) -> Said | str:
    """What one rule says of a screen, or why it says nothing."""
    if (reason := _unfit(rule, sight)) is not None:
        return reason
    if rule.title is not None:
        found = rule.title.search(sight.title)
        return (
            Said(rule.name, rule.says, text=found[0], awaiting=_asked_by_title(rule, sight), why=rule.why)
            if found
            else "another title"
        )
    if rule.dialog is not None:
        return _by_dialog(rule, sight)
    if rule.row is not None:
        return _by_row(rule, sight)
    found_composer = sight.composer
    rows = (found_composer.top, found_composer.bottom) if found_composer else None
    return Said(rule.name, rule.says, rows, why=rule.why)


def _unfit(rule: Rule, sight: Sight) -> str | None:
    """A condition of the rule that this screen does not meet."""
    if rule.cursor is not None and rule.cursor not in _cursor(sight):
        return f"the cursor is not {rule.cursor}"
    if rule.alternate is not None and sight.screen.alternate is not rule.alternate:
        return "the alternate screen is " + ("off" if rule.alternate else "on")
    if rule.composer is not None and (sight.composer is not None) is not rule.composer:
        return "no composer" if rule.composer else "a composer"
    return None


def _cursor(sight: Sight) -> tuple[str, str]:
    """What may be said of the cursor: whether it is shown, and whether in the composer."""
    inside = sight.composer is not None and sight.composer.composer.has_cursor
    return "visible" if sight.screen.cursor_visible else "hidden", "inside" if inside else "outside"


def _by_dialog(rule: Rule, sight: Sight) -> Said | str:
    dialog = sight.dialog(rule.dialog or "")
    if dialog is None:
        return "no such dialog at the bottom"
    if rule.has is not None and not rule.has.search(dialog.text):
        return "a dialog, but without what this rule asks for"
    if rule.lacks is not None and rule.lacks.search(dialog.text):
        return "a dialog, but with what this rule excludes"
    awaiting = None
    if rule.says is AgentState.AWAITING_INPUT:
        kind = rule.kind or AwaitingKind.QUESTION
        rows = (dialog.top, dialog.bottom)
        mark = fingerprint(dialog.identity)
        awaiting = Awaiting(
            kind, dialog.question, dialog.subject, dialog.options, dialog.highlighted, mark, rule.name, rows
        )
    return Said(rule.name, rule.says, (dialog.top, dialog.bottom), dialog.question, awaiting, rule.why)


def _asked_by_title(rule: Rule, sight: Sight) -> Awaiting | None:
    """A title that says somebody is needed, while the dialog itself cannot be read: no options, but never silence. A
    title that blinks asks once, so it is the rule that has the fingerprint.
    """
    if rule.says is not AgentState.AWAITING_INPUT:
        return None
    kind, last = rule.kind or AwaitingKind.QUESTION, max(sight.rows.last, 0)
    return Awaiting(kind, sight.title.strip(), "", (), None, fingerprint((rule.name,)), rule.name, (0, last))


def fingerprint(identity: Iterable[str]) -> str:
    """The same dialog has the same one, another one has another: `dialogs.py` says what is the same."""
    return sha256("\0".join(identity).encode("utf-8", "replace")).hexdigest()[:12]


def _by_row(rule: Rule, sight: Sight) -> Said | str:
    """The first row from the anchor on that matches, if only rows that may be passed stand between."""
    if rule.row is None or (where := _path(rule, sight)) is None:
        return "no composer to look from"
    width = sight.width if rule.where == "above" else sight.screen.width
    filled = ((y, text) for y in where if (text := before(sight.rows[y], width).rstrip()))
    for y, text in islice(filled, rule.within):
        found = rule.row.search(text)
        if found is not None and _drawn(rule, sight, y, found.start()):
            return Said(rule.name, rule.says, (y, y), text.strip(), _asked_by_row(rule, text, y), rule.why)
        if not (rule.past is not None and rule.past.search(text)):
            return f"stopped at row {y}: {text.strip()[:40]}"
    return "no such row"


def _path(rule: Rule, sight: Sight) -> range | None:
    """The rows from the anchor outward."""
    last, y = sight.rows.last, sight.screen.cursor_y
    if rule.where in ("above", "below"):
        found = sight.composer
        if found is None:
            return None
        return range(found.top - 1, -1, -1) if rule.where == "above" else range(found.bottom + 1, last + 1)
    if rule.where == "cursor":
        return range(y, y + 1) if last == y >= 0 else range(0)
    return range(last, -1, -1) if rule.where == "bottom" else range(last + 1)


def _drawn(rule: Rule, sight: Sight, y: int, at: int) -> bool:
    """Whether the match is drawn as the rule says; a screen without styles cannot deny it."""
    if rule.style is None or not sight.rows.styled:
        return True
    styles = sight.rows.painted(y).styles
    return at < len(styles) and bool(getattr(styles[at], rule.style))


def _asked_by_row(rule: Rule, text: str, y: int) -> Awaiting | None:
    if rule.says is not AgentState.AWAITING_INPUT:
        return None
    kind, question = rule.kind or AwaitingKind.QUESTION, text.strip()
    options = (Option(1, rule.offers, False, "Enter"),) if rule.offers else ()
    mark = fingerprint((question, *(option.label for option in options)))
    return Awaiting(kind, question, "", options, None, mark, rule.name, (y, y))
