"""What every shelf shares: the event loop, the skips that a machine forces, and the list of them at the end.

A room keeps its own fixtures in its own conftest.py.
"""

import gc
import shutil
import signal
from collections import Counter
from typing import Final

import pytest
from hypothesis import settings

# A mark that names something of the machine, the program that shows it is there, and what a reader can do.
NEEDS: Final = {"real": ("tmux", "tmux is not installed: `sh scripts/need.sh tmux`")}


# A busy machine is not a failing test: hypothesis judges answers, pytest-timeout judges time.
# `make test` tries 100 examples of each property; `make test-fast`, which is run again and again, each time 30 others.
settings.register_profile("cotty", deadline=None, max_examples=100)
settings.register_profile("quick", deadline=None, max_examples=30)
settings.load_profile("cotty")


# A job in the background of a plain shell ignores C-c, and so would every program that a test starts and interrupts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Run `async def` tests and fixtures on asyncio alone; a fixture of any scope may be async."""
    return "asyncio"


def pytest_collection_finish() -> None:
    """What was collected stays to the end; looking through it for garbage again and again is a twentieth of all."""
    gc.freeze()


def pytest_runtest_setup(item: pytest.Item) -> None:
    for mark, (program, reason) in NEEDS.items():
        if item.get_closest_marker(mark) and shutil.which(program) is None:
            pytest.skip(reason)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what this machine could not run, one line a reason, most tests first."""
    skipped = terminalreporter.stats.get("skipped", [])
    reasons = Counter(str(report.longrepr[2]).removeprefix("Skipped: ") for report in skipped)
    if reasons:
        terminalreporter.section("not run on this machine")
    for reason, count in reasons.most_common():
        terminalreporter.line(f"{count:5} skipped: {reason}")
