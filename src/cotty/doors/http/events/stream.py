"""Events to one follower, as server-sent events.

Rules: it begins after the id that the follower had last, or with what comes next; a beat says that the line lives; it
ends when whoever listens would be let in no more.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from cotty.doors.http.events.feed import Feed, Told
from cotty.errors import InvalidInput, NotAdmitted
from cotty.operations.happenings.happening import Happened

BEAT_SECONDS: Final = 15.0
_BEAT: Final = b": beat\n\n"
_BEGIN: Final = b"retry: 1000\n\n"  # milliseconds until a browser tries again


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which events; an empty set: all."""

    kinds: frozenset[str] = frozenset()
    agents: frozenset[str] = frozenset()
    hosts: frozenset[str] = frozenset()

    @classmethod
    def of(cls, kinds: str, agents: str, hosts: str) -> "Wanted":
        """From lists with commas."""
        made = cls(*(frozenset(filter(None, text.split(","))) for text in (kinds, agents, hosts)))
        if unknown := sorted(made.kinds - set(Happened)):
            raise InvalidInput(f"{unknown[0]!r} is no type of event.", suggestion=f"There are: {', '.join(Happened)}.")
        return made

    def has(self, told: Told) -> bool:
        """Whether this one is."""
        return (
            (not self.kinds or told.kind in self.kinds)
            and (not self.agents or told.agent in self.agents)
            and (not self.hosts or told.host in self.hosts)
        )


def number_of(said: str | None) -> int | None:
    """The id that a follower had last."""
    if said is None or said == "":
        return None
    if not (said.isascii() and said.isdecimal()) or len(said) > 18:
        raise InvalidInput(f"{said[:20]!r} is no id of an event.", suggestion="Send the last `id` that was told.")
    return int(said)


async def frames(
    feed: Feed, after: int | None, wanted: Wanted, still_let_in: Callable[[], Awaitable[object]]
) -> AsyncIterator[bytes]:
    """What is sent."""
    number = feed.newest if after is None else min(after, feed.newest)
    yield _BEGIN
    while True:
        moved = feed.moved
        news = await feed.since(number)
        try:
            await still_let_in()
        except NotAdmitted:
            return
        if news:
            number = news[-1].number
            if said := b"".join(told.frame for told in news if wanted.has(told)):
                yield said
            continue
        if feed.closed:
            return
        try:
            async with asyncio.timeout(BEAT_SECONDS):
                await moved.wait()
        except TimeoutError:
            yield _BEAT
