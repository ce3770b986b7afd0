"""Print what importing modules costs a process, in ms beyond `python -c pass`, measured in turns.

    python scripts/import_cost.py argparse rich_argparse pydantic

Each module is imported by a fresh interpreter; the rounds are interleaved, so a busy moment falls on all.
"""

import statistics
import subprocess
import sys
import time
from typing import Final

ROUNDS: Final = 25


def process_ms(code: str) -> float:
    started = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True)
    return (time.perf_counter() - started) * 1000


def main(modules: list[str]) -> None:
    codes = {"pass": "pass", **{module: f"import {module}" for module in modules}}
    for code in codes.values():
        process_ms(code)  # writes the bytecode
    rounds = [{name: process_ms(code) for name, code in codes.items()} for _ in range(ROUNDS)]
    medians = {name: statistics.median(times[name] for times in rounds) for name in codes}
    for name, median in medians.items():
        beyond = f"{median - medians['pass']:+8.1f} ms" if name != "pass" else f"{median:8.1f} ms alone"
        print(f"{name:28} {beyond}")


if __name__ == "__main__":
    main(sys.argv[1:])
