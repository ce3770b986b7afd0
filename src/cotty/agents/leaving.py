"""Have an agent leave, see its process end, and keep the name that it gives its conversation as it goes.

Rules: the ways of its profile are tried in their order, each with a deadline; a text is submitted as any message is, so
a dialog or a draft refuses it; keys are pressed one after another, each on a look that shows neither a dialog nor
anybody's text. A text that was not seen to go is the end of it: keys would clear it, and what stands with it. A pane
that is gone is an agent that has left.
"""

import time
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Final

from cotty.agents.flows.parting import STILL_THERE, Parted, pressing, until_gone
from cotty.agents.flows.sighting import sighted
from cotty.agents.seat import Seat, shown_text
from cotty.agents.telling import refused, tell
from cotty.controlmode.events import Output
from cotty.controlmode.quoting import unescaped
from cotty.errors import AgentNotFound, DialogOpen, DraftThere
from cotty.model import Outcome, Receipt
from cotty.profiles.painted import plain
from cotty.profiles.profile import Way
from cotty.terminal.sending import milliseconds
from cotty.terminal.server.feed import Feed

_PIECES: Final = 256  # of output that are kept: what it says as it goes comes last
_LAST_WORDS: Final = 0.5  # seconds in which the ear hears what was printed before the end


@dataclass(frozen=True, slots=True)
class Left:
    """What is proved, and the name of the conversation, where the CLI printed one."""

    receipt: Receipt
    resume_id: str | None


@dataclass(slots=True)
class _LastWords:
    """The newest output of a pane, kept here: a feed drops all it has when its server goes."""

    feed: Feed | None
    pieces: deque[bytes] = field(default_factory=lambda: deque(maxlen=_PIECES))
    over: bool = False  # the ear hears no more

    def take(self, output: Output | None) -> None:
        if output is None:
            self.over = True
        else:
            self.pieces.append(output.escaped)

    def text(self) -> str:
        printed = unescaped(b"".join(self.pieces)).decode("utf-8", "replace")
        return "\n".join(map(plain, printed.splitlines()))


async def _name(seat: Seat, words: _LastWords) -> str | None:
    """The name that the CLI printed, as it was heard or as it stands on the screen still: tmux drops what it has not
    sent yet when a program ends, and the screen when the pane goes. It may come a moment after the end is known.
    """
    pattern, until = seat.profile.process.resume, time.monotonic() + _LAST_WORDS
    while pattern is not None:
        found = list(pattern.finditer(f"{words.text()}\n{await _screen(seat)}"))
        left = until - time.monotonic()
        if found or words.over or words.feed is None or left <= 0:
            return found[-1]["id"] if found else None
        await words.feed.wait_news(words.feed.position, left)
    return None


async def _screen(seat: Seat) -> str:
    try:
        return shown_text(await seat.look())
    except AgentNotFound:
        return ""


async def leave(seat: Seat) -> Left:
    """Try each way until its process has ended, or something stands in the way. What does before the first key is
    refused; later the receipt names it, for it says what was tried.
    """
    began, tried = time.monotonic(), list[str]()
    try:
        async with _hearing(seat) as words, _staying(seat):
            parted = await _tried(seat, tried)
            name = await _name(seat, words) if parted is None else None
    except AgentNotFound:  # it had ended before
        parted, name = None, None
    if parted is None:
        return Left(Receipt(seat.pane.id, Outcome.CONFIRMED, (*tried, "ended"), milliseconds(began)), name)
    return Left(seat.receipt(parted.outcome, (*tried, *parted.why), parted.last, began), None)


async def _tried(seat: Seat, tried: list[str]) -> Parted | None:
    """Go through the ways; how it stands with an agent that is still there."""
    parted = Parted(await seat.drive(sighted(seat.profile)))
    for way in seat.profile.delivery.leave:
        if parted.last.gone or parted.stopped:
            break
        try:
            parted = await _try(seat, way, tried)
        except AgentNotFound:
            return None
    return None if parted.last.gone else parted


async def _try(seat: Seat, way: Way, tried: list[str]) -> Parted:
    if way.text is not None:
        return await _telling(seat, way.text, tried)
    first = not tried
    tried.append(" ".join(way.keys))
    async with seat.pen():
        parted = await seat.drive(pressing(seat.profile, way.keys, seat.desk.settings.leave_deadline))
    if parted.stopped and first and not parted.pressed:
        raise refused(parted.why[0], parted.last, seat.pane.id)
    tried[-1:] = [" ".join(parted.pressed)] if parted.pressed else []
    return parted


async def _telling(seat: Seat, text: str, tried: list[str]) -> Parted:
    """Say it as a message. Unless that is proved it must be seen to have worked, and nothing else is tried."""
    tried.append(text)
    try:
        receipt = await tell(seat, text)
    except (DialogOpen, DraftThere) as error:
        if len(tried) == 1:
            raise
        tried.pop()
        why = "dialog" if isinstance(error, DialogOpen) else "draft"
        return Parted(await seat.drive(sighted(seat.profile)), (why,), stopped=True)
    patience = 0.0 if receipt.outcome is Outcome.NOT_SUBMITTED else seat.desk.settings.leave_deadline
    last = await seat.drive(until_gone(seat.profile, patience))
    if receipt.outcome is Outcome.CONFIRMED:
        return Parted(last)
    return Parted(last, (receipt.evidence[-1], STILL_THERE), receipt.outcome, stopped=True)


@asynccontextmanager
async def _hearing(seat: Seat) -> AsyncIterator[_LastWords]:
    """Listen to what it prints until this ends."""
    feed = await seat.feed()
    words = _LastWords(feed)
    if feed is None:
        yield words
        return
    feed.taps.append(words.take)
    try:
        with feed.held():
            yield words
    finally:
        feed.taps.remove(words.take)


@asynccontextmanager
async def _staying(seat: Seat) -> AsyncIterator[None]:
    """The pane outlives its own program until its last words are read; a shell outlives the agent in it anyway."""
    if seat.program.pid != (await seat.facts()).pid:
        yield
        return
    async with seat.desk.lingering(seat.pane.place):
        yield
