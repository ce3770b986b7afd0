"""Whether a verb is asked for in the very pane that it is for.

Rules: whoever stands in front of a pane's shell and waits for that shell waits for itself, so such a verb is refused at
once; another tmux server, or another machine, has panes of its own.
"""

from cotty.errors import OwnPane
from cotty.operations.operation import Call
from cotty.terminal.pane import Pane


def refuse_own_pane(call: Call, pane: Pane, *, suggestion: str | None = None) -> None:
    """Return when it is another pane than the one that the caller stands in."""
    near = call.terminal.desk.hand.transport.shares_machine
    if near and call.stands_in == f"{pane.id}@{pane.server.pid}":
        raise OwnPane(f"{pane.id} is the pane you are in.", suggestion=suggestion, pane=pane.id)
