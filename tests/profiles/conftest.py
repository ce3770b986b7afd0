"""Adds up what was seen on each frame, and prints it at the end: rows are what a frame shows, columns what was seen."""

from collections import Counter

import pytest

from cotty.testing.frames import Counts, matrix

CONFUSION = pytest.StashKey[Counts]()  # CLI, state of the frame, state that was seen
# Whether a frame is there to mislead, whether somebody is needed on it, whether somebody was called.
CALLS = pytest.StashKey[Counter[tuple[bool, bool, bool]]]()


@pytest.fixture(scope="session")
def calls(pytestconfig: pytest.Config) -> Counter[tuple[bool, bool, bool]]:
    return pytestconfig.stash.setdefault(CALLS, Counter())


@pytest.fixture(scope="session")
def confusion(pytestconfig: pytest.Config) -> Counts:
    return pytestconfig.stash.setdefault(CONFUSION, Counter())


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    counts = config.stash.get(CONFUSION, Counter())
    if not counts:
        return
    terminalreporter.section(f"what was seen on {counts.total()} frames")
    for line in (*matrix(counts), *needed(config.stash.get(CALLS, Counter()))):
        terminalreporter.line(line)


def needed(calls: Counter[tuple[bool, bool, bool]]) -> list[str]:
    """How often somebody was missed, and called in vain."""
    lines = []
    for name, kinds in (("frames that mislead", (True,)), ("all frames", (True, False))):
        count, missed, vain = (
            sum(number for (kind, *key), number in calls.items() if kind in kinds and tuple(key) in wanted)
            for wanted in (_ANY, {(True, False)}, {(False, True)})
        )
        lines.append(f'{name + ":":21}{count:>4}; "needs you" missed: {missed}, false "needs you": {vain}')
    return lines


_ANY = {(True, True), (True, False), (False, True), (False, False)}
