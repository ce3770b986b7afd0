"""One pane floods and is watched; somebody sends into another pane of the same session.

Rules: memory is what the process holds (RSS), before the flood and at its highest; the sends are real ones, into a
bash, with their proof.
"""

import asyncio
import time
from typing import Final

import psutil

from benchmarks.bed import Bed
from benchmarks.figures import Figure, median, milliseconds, p95
from cotty.model import ChunkKind, Outcome
from cotty.terminal.pane import Pane
from cotty.terminal.terminal import Terminal

SECONDS: Final = 60.0  # that the bars are about
_MEGABYTE: Final = 1 << 20
_BETWEEN: Final = 0.05  # seconds between two sends


class Memory:
    """How much two processes grew, at the most."""

    def __init__(self, server: int) -> None:
        self._processes = {"cotty": psutil.Process(), "tmux": psutil.Process(server)}
        self._before = {name: process.memory_info().rss for name, process in self._processes.items()}
        self.grown = dict.fromkeys(self._processes, 0)

    def look(self) -> None:
        for name, process in self._processes.items():
            self.grown[name] = max(self.grown[name], process.memory_info().rss - self._before[name])

    def megabytes(self, name: str) -> float:
        return round(self.grown[name] / _MEGABYTE, 2)


async def measure(server: Bed, terminal: Terminal, seconds: float) -> list[Figure]:
    """Growth of both processes, and what a send in another pane takes meanwhile."""
    shell = await terminal.pane(server.shell())
    await shell.send("true")
    memory = Memory(server.pid)
    flooding = await terminal.pane(server.window("yes"))
    seen = Seen()
    async with asyncio.TaskGroup() as group:
        watching = group.create_task(seen.watch(flooding))
        sends = await _sends(shell, memory, seconds)
        watching.cancel()
    if seen.bytes == 0:
        raise AssertionError("the flood was not watched")
    judged = [
        Figure(f"{seconds:g} s of `yes`: cotty grew by", memory.megabytes("cotty"), "MB", 50),
        Figure(f"{seconds:g} s of `yes`: the tmux server grew by", memory.megabytes("tmux"), "MB", 50),
        Figure("send in another pane meanwhile, p95", milliseconds(p95(sends)), "ms", 10),
    ]
    return [
        *(figure.over(seconds, SECONDS, "s") for figure in judged),
        Figure("send in another pane meanwhile, median", milliseconds(median(sends)), "ms"),
        Figure("the flood was watched at", round(seen.bytes / seconds / 1e6, 2), "MB/s"),
    ]


class Seen:
    """A watcher that only counts."""

    def __init__(self) -> None:
        self.bytes = self.snapshots = 0

    async def watch(self, pane: Pane) -> None:
        async for chunk in pane.watch():
            self.bytes += len(chunk.data)
            self.snapshots += chunk.kind is ChunkKind.SNAPSHOT


async def _sends(shell: Pane, memory: Memory, seconds: float) -> list[float]:
    taken: list[float] = []
    until, over = time.monotonic() + seconds, asyncio.Event()
    while time.monotonic() < until:
        began = time.perf_counter()
        receipt = await shell.send("true")
        taken.append(time.perf_counter() - began)
        if receipt.outcome is not Outcome.CONFIRMED:
            raise AssertionError(f"a send was not confirmed beside the flood: {receipt.evidence}")
        memory.look()
        over.clear()
        asyncio.get_running_loop().call_later(_BETWEEN, over.set)
        await over.wait()
    return taken
