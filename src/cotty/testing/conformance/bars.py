"""What a figure is, and how it is held against its bar. Pure.

Rules: a figure without a bar is told and judged by nobody. A part of so few that a single miss would decide may have
one miss; nothing at all is never enough.
"""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure, and the most it may be; or, with `least`, the least."""

    name: str
    value: float | None
    unit: str = ""
    bar: float | None = None
    below: bool = False  # the bar itself is too much
    least: bool = False

    @property
    def reached(self) -> bool:
        if self.bar is None:
            return True
        if self.value is None:
            return False
        if self.least:
            return self.value >= self.bar and self.value > 0
        return self.value < self.bar if self.below else self.value <= self.bar

    def row(self) -> tuple[str, str, str, str]:
        """Name, figure, bar, verdict."""
        value = "—" if self.value is None else f"{self.value:,.4g} {self.unit}".rstrip()
        if self.bar is None:
            return self.name, value, "", ""
        sign = "≥" if self.least else "<" if self.below else "≤"
        return self.name, value, f"{sign} {self.bar:g} {self.unit}".rstrip(), "reached" if self.reached else "MISSED"

    def data(self) -> dict[str, Any]:
        return {
            "name": self.name, "value": self.value, "unit": self.unit, "bar": self.bar, "below": self.below,
            "least": self.least, "reached": self.reached,
        }  # fmt: skip


def percent(part: int, whole: int) -> float | None:
    return 100 * part / whole if whole else None


def least_of(name: str, part: int, whole: int, bar: float) -> Figure:
    """So much of it at least; where there was nothing, nothing is judged."""
    one_miss = percent(whole - 1, whole)
    bar_here = None if one_miss is None else min(bar, one_miss)
    return Figure(f"{name} (of {whole})", percent(part, whole), "%", bar_here, least=True)


def quantile(values: tuple[float, ...], part: float) -> float | None:
    """The value that this part of all values does not exceed, between two neighbours in proportion."""
    if not values:
        return None
    ordered = sorted(values)
    place = part * (len(ordered) - 1)
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)
