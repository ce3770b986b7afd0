"""A hundred panes, each watched live: what they cost while they are quiet, and while each prints once a second.

Rules: the figure is the processor time of this process, which does nothing else meanwhile; the tmux server's own is
told beside it and has no bar; what was printed has to be delivered, or the time was saved on the work.
"""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class Watched:
    """What watching took, in percent of one core, and how many chunks of output it gave."""

    ours: float
    servers: float
    chunks: int


async def measure(server: Bed, terminal: Terminal, seconds: float) -> list[Figure]:
    """Percent of one core, both ways."""
    idle = await _crowd(server, terminal, "quiet", _QUIET, seconds)
    ticking = await _crowd(server, terminal, "ticking", _TICKING, seconds)
    printing = f"{_PANES} panes printing once a second"
    delivered = round(ticking.chunks / (_PANES * seconds) * 100, 1)
    return [
        Figure(f"{_PANES} panes watched, quiet: cotty", idle.ours, "% of a core", 1),
        Figure(f"{_PANES} panes watched, quiet: the tmux server", idle.servers, "% of a core"),
        Figure(f"{printing}: cotty", ticking.ours, "% of a core", 10),
        Figure(f"{printing}: the tmux server", ticking.servers, "% of a core"),
        Figure(f"{printing}: delivered", delivered, "%", 80, at_most=False),
    ]


async def _crowd(server: Bed, terminal: Terminal, name: str, argv: Sequence[str], seconds: float) -> Watched:
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


async def _watched(panes: Sequence[Pane], server: Bed, seconds: float) -> Watched:
    """Watch all; once each has its first screen, measure for so many seconds."""
    shown, chunks, everyone = 0, 0, asyncio.Event()

    async def look(pane: Pane) -> None:
        nonlocal shown, chunks
        async for chunk in pane.watch():
            shown += chunk.kind is ChunkKind.SNAPSHOT
            chunks += chunk.kind is ChunkKind.OUTPUT
            if shown >= len(panes):
                everyone.set()

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(look(pane)) for pane in panes]
        async with asyncio.timeout(_READY_SECONDS):
            await everyone.wait()
        before = chunks
        ours, servers = await _used(server.pid, seconds)
        given = chunks - before
        for task in tasks:
            task.cancel()
    return Watched(ours, servers, given)


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
