"""Ask an agent something and have its reply: told, waited for, read from where the CLI itself wrote it down.

Rules: the reply is that of this turn alone; a turn that ends in a question or an error says so and has what was said
so far; what was not submitted has no reply and is not waited for. Of a turn that was told before only the transcript
can say which reply is its own: the screen may show another's, so it is not asked.
"""

import secrets
import time
from collections.abc import Generator
from dataclasses import replace
from typing import Final, TypedDict

from cotty.agents.flows.reply import Asked, reply_on
from cotty.agents.flows.tracking import Tracker
from cotty.agents.flows.turn import Over, turn_over
from cotty.agents.seat import Seat
from cotty.agents.telling import Telling, checked, telling
from cotty.agents.transcripts.entries import Written
from cotty.agents.transcripts.reading import Source
from cotty.agents.transcripts.writer import Writer, writer_of
from cotty.errors import AgentNotFound
from cotty.model import AgentState, Outcome, Turn
from cotty.terminal.clock import pace
from cotty.terminal.flows.steps import Glimpse, Step

_WRITES_WITHIN: Final = 2.0  # seconds in which a CLI writes down what it has shown
_ALL_WRITTEN: Final = 0.5
_LOOKS_EVERY: Final = 0.1


async def ask(seat: Seat, tracker: Tracker, text: str, *, key: str | None, timeout: float) -> Turn:
    """Tell it, wait until the turn is over, and give the reply."""
    prompt, began, writer = checked(text), time.monotonic(), _writer(seat)
    told = await telling(seat, prompt, key=key, within=timeout)
    turn = Turn(secrets.token_hex(6), seat.pane.id, prompt, "", "", tracker.state, None, told.receipt, 0.0)
    if told.receipt.outcome is not Outcome.NOT_SUBMITTED:
        asked, left = Asked(prompt, told.before), max(0.0, timeout - (time.monotonic() - began))
        flow = turn_over(seat.profile, tracker, asked, left, worked=_worked(told), told_at=began)
        over = await _over(seat, tracker, flow)
        source = Source(seat.profile.transcript, writer, prompt, told.since)
        turn = replace(turn, state=over.state, **await _said(seat, source, asked, over))
    awaiting = tracker.awaiting if turn.state is AgentState.AWAITING_INPUT else None
    return replace(turn, awaiting=awaiting, seconds=round(time.monotonic() - began, 3))


def _worked(told: Telling) -> bool:
    """It has been seen to work on this; one that was told before, and rests, has."""
    told_before = told.before is None and told.receipt.outcome is Outcome.CONFIRMED
    return told_before or "busy" in told.receipt.evidence


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


async def _said(seat: Seat, source: Source, asked: Asked, over: Over) -> _Said:
    """The reply, and where it was read. What stands in place of the conversation is none, nor is what a shell shows
    behind an agent that has ended; one that was cut off may be written down nowhere.
    """
    if over.viewer:
        return _Said(reply="", source="", interrupted=False, viewer=True)
    found = await _written(source, over)
    interrupted = over.interrupted or (found is not None and found.interrupted and over.state is AgentState.IDLE)
    if found is not None and (found.reply or (found.finished and not interrupted)):
        return _Said(reply=found.reply, source="transcript", interrupted=interrupted, viewer=False)
    if over.last is None or asked.before is None or over.state is AgentState.ENDED:
        return _Said(reply="", source="", interrupted=interrupted, viewer=False)
    reply = reply_on(over.last, asked, seat.profile)
    return _Said(reply=reply, source="screen", interrupted=interrupted, viewer=False)


async def _written(source: Source, over: Over) -> Written | None:
    """A CLI writes a moment after it has shown; one that does not say when a turn is over has written all when nothing
    was added for a while.
    """
    title = over.last.glimpse.title if over.last is not None else ""
    began, grew, found = time.monotonic(), 0.0, source.written(title)
    resting = over.state is AgentState.IDLE and source.readable
    while resting and not (found and found.finished) and (waited := time.monotonic() - began) < _WRITES_WITHIN:
        if found and found.reply and waited - grew >= _ALL_WRITTEN:
            break
        await pace(_LOOKS_EVERY)  # a file that grows tells nobody, and what the pane prints is not what is written
        before, found = found, source.written(title)
        grew = time.monotonic() - began if found != before else grew
    return found


def _writer(seat: Seat) -> Writer | None:
    """What finds its transcript; it may have ended when the reply is read."""
    here = seat.desk.hand.transport.shares_machine and seat.profile.transcript
    return writer_of(seat.program.pid) if here else None
