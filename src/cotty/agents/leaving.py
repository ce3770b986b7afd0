"""Have an agent leave, see its process end, and keep the name that it gives its conversation as it goes.

Rules: the ways of its profile are tried in their order, each with a deadline; a text is submitted as any message is, so
a dialog or a draft refuses it; keys are pressed one after another; a pane that is gone is an agent that has left.
"""

import time
from collections import deque
from collections.abc import AsyncIterator, Generator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Final

from cotty.agents.flows.sighting import Sighting, sighted
from cotty.agents.seat import Seat, shown_text
from cotty.agents.telling import tell
from cotty.controlmode.events import Output
from cotty.controlmode.quoting import unescaped
from cotty.errors import AgentNotFound
from cotty.model import Outcome, Receipt
from cotty.profiles.painted import plain
from cotty.profiles.profile import Profile, Way
from cotty.terminal.flows.steps import Glimpse, Step, Write
from cotty.terminal.sending import milliseconds
from cotty.terminal.server.feed import Feed

_PIECES: Final = 256  # of output that are kept: what it says as it goes comes last
_LAST_WORDS: Final = 0.5  # seconds in which the ear hears what was printed before the end
_NEXT_KEY: Final = 0.3

Looks = Generator[Step, Glimpse | None, Sighting]


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
    """Try each way until its process has ended."""
    began, tried = time.monotonic(), list[str]()
    try:
        async with _hearing(seat) as words, _staying(seat):
            last = await _tried(seat, tried)
            name = await _name(seat, words) if last is None else None
    except AgentNotFound:  # it had ended before
        last, name = None, None
    if last is not None:
        return Left(seat.receipt(Outcome.NOT_SUBMITTED, (*tried, "still-there"), last, began), None)
    return Left(Receipt(seat.pane.id, Outcome.CONFIRMED, (*tried, "ended"), milliseconds(began)), name)


async def _tried(seat: Seat, tried: list[str]) -> Sighting | None:
    """Go through the ways; the last look at an agent that is still there."""
    last = await seat.drive(sighted(seat.profile))
    for way in seat.profile.delivery.leave:
        if last.gone:
            break
        tried.append(way.text or " ".join(way.keys))
        try:
            last = await _try(seat, way)
        except AgentNotFound:
            return None
    return None if last.gone else last


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


async def _try(seat: Seat, way: Way) -> Sighting:
    if way.text is not None:
        await tell(seat, way.text)
        return await seat.drive(_until_gone(seat.profile, seat.desk.settings.leave_deadline))
    async with seat.pen():
        return await seat.drive(_pressing(seat.profile, way.keys, seat.desk.settings.leave_deadline))


def _pressing(profile: Profile, keys: tuple[str, ...], seconds: float) -> Looks:
    last = yield from sighted(profile)
    for key in keys:
        if not last.gone:
            yield Write(keys=(key,))
            last = yield from sighted(profile, _NEXT_KEY)
    return last if last.gone else (yield from _until_gone(profile, seconds))


def _until_gone(profile: Profile, seconds: float) -> Looks:
    left = seconds
    while True:
        sighting = yield from sighted(profile, left)
        left = seconds - sighting.elapsed
        if sighting.gone or left <= 0:
            return sighting
