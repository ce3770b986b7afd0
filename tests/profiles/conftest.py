"""Adds up what was seen on each frame, and prints it at the end: rows are what a frame shows, columns what was seen."""

from collections import Counter

import pytest

from cotty.testing.frames import Counts, matrix

CONFUSION = pytest.StashKey[Counts]()


@pytest.fixture(scope="session")
def confusion(pytestconfig: pytest.Config) -> Counts:
    return pytestconfig.stash.setdefault(CONFUSION, Counter())


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    counts = config.stash.get(CONFUSION, Counter())
    if not counts:
        return
    terminalreporter.section(f"what was seen on {counts.total()} frames")
    for line in matrix(counts):
        terminalreporter.line(line)
