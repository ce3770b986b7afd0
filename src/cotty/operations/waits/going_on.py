"""What goes on in a pane after whoever waited for it was interrupted.

Rules: said only after a look, because an interrupt may come before anything was typed; the look has a deadline, and
what cannot be seen is not said.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

from cotty.errors import CottyError
from cotty.model import AgentState
from cotty.operations.operation import Call
from cotty.terminal.foreground import SHELLS
from cotty.terminal.pane import Pane

if TYPE_CHECKING:
    from cotty.agents.agent import Agent

_LOOK = 1.0  # seconds


@asynccontextmanager
async def told_when_interrupted(call: Call, sentence: Callable[[], Awaitable[str | None]]) -> AsyncIterator[None]:
    """Within this a cancelled call says what goes on without it."""
    try:
        yield
    except asyncio.CancelledError:
        with suppress(CottyError, TimeoutError):
            async with asyncio.timeout(_LOOK):
                if (said := await sentence()) is not None:
                    call.told.append(said)
        raise


def program_in(call: Call, pane: Pane) -> Callable[[], Awaitable[str | None]]:
    """Says which program runs there still; a shell at its prompt needs no word."""

    async def sentence() -> str | None:
        row = next((row for row in await call.terminal.list() if row.id == pane.id), None)
        name = row.command.lstrip("-") if row is not None and not row.dead else ""
        return still_runs(pane.id, name) if name and name not in SHELLS else None

    return sentence


def agent_at_work(agent: "Agent") -> Callable[[], Awaitable[str | None]]:
    """Says that an agent works on, if it does."""

    async def sentence() -> str | None:
        at_work = (await agent.look()).state is AgentState.PROCESSING
        return still_works(agent.pane.id, agent.profile) if at_work else None

    return sentence


def still_runs(pane: str, program: str = "it") -> str:
    return f"not stopped: {program} still runs in {pane}; `cotty keys {pane} C-c`"


def still_works(pane: str, agent: str = "it") -> str:
    return f"not stopped: {agent} is still at work in {pane}; `cotty interrupt {pane}`"
