"""`make bench`: everything, on each tmux there is, as tables and as `benchmarks/out/latest.json`.

Rules: each part runs in a process of its own, one after the other; the status is 1 when a bar was missed; a tmux that
should be measured on and is not there is a missed bar.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from benchmarks import shelf, startup, table
from benchmarks.figures import Figure, engine_figures

_OUT: Final = Path(__file__).with_name("out") / "latest.json"
_BEDS: Final = Path.home() / ".cache" / "cotty-test-beds" / "bin"
_WANTED: Final = ("tmux-3.3a", "tmux-3.8")  # one that leaks on every capture, one that does not
_QUICK_LIMITS: Final = ("--seconds", "6", "--captures", "5000")


def programs() -> list[str]:
    """The tmux programs that `make beds` prepares, or the one of this machine."""
    found = [str(_BEDS / name) for name in _WANTED if (_BEDS / name).exists()]
    return found or ["tmux"]


def absent() -> list[Figure]:
    """A bar that is missed for each tmux that `make beds` would have prepared."""
    names = [name for name in _WANTED if not (_BEDS / name).exists()]
    return [Figure(f"{name} is not here to be measured on: `make beds` brings it", None, "", 0) for name in names]


def measured(module: str, *arguments: str) -> dict[str, Any]:
    """What a part prints with `--json`."""
    argv = [sys.executable, "-m", module, "--json", *arguments]
    done = subprocess.run(argv, stdout=subprocess.PIPE, text=True, check=False)
    if not done.stdout:
        raise SystemExit(f"{module} failed with status {done.returncode}")
    return dict(json.loads(done.stdout))


def everything(tmux: Sequence[str], *, quick: bool) -> tuple[dict[str, Any], list[Figure]]:
    """All parts: what goes into the file, and every figure with a bar."""
    report: dict[str, Any] = {"engine": {}, "limits": {}}
    figures: list[Figure] = []
    for program in tmux:
        engine = measured("benchmarks.engine", "--tmux", program, *(("--quick",) if quick else ()))
        table.engine(engine)
        figures += engine_figures(engine)
        report["engine"][engine["about"]["tmux"]] = engine
        limits = measured("benchmarks.limits", "--tmux", program, *(_QUICK_LIMITS if quick else ()))
        rows = [Figure.of(row) for row in limits["figures"]]
        table.bars(f"tmux {limits['tmux']}: limits", rows)
        figures += rows
        report["limits"][limits["tmux"]] = limits["figures"]
    report["startup"] = startup.measure()
    figures += [
        Figure(f"cotty {name}: beyond an empty Python", report["startup"][f"{name}_ms"], "ms", bar)
        for name, bar in startup.BARS.items()
    ]
    table.bars("startup", figures[-len(startup.BARS) :])
    if not quick:
        tests = shelf.measure()
        table.bars("tests", tests)
        figures += tests
        report["tests"] = [figure.as_json() for figure in tests]
    return report, figures


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a few minutes instead of many")
    parser.add_argument("--tmux", nargs="+", metavar="PROGRAM", help="the tmux programs to measure on")
    wanted = parser.parse_args()
    report, figures = everything(wanted.tmux or programs(), quick=wanted.quick)
    if not wanted.tmux and (missing := absent()):
        table.bars("tmux", missing)
        figures += missing
    missed = [figure.name for figure in figures if not figure.reached]
    _OUT.parent.mkdir(exist_ok=True)
    _OUT.write_text(json.dumps(report | {"missed": missed}, indent=2) + "\n")
    print(f"written to {_OUT}")
    print(f"{len(missed)} of {len(figures)} missed" if missed else "every bar is reached")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
