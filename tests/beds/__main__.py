"""`python -m tests.beds`: have what the real tests stand on, one line a bed.

Rules: the status is always 0, because a test without its bed is skipped with the reason.
"""

import argparse
import sys
from collections.abc import Callable

from tests.beds.bed import STAGES, Bed, have_all, state


def tell(bed: Bed, why: str | None) -> None:
    print(f"{bed.name:22} {'ready' if why is None else f'could not: {why}'}", flush=True)


def show() -> None:
    for bed in (bed for stage in STAGES for bed in stage):
        print(f"{bed.name:22} {state(bed) or 'ready'}")


def chosen_by(wanted: argparse.Namespace) -> Callable[[Bed], bool]:
    if wanted.agents:
        return lambda bed: bed.agent
    return lambda bed: not (wanted.quick and (bed.large or bed.agent))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.beds", description=__doc__)
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--quick", action="store_true", help="only what a package brings: shells, gcc, sshd")
    how.add_argument("--all", action="store_true", help="everything (the default): tmux versions, containers, agents")
    how.add_argument("--agents", action="store_true", help="only the agent CLIs")
    how.add_argument("--list", action="store_true", help="say what is there and change nothing")
    wanted = parser.parse_args()
    if wanted.list:
        show()
    else:
        have_all(chosen_by(wanted), tell=tell)
    return 0


if __name__ == "__main__":
    sys.exit(main())
