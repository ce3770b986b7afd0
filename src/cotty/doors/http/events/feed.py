"""The events of one server: written down, numbered, and told to whoever follows.

Rules: there is no queue for a follower: it asks for what came after the number it has, and a slow one slows nobody; the
newest stand in memory, whatever is older in the store; an event has its bytes made once, for all.
"""

import asyncio
import time
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from sqlalchemy.exc import DatabaseError

from cotty.doors.schemas import as_json
from cotty.operations.happenings.happening import Happening
from cotty.store import events
from cotty.store.models import Event
from cotty.store.store import Store

_IN_MEMORY: Final = 2000
_AT_ONCE: Final = 500
_RETRY: Final = 1.0  # seconds until a store that cannot be written is tried again


@dataclass(frozen=True, slots=True)
class Told:
    """An event, as it is sent."""

    number: int
    kind: str
    agent: str | None
    host: str
    frame: bytes

    @classmethod
    def of(cls, event: Event) -> "Told":
        facts = {"id": event.id, "at": round(event.at, 3), "host": event.host, "agent": event.agent, **event.facts}
        text = b"id: %d\nevent: %s\ndata: %s\n\n" % (event.id, event.kind.encode(), as_json(facts))
        return cls(event.id, event.kind, event.agent, event.host, text)


@dataclass(slots=True)
class Feed:
    """All of them, by number."""

    store: Store
    terminal: str  # whose they are
    newest: int = 0
    closed: bool = False
    moved: asyncio.Event = field(default_factory=asyncio.Event)  # set, and replaced, when there is another
    _kept: "deque[Told]" = field(default_factory=lambda: deque(maxlen=_IN_MEMORY))
    _pending: "asyncio.Queue[events.New]" = field(default_factory=lambda: asyncio.Queue(_IN_MEMORY))

    async def begin(self) -> None:
        """Go on with the numbers where the last server stopped."""
        self.newest = await events.newest(self.store, self.terminal)

    async def tell(self, happening: Happening, host: str) -> None:
        """Have it written down and told, after all that was before."""
        await self._pending.put(
            events.New(self.terminal, time.time(), happening.kind, happening.agent, host, happening.facts)
        )

    async def written(self) -> None:
        """Return once everything up to now was."""
        await self._pending.join()

    async def write(self) -> None:
        """Write down and tell what comes, until this is cancelled. What came meanwhile is one transaction."""
        while True:
            happened = [await self._pending.get()]
            while not self._pending.empty() and len(happened) < _AT_ONCE:
                happened.append(self._pending.get_nowait())
            self._kept.extend(map(Told.of, await self._added(happened)))
            self.newest = self._kept[-1].number
            self._wake()
            for _ in happened:
                self._pending.task_done()

    async def _added(self, happened: list[events.New]) -> list[Event]:
        """The events with their ids. What cannot be written now waits: nobody hears of what has no number."""
        while True:
            try:
                return await events.add(self.store, happened)
            except DatabaseError:
                with suppress(TimeoutError):
                    async with asyncio.timeout(_RETRY):
                        await asyncio.get_running_loop().create_future()

    def close(self) -> None:
        """Whoever follows has heard all there is."""
        self.closed = True
        self._wake()

    def _wake(self) -> None:
        moved, self.moved = self.moved, asyncio.Event()
        moved.set()

    async def since(self, number: int) -> list[Told]:
        """The next after that number; none when there is nothing new."""
        if number >= self.newest:
            return []
        first = self._kept[0].number if self._kept else self.newest + 1
        if number + 1 >= first:
            behind = min(self.newest - number, len(self._kept))
            return [told for told in list(self._kept)[-behind:] if told.number > number][:_AT_ONCE]
        return [Told.of(event) for event in await events.since(self.store, self.terminal, number, _AT_ONCE)]
