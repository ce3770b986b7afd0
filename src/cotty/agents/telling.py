"""Tell an agent something, once: the refusals as errors, the gap of its profile, and the key that a message carries.

Rules: the pen is held from the first look to the last; what was refused was not typed.
"""

import math
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, cast

from cotty.agents.flows.sighting import Sighting
from cotty.agents.flows.submit import Flow, Message, Submitted, submit
from cotty.agents.once import Once
from cotty.agents.seat import Seat, shown_text
from cotty.errors import (
    AgentNotFound,
    AgentNotReady,
    CottyError,
    DialogNotFound,
    DialogOpen,
    DraftThere,
    ForeignPane,
    InvalidText,
    NoServer,
    OptionNotFound,
    PaneNotFound,
    StaleDialog,
)
from cotty.model import Receipt
from cotty.profiles.looking import look
from cotty.terminal.flows.cells import packed
from cotty.terminal.flows.steps import Glimpse, Write
from cotty.terminal.writing import checked_text

_EMPTY: Final = "\u115f\u1160\u2800\u3164\uffa0"  # letters and a Braille cell by their class, and nothing is drawn
_SETTLING: Final = 0.7  # seconds in which a text that was typed and never seen may still come


@dataclass(frozen=True, slots=True)
class Telling:
    """How a message was told: the receipt, when it was begun (seconds since 1970), and the last look before it."""

    receipt: Receipt
    since: float
    before: Sighting | None = None


async def tell(
    seat: Seat, text: str, *, key: str | None = None, gap: float | None = None, pen_timeout: float | None = None
) -> Receipt:
    """Deliver a message, with proof; `gap` is the least pause before Enter that the caller asks for, in seconds."""
    return (await telling(seat, text, key=key, gap=gap, pen_timeout=pen_timeout)).receipt


async def telling(
    seat: Seat, text: str, *, key: str | None = None, gap: float | None = None, pen_timeout: float | None = None,
    within: float = math.inf,
) -> Telling:  # fmt: skip
    """The same, with what finds the turn that it begins; `within` is the most that each proof may take."""
    text = checked(text)
    began = time.monotonic()
    async with seat.pen(pen_timeout):
        once = Once(seat.desk, seat.pane.place, key, text) if key is not None else None
        if once is not None and (before := await once.before()) is not None:
            return Telling(before.receipt(seat.pane.id), before.at)
        since = time.time()
        if once is not None:
            await once.begin()
        pause = max(seat.profile.delivery.gap_ms / 1000, gap or 0.0)
        settling = _SETTLING if seat.unsettled else 0.0
        message = Message(text, pause, min(seat.desk.settings.proof_deadline, within), settling)
        looks: list[Glimpse] = []
        async with seat.loaded(text) as load:
            ended = await seat.drive(_looked(submit(seat.profile, message), looks), load)
        if "landed" in ended.evidence:
            seat.landed()
        if once is not None:
            with suppress(PaneNotFound, ForeignPane, NoServer):  # its end is no end of the proof: the note went with it
                await once.end(ended.outcome)
    if ended.refusal is not None:
        raise refused(ended.refusal, ended.last, seat.pane.id)
    assert ended.outcome is not None  # noqa: S101  (what is not refused has an outcome)
    receipt = seat.receipt(ended.outcome, ended.evidence, ended.last, began)
    return Telling(receipt, since, _sighting(seat, looks[-1]) if looks else None)


def _looked(flow: Flow, looks: list[Glimpse]) -> Flow:
    """The flow as it is; its glimpses before its first write are kept."""
    given: Glimpse | None = None
    wrote = False
    while True:
        try:
            step = flow.send(given)
        except StopIteration as ended:
            return cast("Submitted", ended.value)
        wrote = wrote or isinstance(step, Write)
        given = yield step
        if given is not None and not wrote:
            looks[:] = [given]


def _sighting(seat: Seat, glimpse: Glimpse) -> Sighting:
    return Sighting(glimpse, look(seat.profile, glimpse.screen, glimpse.title))


def checked(text: str) -> str:
    """The text as it will be typed. One that shows nothing is refused: nobody could see it land, and a bare Enter may
    submit a suggestion.
    """
    text = checked_text(text).strip("\n")
    if not packed(text).strip(_EMPTY):
        raise InvalidText(
            "There is no text to send.", suggestion="A bare Enter may submit a suggestion: say something."
        )
    return text


def refused(why: str, last: Sighting, pane: str) -> CottyError:
    """Why nothing was typed, as an error that carries what was seen."""
    awaiting, composer = last.seen.awaiting, last.seen.composer
    asked = awaiting.question if awaiting is not None else ""
    screen = shown_text(last)
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
        case "unsteady":
            return AgentNotReady(f"What {pane} shows does not stand still.", pane=pane, screen=screen)
        case "no-dialog":
            return DialogNotFound(f"The agent in {pane} asks nothing now.", pane=pane)
        case "no-option":
            offered = [f"{each.number}. {each.label}" for each in awaiting.options] if awaiting is not None else []
            hint = f"It offers: {'; '.join(offered)}." if offered else "It offers nothing that can be read."
            return OptionNotFound(f"The dialog in {pane} does not offer that.", suggestion=hint, pane=pane)
    return AgentNotReady(f"No composer is to be seen in {pane}.", pane=pane, screen=screen)
