"""Tell an agent something, once: the refusals as errors, the gap of its profile, and the key that a message carries.

Rules: what was told with a key is noted on the tmux server before the first letter is typed, so that no process tells
it again, whatever became of this one; the note holds a digest, never the text, and is read and written under the pen.
"""

import time
from hashlib import sha256
from typing import Final

from cotty.agents.flows.sighting import Sighting
from cotty.agents.flows.submit import Message, Submitted, submit
from cotty.agents.seat import Seat
from cotty.errors import (
    AgentNotFound,
    AgentNotReady,
    CottyError,
    DialogNotFound,
    DialogOpen,
    DraftThere,
    InvalidText,
    OptionNotFound,
    StaleDialog,
)
from cotty.model import Outcome, Receipt
from cotty.terminal.writing import checked_text

_KEPT: Final = 16  # messages whose keys a pane remembers
_NOTE: Final = "TOLD"
_BEGUN: Final = "begun"
_SETTLING: Final = 0.7  # seconds in which a text that was typed and never seen may still come


async def tell(
    seat: Seat, text: str, *, key: str | None = None, gap: float | None = None, pen_timeout: float | None = None
) -> Receipt:
    """Deliver a message, with proof; `gap` is the least pause before Enter that the caller asks for, in seconds."""
    text = checked(text)
    began = time.monotonic()
    async with seat.pen(pen_timeout):
        if key is not None and (before := await _told_before(seat, key)) is not None:
            return Receipt(seat.pane.id, before, ("told-before",))
        if key is not None:
            await _note(seat, key, _BEGUN)
        pause = max(seat.profile.delivery.gap_ms / 1000, gap or 0.0)
        settling = _SETTLING if seat.unsettled else 0.0
        message = Message(text, pause, seat.desk.settings.proof_deadline, settling)
        ended = await seat.drive(submit(seat.profile, message))
        if key is not None:
            await _note(seat, key, _outcome_noted(ended))
    if ended.refusal is not None:
        raise refused(ended.refusal, ended.last, seat.pane.id)
    assert ended.outcome is not None  # noqa: S101  (what is not refused has an outcome)
    return seat.receipt(ended.outcome, ended.evidence, ended.last, began)


def checked(text: str) -> str:
    """The text as it will be typed. A blank one is refused: a bare Enter may submit a suggestion."""
    text = checked_text(text).strip("\n")
    if not text.strip():
        raise InvalidText(
            "There is no text to send.", suggestion="A bare Enter may submit a suggestion: say something."
        )
    return text


def refused(why: str, last: Sighting, pane: str) -> CottyError:
    """Why nothing was typed, as an error that carries what was seen."""
    awaiting, composer = last.seen.awaiting, last.seen.composer
    asked = awaiting.question if awaiting is not None else ""
    screen = last.glimpse.screen.text
    match why:
        case "dialog":
            mark = awaiting.fingerprint if awaiting is not None else ""
            return DialogOpen(f"The agent in {pane} asks: {asked}", pane=pane, fingerprint=mark, screen=screen)
        case "draft":
            typed = len(composer.text) if composer is not None else 0
            return DraftThere(f"A draft of {typed} characters stands in the composer of {pane}.", pane=pane)
        case "gone":
            return AgentNotFound(f"The agent in {pane} has ended.", pane=pane, screen=screen)
        case "stale":
            mark = awaiting.fingerprint if awaiting is not None else ""
            return StaleDialog(f"{pane} asks something else now: {asked}", pane=pane, fingerprint=mark, screen=screen)
        case "no-dialog":
            return DialogNotFound(f"The agent in {pane} asks nothing now.", pane=pane)
        case "no-option":
            offered = [f"{each.number}. {each.label}" for each in awaiting.options] if awaiting is not None else []
            hint = f"It offers: {'; '.join(offered)}." if offered else "It offers nothing that can be read."
            return OptionNotFound(f"The dialog in {pane} does not offer that.", suggestion=hint, pane=pane)
    return AgentNotReady(f"No composer is to be seen in {pane}.", pane=pane, screen=screen)


def _outcome_noted(ended: Submitted) -> str | None:
    """What was refused was not told: it may be told again."""
    return None if ended.refusal is not None else str(ended.outcome)


async def _told_before(seat: Seat, key: str) -> Outcome | None:
    """What became of the message with this key; unknown, if whoever told it did not live to say."""
    noted = _parsed(await seat.desk.note(seat.pane.place, _NOTE)).get(_digest(key))
    if noted is None or noted == Outcome.NOT_SUBMITTED:
        return None
    return Outcome.UNKNOWN if noted == _BEGUN else Outcome(noted)


async def _note(seat: Seat, key: str, outcome: str | None) -> None:
    notes = _parsed(await seat.desk.note(seat.pane.place, _NOTE))
    notes.pop(_digest(key), None)
    if outcome is not None:
        notes[_digest(key)] = outcome
    kept = list(notes.items())[-_KEPT:]
    await seat.desk.write_note(seat.pane.place, _NOTE, " ".join(f"{digest}:{word}" for digest, word in kept))


def _parsed(note: str) -> dict[str, str]:
    words = (word.partition(":") for word in note.split())
    return {digest: outcome for digest, _, outcome in words}


def _digest(key: str) -> str:
    return sha256(key.encode("utf-8", "replace")).hexdigest()[:12]
