"""What a scripted model is told to say, and what it was asked.

Rules: pure, but for a hold, which is an event; a script is a list of answers, one for each time an agent asks for a
turn; a turn with a tool in it asks twice, once more with the tool's result.
"""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

_LONGEST: Final = 60.0  # no test takes longer


@dataclass(frozen=True, slots=True)
class Text:
    """Words of the reply: one chunk of the stream."""

    words: str


@dataclass(frozen=True, slots=True)
class Thought:
    """Words that the model thinks; a dialect without thoughts leaves them out."""

    words: str


@dataclass(frozen=True, slots=True)
class ToolCall:
    """The agent is asked to use a tool of its own, by its own name for it."""

    name: str
    arguments: Mapping[str, Any]
    plain: str | None = None  # for a tool that takes text, not fields
    namespace: str | None = None  # the server that it is a tool of, where a dialect says that apart

    @property
    def json(self) -> str:
        return json.dumps(dict(self.arguments))


@dataclass(frozen=True, slots=True, eq=False)
class Hold:
    """The stream stands still until the test releases it, or for `longest` seconds."""

    longest: float = _LONGEST
    released: asyncio.Event = field(default_factory=asyncio.Event)

    def release(self) -> None:
        self.released.set()

    async def over(self) -> None:
        try:
            async with asyncio.timeout(self.longest):
                await self.released.wait()
        except TimeoutError:
            pass  # a pause that nobody cut short


Step = Text | Thought | ToolCall | Hold


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply in the order it streams."""

    steps: tuple[Step, ...]

    @property
    def text(self) -> str:
        return "".join(step.words for step in self.steps if isinstance(step, Text))


@dataclass(frozen=True, slots=True)
class Failure:
    """The model answers with an error instead."""

    status: int
    message: str = "the scripted model fails"
    kind: str = "api_error"


Answer = Reply | Failure


def reply(*steps: Step | str) -> Reply:
    """`reply("One ", hold, "reply")`: strings are chunks of text."""
    return Reply(tuple(Text(step) if isinstance(step, str) else step for step in steps))


@dataclass(frozen=True, slots=True)
class Question:
    """One request of an agent: what persons said in it, newest last, and whether it asks for a turn.

    An agent also asks for titles and summaries on the side; those offer the model no tools.
    """

    path: str
    body: Mapping[str, Any] = field(repr=False)
    said: tuple[str, ...]
    tools: tuple[str, ...] = field(repr=False)
    turn: bool
    after_tool: bool = False
