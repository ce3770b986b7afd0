"""What must hold under weight: `python -m benchmarks.limits [--only NAME …]`.

Prints each figure beside its bar and exits with 1 when one is missed. Minutes, not seconds: a flood of 60 s and
100 000 captures; a shorter run is told and not judged.
"""

import argparse
import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

import cotty
from benchmarks import captures, crowd, flood, large, over_http, over_sse
from benchmarks.bed import Bed, bed, version_of
from benchmarks.figures import Figure
from cotty.terminal.terminal import Terminal


@dataclass(frozen=True, slots=True)
class Effort:
    """How long and how often."""

    seconds: float  # of flooding
    captures: int
    crowd_seconds: float = 10.0


Measure = Callable[[Bed, Terminal, Effort], Awaitable[list[Figure]]]

MEASURES: Final[dict[str, Measure]] = {
    "large": lambda server, terminal, _: large.measure(server, terminal),
    "crowd": lambda server, terminal, effort: crowd.measure(server, terminal, effort.crowd_seconds),
    "flood": lambda server, terminal, effort: flood.measure(server, terminal, effort.seconds),
    "http": lambda server, terminal, _: over_http.measure(server, terminal),
    "events": lambda server, terminal, _: over_sse.measure(server, terminal),
    "captures": lambda server, terminal, effort: captures.measure(server, terminal, effort.captures),
}


def measured(program: str, effort: Effort, names: list[str]) -> list[Figure]:
    """Each measure on a server and a connection of its own."""
    return [figure for name in names for figure in asyncio.run(_one(program, effort, MEASURES[name]))]


async def _one(program: str, effort: Effort, measure: Measure) -> list[Figure]:
    with bed(program) as server:
        async with cotty.connect(socket_path=server.socket, tmux=server.program) as terminal:
            return await measure(server, terminal, effort)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.limits", description=__doc__)
    parser.add_argument("--tmux", default="tmux", metavar="PROGRAM", help="the tmux to measure on")
    parser.add_argument("--seconds", type=float, default=flood.SECONDS, help="how long one pane floods")
    parser.add_argument("--captures", type=int, default=captures.CAPTURES, help="how many screens are read")
    parser.add_argument("--only", nargs="+", choices=list(MEASURES), default=list(MEASURES), help="some of them")
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    wanted = parser.parse_args()
    found = measured(wanted.tmux, Effort(wanted.seconds, wanted.captures), wanted.only)
    version = version_of(wanted.tmux)
    if wanted.json:
        print(json.dumps({"tmux": version, "figures": [figure.as_json() for figure in found]}))
    else:
        from benchmarks import table  # rich costs time and memory that no figure should pay

        table.bars(f"tmux {version}: limits", found)
    return 0 if all(figure.reached for figure in found) else 1


if __name__ == "__main__":
    sys.exit(main())
