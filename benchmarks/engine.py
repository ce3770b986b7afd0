"""The engine beside libtmux, tmux processes and the bare C client: `python -m benchmarks.engine [--quick] [--json]`.

Prints a table of times, ratios and bars, or with `--json` one object. `--quick` is done in 40 seconds.
"""

import argparse
import asyncio
import json
import sys
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import libtmux

import cotty
from benchmarks import pipeline, rounds, wake
from benchmarks.bed import Bed, bed, version_of
from benchmarks.contenders import Bare, Contender, Cotty, Libtmux, Panes, Processes
from benchmarks.floor import compiled, floor_on
from cotty.terminal.terminal import Terminal


@dataclass(frozen=True, slots=True)
class Effort:
    """How much of everything, and for how many seconds at most."""

    operations: int  # of each kind; a terminal cuts a line at 4095 bytes, so typing ends before
    operations_seconds: float
    pipeline_seconds: float
    samples: int
    samples_seconds: float


QUICK = Effort(operations=200, operations_seconds=12, pipeline_seconds=0.6, samples=150, samples_seconds=4.5)
FULL = Effort(operations=800, operations_seconds=90, pipeline_seconds=2, samples=400, samples_seconds=30)


def measured(program: str, effort: Effort) -> dict[str, Any]:
    """All figures of the engine on one tmux."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="cotty-floor-")))
        program_of_floor = compiled(folder)
        server = stack.enter_context(bed(program))
        return asyncio.run(_measured(server, effort, program_of_floor)) | {"about": _about(program)}


async def _measured(server: Bed, effort: Effort, floor: Path | None) -> dict[str, Any]:
    async with cotty.connect(socket_path=server.socket, tmux=server.program) as terminal:
        operations = await _operations(server, terminal, effort, floor)
        ways = await pipeline.measure(terminal.desk.hand, effort.pipeline_seconds)
        with floor_on(server, floor) as bare:
            woken = await wake.measure(server, terminal, bare, effort.samples, effort.samples_seconds)
    return {
        "ops": operations, "pipelined_per_s": max(ways.values()), "wake_ms": woken, "pipelined": ways,
    }  # fmt: skip


async def _operations(server: Bed, terminal: Terminal, effort: Effort, program: Path | None) -> dict[str, Any]:
    full = server.full_screen()
    places = [Panes(server.window("cat"), full, server.shell()) for _ in range(4 if program else 3)]
    contenders: list[Contender] = [
        await Cotty.on(terminal, places[0]), Libtmux(server, places[1]), Processes(server, places[2]),
    ]  # fmt: skip
    with floor_on(server, program) as floor:
        bare = [Bare(floor, places[3])] if floor is not None else []
        return await _rounds(server, [*contenders, *bare], effort)


async def _rounds(server: Bed, contenders: list[Contender], effort: Effort) -> dict[str, Any]:
    figures, done = await rounds.measure(contenders, effort.operations, effort.operations_seconds)
    rounds.check(server, contenders, done)
    return figures


def _about(program: str) -> dict[str, str]:
    python = ".".join(map(str, sys.version_info[:3]))
    return {
        "tmux": version_of(program), "libtmux": libtmux.__about__.__version__, "python": python,
        "cotty": cotty.__version__,
    }  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.engine", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer rounds: done in 40 seconds")
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    parser.add_argument("--tmux", default="tmux", metavar="PROGRAM", help="the tmux to measure on")
    wanted = parser.parse_args()
    figures = measured(wanted.tmux, QUICK if wanted.quick else FULL)
    if wanted.json:
        print(json.dumps(figures))
        return
    from benchmarks import table  # rich costs time that no figure should pay

    table.engine(figures)


if __name__ == "__main__":
    main()
