"""How long cotty takes where nothing is in its way: a verified submit, and the news of a change of state.

Rules: one pane at a time; a submit is counted beyond the gap that its profile asks for; news is counted from the moment
the fake's last byte of a frame was written, for every state that stood as long as the bar allows.
"""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from cotty.agents.agent import Agent
from cotty.errors import AgentNotFound
from cotty.model import Outcome
from cotty.profiles.profile import Profile
from cotty.testing.conformance.bed import Bed, Fake
from cotty.testing.fake_profiles import fake_profile
from cotty.testing.ground_truth import Record
from cotty.testing.scenario import SKINS, Enter, Paint, Popup, Reply, Scenario, When

NEWS_WITHIN: Final = 0.150  # the bar: a state that is gone before need not be told
_SENDS: Final = 6
_WINDOWS: Final = (0, 40, 120)
_PAINTS: Final = (Paint(), Paint(clock_ms=16), Paint(fps=60), Paint(pieces=5, between_ms=8))
_TURNS: Final = 3
_SECONDS: Final = 10.0
_SIZE: Final = (100, 30)


@dataclass(frozen=True, slots=True)
class Speed:
    """Milliseconds: of each submit beyond its gap, those gaps, and of each news."""

    submits: tuple[float, ...] = ()
    gaps: tuple[int, ...] = ()
    news: tuple[float, ...] = field(default=())


async def measured(bed: Bed, skins: Sequence[str] = SKINS) -> Speed:
    """Well-behaved fakes of these skins."""
    submits, gaps, news = list[float](), list[int](), list[float]()
    for skin in skins:
        for window in _WINDOWS:
            scenario = Scenario(skin=skin, enter=Enter(window, window), reply=Reply(busy_ms=50))
            taken, gap = await _submits(bed, scenario)
            submits += taken
            gaps += [gap] * len(taken)
        for paint in _PAINTS:
            popups = (Popup(When("submitted", 200)),)
            news += await _news(bed, Scenario(skin=skin, paint=paint, popups=popups, reply=Reply(busy_ms=400)))
    return Speed(tuple(submits), tuple(gaps), tuple(news))


async def _submits(bed: Bed, scenario: Scenario) -> tuple[list[float], int]:
    profile = fake_profile(scenario)
    gap, taken = profile.delivery.gap_ms, list[float]()
    async with bed.fake(scenario, _SIZE) as fake:
        agent = await _agent(fake, profile)
        for number in range(_SENDS):
            await agent.wait("idle", timeout=_SECONDS)
            receipt = await agent.send(f"message {number}: please look at the tests")
            if receipt.outcome is Outcome.CONFIRMED:
                taken.append(receipt.milliseconds - gap)
    return taken, gap


async def _news(bed: Bed, scenario: Scenario) -> list[float]:
    """From each frame with a new state to the report of it."""
    heard: list[tuple[float, str]] = []
    async with bed.fake(scenario, _SIZE) as fake:
        profile = fake_profile(scenario)
        agent, watcher = await _agent(fake, profile), await _agent(fake, profile)
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(_listen(watcher, heard))
            await _turns(agent)
            log = await fake.finished(agent)  # the end of the fake ends the watch
    return delays(log, heard)


async def _listen(watcher: Agent, heard: list[tuple[float, str]]) -> None:
    heard.extend([(time.monotonic(), str(report.state)) async for report in watcher.watch()])


async def _agent(fake: Fake, profile: Profile) -> Agent:
    agent = await fake.adopted(profile)
    if agent is None:
        raise AgentNotFound(f"The fake in {fake.pane.id} has ended, and no trap was set.")
    return agent


async def _turns(agent: Agent) -> None:
    """Work and rest, a few times, with a question in the first turn; each stands twice as long as the bar allows."""
    for number in range(_TURNS):
        await agent.send(f"turn {number}")
        if number == 0 and (asked := (await agent.wait("awaiting_input", timeout=_SECONDS)).awaiting):
            await _stand(agent)
            await agent.answer(1, fingerprint=asked.fingerprint)
        await agent.wait("idle", timeout=_SECONDS)
        await _stand(agent)


async def _stand(agent: Agent) -> None:
    """Nothing is done meanwhile, so no other state comes."""
    await agent.wait("blocked", timeout=NEWS_WITHIN * 2)


def delays(log: Sequence[Record], heard: Sequence[tuple[float, str]]) -> list[float]:
    """Milliseconds from each painted state that stood long enough to the first report of it. What was never told took
    as long as the state stood.
    """
    painted = [(record.at, str(record.facts["state"])) for record in log if record.event == "painted"]
    found = []
    for (at, state), (until, _) in pairwise(painted):
        if until - at < NEWS_WITHIN or state == "starting":
            continue
        known = next((said for when, said in reversed(heard) if when <= at), "") == state  # seen in a part of the frame
        told = at if known else next((when for when, said in heard if when >= at and said == state), until)
        found.append(1000 * (min(told, until) - at))
    return found[1:]  # the first state was there before anybody listened
