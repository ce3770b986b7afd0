"""`cotty mcp`: the server on standard input and output, for the one client that started it.

Rules: the client is the actor, by the name it gives itself, and an agent; it lives in the pane that it was started in,
even where it hides that from its servers; nothing but the protocol goes to standard output.
"""

import os
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, cast

from mcp.server.stdio import stdio_server

from cotty.doors.mcp.calling import PATIENCE, Caller
from cotty.doors.mcp.server import server
from cotty.doors.mcp.wire import lines
from cotty.doors.runner import Connect, running
from cotty.operations.operation import Tier
from cotty.operations.policy import Actor, Kind

_PANE: Final = ("TMUX_PANE", "TMUX")
_LONGEST: Final = 60  # characters of a name that a client chose


@dataclass(frozen=True, slots=True)
class Manner:
    """How it serves."""

    name: str | None = None  # of the actor, instead of the client's own
    tier: Tier = Tier.MANAGE
    every: bool = False
    patience: float = PATIENCE


async def serve(connect: Connect, manner: Manner) -> None:
    """Until the client closes standard input."""
    stands_in = _own_pane()
    async with running(connect) as runner:
        made = server(
            runner, lambda ctx: Caller(_actor(ctx, manner), stands_in), patience=manner.patience, every=manner.every
        )  # fmt: skip
        async with lines() as said, stdio_server(stdin=cast("Any", said)) as (reading, writing):
            await made.run(reading, writing, made.create_initialization_options())


def _actor(ctx: Any, manner: Manner) -> Actor:  # noqa: ANN401  (the SDK's own context)
    told = ctx.session.client_params
    name = manner.name or (told.client_info.name if told is not None else "") or "mcp"
    return Actor(name[:_LONGEST], Kind.AGENT, manner.tier)


def _own_pane() -> str | None:
    """The pane that the client runs in, where that tmux server is above us: an editor that was started from a pane has
    left it. Clients may pass on a short environment (Codex does): then the nearest process above tells.
    """
    import psutil

    above = []
    with suppress(psutil.Error):
        above = psutil.Process().parents()
        for parent in above:
            if all(name in os.environ for name in _PANE):
                break
            os.environ.update({name: value for name, value in parent.environ().items() if name in _PANE})
    pane, tmux = (os.environ.get(name, "") for name in _PANE)
    server_pid = tmux.split(",")[1:2]
    return (
        f"{pane}@{server_pid[0]}"
        if pane and server_pid and server_pid[0] in {str(each.pid) for each in above}
        else None
    )
