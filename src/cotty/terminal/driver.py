"""Runs a flow over a real pane: brings glimpses, writes what it says, keeps the time.

Rules: a glimpse is taken when something moved or when the flow's own seconds are over; looks may take a fifth of
the time, after a first allowance, so a flooding pane does not take the whole process.
"""

import time
from collections.abc import Awaitable, Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TypeVar

from cotty.errors import NoServer, NotFound
from cotty.model import Screen
from cotty.terminal.clock import pace
from cotty.terminal.desk import Desk, PaneFacts
from cotty.terminal.flows.steps import Glimpse, Step, Watch, Write
from cotty.terminal.foreground import at_end_of
from cotty.terminal.server.eye import Framing
from cotty.terminal.server.feed import Feed
from cotty.terminal.server.heard import Heard

T = TypeVar("T")
_BLANK = Screen((), 0, 0, 80, 24, 0, 0, False, True, None, False)
_STYLED = (Framing(styled=True, blanks=True),)
_SOON = 0.01  # seconds between looks at a pane whose process has ended
_ALLOWANCE, _SHARE = 0.01, 0.2  # seconds of looking that are free, and the share of the time beyond them


@dataclass(frozen=True, slots=True)
class News:
    """A screen, and the lines that are newer than the last send; `missed` as in `Glimpse`."""

    screen: Screen
    lines: tuple[str, ...]
    missed: bool
    match: str | None = None


@dataclass(slots=True)
class Driver:
    """One run of one flow."""

    desk: Desk
    facts: PaneFacts
    heard: Heard | None
    signs_after: int = -1
    standing: bool = False  # signs count only while nothing has ended them
    watch_foreground: bool = False
    news: Callable[[], Awaitable[News]] | None = None
    styled: bool = False  # screens with their colours, and the pane's title
    asks_line_mode: bool = False  # a glimpse tells how the terminal treats what is typed
    program: int = 0  # the process that the flow is about, if it is not the pane's own
    _began: float = field(default_factory=time.monotonic)
    _moved_at: float = field(default_factory=time.monotonic)
    _position: int = -1
    _spent: float = 0.0  # seconds of looking that the time has not paid for yet
    _looked: float = field(default_factory=time.monotonic)
    _last: Screen = _BLANK
    _holding: bool = False  # the feed
    _ended: bool = False  # the pane's first process, seen from the kernel
    _silent: Feed = field(default_factory=Feed)

    async def run(
        self,
        flow: Generator[Step, Glimpse | None, T],
        write: Callable[[Write], Awaitable[None]] | None = None,
    ) -> T:
        """Drive the flow to its end and give what it returns."""
        with self.listening():
            return await self._drive(flow, write)

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Hold the feed, and hear of the end of the program."""
        self._position = self.heard.feed.position if self.heard else -1
        self._moved_at = self._last_moved()
        self._listen(self.heard)
        try:
            with at_end_of(self._process, self._process_ended):
                yield
        finally:
            if self.heard is not None and self._holding:
                self.heard.feed.release()
            self._holding = False

    async def _drive(
        self, flow: Generator[Step, Glimpse | None, T], write: Callable[[Write], Awaitable[None]] | None
    ) -> T:
        try:
            step = next(flow)
            while True:
                if isinstance(step, Watch):
                    step = flow.send(await self._watched(step))
                else:
                    if step.text is None and self.heard is not None:
                        self.signs_after = self.heard.feed.position  # what was said before Enter does not answer it
                    if write is not None:
                        await write(step)
                    step = flow.send(None)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]
        finally:
            flow.close()

    @property
    def _process(self) -> int:
        """The process whose end matters, where it can be seen."""
        return (self.program or self.facts.pid) if self.desk.hand.transport.shares_machine else 0

    def _last_moved(self) -> float:
        """When something was heard last; now, where that cannot be known."""
        feed = self.heard.feed if self.heard is not None else self._silent
        return feed.last_at if feed.identity and feed.last_at else time.monotonic()

    def _process_ended(self) -> None:
        """tmux will know in a moment."""
        self._ended = True
        if self.heard is not None:
            self.heard.feed.nudge()

    @property
    def last_text(self) -> str:
        """The screen of the last glimpse."""
        return self._last.text

    async def _watched(self, step: Watch) -> Glimpse:
        if step.seconds > 0:
            await self._wait(step.seconds - await self._rest(step.seconds))
        if not step.signs.isdisjoint(self._signs()):
            return self._described(self._last, time.monotonic(), moved=True)
        glimpse = await self._glimpse()
        return await self._asked(glimpse) if step.ask and not glimpse.gone else glimpse

    async def glimpse(self) -> Glimpse:
        """Look now, for whoever waits by itself: many panes at once have one who waits for all."""
        if self.heard is not None and (self.heard.feed.position == self._position or not self.desk.hears(self.facts)):
            await self._hear_again()
        return await self._glimpse()

    @property
    def rest(self) -> float:
        """Seconds until the next look is paid for."""
        debt = self._spent - (time.monotonic() - self._looked) * _SHARE - _ALLOWANCE
        return max(debt / _SHARE, 0.0)

    @property
    def ending(self) -> bool:
        """The program has ended, and tmux will know in a moment."""
        return self._ended

    async def _rest(self, most: float) -> float:
        """Leave room between two looks; the seconds it took."""
        seconds = min(self.rest, most)
        if seconds > 0:
            await pace(seconds)
        return seconds

    async def _wait(self, seconds: float) -> None:
        if self.heard is None:
            await pace(min(seconds, self.desk.settings.poll_seconds))
            return
        await self.heard.feed.wait_news(self._position, min(seconds, _SOON) if self._ended else seconds)
        if self.heard.feed.position == self._position or not self.desk.hears(self.facts):
            await self._hear_again()

    async def _hear_again(self) -> None:
        """Something else than output: the pane may be in another session now, or the ear lost its client. It is opened,
        or what the eye sees must do when the session is gone.
        """
        try:
            self.facts = await self.desk.facts(self.facts.place)
            heard = await self.desk.heard(self.facts)
        except (NotFound, NoServer):
            heard = self.heard if self.desk.hears(self.facts) else None
        if heard is not self.heard:
            self._listen(heard)

    def _listen(self, heard: Heard | None) -> None:
        """Hold the feed: a pane is not paused while somebody waits for it."""
        if self.heard is not None and self._holding:
            self.heard.feed.release()
        self.heard, self._holding = heard, heard is not None
        if heard is not None:
            heard.feed.hold()

    async def _asked(self, glimpse: Glimpse) -> Glimpse:
        """The glimpse with what the kernel says."""
        front = await self.desk.kernel_verdict(self.facts)
        return replace(glimpse, foreground=front, took_all=self.desk.took_all(self.facts, self.program))

    async def _glimpse(self) -> Glimpse:
        began = time.monotonic()
        feed = self.heard.feed if self.heard is not None else self._silent
        moved, self._position = feed.position != self._position, feed.position
        gone, front = self._ended and self.program > 0, None
        news = None
        try:
            news = await self.news() if self.news is not None else None
            screen, title = (news.screen, "") if news is not None else await self._seen()
            front = await self.desk.verdict(self.facts) if self.watch_foreground else None
        except (NotFound, NoServer):
            gone, screen, title = True, self._last, ""
        now = time.monotonic()
        self._spent = max(0.0, self._spent - (now - self._looked) * _SHARE) + now - began
        self._looked = now
        if moved or (self.heard is None and self._last is not _BLANK and screen != self._last):
            moved, self._moved_at = True, now
        self._last = screen
        return self._described(screen, now, news, moved=moved, gone=gone, title=title, foreground=front)

    async def _seen(self) -> tuple[Screen, str]:
        if not self.styled:
            return await self.desk.eye.screen(self.facts.pane), ""
        numbers, (rows,) = await self.desk.eye.sees(self.facts.pane, _STYLED, "pane_title")
        return numbers.screen(rows, styled=True), numbers.note

    def _described(
        self, screen: Screen, now: float, news: News | None = None, *, moved: bool, gone: bool = False, title: str = "",
        foreground: str | None = None,
    ) -> Glimpse:  # fmt: skip
        mode = self.desk.line_mode(self.facts) if self.asks_line_mode else None
        lines, missed, match = (news.lines, news.missed, news.match) if news is not None else ((), False, None)
        return Glimpse(
            screen=screen, elapsed=now - self._began, at=now, quiet=now - self._moved_at, moved=moved,
            signs=self._signs(), gone=gone, title=title, foreground=foreground, news=lines, missed=missed, match=match,
            canonical=mode.canonical if mode else None, silent=mode is not None and mode.canonical and not mode.echo,
        )  # fmt: skip

    def _signs(self) -> frozenset[str]:
        if self.heard is None:
            return frozenset()
        if self.standing:
            return self.heard.standing_since(self.signs_after)
        return self.heard.since(self.signs_after)
