"""What all panes of one tmux server share: the hand, the eye, the ears, the pens.

Rules: made once per connection to a server, closed with it; an ear is opened for a session when its first pane is
listened to; without control mode there are no ears and whoever waits looks at intervals.
"""

import time
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Protocol

from cotty.controlmode import commands
from cotty.controlmode.guards import IDENTITY, note_name
from cotty.errors import ConnectionLost, CottyError, ForeignPane, PaneNotFound
from cotty.model import Place
from cotty.settings import Settings
from cotty.terminal.flows.echo import last_line
from cotty.terminal.foreground import SHELLS, Foreground, doing, far_foreground, foreground
from cotty.terminal.lease import Pens, holder
from cotty.terminal.server.ear import Ear
from cotty.terminal.server.eye import Eye
from cotty.terminal.server.feed import Feed
from cotty.terminal.server.hand import Hand
from cotty.terminal.server.heard import Heard
from cotty.terminal.tty import LineMode, line_mode, unread_bytes
from cotty.transports.base import Transport

_ARRIVES, _ANSWERS = 0.02, 0.25  # seconds in which written bytes reach the terminal, and a program that echoes echoes
_KEPT = 200  # characters of a text: how it began is nobody's business afterwards
_FACTS = f"{IDENTITY} #{{session_id}} #{{pane_pid}} #{{pane_dead}} #{{pane_tty}} #{{{commands.SHELL}}}"


@dataclass(frozen=True, slots=True)
class PaneFacts:
    """What a pane is, apart from what it shows. `nonce`: that of the shell that cotty started there."""

    place: Place
    session: str
    pid: int
    tty: str
    nonce: str | None
    dead: bool = False

    @property
    def pane(self) -> str:
        return self.place.pane


@dataclass(slots=True)
class Typed:
    """What this process last wrote into a pane: where in the feed, the end of the last line (in memory only), when, and
    whether the program was seen to take it.
    """

    position: int = -1
    ending: str = ""
    at: float = 0.0
    taken: bool = False
    pending: bool = False  # a text was written and never seen to land: it may still come, whatever was pressed since

    @classmethod
    def now(cls, position: int, text: str) -> "Typed":
        return cls(position, last_line(text)[-_KEPT:], time.monotonic())

    def may_be_unread(self, position: int) -> bool:
        """The program may still wait for what was written, though it looks as if it waited for more: tmux answers
        before the bytes reach the terminal.
        """
        since = time.monotonic() - self.at
        return not self.taken and (since < _ARRIVES or (since < _ANSWERS and position <= self.position))


class Kept(Protocol):
    """Something of a room above that lasts as long as the desk."""

    def close(self) -> None:
        """The desk is closed."""


@dataclass(slots=True)
class Desk:
    """One per tmux server."""

    hand: Hand
    eye: Eye
    pens: Pens
    settings: Settings
    actor: str
    typed: dict[str, Typed] = field(default_factory=dict)
    kept: dict[str, Kept] = field(default_factory=dict)
    _ears: dict[str, Ear] = field(default_factory=dict)
    _heard: dict[str, Heard] = field(default_factory=dict)
    _silent: Feed = field(default_factory=Feed)

    @classmethod
    def at(cls, transport: Transport, settings: Settings, actor: str) -> "Desk":
        hand = Hand(transport, settings)
        return cls(hand, Eye(hand), Pens(hand, holder(actor)), settings, actor)

    async def facts(self, place: Place) -> PaneFacts:
        """What the pane is now; raises when it is gone."""
        reply = (await self.hand.look(commands.say(_FACTS, pane=place.pane)))[0]
        words = reply.text.split(" ")
        pane, _, server = words[0].partition("@")
        if len(words) < 6 or pane != place.pane:
            raise PaneNotFound(f"There is no pane {place.pane}.")
        if server != str(place.server):
            raise ForeignPane(f"Pane {pane} belonged to a tmux server that has ended.")
        nonce = words[6] if len(words) > 6 else None
        return PaneFacts(place, words[1], int(words[2] or 0), words[4], nonce, words[3] == "1")

    async def heard(self, facts: PaneFacts) -> Heard | None:
        """The marks and the feed of a pane, heard from now on; None where nothing can be heard."""
        if not self.hand.live:
            return None
        if facts.session not in self._ears:
            self._ears[facts.session] = Ear(
                self.hand.transport, self.settings, facts.session, self.hand.gate, self.hand.heed
            )  # fmt: skip
            await self._close_lost_ears()
        feed = await self.ear(facts).feed(facts.pane)
        found = self._heard.get(facts.pane)
        if found is None or found.feed is not feed or found.nonce != facts.nonce:
            self._forget_the_ended()
            found = self._heard[facts.pane] = Heard(feed, facts.nonce)
        return found

    async def _close_lost_ears(self) -> None:
        """Ears whose sessions have ended; whoever still waits for one hears again by itself."""
        lost = [session for session, ear in self._ears.items() if ear.lost]
        for ear in [self._ears.pop(session) for session in lost]:
            await ear.close()

    def _forget_the_ended(self) -> None:
        """What is known of panes whose feeds were dropped."""
        for pane in [pane for pane, heard in self._heard.items() if heard.feed.ended is not None]:
            del self._heard[pane]
            self._forget(pane)

    def forget_all_but(self, panes: Collection[str], known: Collection[str]) -> None:
        """Of those that were known before somebody looked, only these panes are there."""
        for pane in known:
            if pane not in panes:
                self._forget(pane)

    @property
    def known(self) -> set[str]:
        """Panes that something is kept of."""
        return {*self.typed, *self.pens.known}

    def _forget(self, pane: str) -> None:
        self.typed.pop(pane, None)
        self.pens.forget(pane)

    def hearing(self, pane: str) -> Heard | None:
        """What is heard of a pane already."""
        return self._heard.get(pane)

    def hears(self, facts: PaneFacts) -> bool:
        """An ear listens to the pane's session now."""
        ear = self._ears.get(facts.session)
        return ear is not None and ear.open

    def ear(self, facts: PaneFacts) -> Ear:
        found = self._ears.get(facts.session)
        if found is None:
            raise ConnectionLost
        return found

    async def feed(self, facts: PaneFacts) -> Feed:
        """The feed of a pane; one that never hears anything where there are no ears."""
        found = await self.heard(facts)
        return found.feed if found is not None else self._silent

    def line_mode(self, facts: PaneFacts) -> LineMode | None:
        return line_mode(facts.tty) if self.hand.transport.shares_machine else None

    def foreground(self, facts: PaneFacts) -> Foreground | None:
        return foreground(facts.pid) if self.hand.transport.shares_machine else None

    async def verdict(self, facts: PaneFacts) -> str | None:
        """What the program in front is doing, in the flows' words; busy while it has not read what we wrote."""
        front = self.foreground(facts)
        if front is None:
            return await self._verdict_of_tmux(facts)
        return "busy" if self._has_unread(facts) else front.verdict

    async def in_front(self, facts: PaneFacts) -> str | None:
        """What the program in front is doing, though it may not have read yet what we wrote."""
        front = self.foreground(facts)
        return front.verdict if front is not None else await self._verdict_of_tmux(facts)

    async def kernel_verdict(self, facts: PaneFacts) -> str | None:
        """The same from the kernel alone, wherever the pane is: far away that is a process each time."""
        transport = self.hand.transport
        if transport.shares_machine:
            front = foreground(facts.pid)
            return front.verdict if front is not None and not self._has_unread(facts) else None
        try:
            front = await far_foreground(transport, facts.pid, deadline=self.settings.connect_deadline)
        except CottyError:
            return None
        return front.verdict if front is not None else None

    def took_all(self, facts: PaneFacts, program: int = 0) -> bool:
        """The program in front, or that one, has read all that was typed and waits for more; False where it cannot be
        told.
        """
        if not self.hand.transport.shares_machine or unread_bytes(facts.tty) != 0:
            return False
        if program:
            return doing(program) in ("reading", "waiting")
        front = foreground(facts.pid)
        return front is not None and front.doing != "busy"

    def _has_unread(self, facts: PaneFacts) -> bool:
        heard, typed = self._heard.get(facts.pane), self.typed.get(facts.pane)
        position = heard.feed.position if heard else -1
        return typed is not None and (typed.may_be_unread(position) or bool(unread_bytes(facts.tty)))

    async def _verdict_of_tmux(self, facts: PaneFacts) -> str | None:
        """Where the kernel cannot be asked: tmux names the program in front; a shell may wait, or run a builtin."""
        fields = "#{pane_current_command} #{bracket_paste_flag}"
        name, _, paste = (await self.hand.look(commands.say(fields, pane=facts.pane)))[0].text.rpartition(" ")
        if name.lstrip("-") not in SHELLS:
            return "busy"
        if paste:
            return "shell-waiting" if paste == "1" else "shell-in-front"
        return "shell-in-front"

    async def onset(self, place: Place) -> str:
        """Where typing began last, whoever typed through cotty: two answers that differ say that somebody has."""
        return await self.note(place, "ONSET")

    async def note(self, place: Place, kind: str, beside: str = "") -> str:
        """What a note about the pane reads, whichever process of cotty wrote it; and a format of tmux beside it."""
        note = note_name(kind, place.pane, hidden=self.hand.version.has("hidden-environment"))
        return (await self.hand.look(commands.say(f"#{{{note}}}{beside}", pane=place.pane)))[0].text

    async def write_note(self, place: Place, kind: str, value: str) -> None:
        """Write one; it goes with the pane."""
        await self.hand.must(self.pens.guard(place).write_note(kind, value))

    @asynccontextmanager
    async def lingering(self, place: Place) -> AsyncIterator[None]:
        """Until this ends the pane stays though its program may end, so that all it printed is heard: a server that
        ends with its last pane drops what it has not sent yet. Then the pane goes, if it would have gone.
        """
        usual = (await self.hand.look(commands.say("#{remain-on-exit}", pane=place.pane)))[0].text
        if usual == "on":
            yield
            return
        await self.hand.must(commands.keep_after_end(place.pane, keep=True))
        try:
            yield
        finally:
            with suppress(CottyError):
                await self.facts(place)  # another server may have a pane of that name
                await self.hand.must(commands.keep_after_end(place.pane, keep=False))
                reply = await self.hand.look(commands.say("#{pane_dead} #{pane_dead_status}", pane=place.pane))
                if reply[0].text.startswith("1") and (usual != "failed" or reply[0].text.endswith(" 0")):
                    await self.hand.must(commands.end_pane(place.pane))

    async def folder(self, pane: str) -> str | None:
        """The working folder of the pane's foreground program, as tmux sees it."""
        reply = (await self.hand.look(commands.say("#{pane_current_path}", pane=pane)))[0]
        return reply.text or None

    async def close(self) -> None:
        for each in self.kept.values():
            each.close()
        self.kept.clear()
        hurried = self.hand.silent
        for ear in self._ears.values():
            await ear.close(hurried=hurried)
        self._ears.clear()
        self._heard.clear()
        self.eye.slots.close()
        await self.hand.close()
