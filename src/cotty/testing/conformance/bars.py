"""What has to be reached, and the figures beside it. Pure.

Rule: a bar stands here and nowhere else. A figure without a bar is told and judged by nobody.
"""

from dataclasses import dataclass
from typing import Any, Final

FULL_RUN: Final = 2000  # sends for which the bars are meant


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure, and the most it may be."""

    name: str
    value: float | None
    unit: str = ""
    bar: float | None = None
    below: bool = False  # the bar itself is too much

    @property
    def reached(self) -> bool:
        if self.bar is None:
            return True
        if self.value is None:
            return False
        return self.value < self.bar if self.below else self.value <= self.bar

    def row(self) -> tuple[str, str, str, str]:
        """Name, figure, bar, verdict."""
        value = "—" if self.value is None else f"{self.value:,.4g} {self.unit}".rstrip()
        if self.bar is None:
            return self.name, value, "", ""
        sign = "<" if self.below else "≤"
        return self.name, value, f"{sign} {self.bar:g} {self.unit}".rstrip(), "reached" if self.reached else "MISSED"

    def data(self) -> dict[str, Any]:
        return {
            "name": self.name, "value": self.value, "unit": self.unit, "bar": self.bar, "below": self.below,
            "reached": self.reached,
        }  # fmt: skip


def quantile(values: tuple[float, ...], part: float) -> float | None:
    """The value that this part of all values does not exceed, between two neighbours in proportion."""
    if not values:
        return None
    ordered = sorted(values)
    place = part * (len(ordered) - 1)
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)
