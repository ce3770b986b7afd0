"""A hundred panes, each watched live: what they cost while they are quiet, and while each prints once a second.

Rules: the figure is the processor time of this process, which does nothing else meanwhile; the tmux server's own is
told beside it and has no bar.
"""

import asyncio
import time
from collections.abc import Sequence
from typing import Final

import psutil

from benchmarks.bed import Bed
from benchmarks.figures import Figure
from cotty.model import ChunkKind
from cotty.terminal.pane import Pane
from cotty.terminal.terminal import Terminal

_SESSIONS: Final = 5
_PANES: Final = 100
_READY_SECONDS: Final = 30.0
_QUIET: Final = ("cat",)
_TICKING: Final = (
    "sh", "-c", "while :; do date; sleep 1; done",
)  # fmt: skip


async def measure(server: Bed, terminal: Terminal, seconds: float) -> list[Figure]:
    """Percent of one core, both ways."""
    idle = await _crowd(server, terminal, "quiet", _QUIET, seconds)
    ticking = await _crowd(server, terminal, "ticking", _TICKING, seconds)
    return [
        Figure(f"{_PANES} panes watched, quiet: cotty", idle[0], "% of a core", 1),
        Figure(f"{_PANES} panes watched, quiet: the tmux server", idle[1], "% of a core"),
        Figure(f"{_PANES} panes printing once a second: cotty", ticking[0], "% of a core", 10),
        Figure(f"{_PANES} panes printing once a second: the tmux server", ticking[1], "% of a core"),
    ]


async def _crowd(
    server: Bed, terminal: Terminal, name: str, argv: Sequence[str], seconds: float
) -> tuple[float, float]:
    sessions = [f"{name}{number}" for number in range(_SESSIONS)]
    made = [server.session(session, *argv) for session in sessions]
    for session in sessions:
        made += [server.window(*argv, session=session) for _ in range(_PANES // _SESSIONS - 1)]
    panes = [await terminal.pane(pane) for pane in made]
    try:
        return await _watched(panes, server, seconds)
    finally:
        for session in sessions:
            server.run("kill-session", "-t", f"={session}")


async def _watched(panes: Sequence[Pane], server: Bed, seconds: float) -> tuple[float, float]:
    """Watch all; once each has its first screen, measure for so many seconds."""
    shown, everyone = 0, asyncio.Event()

    async def look(pane: Pane) -> None:
        nonlocal shown
        async for chunk in pane.watch():
            if chunk.kind is ChunkKind.SNAPSHOT:
                shown += 1
            if shown >= len(panes):
                everyone.set()

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(look(pane)) for pane in panes]
        async with asyncio.timeout(_READY_SECONDS):
            await everyone.wait()
        used = await _used(server.pid, seconds)
        for task in tasks:
            task.cancel()
    return used


async def _used(server: int, seconds: float) -> tuple[float, float]:
    """Percent of one core that this process and the server use."""
    theirs = psutil.Process(server)
    began, ours_before, theirs_before = time.perf_counter(), time.process_time(), _cpu(theirs)
    await _pass(seconds)
    elapsed = time.perf_counter() - began
    ours, other = time.process_time() - ours_before, _cpu(theirs) - theirs_before
    return round(ours / elapsed * 100, 2), round(other / elapsed * 100, 2)


async def _pass(seconds: float) -> None:
    """The time to measure over is the thing that is waited for here."""
    over = asyncio.Event()
    asyncio.get_running_loop().call_later(seconds, over.set)
    await over.wait()


def _cpu(process: psutil.Process) -> float:
    times = process.cpu_times()
    return times.user + times.system
