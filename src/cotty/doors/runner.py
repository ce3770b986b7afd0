"""What a process that serves many requests owns: a terminal for each actor, and the journal.

Rules: others see an actor's own name while it holds a pen, and actors wait for each other as processes do, so each has
a terminal of its own; it stays open between requests, and of more than `MOST` the idle one that was asked longest ago
is closed; what is asked is performed and written down here and nowhere else.
"""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from cotty.operations.journal import Journal, own_journal
from cotty.operations.operation import Call
from cotty.operations.perform import perform
from cotty.operations.policy import Actor
from cotty.operations.table import operation

if TYPE_CHECKING:
    from cotty.agents.terminal import Terminal

MOST: Final = 16  # terminals: each is a tmux client, and one more for each session that is watched
Connect = Callable[[str], AbstractAsyncContextManager["Terminal"]]


@dataclass(slots=True)
class _Kept:
    """A terminal, how to close it, and how many calls use it now."""

    terminal: "Terminal"
    close: AsyncExitStack
    callers: int = 0


@dataclass(slots=True)
class Runner:
    """`connect` makes a terminal for an actor of that name."""

    connect: Connect
    journal: Journal
    _kept: dict[str, _Kept] = field(default_factory=dict)  # the one that was asked last stands last

    @asynccontextmanager
    async def call(self, actor: Actor, **of_call: Any) -> AsyncIterator[Call]:  # noqa: ANN401  (fields of a Call)
        """What an operation needs, on behalf of that actor."""
        kept = await self._terminal_of(actor.name)
        kept.callers += 1
        try:
            yield Call(kept.terminal, actor, self.journal, **of_call)
        finally:
            kept.callers -= 1
            await self._close_surplus()

    async def ask(self, name: str, request: object, actor: Actor) -> Any:  # noqa: ANN401  (each verb has its own Output)
        """Perform the operation of that name."""
        async with self.call(actor) as call:
            return await perform(operation(name), request, call)

    async def close(self) -> None:
        """Close every terminal; nothing of tmux ends."""
        while self._kept:
            _, kept = self._kept.popitem()
            await kept.close.aclose()

    async def _terminal_of(self, name: str) -> _Kept:
        kept = self._kept.pop(name, None)
        if kept is None:
            stack = AsyncExitStack()
            made = _Kept(await stack.enter_async_context(self.connect(name)), stack)
            kept = self._kept.pop(name, made)  # another call of that actor may have been quicker
            if kept is not made:
                await stack.aclose()
        self._kept[name] = kept
        return kept

    async def _close_surplus(self) -> None:
        while len(self._kept) > MOST:
            idle = next((name for name, kept in self._kept.items() if not kept.callers), None)
            if idle is None:
                return
            await self._kept.pop(idle).close.aclose()


@asynccontextmanager
async def running(connect: Connect, journal: Journal | None = None) -> AsyncIterator[Runner]:
    """A runner that is closed at the end; the journal is the account's own unless another is given."""
    runner = Runner(connect, journal or own_journal())
    try:
        yield runner
    finally:
        await runner.close()
