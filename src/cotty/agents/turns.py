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
from cotty.agents.transcripts import Environment, Source, environment_of
from cotty.errors import AgentNotFound
from cotty.model import AgentState, Outcome, Turn
from cotty.terminal.flows.steps import Glimpse, Step

_WRITES_WITHIN: Final = 2.0  # seconds in which a CLI writes down what it has shown
_ALL_WRITTEN: Final = 0.5
_LOOKS_EVERY: Final = 0.1


async def ask(seat: Seat, tracker: Tracker, text: str, *, key: str | None, timeout: float) -> Turn:
    """Tell it, wait until the turn is over, and give the reply."""
    prompt, began, since = checked(text), time.monotonic(), time.time()
    receipt = await tell(seat, prompt, key=key)
    state, reply = tracker.state, ("", "")
    if receipt.outcome is not Outcome.NOT_SUBMITTED:
        source = Source(seat.profile.transcript, _environment(seat), prompt, since)
        flow = turn_over(seat.profile, tracker, prompt, timeout, worked="busy" in receipt.evidence, told_at=began)
        over = await _over(seat, tracker, flow)
        state, reply = over.state, await _reply(seat, source, over)
    awaiting = tracker.awaiting if state is AgentState.AWAITING_INPUT else None
    seconds = round(time.monotonic() - began, 3)
    return Turn(secrets.token_hex(6), seat.pane.id, prompt, *reply, state, awaiting, receipt, seconds)


async def _over(seat: Seat, tracker: Tracker, flow: Generator[Step, Glimpse | None, Over]) -> Over:
    try:
        return await seat.drive(flow)
    except AgentNotFound:
        tracker.end()
        return Over(AgentState.ENDED, None)


async def _reply(seat: Seat, source: Source, over: Over) -> tuple[str, str]:
    """The reply, and where it was read. A CLI writes a moment after it has shown; one that does not say when a turn is
    over has written all when nothing was added for a while.
    """
    began, grew, found = time.monotonic(), 0.0, source.written()
    resting = over.state is AgentState.IDLE and source.readable
    while resting and not (found and found.finished) and (waited := time.monotonic() - began) < _WRITES_WITHIN:
        if (found and found.reply and waited - grew >= _ALL_WRITTEN) or not await _pause(seat):
            break
        before, found = found, source.written()
        grew = time.monotonic() - began if found != before else grew
    if found is not None and (found.reply or found.finished):
        return found.reply, "transcript"
    return reply_on(over.last, source.prompt, seat.profile) if over.last is not None else "", "screen"


def _environment(seat: Seat) -> Environment | None:
    """That of its process; it may have ended when the reply is read."""
    here = seat.desk.hand.transport.shares_machine and seat.profile.transcript
    return environment_of(seat.program.pid) if here else None


async def _pause(seat: Seat) -> bool:
    """A moment, or until something moves; False when there is nothing more to wait for."""
    try:
        return not (await seat.drive(sighted(seat.profile, _LOOKS_EVERY))).gone
    except AgentNotFound:
        return False
