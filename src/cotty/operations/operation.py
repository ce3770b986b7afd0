"""What an operation is: a name, a sentence, a tier, what goes in, what comes out, and what does the work.

Rules: inputs and outputs are frozen dataclasses whose every field is `Annotated` with a `Help`; nothing here imports
a schema library, but `Help` answers pydantic when a door uses it.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any, Generic, TypeVar

from cotty.model import Chunk

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    from cotty.agents.terminal import Terminal
    from cotty.operations.journal import Journal
    from cotty.operations.policy import Actor

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
    Help("The pane: `shared`, `artie:0.1`, `0.1` or `%5`; left out, the one that the default session shows."),
]


@dataclass(frozen=True, slots=True)
class Call:
    """What an operation works with: one terminal, on behalf of one actor, written down in one journal."""

    terminal: "Terminal"
    actor: "Actor"
    journal: "Journal"


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
    names = [field.name for field in fields(kind) if field.name not in more]
    return output(**{name: getattr(noun, name) for name in names}, **more)
