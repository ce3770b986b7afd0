"""A control client comes and goes: attached to a session, and gone again without harm to the server.

Rules: it starts and leaves behind the gate; one that could not attach is closed before anybody hears of it.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress

from cotty.controlmode import commands
from cotty.controlmode.events import Notice, Output
from cotty.errors import ConnectionLost, CottyError
from cotty.settings import Settings
from cotty.terminal.server.connection import Connection
from cotty.terminal.server.gate import Gate
from cotty.transports.base import Transport
from cotty.transports.orphans import mark

Hear = Callable[[Output | Notice], None]


async def attach(
    transport: Transport, session: str, flags: Sequence[str], *, gate: Gate, settings: Settings, hear: Hear
) -> Connection:  # fmt: skip
    """A client of that session, and of no other: tmux attaches elsewhere when a session is gone."""
    arguments = ("-C", "attach-session", "-E", "-f", ",".join(("ignore-size", *flags, mark())), "-t", session)
    connection = None
    try:
        async with gate.starting():
            connection = Connection(transport, arguments, deadline=settings.deadline, hear=hear)
            attached = await connection.attached()
        if attached != session:
            raise ConnectionLost(f"tmux attached to {attached} instead of {session}.")
    except BaseException:
        if connection is not None:
            await leave(connection, gate)
        raise
    return connection


async def leave(connection: Connection, gate: Gate, *, hurried: bool = False) -> None:
    """End the client: it detaches when it ends, and takes nothing with it. On another machine its socket ends first, so
    nothing may be queued for it then (`carrier.py`, rule 2).
    """
    async with gate.telling():
        if not (connection.near or connection.silent or hurried):
            with suppress(CottyError):
                panes = (await connection.ask(commands.pane_ids(everywhere=False)))[0]
                if panes.ok and panes.lines:
                    await connection.ask(commands.pause(panes.text.split()))
        await connection.close(hurried=hurried)
