"""Record what real agent CLIs show: `.venv/bin/python -m scripts.record_screen CLI [PLAY …] [--size 120x40]`.

Writes tests/profiles/screens/CLI/VERSION/STATE/SCENE-SIZE.txt, to be read and judged by a person before it is
committed. `make test-agents` installs the CLIs.

Rules: a private tmux server, a scripted model and the home /home/dev for each play; all of it is gone afterwards.
"""

import argparse
import asyncio
import sys
from collections.abc import Mapping
from importlib import import_module

from tests.beds.agents.clis import CLI
from tests.profiles.recording.play import Play


def plays_of(cli: str) -> Mapping[str, Play]:
    plays: Mapping[str, Play] = import_module(f"tests.profiles.recording.{cli}").PLAYS
    return plays


def sized(words: str) -> tuple[int, int]:
    width, _, height = words.partition("x")
    return int(width), int(height)


def record(cli: str, name: str, play: Play, size: tuple[int, int], tmux: str) -> bool:
    """Play it and tell which frames it took; a play that fails keeps those it has, and says what it saw."""
    label, failed = f"{cli} {name} {size[0]}x{size[1]}", False
    try:
        print(f"{label}: {', '.join(asyncio.run(play.run(cli, size, tmux)))}", flush=True)
    except* (TimeoutError, OSError) as failure:
        failed = True
        print(f"{label} FAILED: {failure.exceptions[0]}", flush=True)
    return not failed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cli", choices=CLI)
    parser.add_argument("plays", nargs="*", metavar="PLAY")
    parser.add_argument("--size", type=sized, action="append", help="such as 80x24; all the usual ones without it")
    parser.add_argument("--tmux", default="tmux", help="the tmux program")
    wanted = parser.parse_args()
    plays = plays_of(wanted.cli)
    done = [
        record(wanted.cli, name, plays[name], size, wanted.tmux)
        for name in wanted.plays or plays
        for size in wanted.size or plays[name].sizes
    ]
    return 0 if all(done) and done else 1


if __name__ == "__main__":
    sys.exit(main())
