"""What an operation is: a name, a sentence, a tier, what goes in, what comes out, and what does the work.

Rules: inputs and outputs are frozen dataclasses whose every field is `Annotated` with a `Help`; nothing here imports
a schema library, but `Help` answers pydantic when a door uses it.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any, Generic, TypeVar

from cotty.errors import DeadlinePassed
from cotty.model import Chunk
from cotty.operations.waits.standing import own_pane

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    from cotty.agents.terminal import Terminal
    from cotty.operations.journal import Journal
    from cotty.operations.policy import Actor
    from cotty.terminal.pane import Pane

_LATE, _LONG = 1.0, 3600.0  # seconds: of grace; from which on the engine's own deadlines come first
InputT = TypeVar("InputT")
OutputT = TypeVar("OutputT")


class Tier(StrEnum):
    """How much an operation may change; each tier may do what those before it may."""

    READ = "read"
    ANSWER = "answer"
    TYPE = "type"
    MANAGE = "manage"

    def covers(self, other: "Tier") -> bool:
        order = list(Tier)
        return order.index(self) >= order.index(other)


@dataclass(frozen=True, slots=True)
class Help:
    """The sentence that describes a field, at every door."""

    sentence: str

    def __get_pydantic_json_schema__(self, core_schema: Any, handler: Callable[[Any], dict[str, Any]]) -> Any:  # noqa: ANN401
        """pydantic's own hook: the sentence becomes the field's description."""
        return {**handler(core_schema), "description": self.sentence}


Address = Annotated[
    str | None,
    Help("The pane: `shared`, `shared:0.1`, `0.1` or `%5`; left out, the one that the default session shows."),
]


@dataclass(frozen=True, slots=True)
class Call:
    """What an operation works with: one terminal, on behalf of one actor, written down in one journal. `told`: what a
    call that was interrupted has to say; `stands_in`: the pane that the caller itself is in.
    """

    terminal: "Terminal"
    actor: "Actor"
    journal: "Journal"
    told: list[str] = field(default_factory=list)
    stands_in: str | None = field(default_factory=own_pane)


async def reached(call: Call, address: str | None, seconds: float | None) -> "Pane":
    """The pane of that address. Where a verb has so many seconds, finding its pane on this machine has no more: a tmux
    that stands still is told of then. Another host takes the time it takes.
    """
    near = call.terminal.desk.hand.transport.shares_machine
    most = seconds + _LATE if near and seconds is not None and 0 <= seconds < _LONG else None
    try:
        async with asyncio.timeout(most) as bound:
            return await call.terminal.pane(address)
    except TimeoutError:
        if not bound.expired():
            raise
        raise DeadlinePassed(f"tmux did not answer within {seconds:g} s, so the pane was not found.") from None


@dataclass(frozen=True, slots=True)
class Operation(Generic[InputT, OutputT]):
    """A row of the table."""

    name: str
    summary: str
    tier: Tier
    Input: type[InputT]
    Output: type[OutputT]
    run: Callable[[Call, InputT], Awaitable[OutputT]]


@dataclass(frozen=True, slots=True)
class Stream(Generic[InputT]):
    """A verb that answers with chunks until it ends; doors carry it each in its own way."""

    name: str
    summary: str
    tier: Tier
    Input: type[InputT]
    run: Callable[[Call, InputT], Awaitable[AsyncIterator[Chunk]]]


def shaped(output: type[OutputT], noun: object, **more: object) -> OutputT:
    """An output filled from the attributes of the same names of an engine's noun."""
    kind: type[DataclassInstance] = output  # type: ignore[assignment]  # every Output is a dataclass
    names = [each.name for each in fields(kind) if each.name not in more]
    return output(**{name: getattr(noun, name) for name in names}, **more)
