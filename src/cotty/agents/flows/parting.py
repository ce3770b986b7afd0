"""Press the keys by which an agent leaves, as long as nothing stands in their way, and see it go. Pure.

Rules: right before each key the screen is looked at until it is calm: a key of these answers a dialog, and clears what
somebody has typed. Neither is ever worth it.
"""

from collections.abc import Generator
from dataclasses import dataclass
from typing import Final

from cotty.agents.flows.sighting import INSTANT, Sighting, sighted, steady
from cotty.model import Outcome
from cotty.profiles.profile import Profile
from cotty.terminal.flows.steps import Glimpse, Step, Write

STILL_THERE: Final = "still-there"
_NEXT_KEY: Final = 0.3
_CALMING: Final = 1.0  # seconds after which a screen that never rests is no ground for a key

Looks = Generator[Step, Glimpse | None, Sighting]


@dataclass(frozen=True, slots=True)
class Parted:
    """What has become of one way, where the agent is still there. `stopped`: nothing more may be tried."""

    last: Sighting
    why: tuple[str, ...] = (STILL_THERE,)
    outcome: Outcome = Outcome.NOT_SUBMITTED
    stopped: bool = False
    pressed: tuple[str, ...] = ()


def pressing(profile: Profile, keys: tuple[str, ...], seconds: float) -> Generator[Step, Glimpse | None, Parted]:
    """One key after the other, each on a look of its own; then its end is waited for."""
    for number, key in enumerate(keys):
        sighting, stood = yield from steady(profile, in_the_way, _CALMING)
        if sighting.gone:
            return Parted(sighting, pressed=keys[:number])
        if why := in_the_way(sighting) if stood else "unsteady":
            return Parted(sighting, (why,), stopped=True, pressed=keys[:number])
        yield Write(keys=(key,))
        yield from sighted(profile, _NEXT_KEY)
    return Parted((yield from until_gone(profile, seconds)), pressed=keys)


def in_the_way(sighting: Sighting) -> str:
    """What a key would answer or clear; empty: nothing."""
    if sighting.seen.awaiting is not None:
        return "dialog"
    composer = sighting.seen.composer
    return "draft" if composer is not None and composer.text.strip() else ""


def until_gone(profile: Profile, seconds: float) -> Looks:
    """The look at which it has ended; or the last one."""
    first = yield from sighted(profile)
    sighting, left = first, seconds
    while not sighting.gone and left > 0:
        sighting = yield from sighted(profile, max(INSTANT, left))
        left = seconds - (sighting.elapsed - first.elapsed)
    return sighting
