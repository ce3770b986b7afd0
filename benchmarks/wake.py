"""From a program's print to the return of `wait`: alone, beside a flood, and by polling; and to the moment at which the
bare C client has heard of it and captured the screen.

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

from benchmarks.bed import SESSION, Bed
from benchmarks.figures import median, milliseconds, p95
from benchmarks.floor import Floor, ask, hear
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


async def measure(
    bed: Bed, terminal: Terminal, floor: Floor | None, samples: int, seconds: float
) -> dict[str, float | None]:  # fmt: skip
    """Milliseconds from print to return; each part gets as many samples as fit into its seconds. The floor's flood has
    a session of its own: it cannot pause a pane.
    """
    taken: dict[str, list[float]] = {}
    with printer(bed) as source:
        pane = await terminal.pane(source.pane)
        taken["idle"] = await _waits(pane, source, samples, seconds)
        taken["poll50"] = _polls(bed, source, samples, seconds)
        taken["floor_idle"] = _floors(bed, floor, source, samples, seconds)
        with _flood(bed, SESSION):
            taken["flood"] = await _waits(pane, source, samples, seconds)
        with _flood(bed, "flood"):
            taken["floor_flood"] = _floors(bed, floor, source, samples, seconds)
    found = {f"{name}_{word}": milliseconds(of(times)) if times else None
             for name, times in taken.items() for word, of in (("p95", p95), ("median", median))}  # fmt: skip
    return found | {"samples": min(len(taken[name]) for name in ("idle", "flood", "poll50"))}


@contextmanager
def _flood(bed: Bed, session: str) -> Iterator[None]:
    pane = bed.window("yes") if session == SESSION else bed.session(session, "yes")
    bed.until_shown(pane, "y")
    try:
        yield
    finally:
        bed.run("kill-pane", "-t", pane)


def _floors(bed: Bed, floor: Floor | None, source: Printer, samples: int, seconds: float) -> list[float]:
    """The same work by the bare client: hear the line, capture the screen."""
    taken: list[float] = []
    until = time.monotonic() + seconds
    while floor is not None and len(taken) < samples and (len(taken) < 20 or time.monotonic() < until):
        pattern = source.soon(0.015, 0.04)
        floor.request(hear(source.pane, f"print-{source.number} at "), ask(f"capture-pane -p -t {source.pane}"))
        found = pattern.search(bed.shown(source.pane))
        if found is None:
            raise AssertionError("the floor did not hear the line that it was to hear")
        taken.append((floor.ended_at - int(found[1])) / 1e9)
    return taken


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
