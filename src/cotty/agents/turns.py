"""Ask an agent something and have its reply: told, waited for, read from where the CLI itself wrote it down.

Rules: the reply is that of this turn alone; a turn that ends in a question or an error says so and has what was said
so far; what was not submitted has no reply and is not waited for.
"""

import secrets
import time
from collections.abc import Generator
from dataclasses import replace
from typing import Final, TypedDict

from cotty.agents.flows.sighting import sighted
from cotty.agents.flows.tracking import Tracker
from cotty.agents.flows.turn import Over, reply_on, turn_over
from cotty.agents.seat import Seat
from cotty.agents.telling import checked, tell
from cotty.agents.transcripts import Environment, Source, Written, environment_of
from cotty.errors import AgentNotFound
from cotty.model import AgentState, Outcome, Turn
from cotty.terminal.flows.steps import Glimpse, Step

_WRITES_WITHIN: Final = 2.0  # seconds in which a CLI writes down what it has shown
_ALL_WRITTEN: Final = 0.5
_LOOKS_EVERY: Final = 0.1


async def ask(seat: Seat, tracker: Tracker, text: str, *, key: str | None, timeout: float) -> Turn:
    """Tell it, wait until the turn is over, and give the reply."""
    prompt, began, since = checked(text), time.monotonic(), time.time()
    receipt = await tell(seat, prompt, key=key, within=timeout)
    turn = Turn(secrets.token_hex(6), seat.pane.id, prompt, "", "", tracker.state, None, receipt, 0.0)
    if receipt.outcome is not Outcome.NOT_SUBMITTED:
        source = Source(seat.profile.transcript, _environment(seat), prompt, since)
        left, worked = max(0.0, timeout - (time.monotonic() - began)), "busy" in receipt.evidence
        over = await _over(seat, tracker, turn_over(seat.profile, tracker, prompt, left, worked=worked, told_at=began))
        turn = replace(turn, state=over.state, **await _told(seat, source, over))
    awaiting = tracker.awaiting if turn.state is AgentState.AWAITING_INPUT else None
    return replace(turn, awaiting=awaiting, seconds=round(time.monotonic() - began, 3))


async def _over(seat: Seat, tracker: Tracker, flow: Generator[Step, Glimpse | None, Over]) -> Over:
    try:
        return await seat.drive(flow)
    except AgentNotFound:
        tracker.end()
        return Over(AgentState.ENDED, None)


class _Said(TypedDict):
    """What a turn has of its reply."""

    reply: str
    source: str
    interrupted: bool
    viewer: bool


async def _told(seat: Seat, source: Source, over: Over) -> _Said:
    """The reply, and where it was read. What stands in place of the conversation is none, and one that was cut off may
    be written down nowhere.
    """
    if over.viewer:
        return _Said(reply="", source="", interrupted=False, viewer=True)
    found = await _written(seat, source, over)
    interrupted = over.interrupted or (found is not None and found.interrupted and over.state is AgentState.IDLE)
    if found is not None and (found.reply or (found.finished and not interrupted)):
        return _Said(reply=found.reply, source="transcript", interrupted=interrupted, viewer=False)
    reply = reply_on(over.last, source.prompt, seat.profile) if over.last is not None else ""
    return _Said(reply=reply, source="screen", interrupted=interrupted, viewer=False)


async def _written(seat: Seat, source: Source, over: Over) -> Written | None:
    """A CLI writes a moment after it has shown; one that does not say when a turn is over has written all when nothing
    was added for a while.
    """
    began, grew, found = time.monotonic(), 0.0, source.written()
    resting = over.state is AgentState.IDLE and source.readable
    while resting and not (found and found.finished) and (waited := time.monotonic() - began) < _WRITES_WITHIN:
        if (found and found.reply and waited - grew >= _ALL_WRITTEN) or not await _pause(seat):
            break
        before, found = found, source.written()
        grew = time.monotonic() - began if found != before else grew
    return found


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
