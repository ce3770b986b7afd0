"""Whether a verb is asked for in the very pane that it is for.

Rules: whoever stands in front of a pane's shell and waits for that shell waits for itself, so such a verb is refused at
once; a job in the background stands in nobody's way; another tmux server, or another machine, has panes of its own.
"""

import os
from contextlib import suppress

from cotty.errors import OwnPane
from cotty.operations.operation import Call
from cotty.terminal.pane import Pane


def refuse_own_pane(call: Call, pane: Pane, *, suggestion: str | None = None) -> None:
    """Return when it is another pane, or when this process leaves its terminal to others."""
    named = os.environ.get("TMUX_PANE") == pane.id and call.terminal.desk.hand.transport.shares_machine
    if named and os.environ.get("TMUX", "").split(",")[1:2] == [str(pane.server.pid)] and _is_in_front():
        raise OwnPane(f"{pane.id} is the pane you are in.", suggestion=suggestion, pane=pane.id)


def _is_in_front() -> bool:
    """Whoever has no terminal of its own was started by what stands in front (an agent's tool)."""
    with suppress(OSError):
        terminal = os.open("/dev/tty", os.O_RDONLY | os.O_NOCTTY | os.O_CLOEXEC)
        try:
            return os.tcgetpgrp(terminal) == os.getpgrp()
        finally:
            os.close(terminal)
    return True
