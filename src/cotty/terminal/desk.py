"""What all panes of one tmux server share: the hand, the eye, the ears, the pens.

Rules: made once per connection to a server, closed with it; an ear is opened for a session when its first pane is
listened to; without control mode there are no ears and whoever waits looks at intervals.
"""

import asyncio
import time
from dataclasses import dataclass, field

from cotty.controlmode import commands
from cotty.errors import PaneNotFound
from cotty.settings import Settings
from cotty.terminal.ear import Ear
from cotty.terminal.eye import Eye
from cotty.terminal.feed import Feed
from cotty.terminal.foreground import SHELLS, Foreground, LineMode, foreground, line_mode, unread_bytes
from cotty.terminal.hand import Hand
from cotty.terminal.heard import Heard
from cotty.terminal.lease import Pens, holder
from cotty.transports.base import Transport

_ARRIVES, _ANSWERS = 0.02, 0.25  # seconds in which written bytes reach the terminal, and a program that echoes echoes
_FACTS = f"#{{pane_id}} #{{session_id}} #{{pane_pid}} #{{pane_tty}} #{{{commands.SHELL}}}"


@dataclass(frozen=True, slots=True)
class PaneFacts:
    """What a pane is, apart from what it shows. `shell` and `nonce`: the shell that cotty started there."""

    pane: str
    session: str
    pid: int
    tty: str
    shell: str | None
    nonce: str | None


@dataclass(slots=True)
class Typed:
    """What this process last wrote into a pane: where in the feed, the text (in memory only), when, and whether the
    program was seen to take it.
    """

    position: int = -1
    text: str = ""
    at: float = 0.0
    taken: bool = False

    def may_be_unread(self, position: int) -> bool:
        """The program may still wait for what was written, though it looks as if it waited for more: tmux answers
        before the bytes reach the terminal.
        """
        since = time.monotonic() - self.at
        return not self.taken and (since < _ARRIVES or (since < _ANSWERS and position <= self.position))


@dataclass(slots=True)
class Desk:
    """One per tmux server."""

    hand: Hand
    eye: Eye
    pens: Pens
    settings: Settings
    actor: str
    typed: dict[str, Typed] = field(default_factory=dict)
    _ears: dict[str, Ear] = field(default_factory=dict)
    _heard: dict[str, Heard] = field(default_factory=dict)
    _opening: asyncio.Lock = field(default_factory=asyncio.Lock)

    @classmethod
    def at(cls, transport: Transport, settings: Settings, actor: str) -> "Desk":
        hand = Hand(transport, settings)
        return cls(hand, Eye(hand), Pens(hand, holder(actor)), settings, actor)

    async def facts(self, pane: str) -> PaneFacts:
        """What the pane is now; raises when it is gone."""
        reply = (await self.hand.look(commands.say(_FACTS, pane=pane)))[0]
        words = reply.text.split(" ")
        if len(words) < 5 or words[0] != pane:
            raise PaneNotFound(f"There is no pane {pane}.")
        shell, nonce = (words[4], words[5]) if len(words) > 5 else (None, None)
        return PaneFacts(pane, words[1], int(words[2] or 0), words[3], shell, nonce)

    async def heard(self, facts: PaneFacts) -> Heard | None:
        """The marks and the feed of a pane, heard from now on; None where nothing can be heard."""
        if not self.hand.live:
            return None
        ear = self._ears.get(facts.session)
        if ear is None:
            ear = self._ears[facts.session] = Ear(self.hand.transport, self.settings, facts.session)
        feed = await ear.feed(facts.pane)
        found = self._heard.get(facts.pane)
        if found is None or found.feed is not feed or found.nonce != facts.nonce:
            found = self._heard[facts.pane] = Heard(feed, facts.nonce)
        return found

    def hearing(self, pane: str) -> Heard | None:
        """What is heard of a pane already."""
        return self._heard.get(pane)

    def ear(self, facts: PaneFacts) -> Ear:
        return self._ears[facts.session]

    async def feed(self, facts: PaneFacts) -> Feed:
        """The feed of a pane; one that never hears anything where there are no ears."""
        found = await self.heard(facts)
        return found.feed if found is not None else Feed()

    def line_mode(self, facts: PaneFacts) -> LineMode | None:
        return line_mode(facts.tty) if self.hand.transport.shares_machine else None

    def foreground(self, facts: PaneFacts) -> Foreground | None:
        return foreground(facts.pid) if self.hand.transport.shares_machine else None

    async def verdict(self, facts: PaneFacts) -> str | None:
        """What the program in front is doing, in the flows' words; busy while it has not read what we wrote."""
        front = self.foreground(facts)
        if front is None:
            return await self._verdict_of_tmux(facts)
        heard, typed = self._heard.get(facts.pane), self.typed.get(facts.pane)
        position = heard.feed.position if heard else -1
        if typed is not None and (typed.may_be_unread(position) or unread_bytes(facts.tty)):
            return "busy"
        return front.verdict

    async def _verdict_of_tmux(self, facts: PaneFacts) -> str | None:
        """Where the kernel cannot be asked: tmux names the program in front; a shell may wait, or run a builtin."""
        fields = "#{pane_current_command} #{bracket_paste_flag}"
        name, _, paste = (await self.hand.look(commands.say(fields, pane=facts.pane)))[0].text.rpartition(" ")
        if name.lstrip("-") not in SHELLS:
            return "busy"
        if paste:
            return "shell-waiting" if paste == "1" else "shell-in-front"
        return "shell-in-front"

    async def folder(self, pane: str) -> str | None:
        """The working folder of the pane's foreground program, as tmux sees it."""
        reply = (await self.hand.look(commands.say("#{pane_current_path}", pane=pane)))[0]
        return reply.text or None

    async def close(self) -> None:
        for ear in self._ears.values():
            await ear.close()
        self._ears.clear()
        self._heard.clear()
        self.eye.close()
        await self.hand.close()
