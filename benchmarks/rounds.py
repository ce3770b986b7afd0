"""Rounds: in each, every contender does the operation once, in an order that turns, so that noise hits all alike."""

import time
from collections.abc import Sequence
from typing import Any

from benchmarks.bed import Bed
from benchmarks.contenders import Bare, Contender
from benchmarks.figures import OPERATIONS, median, milliseconds, p95

_WARM_UP = 5
_FEWEST = 20  # rounds, however slow the machine is

Times = dict[str, list[float]]


async def measure(contenders: Sequence[Contender], rounds: int, seconds: float) -> tuple[dict[str, Any], int]:
    """Figures of every operation; as many rounds as fit into the seconds, at most `rounds`. How often each was done."""
    done, figures = 0, {}
    for operation in OPERATIONS:
        times, count = await _one(operation, contenders, rounds, seconds / len(OPERATIONS))
        figures[operation] = _figures(times)
        done += count if operation == "type" else 0
    return figures, done


async def _one(operation: str, contenders: Sequence[Contender], rounds: int, seconds: float) -> tuple[Times, int]:
    times: Times = {contender.name: [] for contender in contenders}
    began, number = time.monotonic(), 0
    while number < rounds and (number < _FEWEST or time.monotonic() - began < seconds):
        first = number % len(contenders)
        for contender in (*contenders[first:], *contenders[:first]):
            taken = await contender.once(operation)
            if number >= _WARM_UP:
                times[contender.name].append(taken)
        number += 1
    return times, number


def _figures(times: Times) -> dict[str, Any]:
    """Medians, 95th percentiles and ratios; null where there was no floor."""
    found: dict[str, Any] = {}
    for name in ("cotty", "libtmux", "subprocess", "floor"):
        found[f"{name}_ms"] = milliseconds(median(times[name])) if name in times else None
    cotty, libtmux, floor = found["cotty_ms"], found["libtmux_ms"], found["floor_ms"]
    found["vs_libtmux"] = round(libtmux / cotty, 2)
    found["vs_floor"] = round(cotty / floor, 2) if floor else None
    for name, values in times.items():
        found[f"{name}_p95_ms"] = milliseconds(p95(values))
    return found | {"rounds": len(times["cotty"]) + _WARM_UP}


def check(bed: Bed, contenders: Sequence[Contender], typed: int) -> None:
    """Every contender did what it was timed for: keys arrived, all read the same screen and saw the same panes."""
    screen = tuple(bed.shown(contenders[0].panes.full).splitlines())
    panes = len(bed.run("list-panes", "-a").splitlines())
    for contender in contenders:
        _must(contender.name, "typed", bed.shown(contender.panes.cat, "-J", "-S", "-").count("x"), typed)
        _must(contender.name, "left a send unproved", contender.tally.unproved, 0)
        ran = bed.shown(contender.panes.shell, "-J", "-S", "-").count("$ true")
        _must(contender.name, "had a shell run a line", ran > 0, True)
        if isinstance(contender, Bare):
            _must(contender.name, "read the screen", contender.replied["read"] >= sum(map(len, screen)), True)
            continue
        _must(contender.name, "read", contender.tally.lines, screen)
        _must(contender.name, "listed panes", contender.tally.rows, {panes})


def _must(name: str, what: str, found: object, wanted: object) -> None:
    if found != wanted:
        raise AssertionError(f"{name} {what}: {found!r}, not {wanted!r}")
