"""What starting `cotty` costs beyond an empty Python: `--version`, `read`, and a few more.

    .venv/bin/python -m benchmarks.startup

Rules: bytecode is compiled first; `python -c pass` takes its turn in every round, so a busy moment falls on all; the
engine's bars are figures of this module, because nobody else measures them.
"""

import compileall
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any, Final

from benchmarks.bed import SESSION, bed

ROUNDS: Final = 20
BARS: Final = {"version": 60.0, "read": 150.0}  # ms beyond `python -c pass`
_SECONDS: Final = 60.0
_SOURCE: Final = Path(__file__).resolve().parents[1] / "src" / "cotty"


def measure(rounds: int = ROUNDS) -> dict[str, Any]:
    """Median ms beyond an empty process for each command, the empty process itself, and whether the bars were kept."""
    compileall.compile_dir(_SOURCE, quiet=1)
    with bed("tmux") as server, tempfile.TemporaryDirectory(prefix="cotty-bench-") as state:
        environment = os.environ | {"XDG_STATE_HOME": state, "COTTY_SOCKET_PATH": server.socket}
        times = _times(_commands(), environment, rounds)
    medians = {name: statistics.median(values) for name, values in times.items()}
    beyond = {f"{name}_ms": round(value - medians["pass"], 1) for name, value in medians.items() if name != "pass"}
    kept = {f"{name}_bar_ms": bar for name, bar in BARS.items()}
    missed = [name for name, bar in BARS.items() if beyond[f"{name}_ms"] > bar]
    return {"pass_ms": round(medians["pass"], 1), **beyond, **kept, "rounds": rounds, "missed": missed}


def _commands() -> dict[str, list[str]]:
    cotty = [str(Path(sys.executable).with_name("cotty"))]
    return {
        "pass": [sys.executable, "-c", "pass"],
        "version": [*cotty, "--version"],
        "read": [*cotty, "read", SESSION],
        "list": [*cotty, "list"],
        "type": [*cotty, "send", SESSION, "x", "--no-enter", "--no-proof"],
    }


def _times(commands: dict[str, list[str]], environment: dict[str, str], rounds: int) -> dict[str, list[float]]:
    for argv in commands.values():
        _once(argv, environment)
    turns = [{name: _once(argv, environment) for name, argv in commands.items()} for _ in range(rounds)]
    return {name: [turn[name] for turn in turns] for name in commands}


def _once(argv: list[str], environment: dict[str, str]) -> float:
    """Waiting with a timeout looks at growing intervals (… 15, 31, 63, 113 ms), so a timer ends what hangs instead."""
    began = time.perf_counter()
    process = subprocess.Popen(argv, env=environment, stdout=subprocess.DEVNULL)
    timer = threading.Timer(_SECONDS, process.kill)
    timer.start()
    status = process.wait()
    taken = (time.perf_counter() - began) * 1000
    timer.cancel()
    if status != 0:
        raise RuntimeError(f"{argv} ended with status {status}")
    return taken


if __name__ == "__main__":
    print(json.dumps(measure(), indent=2))
