"""Ask an agent something and have its reply: told, waited for, read from where the CLI itself wrote it down.

Rules: the reply is that of this turn alone; a turn that ends in a question or an error says so and has what was said
so far; what was not submitted has no reply and is not waited for.
"""

import secrets
import time
from collections.abc import Generator
from typing import Final

from cotty.agents.flows.sighting import sighted
from cotty.agents.flows.tracking import Tracker
from cotty.agents.flows.turn import Over, reply_on, turn_over
from cotty.agents.seat import Seat
from cotty.agents.telling import checked, tell
from cotty.agents.transcripts import Written, written
from cotty.errors import NoServer, NotFound
from cotty.model import AgentState, Outcome, Turn
from cotty.terminal.flows.steps import Glimpse, Step

_WRITES_WITHIN: Final = 2.0  # seconds in which a CLI writes down what it has shown
_LOOKS_EVERY: Final = 0.1


async def ask(seat: Seat, tracker: Tracker, text: str, *, key: str | None, timeout: float) -> Turn:
    """Tell it, wait until the turn is over, and give the reply."""
    prompt, began, since = checked(text), time.monotonic(), time.time()
    receipt = await tell(seat, prompt, key=key)
    state, reply = tracker.state, ("", "")
    if receipt.outcome is not Outcome.NOT_SUBMITTED:
        worked = "busy" in receipt.evidence
        try:
            over = await seat.drive(turn_over(seat.profile, tracker, prompt, timeout, worked=worked, told_at=began))
            state, reply = over.state, await _reply(seat, prompt, since, over)
        except (NotFound, NoServer):
            if not await seat.gone():
                raise
            state = AgentState.ENDED  # the pane went with its program
    awaiting = tracker.awaiting if state is AgentState.AWAITING_INPUT else None
    seconds = round(time.monotonic() - began, 3)
    return Turn(secrets.token_hex(6), seat.pane.id, prompt, *reply, state, awaiting, receipt, seconds)


async def _reply(seat: Seat, prompt: str, since: float, over: Over) -> tuple[str, str]:
    """The reply, and where it was read. A CLI writes a moment after it has shown."""
    until = time.monotonic() + (_WRITES_WITHIN if over.state is AgentState.IDLE else 0.0)
    while True:
        found = _written(seat, prompt, since)
        if found is None and not seat.profile.transcript:
            break
        if found is not None and (found.reply or found.finished):
            return found.reply, "transcript"
        if time.monotonic() >= until:
            break
        await seat.drive(_pause(seat))
    return reply_on(over.last, prompt, seat.profile), "screen"


def _written(seat: Seat, prompt: str, since: float) -> Written | None:
    if not seat.desk.hand.transport.shares_machine:
        return None
    return written(seat.profile.transcript, seat.program.pid, prompt, since)


def _pause(seat: Seat) -> Generator[Step, Glimpse | None, None]:
    yield from sighted(seat.profile, _LOOKS_EVERY)
