"""Answer the dialog that was meant, by the option that was meant, and see it go. Pure.

Rules:
1. Right before every key the dialog is looked at again: another fingerprint, or a dialog that has not stood still, and
   no key is pressed, at the deadline neither.
2. A key that decides is pressed once and never again. Keys that only move the highlight are pressed one at a time, and
   Enter follows when the option that was meant is highlighted; behind a digit only where it was seen to move there.
3. It is confirmed when the dialog is gone. Another dialog in its place proves nothing, nor does the same one: the next
   may ask the very same, and a program that paints only what differs paints nothing then.
"""

from collections.abc import Generator
from dataclasses import dataclass
from typing import Final

from cotty.agents.flows.sighting import SURE, Sighting, conversation, sighted, steady
from cotty.model import Awaiting, Option, Outcome
from cotty.profiles.profile import Profile
from cotty.terminal.flows.cells import packed
from cotty.terminal.flows.steps import Glimpse, Step, Write

_MOVES: Final = ("Up", "Down", "Left", "Right", "Tab", "BTab")
_MOST_MOVES: Final = 40
_HIGHLIGHTED: Final = 0.3  # seconds after which a digit that decided would have been seen to
_MOST_DIGITS: Final = 6

Proofs = tuple[str, ...]

Flow = Generator[Step, Glimpse | None, "Answered"]


@dataclass(frozen=True, slots=True)
class Choice:
    """What is to be answered: the option by its number or its label, and the dialog by its fingerprint."""

    option: str | int
    fingerprint: str | None
    deadline: float


@dataclass(frozen=True, slots=True)
class Answered:
    """How it ended. `refusal`: gone, no-dialog, stale, unsteady or no-option; then no key was pressed."""

    outcome: Outcome | None
    evidence: tuple[str, ...]
    last: Sighting
    refusal: str | None = None


def answer(profile: Profile, choice: Choice) -> Flow:
    """Choose one option of the dialog that stands there."""
    found = yield from _until_certain(profile, choice)
    if isinstance(found, Answered):
        return found
    sighting, option = found
    mark = _fingerprint(sighting)
    keys = option.key.split()
    if keys and keys[0] in _MOVES:
        return (yield from _moving(profile, choice, mark, option.number))
    yield Write(keys=tuple(keys))
    may_move = option.number if option.key.isdecimal() and not option.highlighted else None
    return (yield from _gone(profile, choice, _Pressed(mark, sighting, may_move), ("key",)))


def chosen(awaiting: Awaiting, option: str | int) -> Option | None:
    """The option of that number or label; a part of a label will do if it is in one label only."""
    if isinstance(option, int) or (option.strip().isdecimal() and len(option.strip()) <= _MOST_DIGITS):
        return next((each for each in awaiting.options if each.number == int(option)), None)
    wanted = packed(option).casefold()
    labels = {each.number: packed(each.label).casefold() for each in awaiting.options}
    exact = [number for number, label in labels.items() if label == wanted]
    near = exact or [number for number, label in labels.items() if wanted and wanted in label]
    return next((each for each in awaiting.options if each.number == near[0]), None) if len(near) == 1 else None


def _until_certain(
    profile: Profile, choice: Choice
) -> Generator[Step, Glimpse | None, Answered | tuple[Sighting, Option]]:
    """The look at the dialog right before the key."""
    seconds, since, before = 0.0, 0.0, ""
    while True:
        sighting = yield from sighted(profile, seconds)
        mark = _fingerprint(sighting)
        if sighting.gone:
            return Answered(None, (), sighting, "gone")
        half_painted = not mark and sighting.seen.composer is None
        if mark != before and not half_painted:
            since, before = sighting.elapsed, mark
        stood = sighting.calm or sighting.elapsed - since >= SURE
        guard = profile.delivery.answer_after_ms / 1000 - max(sighting.elapsed - since, sighting.glimpse.quiet)
        if stood and mark == before and (not mark or guard <= 0):
            return _certain(sighting, choice)
        if sighting.elapsed >= choice.deadline:
            return Answered(None, (), sighting, "unsteady")
        seconds = max(0.001, guard if stood and mark else 0.04 - sighting.glimpse.quiet)


def _certain(sighting: Sighting, choice: Choice) -> Answered | tuple[Sighting, Option]:
    awaiting = sighting.seen.awaiting
    if awaiting is None:
        return Answered(None, (), sighting, "no-dialog")
    if choice.fingerprint is not None and choice.fingerprint != awaiting.fingerprint:
        return Answered(None, (), sighting, "stale")
    option = chosen(awaiting, choice.option)
    return (sighting, option) if option is not None else Answered(None, (), sighting, "no-option")


def _moving(profile: Profile, choice: Choice, mark: str, number: int) -> Flow:
    """Move the highlight one key at a time, then press what confirms it."""
    for _ in range(_MOST_MOVES):
        sighting = yield from sighted(profile)
        if _fingerprint(sighting) != mark:  # the highlight that moved is painted, in parts perhaps
            sighting, _ = yield from steady(profile, _fingerprint, choice.deadline)
        awaiting = sighting.seen.awaiting
        if awaiting is None or awaiting.fingerprint != mark:
            return Answered(Outcome.NOT_SUBMITTED, ("dialog-changed",), sighting)
        key = next((each.key for each in awaiting.options if each.number == number), "").partition(" ")[0]
        if awaiting.highlighted == number:
            yield Write()
            return (yield from _gone(profile, choice, _Pressed(mark, sighting), ("highlighted", "enter")))
        if key not in _MOVES:
            break
        yield Write(keys=(key,))
        moved = yield from _highlight_moves(profile, choice, awaiting.highlighted, mark)
        if not moved:
            break
    sighting = yield from sighted(profile)
    return Answered(Outcome.NOT_SUBMITTED, ("highlight-stays",), sighting)


def _highlight_moves(
    profile: Profile, choice: Choice, before: int | None, mark: str
) -> Generator[Step, Glimpse | None, bool]:
    began, seconds = None, choice.deadline
    while seconds > 0:
        sighting = yield from sighted(profile, seconds)
        began = sighting.elapsed if began is None else began
        awaiting = sighting.seen.awaiting
        if sighting.gone or (awaiting is not None and (awaiting.fingerprint != mark or awaiting.highlighted != before)):
            return True
        seconds = choice.deadline - (sighting.elapsed - began)
    return False


@dataclass(frozen=True, slots=True)
class _Pressed:
    """A key that was pressed at a dialog, and the look right before it. `may_move`: the option of a digit that was not
    highlighted; the digit may only have moved the highlight there.
    """

    mark: str
    before: Sighting
    may_move: int | None = None

    def waited(self, sighting: Sighting) -> float:
        return sighting.elapsed - self.before.elapsed


def _gone(profile: Profile, choice: Choice, pressed: _Pressed, evidence: Proofs) -> Flow:
    """Until the dialog is no longer there."""
    seconds, ask = SURE, False
    while True:
        sighting = yield from sighted(profile, seconds, ask=ask)
        waited = pressed.waited(sighting)
        judged = _judged(sighting, pressed.mark, waited)
        if judged is not None:
            return Answered(judged[0], (*evidence, judged[1]), sighting)
        only = _only_highlighted(sighting, pressed)
        if only and sighting.glimpse.took_all:
            yield Write()
            again = _Pressed(pressed.mark, sighting)
            return (yield from _gone(profile, choice, again, (*evidence, "highlighted", "enter")))
        if waited >= choice.deadline:
            word = "same-dialog" if _fingerprint(sighting) == pressed.mark else "unproved"
            return Answered(Outcome.UNKNOWN, (*evidence, word), sighting)
        ask = only and not ask
        seconds = 0.0 if ask else min(choice.deadline - waited, 0.04 if sighting.glimpse.quiet < SURE else SURE)


def _judged(sighting: Sighting, mark: str, waited: float) -> tuple[Outcome, str] | None:
    """What this look says of the key."""
    if sighting.gone:
        return Outcome.UNKNOWN, "gone"
    if not (sighting.calm or waited >= SURE) or _fingerprint(sighting) == mark:
        return None
    if sighting.seen.awaiting is not None:
        return Outcome.UNKNOWN, "other-dialog"
    return (Outcome.CONFIRMED, "dialog-went") if _says_something(sighting) else None


def _only_highlighted(sighting: Sighting, pressed: _Pressed) -> bool:
    """The digit moved the highlight to its option and did no more: what stands above the dialog is as it was. The next
    dialog may ask the same, but what became of the first would stand there.
    """
    awaiting = sighting.seen.awaiting
    if pressed.may_move is None or awaiting is None or awaiting.fingerprint != pressed.mark:
        return False
    moved = awaiting.highlighted == pressed.may_move and pressed.waited(sighting) >= _HIGHLIGHTED
    return moved and conversation(sighting) == conversation(pressed.before)


def _says_something(sighting: Sighting) -> bool:
    return sighting.seen.composer is not None or sighting.seen.state is not None


def _fingerprint(sighting: Sighting) -> str:
    return sighting.seen.awaiting.fingerprint if sighting.seen.awaiting is not None else ""
