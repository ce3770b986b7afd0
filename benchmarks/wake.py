"""From a program's print to the return of `wait`: alone, beside a flood, and by polling.

Rules: the program in the pane puts the moment into the line that it prints, on the clock that all processes of this
machine share; it prints a while after it was asked to, so that whoever waits is waiting already; the whiles are spread
evenly over more than one period, so that polling is met at every phase alike.
"""

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from benchmarks.bed import Bed
from benchmarks.figures import median, milliseconds, p95
from cotty.terminal.clock import pace_thread
from cotty.terminal.pane import Pane
from cotty.terminal.terminal import Terminal

_PRINTER: Final = """
import os, sys, time
asked = os.open(sys.argv[1], os.O_RDWR)
os.write(1, b"listening\\n")
while True:
    number, delay = os.read(asked, 64).split()
    time.sleep(float(delay))
    os.write(1, b"print-%d at %d.\\n" % (int(number), time.monotonic_ns()))
"""
_POLL_SECONDS: Final = 0.05
_DEADLINE: Final = 10.0
_GOLDEN: Final = 0.6180339887  # multiples of it fall evenly between whole numbers


@dataclass(slots=True)
class Printer:
    """A pane whose program prints when it is told to."""

    pane: str
    asked: int
    number: int = 0

    def soon(self, at_least: float, at_most: float) -> re.Pattern[str]:
        """Have a line printed after a while; the pattern that finds it."""
        self.number += 1
        delay = at_least + (at_most - at_least) * (self.number * _GOLDEN % 1)
        os.write(self.asked, b"%d %.4f" % (self.number, delay))
        return re.compile(rf"print-{self.number} at (\d+)\.")


@contextmanager
def printer(bed: Bed) -> Iterator[Printer]:
    """A pane with the program, ended with the bed."""
    path = Path(bed.folder, f"asked-{len(list(bed.folder.iterdir()))}")
    os.mkfifo(path)
    pane = bed.window(sys.executable, "-S", "-E", "-c", _PRINTER, str(path))
    bed.until_shown(pane, "listening")
    asked = os.open(path, os.O_RDWR)
    try:
        yield Printer(pane, asked)
    finally:
        os.close(asked)


async def measure(bed: Bed, terminal: Terminal, samples: int, seconds: float) -> dict[str, float]:
    """Milliseconds from print to return; each of the three parts gets as many samples as fit into its seconds."""
    with printer(bed) as source:
        pane = await terminal.pane(source.pane)
        idle = await _waits(pane, source, samples, seconds)
        polled = _polls(bed, source, samples, seconds)
        flood = bed.window("yes")
        bed.until_shown(flood, "y")
        try:
            flooded = await _waits(pane, source, samples, seconds)
        finally:
            bed.run("kill-pane", "-t", flood)
    return {
        "idle_p95": milliseconds(p95(idle)), "flood_p95": milliseconds(p95(flooded)),
        "poll50_median": milliseconds(median(polled)), "idle_median": milliseconds(median(idle)),
        "flood_median": milliseconds(median(flooded)), "poll50_p95": milliseconds(p95(polled)),
        "samples": min(len(idle), len(flooded), len(polled)),
    }  # fmt: skip


async def _waits(pane: Pane, source: Printer, samples: int, seconds: float) -> list[float]:
    taken: list[float] = []
    until = time.monotonic() + seconds
    while len(taken) < samples and (len(taken) < 20 or time.monotonic() < until):
        pattern = source.soon(0.015, 0.04)
        ready = await pane.wait(pattern=pattern.pattern, timeout=_DEADLINE)
        taken.append(_seconds_since(pattern.search(ready.match or "")))
    return taken


def _polls(bed: Bed, source: Printer, samples: int, seconds: float) -> list[float]:
    """What one does without cotty: capture the pane twenty times a second until the line is there."""
    argv = [*bed.words, "capture-pane", "-p", "-t", source.pane]
    taken: list[float] = []
    until = time.monotonic() + seconds
    while len(taken) < samples and (len(taken) < 20 or time.monotonic() < until):
        pattern = source.soon(0.03, 0.03 + 2 * _POLL_SECONDS)
        while (found := pattern.search(_captured(argv))) is None:
            pace_thread(_POLL_SECONDS)
        taken.append(_seconds_since(found))
    return taken


def _captured(argv: list[str]) -> str:
    return subprocess.run(argv, capture_output=True, text=True, check=True).stdout


def _seconds_since(found: re.Match[str] | None) -> float:
    if found is None:
        raise AssertionError("the wait ended without the line it waited for")
    return (time.monotonic_ns() - int(found[1])) / 1e9
