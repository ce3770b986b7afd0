"""The ear: hears what the panes of one session print, over a client of its own, and numbers it.

Rules:
1. It always drains and is attached with `pause-after`: when it lags, tmux pauses the pane for it instead of keeping the
   output; that is a gap in the feed, and the pane goes on at once.
2. Only panes that somebody asked for have a feed; the others are paused as soon as they print, and so is a pane that
   prints `_UNWANTED` bytes while nobody holds its feed or waits for any: a flood that nobody listens to costs nothing.
3. A lost client makes a gap in every feed. Whoever waits finds the ear lost and opens it again; nobody else does.
4. tmux does not say which pane went when a layout moves, so every feed is nudged and whoever waits looks. It says
   nothing at all of a program that ended under `remain-on-exit`: a subscription tells within a second.
5. Feeds of panes that are gone are dropped when the next feed is asked for: after a notice that one may be gone, and
   only where there are more than a few.
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence

from cotty.controlmode.commands import Words, say
from cotty.controlmode.events import Notice, Output, Reply
from cotty.errors import ConnectionLost, SessionNotFound, Unreachable
from cotty.settings import Settings
from cotty.terminal.server.client import attach, leave
from cotty.terminal.server.connection import Connection
from cotty.terminal.server.feed import Feed
from cotty.terminal.server.gate import Gate
from cotty.terminal.server.turns import take_short_turns
from cotty.transports.base import Transport

_UNWANTED = 4 << 20
_FEW = 8  # feeds that are kept without asking whether their panes are still there
# Notices after which a pane may be gone.
_LAYOUT = frozenset(
    {
        "layout-change",
        "window-close",
        "unlinked-window-close",
        "sessions-changed",
        "session-changed",
        "window-add",
    }
)


class Ear:
    """One per watched session."""

    def __init__(
        self, transport: Transport, settings: Settings, session: str, gate: Gate,
        heed: Callable[[Notice], None] | None = None,
    ) -> None:  # fmt: skip
        self.session = session
        self._heed = heed
        self._transport, self._settings, self._gate = transport, settings, gate
        self._feeds: dict[str, Feed] = {}
        self._connection: Connection | None = None
        self._opening = asyncio.Lock()
        self._paused: set[str] = set()  # panes that nobody listens to
        self._some_may_be_gone = False

    @property
    def open(self) -> bool:
        return self._connection is not None and self._connection.lost is None

    @property
    def lost(self) -> bool:
        """Its client has ended, and nobody is opening another one."""
        return self._connection is not None and not self.open and not self._opening.locked()

    @property
    def panes(self) -> frozenset[str]:
        """Panes that have a feed."""
        return frozenset(self._feeds)

    async def feed(self, pane: str) -> Feed:
        """The feed of a pane, heard from now on."""
        await self.listen()
        if self._some_may_be_gone and len(self._feeds) > _FEW:
            await self._drop_gone()
        found = self._feeds.get(pane)
        if found is None or found.ended is not None:
            found = self._feeds[pane] = Feed(int(self._settings.feed_bytes), self._catch_up)
            self._subscribe(pane)
            self._paused.add(pane)  # it may be: it was not listened to
        found.wanted()
        if pane in self._paused and self._connection is not None:
            await self._go_on(self._connection, pane)
        return found

    def drop(self, panes: Iterable[str]) -> None:
        """Forget these panes; nothing of them is heard from here on."""
        for pane in panes:
            feed = self._feeds.pop(pane, None)
            if feed is not None:
                feed.end("gone")
                self._tell(("refresh-client", "-B", _subscription(pane)))
            self._paused.discard(pane)

    async def listen(self) -> None:
        """Attach, or attach again after the client was lost."""
        if self.open:
            return
        async with self._opening:
            if not self.open:
                await self._attach()

    async def ask(self, words: Sequence[Words], feed: Feed) -> tuple[list[Reply], int]:
        """Replies that stand in the stream of output, and the number of the pane's feed at that point."""
        await self.listen()
        if self._connection is None:
            raise ConnectionLost
        replies, number = await self._connection.ask_stamped(words, lambda: feed.position)
        return replies, number

    async def _attach(self) -> None:
        await self._leave()
        take_short_turns()
        pause = f"pause-after={max(1, round(self._settings.pause_seconds))}"
        try:
            self._connection = await attach(
                self._transport, self.session, (pause,), gate=self._gate, settings=self._settings, hear=self._hear
            )
        except Unreachable as lost:
            raise SessionNotFound(f"Session {self.session} cannot be watched: {lost.message}") from None
        self._paused.clear()
        for pane in self._feeds:
            self._subscribe(pane)

    async def _catch_up(self) -> None:
        """Return once everything was heard that tmux has shown so far, if there is a client that hears."""
        if self._connection is not None and self._connection.lost is None:
            await self._connection.ask(say(""))

    async def _go_on(self, connection: Connection, pane: str) -> None:
        """Hear a pane again. What still comes from before it was paused is not taken for what comes after."""
        await connection.ask_stamped([_paused(pane, "continue")], lambda: self._heard_again(pane))

    def _heard_again(self, pane: str) -> None:
        self._paused.discard(pane)

    async def _drop_gone(self) -> None:
        """Drop the feeds of panes that are no longer in this session; a pane that somebody holds is waited for."""
        self._some_may_be_gone = False
        listed = await self._ask(("list-panes", "-s", "-F", "#{pane_id}", "-t", self.session))
        if not listed.ok:
            return
        here = set(listed.text.split())
        self._paused &= here
        gone = [pane for pane, feed in self._feeds.items() if pane not in here and not feed.in_use]
        for pane in gone:
            self._tell(_paused(pane, "pause"))
        self.drop(gone)

    async def _ask(self, words: Words) -> Reply:
        if self._connection is None:
            raise ConnectionLost
        return (await self._connection.ask(words))[0]

    def _tell(self, words: Words) -> None:
        if self._connection is not None:
            self._connection.tell(words)

    def _hear(self, event: Notice | Output) -> None:
        if type(event) is Output:
            feed = self._feeds.get(event.pane)
            if feed is not None and event.pane not in self._paused:
                feed.append(event)
                if feed.unwanted > _UNWANTED and not feed.in_use:
                    feed.break_here()
                    self._pause(event.pane)
            elif feed is None and event.pane not in self._paused:
                self._pause(event.pane)
        elif isinstance(event, Notice):
            self._notice(event)

    def _pause(self, pane: str) -> None:
        self._paused.add(pane)
        self._tell(_paused(pane, "pause"))

    def _notice(self, notice: Notice) -> None:
        if self._heed is not None:
            self._heed(notice)
        if notice.name == "pause":
            self._resume(notice.words)
        elif notice.name == "lost":
            for feed in self._feeds.values():
                feed.break_here()
        elif notice.name in _LAYOUT or notice.name == "subscription-changed":
            self._some_may_be_gone = True
            for feed in self._feeds.values():
                feed.nudge()

    def _resume(self, pane: str) -> None:
        """tmux stopped sending this pane's output because we lagged: some is missing, go on from here."""
        feed = self._feeds.get(pane)
        if feed is None or self._connection is None or pane in self._paused:
            self._paused.add(pane)
            return
        feed.break_here()
        self._connection.tell(_paused(pane, "continue"))

    def _subscribe(self, pane: str) -> None:
        self._tell(("refresh-client", "-B", f"{_subscription(pane)}:{pane}:#{{pane_dead}}"))

    async def close(self, *, hurried: bool = False) -> None:
        for feed in self._feeds.values():
            feed.end("closed")
        await self._leave(hurried=hurried)

    async def _leave(self, *, hurried: bool = False) -> None:
        if self._connection is not None:
            connection, self._connection = self._connection, None
            await leave(connection, self._gate, hurried=hurried)


def _paused(pane: str, state: str) -> Words:
    """`pause` and `continue` are safe on every version; `off` ends the server up to tmux 3.6."""
    return ("refresh-client", "-A", f"{pane}:{state}")


def _subscription(pane: str) -> str:
    return f"cotty{pane}"
