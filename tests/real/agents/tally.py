"""Adds up the rounds of the scenario for each CLI: how many passed in a row, and what they took.

Rules: a round that began and has no figures has failed; "in a row" is counted backwards from the last round.
"""

import statistics
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from tests.real.agents.scenario import Measured


@dataclass(slots=True)
class Entry:
    """One round."""

    measured: Measured | None = None


@dataclass(slots=True)
class Tally:
    """All rounds of a session of tests."""

    rounds: dict[str, list[Entry]] = field(default_factory=dict)

    @contextmanager
    def round(self, cli: str) -> Iterator[Entry]:
        entry = Entry()
        self.rounds.setdefault(cli, []).append(entry)
        yield entry

    def lines(self) -> list[str]:
        """A row for each CLI."""
        head = f"{'CLI':24}{'rounds':>8}{'passed':>8}{'in a row':>10}{'submit ms, median':>20}{'seconds, median':>18}"
        return [head, *(self._line(cli, entries) for cli, entries in self.rounds.items())]

    def _line(self, cli: str, entries: list[Entry]) -> str:
        passed = [entry.measured for entry in entries if entry.measured is not None]
        row = f"{cli:24}{len(entries):>8}{len(passed):>8}{_in_a_row(entries):>10}"
        if not passed:
            return row
        submit = statistics.median(each.submit_ms for each in passed)
        return row + f"{submit:>20.0f}{statistics.median(each.seconds for each in passed):>18.1f}"


def _in_a_row(entries: list[Entry]) -> int:
    """How many rounds passed since the last that did not."""
    return next((at for at, entry in enumerate(reversed(entries)) if entry.measured is None), len(entries))
