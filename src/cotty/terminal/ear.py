"""The ear: hears what the panes of one session print, over a client of its own, and numbers it.

Rules:
1. It always drains and is attached with `pause-after`: when it lags, tmux pauses the pane for it instead of keeping the
   output; that is a gap in the feed, and the pane goes on at once.
2. Only panes that somebody asked for have a feed; the others are paused as soon as they print, and so is a pane that
   prints `_UNWANTED` bytes while nobody waits for any: a flood that nobody listens to costs nothing.
3. A lost client makes a gap in every feed. Whoever waits finds the ear lost and opens it again; nobody else does.
4. tmux does not say which pane went when a layout moves, so every feed is nudged and whoever waits looks. It says
   nothing at all of a program that ended under `remain-on-exit`: a subscription tells within a second.
"""

import asyncio
from collections.abc import Sequence

from cotty.controlmode.commands import Words
from cotty.controlmode.events import Notice, Output, Reply
from cotty.errors import ConnectionLost, SessionNotFound, Unreachable
from cotty.settings import Settings
from cotty.terminal.connection import Connection
from cotty.terminal.feed import Feed
from cotty.transports.base import Transport

_UNWANTED = 4 << 20
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

    def __init__(self, transport: Transport, settings: Settings, session: str) -> None:
        self.session = session
        self._transport, self._settings = transport, settings
        self._feeds: dict[str, Feed] = {}
        self._connection: Connection | None = None
        self._opening = asyncio.Lock()
        self._paused: set[str] = set()  # panes that nobody listens to

    @property
    def open(self) -> bool:
        return self._connection is not None and self._connection.lost is None

    async def feed(self, pane: str) -> Feed:
        """The feed of a pane, heard from now on."""
        await self.listen()
        found = self._feeds.get(pane)
        if found is None or found.ended is not None:
            found = self._feeds[pane] = Feed(int(self._settings.feed_bytes))
            self._subscribe(pane)
        found.wanted()
        if pane in self._paused and self._connection is not None:
            self._paused.discard(pane)
            await self._connection.ask(_paused(pane, "continue"))
        return found

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
        if self._connection is not None:
            await self._connection.close()
        pause = max(1, round(self._settings.pause_seconds))
        arguments = (
            "-C",
            "attach-session",
            "-E",
            "-f",
            f"ignore-size,pause-after={pause}",
            "-t",
            self.session,
        )
        connection = Connection(self._transport, arguments, deadline=self._settings.deadline, hear=self._hear)
        try:
            attached = await connection.attached()
        except Unreachable:
            await connection.close()
            raise SessionNotFound(f"Session {self.session} cannot be watched: {connection.last_words}.") from None
        except BaseException:
            await connection.close()
            raise
        if attached != self.session:
            await connection.close()
            raise SessionNotFound(f"Session {self.session} is gone.")
        self._connection = connection
        self._paused.clear()
        for pane in self._feeds:
            self._subscribe(pane)

    def _hear(self, event: Notice | Output) -> None:
        if type(event) is Output:
            feed = self._feeds.get(event.pane)
            if feed is not None and event.pane not in self._paused:
                feed.append(event)
                if feed.unwanted > _UNWANTED:
                    feed.break_here()
                    self._pause(event.pane)
            elif feed is None and event.pane not in self._paused:
                self._pause(event.pane)
        elif isinstance(event, Notice):
            self._notice(event)

    def _pause(self, pane: str) -> None:
        if self._connection is not None:
            self._paused.add(pane)
            self._connection.tell(_paused(pane, "pause"))

    def _notice(self, notice: Notice) -> None:
        if notice.name == "pause":
            self._resume(notice.words)
        elif notice.name == "lost":
            for feed in self._feeds.values():
                feed.break_here()
        elif notice.name in _LAYOUT or notice.name == "subscription-changed":
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
        if self._connection is not None:
            self._connection.tell(("refresh-client", "-B", f"cotty{pane}:{pane}:#{{pane_dead}}"))

    async def close(self) -> None:
        for feed in self._feeds.values():
            feed.end("closed")
        if self._connection is not None:
            await self._connection.close()
            self._connection = None


def _paused(pane: str, state: str) -> Words:
    """`pause` and `continue` are safe on every version; `off` ends the server up to tmux 3.6."""
    return ("refresh-client", "-A", f"{pane}:{state}")
