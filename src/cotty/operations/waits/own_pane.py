"""Whether a verb is asked for in the very pane that it is for.

Rules: whoever stands in front of a pane's shell and waits for that shell waits for itself, so such a verb is refused at
once. An agent neither types in its own pane nor ends it, by any verb: it would answer its own questions. Another tmux
server, or another machine, has panes of its own.
"""

from cotty.errors import OwnPane
from cotty.operations.operation import Call
from cotty.operations.policy import Kind
from cotty.terminal.pane import Pane


def refuse_own_pane(call: Call, pane: Pane, *, suggestion: str | None = None) -> None:
    """Return when it is another pane than the one that the caller stands in."""
    near = call.terminal.desk.hand.transport.shares_machine
    if near and call.stands_in == f"{pane.id}@{pane.server.pid}":
        raise OwnPane(f"{pane.id} is the pane you are in.", suggestion=suggestion, pane=pane.id)


async def refuse_own_agent(call: Call, pane: Pane, *, window: bool = False) -> None:
    """The same for what a person may do where they stand, and an agent may not; `window`: to every pane of it."""
    if call.actor.kind is not Kind.AGENT:
        return
    refuse_own_pane(call, pane)
    if window and call.stands_in is not None:
        rows = await call.terminal.list()
        where = {(row.session, row.window) for row in rows if row.id == pane.id}
        for row in rows:
            if (row.session, row.window) in where:
                refuse_own_pane(call, await call.terminal.pane(row.id))
