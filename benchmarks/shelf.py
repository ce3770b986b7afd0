"""How long the fast shelf of tests takes, whole: a change is tried again and again only if that is seconds.

Rule: what is timed is the command of `make test-fast`, as make says it; a shelf that fails has no time.
"""

import shlex
import subprocess
import time
from pathlib import Path
from typing import Final

from benchmarks.figures import Figure

_ROOT: Final = Path(__file__).resolve().parents[1]
_SECONDS: Final = 300


def measure() -> list[Figure]:
    """Seconds from its start to its end."""
    began = time.perf_counter()
    done = subprocess.run(command(), cwd=_ROOT, stdout=subprocess.DEVNULL, timeout=_SECONDS, check=False)
    taken = round(time.perf_counter() - began, 1)
    return [Figure("the fast shelf of tests, whole", taken if done.returncode == 0 else None, "s", 15)]


def command() -> list[str]:
    """The last of what `make test-fast` would run; what comes before installs."""
    argv = ["make", "--dry-run", "--no-print-directory", "test-fast", "ARGS="]  # none of those of `make bench`
    said = subprocess.run(argv, cwd=_ROOT, capture_output=True, text=True, timeout=_SECONDS, check=True).stdout
    return shlex.split(said.splitlines()[-1])
