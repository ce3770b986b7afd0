"""Events: written down in their order, and read again from an id on.

Rules: an id is never given twice, whatever ends in between; the newest `KEPT` are kept.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import delete, func, select

from cotty.store.models import Event
from cotty.store.store import Store

KEPT: Final = 100_000
_SWEEP: Final = 1000  # ids between two deletions of what is too old


class New(NamedTuple):
    """One that has no id yet."""

    terminal: str
    at: float
    kind: str
    agent: str | None
    host: str
    facts: dict[str, Any]


async def add(store: Store, new: Sequence[New]) -> list[Event]:
    """Write them down in one transaction; each has its id then."""
    happened = [Event(**each._asdict()) for each in new]
    async with store.writing() as session:
        session.add_all(happened)
        await session.flush()
        last = happened[-1].id
        if last // _SWEEP > (last - len(happened)) // _SWEEP:
            await session.execute(delete(Event).where(Event.id <= last - KEPT))
    return happened


async def since(store: Store, terminal: str, number: int, most: int) -> list[Event]:
    """The events of that terminal after that id, the oldest first."""
    async with store.session() as session:
        found = await session.scalars(
            select(Event).where(Event.terminal == terminal, Event.id > number).order_by(Event.id).limit(most)
        )
        return list(found)


async def newest(store: Store, terminal: str) -> int:
    """The id of its newest; 0 where there is none."""
    async with store.session() as session:
        return await session.scalar(select(func.max(Event.id)).where(Event.terminal == terminal)) or 0
