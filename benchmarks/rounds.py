"""Rounds: in each, every contender has a turn at the operation, in an order that changes, so that noise hits all alike.

Rule: a turn is a few operations in a row, because whoever comes after a new process finds the processor's caches cold;
what the first of a turn costs is told beside the median of all.
"""

import time
from collections.abc import Mapping, Sequence
from typing import Any

from benchmarks.bed import PROMPT, Bed
from benchmarks.contenders import LINE, Bare, Contender
from benchmarks.figures import OPERATIONS, median, milliseconds, p95

_TURN = {"send": 1}  # a shell needs its time between two lines
_USUAL_TURN = 10
_WARM_UP = 1  # turns of each
_FEWEST = 5  # rounds, however slow the machine is
_UP = "^[[A"  # as a terminal echoes the key

Times = dict[str, list[float]]


async def measure(
    contenders: Sequence[Contender], operations: int, seconds: float
) -> tuple[dict[str, Any], dict[str, int]]:
    """Figures of every operation, of as many as fit into the seconds, at most `operations`; how often each did it."""
    figures, done = {}, {}
    for operation in OPERATIONS:
        turn = _TURN.get(operation, _USUAL_TURN)
        times, count = await _one(operation, contenders, operations // turn, seconds / len(OPERATIONS))
        figures[operation], done[operation] = _figures(times, turn), count * turn
    return figures, done


async def _one(operation: str, contenders: Sequence[Contender], rounds: int, seconds: float) -> tuple[Times, int]:
    """The times of each contender, in the order they were taken, and the number of rounds."""
    times: Times = {contender.name: [] for contender in contenders}
    turn, began, number = _TURN.get(operation, _USUAL_TURN), time.monotonic(), 0
    while number < rounds and (number < _FEWEST or time.monotonic() - began < seconds):
        first = number % len(contenders)
        for contender in (*contenders[first:], *contenders[:first]):
            taken = [await contender.once(operation) for _ in range(turn)]
            if number >= _WARM_UP:
                times[contender.name] += taken
        number += 1
    return times, number


def _figures(times: Times, turn: int) -> dict[str, Any]:
    """Medians, 95th percentiles and ratios; null where there was no floor. `first`: of the first of each turn."""
    found: dict[str, Any] = {}
    for name in ("cotty", "libtmux", "subprocess", "floor"):
        found[f"{name}_ms"] = milliseconds(median(times[name])) if name in times else None
    cotty, libtmux, floor = found["cotty_ms"], found["libtmux_ms"], found["floor_ms"]
    found["vs_libtmux"] = round(libtmux / cotty, 2)
    found["vs_floor"] = round(cotty / floor, 2) if floor else None
    for name, values in times.items():
        found[f"{name}_p95_ms"] = milliseconds(p95(values))
        found[f"{name}_first_ms"] = milliseconds(median(values[::turn]))
    return found | {"samples": len(times["cotty"])}


def check(bed: Bed, contenders: Sequence[Contender], done: Mapping[str, int]) -> None:
    """Every contender did what it was timed for, as often as it says: what it typed, the keys it pressed and the lines
    it sent have arrived; all read the same screen and saw the same panes.
    """
    screen = tuple(bed.shown(contenders[0].panes.full).splitlines())
    panes = len(bed.run("list-panes", "-a").splitlines())
    for contender in contenders:
        arrived = bed.shown(contender.panes.cat, "-J", "-S", "-")
        _must(contender.name, "typed", arrived.count("x"), done["type"])
        _must(contender.name, "pressed keys", arrived.count(_UP), done["keys"])
        _must(contender.name, "left a send unproved", contender.tally.unproved, 0)
        _must(contender.name, "had a shell run lines", _lines_run(bed, contender.panes.shell), done["send"])
        if isinstance(contender, Bare):
            _must(contender.name, "read the screen", contender.replied["read"] >= sum(map(len, screen)), True)
            continue
        _must(contender.name, "read", contender.tally.lines, screen)
        _must(contender.name, "listed panes", contender.tally.rows, {panes})


def _lines_run(bed: Bed, shell: str) -> int:
    """How many lines a shell took. It takes them in order, so once it has answered to one more it took all."""
    bed.run("send-keys", "-t", shell, "echo A''LL", "Enter")
    bed.until_shown(shell, "ALL")
    return bed.shown(shell, "-J", "-S", "-").splitlines().count(f"{PROMPT}{LINE}")


def _must(name: str, what: str, found: object, wanted: object) -> None:
    if found != wanted:
        raise AssertionError(f"{name} {what}: {found!r}, not {wanted!r}")
