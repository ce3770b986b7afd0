"""The pen: who may write in a pane now, kept in a note on the tmux server so that every process and every host sees it.

Rules:
1. Taking it is one command of tmux: checked and set with nothing in between, on the server's clock.
2. A person who pressed a key in an attached client that shows the pane holds it for `person_seconds`, without asking.
3. Whoever must wait is woken by the holder (`wait-for`), or when the lease or the person's time is over; then refused
   with the holder's name once its own deadline has passed. A holder that died loses it when the lease ends.
"""

import asyncio
import os
import re
import secrets
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from cotty.controlmode import commands
from cotty.controlmode.events import Reply
from cotty.controlmode.guards import Guard, pen_channel
from cotty.errors import (
    CottyError,
    DeadlinePassed,
    ForeignPane,
    InputOff,
    PaneDead,
    PaneNotFound,
    PaneSynchronized,
    PenHeld,
)
from cotty.model import Pen, Place
from cotty.terminal.server.hand import Hand, accepted

_UNSAFE = re.compile(r"[^A-Za-z0-9_.:@/-]+")
_NO_NAME = "somebody"


def holder(actor: str) -> str:
    """A name that no other holder has, in letters that mean nothing to tmux's formats."""
    return f"{_UNSAFE.sub('-', actor) or _NO_NAME}/{os.getpid()}-{secrets.token_hex(3)}"


@dataclass(slots=True)
class _Queue:
    """Who writes in one pane from here: one at a time, in the order they came."""

    pane: str
    owner: str
    takers: int = 0
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


@dataclass(slots=True)
class Turn:
    """One place in the queue. Where nobody else stands in it, no timer is made: 5 µs of a send without proof."""

    queue: _Queue
    deadline: float

    async def __aenter__(self) -> None:
        queue = self.queue
        queue.takers += 1
        try:
            if queue.takers == 1:
                await queue.lock.acquire()
                return
            async with asyncio.timeout(self.deadline):
                await queue.lock.acquire()
        except BaseException as error:
            queue.takers -= 1
            if isinstance(error, TimeoutError):
                raise PenHeld(f"Another send to {queue.pane} is still at work.", holder=queue.owner) from None
            raise

    async def __aexit__(self, *_: object) -> None:
        self.queue.takers -= 1
        self.queue.lock.release()


@dataclass(slots=True)
class Pens:
    """One per hand. Inside one process senders take turns in the order they came."""

    hand: Hand
    owner: str
    _queues: dict[str, _Queue] = field(default_factory=dict)
    _guards: dict[str, Guard] = field(default_factory=dict)
    _people: bool = True
    _held: dict[str, str] = field(default_factory=dict)

    def guard(self, place: Place) -> Guard:
        """The guarded commands for a pane, in our name."""
        found = self._guards.get(place.pane)
        if found is None or (found.server is not place.server and found.server != place.server):
            hidden = self.hand.version.has("hidden-environment")
            found = self._guards[place.pane] = Guard(place.pane, place.server, self.owner, hidden)
        return found

    def turn(self, pane: str, *, deadline: float) -> Turn:
        """Our turn among the senders of this process: whoever holds the pen here holds it for one of them."""
        queue = self._queues.get(pane)
        if queue is None:
            queue = self._queues[pane] = _Queue(pane, self.owner)
        return Turn(queue, deadline)

    @property
    def known(self) -> set[str]:
        """Panes that somebody wrote into from here."""
        return {*self._queues, *self._guards}

    def forget(self, pane: str) -> None:
        """The pane is gone; a turn that somebody still takes stays."""
        self._guards.pop(pane, None)
        queue = self._queues.get(pane)
        if queue is not None and not queue.takers:
            del self._queues[pane]

    def note(self, pane: str) -> str:
        """What the pen's note reads while nobody but we may hold it."""
        return self._held.get(pane, "")

    @asynccontextmanager
    async def held(self, place: Place, *, deadline: float) -> AsyncIterator[None]:
        """Hold the pen of a pane, or raise `PenHeld` with the name of who does. It is given back however this ends: a
        cancelled take may have been carried out.
        """
        until = time.monotonic() + deadline
        async with self.turn(place.pane, deadline=deadline):
            try:
                await self._take(place, until)
                yield
            finally:
                await self._give(place)

    async def _take(self, place: Place, until: float) -> None:
        while True:
            await self.wait_for_people(place.pane, until)
            now = self.hand.now()
            lease = now + int(self.hand.settings.pen_seconds)
            reply = accepted((await self.hand.ask(self.guard(place).take_pen(now, lease)))[0])
            if not reply.lines:
                self._held[place.pane] = f"{lease} {self.owner}"
                return
            await self._wait(place.pane, refused(place, reply.lines), until)

    async def wait_for_people(self, pane: str, until: float) -> None:
        """Return once no person is typing in that pane."""
        while (pen := await self.person(pane)) is not None:
            await self._wait(pane, pen, until)

    async def wait_for_holder(self, pane: str, held: PenHeld, until: float) -> None:
        """Return once the pen that was refused may be free; the refusal again when our own time is over."""
        if time.monotonic() >= until:
            raise held
        seen = held.facts["until"]
        await self._wait(pane, Pen(str(held.facts["holder"]), "sending", seen if isinstance(seen, int) else 0), until)

    @property
    def alone(self) -> bool:
        """No person is attached to this server, for all that was heard since it was asked."""
        return not self._people and self.hand.people_known and self.hand.live

    async def person(self, pane: str) -> Pen | None:
        """The person who is typing in that pane, if any. Asks only when a client came or went since it knew of none."""
        if self.alone:
            return None
        self.hand.people_known = True
        rows = (await self.hand.must(commands.list_clients()))[0].text.splitlines()
        people = [row.split(" ", 3) for row in rows if row.startswith("0 ")]
        self._people = bool(people)
        last = max((int(row[1]) for row in people if row[2] == pane), default=0)
        until = last + int(self.hand.settings.person_seconds)
        return (
            Pen("person", "typing in an attached terminal", until, implicit=True) if until > self.hand.now() else None
        )

    async def _wait(self, pane: str, pen: Pen, until: float) -> None:
        """Wait until the pen is given back or its time is over; refuse when our own time is."""
        left = until - time.monotonic()
        if left <= 0:
            raise held_error(pane, pen)
        seconds = min(left, max(0.05, pen.until - self.hand.now()))
        try:
            await self.hand.wait_for(pen_channel(pane), seconds)
        except DeadlinePassed:
            return

    async def _give(self, place: Place) -> None:
        self._held.pop(place.pane, None)
        try:
            await self.hand.ask(self.guard(place).give_pen())
        except CottyError:
            return  # the pane or the server is gone, and the pen with it; a lost connection leaves the lease to end


def refused(place: Place, lines: Sequence[bytes]) -> Pen:
    """Why a guarded command did not write: an error, or the pen that is held."""
    pane = place.pane
    words = lines[0].decode("utf-8", "replace").split(" ")
    if len(words) < 4 or words[0] != "refused" or words[1].partition("@")[0] != pane:
        raise PaneNotFound(f"There is no pane {pane}.")
    if words[1].partition("@")[2] != str(place.server):
        raise ForeignPane(f"Pane {pane} belonged to a tmux server that has ended.")
    status, _, input_ = words[3].partition("/")
    if words[2] == "1":
        code = int(status) if status.isdigit() else None
        ended = f" with status {code}" if code is not None else ""
        raise PaneDead(f"The program in {pane} has ended{ended}.", exit_status=code)
    if input_.startswith("1"):
        raise InputOff(f"Pane {pane} takes no input.")
    if input_.endswith("1"):
        raise PaneSynchronized(f"What is typed in {pane} reaches every pane of its window.")
    return parsed_pen(" ".join(words[4:])) or Pen("unknown", "", 0)


def parsed_pen(text: str) -> Pen | None:
    """A note's value, `UNTIL OWNER`."""
    until, _, owner = text.strip().partition(" ")
    return Pen(owner.partition("/")[0], "sending", int(until)) if until.isdigit() and owner else None


def held_error(pane: str, pen: Pen) -> PenHeld:
    who = "A person" if pen.implicit else pen.owner
    return PenHeld(f"{who} is writing in {pane}.", holder=pen.owner, until=pen.until)


def wrote(place: Place, reply: Reply) -> None:
    """Raise what kept a guarded command from writing."""
    lines = accepted(reply).lines
    if lines:
        raise held_error(place.pane, refused(place, lines))
