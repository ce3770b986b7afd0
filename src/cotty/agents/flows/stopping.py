"""Interrupt an agent, and see it stop. Pure.

Rules: an agent that is not at work is not interrupted: the same key may clear a draft, or open something. The keys of
a profile are pressed one after another, each only while it still works.
"""

from collections.abc import Generator
from dataclasses import dataclass

from cotty.agents.flows.sighting import SURE, Sighting, sighted
from cotty.model import Outcome
from cotty.profiles.profile import Profile
from cotty.terminal.flows.steps import Glimpse, Step, Write

_NEXT_KEY = 0.7  # seconds in which one key has to show what it did
_ROUNDS = 2


@dataclass(frozen=True, slots=True)
class Stopped:
    """How it ended."""

    outcome: Outcome
    evidence: tuple[str, ...]
    last: Sighting


def interrupt(profile: Profile, deadline: float) -> Generator[Step, Glimpse | None, Stopped]:
    """Press the keys that interrupt, as far as they are needed."""
    first = yield from sighted(profile)
    if not first.busy:
        return Stopped(Outcome.NOT_SUBMITTED, ("not-busy",), first)
    evidence: tuple[str, ...] = ()
    keys = profile.delivery.interrupt * _ROUNDS
    for number, key in enumerate(keys, 1):
        yield Write(keys=(key,))
        evidence += (key,)
        last = number == len(keys)
        sighting, proof = yield from _until_stopped(profile, deadline if last else _NEXT_KEY)
        if proof:
            return Stopped(Outcome.CONFIRMED, (*evidence, proof), sighting)
    return Stopped(Outcome.NOT_SUBMITTED, (*evidence, "still-busy"), sighting)


def _until_stopped(profile: Profile, seconds: float) -> Generator[Step, Glimpse | None, tuple[Sighting, str]]:
    """The look at which it no longer works, and how that shows."""
    began, pause, rested = None, seconds, None
    while True:
        sighting = yield from sighted(profile, pause)
        began = sighting.elapsed if began is None else began
        resting = not sighting.busy and sighting.seen.state is not None
        rested = (sighting.elapsed if rested is None else rested) if resting else None
        if sighting.gone:
            return sighting, "ended"
        if rested is not None and (sighting.calm or sighting.elapsed - rested >= SURE):
            return sighting, "interrupted" if sighting.seen.interrupted else "stopped"
        left = seconds - (sighting.elapsed - began)
        if left <= 0:
            return sighting, ""
        pause = max(0.001, min(left, 0.04 - sighting.glimpse.quiet)) if resting else left
