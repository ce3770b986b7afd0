"""One run of the kit: many cases, several panes at once, one report.

Rules: nothing is timed here but what the fakes and the receipts say; a case that fails is kept whole, so that it can be
told and played again; every worker has an owner.
"""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

from cotty.testing.conformance.bed import Bed, bed
from cotty.testing.conformance.cases import Case, case_of, cases
from cotty.testing.conformance.playing import Played, play
from cotty.testing.conformance.report import Report, report_of
from cotty.testing.conformance.scenes import Teller, tell
from cotty.testing.conformance.speed import Speed, measured

SENDS: Final = 2000
PANES: Final = 4

Tell = Callable[[Played], None]


@dataclass(frozen=True, slots=True)
class Plan:
    """What is run. `profile` is the file of one whose delivery is tried; empty: the fakes' own."""

    sends: int = SENDS
    seed: int = 0
    panes: int = PANES
    speed: bool = True
    tmux: str = "tmux"
    teller: Teller = tell
    profile: str = ""
    cases: tuple[Case, ...] = field(default=())  # these, instead of random ones

    def all_cases(self) -> Iterator[Case]:
        return iter(self.cases) if self.cases else cases(self.seed, self.sends)


async def run(plan: Plan, tell_of: Tell = lambda _: None) -> Report:
    """Play every case; `tell_of` is called with each one as it ends."""
    played: list[Played] = []

    def done(each: Played) -> None:
        played.append(each)
        tell_of(each)

    async with bed(plan.tmux) as ours:
        speed = await measured(ours) if plan.speed else Speed()
        left = plan.all_cases()
        async with asyncio.TaskGroup() as workers:
            for _ in range(plan.panes):
                workers.create_task(_work(ours, plan, left, done))
    return report_of(played, speed)


async def replay(seed: int, *, tmux: str = "tmux") -> Played:
    """One case by itself."""
    async with bed(tmux) as ours:
        case = case_of(seed)
        return await play(ours, case)


async def _work(ours: Bed, plan: Plan, left: Iterator[Case], done: Tell) -> None:
    for case in left:
        done(await play(ours, case, plan.profile, plan.teller))
