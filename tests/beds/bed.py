"""The list of the beds, what each lacks, and how to have them all.

Rules: asking costs next to nothing; preparing is done twice at the same time at most; one run prepares, another
waits for it; a bed that fails leaves the others alone.
"""

import fcntl
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Final

from tests.beds import containers, roots, shells, sshd
from tests.beds.agents.clis import CLIS, INSPECTOR
from tests.beds.commands import CannotPrepare
from tests.beds.places import VERSIONS, beds

_AT_ONCE: Final = 2


@dataclass(frozen=True, slots=True)
class Bed:
    """One thing that tests stand on. `missing` says why it is not there, or None."""

    name: str
    missing: Callable[[], str | None]
    prepare: Callable[[], None]
    large: bool = False
    agent: bool = False


def _beds() -> Iterator[list[Bed]]:
    yield [Bed(package.name, package.missing, package.prepare) for package in shells.PACKAGES]
    yield [Bed("sshd", sshd.missing, sshd.prepare)]
    kinds = (
        ("root", roots.root_missing, roots.build_root),
        ("program", roots.program_missing, roots.make_program),
        ("container", containers.image_missing, containers.make_image),
    )
    for kind, missing, prepare in kinds:
        yield [
            Bed(f"tmux {tmux.version} {kind}", partial(missing, tmux), partial(prepare, tmux), large=True)
            for tmux in VERSIONS
        ]
    yield [Bed(f"{cli.name} {cli.version}", cli.missing, cli.prepare, agent=True) for cli in (*CLIS, INSPECTOR)]


# Each stage stands on those before it; the beds of one stage know nothing of each other.
STAGES: Final = tuple(_beds())


def state(bed: Bed) -> str | None:
    """Why the bed is not there. A question that cannot be asked is a reason too."""
    try:
        return bed.missing()
    except (CannotPrepare, OSError) as reason:
        return str(reason)


def have(bed: Bed) -> str | None:
    """Prepare it when it is missing; why that was not possible, or None."""
    if state(bed) is None:
        return None
    try:
        bed.prepare()
    except (CannotPrepare, OSError) as reason:
        return str(reason)
    return state(bed)


def have_all(chosen: Callable[[Bed], bool], *, tell: Callable[[Bed, str | None], None]) -> None:
    """Have every bed that is chosen, telling of each as it is done."""
    stages = [[bed for bed in stage if chosen(bed)] for stage in STAGES]
    wanted = [bed for stage in stages for bed in stage]
    if all(state(bed) is None for bed in wanted):
        for bed in wanted:
            tell(bed, None)
        return
    with _alone(), ThreadPoolExecutor(_AT_ONCE) as workers:
        for stage in stages:
            for bed, why in zip(stage, workers.map(have, stage), strict=True):
                tell(bed, why)


@contextmanager
def _alone() -> Iterator[None]:
    """One run at a time, on this machine and for this folder; the lock goes with the process that holds it."""
    beds().mkdir(parents=True, exist_ok=True)
    with (beds() / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("another run prepares the test beds; waiting for it", flush=True)
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
