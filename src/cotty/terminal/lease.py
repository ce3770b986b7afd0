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
from cotty.errors import CottyError, DeadlinePassed, InputOff, PaneDead, PaneNotFound, PenHeld
from cotty.model import Pen
from cotty.terminal.hand import Hand, accepted

_UNSAFE = re.compile(r"[^A-Za-z0-9_.:@/-]+")
_NO_NAME = "somebody"


def holder(actor: str) -> str:
    """A name that no other holder has, in letters that mean nothing to tmux's formats."""
    return f"{_UNSAFE.sub('-', actor) or _NO_NAME}/{os.getpid()}-{secrets.token_hex(3)}"


@dataclass(slots=True)
class Pens:
    """One per hand. Inside one process senders take turns in the order they came."""

    hand: Hand
    owner: str
    _turns: dict[str, asyncio.Lock] = field(default_factory=dict)
    _people: bool = True
    _held: dict[str, str] = field(default_factory=dict)

    def guard(self, pane: str) -> Guard:
        """The guarded commands for a pane, in our name."""
        return Guard(pane, self.owner, self.hand.version.has("hidden-environment"))

    def note(self, pane: str) -> str:
        """What the pen's note reads while nobody but we may hold it."""
        return self._held.get(pane, "")

    @asynccontextmanager
    async def held(self, pane: str, *, deadline: float) -> AsyncIterator[None]:
        """Hold the pen of a pane, or raise `PenHeld` with the name of who does."""
        until = time.monotonic() + deadline
        turn = self._turns.setdefault(pane, asyncio.Lock())
        try:
            await asyncio.wait_for(turn.acquire(), deadline)
        except TimeoutError:
            raise PenHeld(f"Another send to {pane} is still at work.", holder=self.owner) from None
        try:
            await self._take(pane, until)
            try:
                yield
            finally:
                await self._give(pane)
        finally:
            turn.release()

    async def _take(self, pane: str, until: float) -> None:
        while True:
            await self.wait_for_people(pane, until)
            now = self.hand.now()
            lease = now + int(self.hand.settings.pen_seconds)
            reply = accepted((await self.hand.ask(self.guard(pane).take_pen(now, lease)))[0])
            if not reply.lines:
                self._held[pane] = f"{lease} {self.owner}"
                return
            pen = refused(pane, reply.lines)
            await self._wait(pane, pen, until)

    async def wait_for_people(self, pane: str, until: float) -> None:
        """Return once no person is typing in that pane."""
        while (pen := await self.person(pane)) is not None:
            await self._wait(pane, pen, until)

    async def person(self, pane: str) -> Pen | None:
        """The person who is typing in that pane, if any. Asks only when a client came or went since it knew of none."""
        if self.hand.live and self.hand.people_known and not self._people:
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

    async def _give(self, pane: str) -> None:
        self._held.pop(pane, None)
        try:
            await self.hand.ask(self.guard(pane).give_pen())
        except CottyError:
            return  # the pane or the server is gone, and the pen with it; a lost connection leaves the lease to end


def refused(pane: str, lines: Sequence[bytes]) -> Pen:
    """Why a guarded command did not write: an error, or the pen that is held."""
    words = lines[0].decode("utf-8", "replace").split(" ")
    if len(words) < 4 or words[0] != "refused" or words[1] != pane:
        raise PaneNotFound(f"There is no pane {pane}.")
    status, _, input_off = words[3].partition("/")
    if words[2] == "1":
        code = int(status) if status.isdigit() else None
        ended = f" with status {code}" if code is not None else ""
        raise PaneDead(f"The program in {pane} has ended{ended}.", exit_status=code)
    if input_off == "1":
        raise InputOff(f"Pane {pane} takes no input.")
    return parsed_pen(" ".join(words[4:])) or Pen("unknown", "", 0)


def parsed_pen(text: str) -> Pen | None:
    """A note's value, `UNTIL OWNER`."""
    until, _, owner = text.strip().partition(" ")
    return Pen(owner.partition("/")[0], "sending", int(until)) if until.isdigit() and owner else None


def held_error(pane: str, pen: Pen) -> PenHeld:
    who = "A person" if pen.implicit else pen.owner
    return PenHeld(f"{who} is writing in {pane}.", holder=pen.owner, until=pen.until)


def wrote(pane: str, reply: Reply) -> None:
    """Raise what kept a guarded command from writing."""
    lines = accepted(reply).lines
    if lines:
        raise held_error(pane, refused(pane, lines))
