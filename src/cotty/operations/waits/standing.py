"""The pane in which this very process was asked, if it stands in one.

Rules: a job in the background stands in nobody's way; whoever has no terminal of its own was started by what stands in
front (an agent's tool).
"""

import os
from contextlib import suppress


def own_pane() -> str | None:
    """`%5@` and the process of its tmux server, as tmux tells what runs in a pane."""
    pane, server = os.environ.get("TMUX_PANE"), os.environ.get("TMUX", "").split(",")[1:2]
    return f"{pane}@{server[0]}" if pane and server and _is_in_front() else None


def _is_in_front() -> bool:
    with suppress(OSError):
        terminal = os.open("/dev/tty", os.O_RDONLY | os.O_NOCTTY | os.O_CLOEXEC)
        try:
            return os.tcgetpgrp(terminal) == os.getpgrp()
        finally:
            os.close(terminal)
    return True
