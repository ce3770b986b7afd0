"""Many reads of a full screen: the tmux server must not grow (over control mode, `capture-pane -p` leaks up to 3.5a).

Rule: the first reads are not counted, because a server keeps a few buffers for good; what comes after must be nothing.
"""

import time
from typing import Final

import psutil

from benchmarks.bed import Bed
from benchmarks.figures import Figure
from cotty.terminal.terminal import Terminal

CAPTURES: Final = 100_000  # that the bar is about
_FIRST: Final = 1000
_KILOBYTE: Final = 1 << 10


async def measure(server: Bed, terminal: Terminal, count: int) -> list[Figure]:
    """Growth of the server over that many captures; a leak of one screen each would be 10 KB each."""
    pane = await terminal.pane(server.full_screen())
    process = psutil.Process(server.pid)
    for _ in range(min(_FIRST, count)):
        await pane.read()
    before, began = process.memory_info().rss, time.perf_counter()
    for _ in range(count):
        await pane.read()
    seconds = time.perf_counter() - began
    grown = (process.memory_info().rss - before) / _KILOBYTE
    return [
        Figure(f"{count:,} captures: the tmux server grew by", grown, "KB", 1024).over(count, CAPTURES, "captures"),
        Figure(f"{count:,} captures: each took", round(seconds / count * 1000, 4), "ms"),
    ]
