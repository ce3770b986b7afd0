"""Figures and their bars. Pure.

Rule: the bar of a figure stands here and nowhere else; a figure that was not measured is said to be missing, and then
its bar is not reached.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

OPERATIONS: Final = ("type", "keys", "read", "list", "send")
TIMES_LIBTMUX: Final = {"type": 15.0, "keys": 15.0, "list": 15.0, "read": 8.0, "send": 1.0}
TIMES_FLOOR: Final = {"type": 5.0, "keys": 5.0, "list": 5.0, "read": 5.0}


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured number beside its bar. Without a bar it is told and judged by nobody."""

    name: str
    value: float | None
    unit: str
    bar: float | None = None
    at_most: bool = True

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> "Figure":
        """From what `as_json` gave."""
        return cls(row["name"], row["value"], row["unit"], row["bar"], row["at_most"])

    def over(self, amount: float, wanted: float, what: str) -> "Figure":
        """The figure of a run of that amount; without a bar, and saying so, if the bar is about a longer one."""
        if amount >= wanted:
            return self
        return replace(self, name=f"{self.name} (not judged: {amount:,g} of {wanted:,g} {what})", bar=None)

    @property
    def reached(self) -> bool:
        if self.bar is None:
            return True
        if self.value is None:
            return False
        return self.value <= self.bar if self.at_most else self.value >= self.bar

    def as_row(self) -> tuple[str, str, str, str]:
        """Name, figure, bar, verdict."""
        measured = shown(self.value, self.unit)
        if self.bar is None:
            return self.name, measured, "", ""
        sign = "≤" if self.at_most else "≥"
        return self.name, measured, f"{sign} {self.bar:g} {self.unit}".rstrip(), _VERDICT[self.reached]

    def as_json(self) -> dict[str, Any]:
        return {
            "name": self.name, "value": self.value, "unit": self.unit, "bar": self.bar,
            "at_most": self.at_most, "reached": self.reached,
        }  # fmt: skip


_VERDICT: Final = {True: "reached", False: "MISSED"}


def shown(value: float | None, unit: str = "") -> str:
    """A number as a person reads it."""
    if value is None:
        return "—"
    digits = 0 if value == 0 or abs(value) >= 1000 else 1 if abs(value) >= 10 else 2 if abs(value) >= 1 else 3
    return f"{value:,.{digits}f} {unit}".rstrip()


def median(values: Sequence[float]) -> float:
    return quantile(values, 0.5)


def p95(values: Sequence[float]) -> float:
    return quantile(values, 0.95)


def quantile(values: Sequence[float], part: float) -> float:
    """The value that this part of all values does not exceed, between two neighbours in proportion."""
    ordered = sorted(values)
    place = part * (len(ordered) - 1)
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


def milliseconds(seconds: float) -> float:
    return round(seconds * 1000, 4)


def engine_figures(measured: Mapping[str, Any]) -> list[Figure]:
    """The bars of one engine run."""
    wake = measured["wake_ms"]
    return [
        *(
            Figure(f"{name}: faster than libtmux", measured["ops"][name]["vs_libtmux"], "times", bar, at_most=False)
            for name, bar in TIMES_LIBTMUX.items()
        ),
        *(
            Figure(f"{name}: slower than the floor", measured["ops"][name]["vs_floor"], "times", bar)
            for name, bar in TIMES_FLOOR.items()
        ),
        Figure("no-op commands asked together", measured["pipelined_per_s"], "/s", 40_000, at_most=False),
        Figure("print → wait returned, idle, p95", wake["idle_p95"], "ms", 2),
        Figure("print → wait returned, `yes` beside it, p95", wake["flood_p95"], "ms", 5),
        Figure("print → the bare client has the screen, idle, p95", wake["floor_idle_p95"], "ms"),
        Figure("print → the bare client has the screen, `yes` beside it, p95", wake["floor_flood_p95"], "ms"),
        Figure("the same by polling every 50 ms, median", wake["poll50_median"], "ms", 25, at_most=False),
    ]
