"""Have an agent leave, and see its process end.

Rules: the ways of its profile are tried in their order, each with a deadline; a text is submitted as any message is, so
a dialog or a draft refuses it; keys are pressed one after another.
"""

import time
from collections.abc import Generator

from cotty.agents.flows.sighting import Sighting, sighted
from cotty.agents.seat import Seat
from cotty.agents.telling import tell
from cotty.errors import AgentNotFound, NoServer, PaneNotFound
from cotty.model import Outcome, Receipt
from cotty.profiles.profile import Profile, Way
from cotty.terminal.flows.steps import Glimpse, Step, Write

Looks = Generator[Step, Glimpse | None, Sighting]


async def leave(seat: Seat) -> Receipt:
    """Try each way until its process has ended."""
    began, tried = time.monotonic(), list[str]()
    last = await seat.look()
    for way in seat.profile.delivery.leave:
        tried.append(way.text or " ".join(way.keys))
        try:
            last = await _try(seat, way)
        except (AgentNotFound, PaneNotFound, NoServer):  # the pane may go with it
            return seat.receipt(Outcome.CONFIRMED, (*tried, "ended"), last, began)
        if last.gone:
            return seat.receipt(Outcome.CONFIRMED, (*tried, "ended"), last, began)
    return seat.receipt(Outcome.NOT_SUBMITTED, (*tried, "still-there"), last, began)


async def _try(seat: Seat, way: Way) -> Sighting:
    if way.text is not None:
        await tell(seat, way.text)
        return await seat.drive(_until_gone(seat.profile, seat.desk.settings.leave_deadline))
    async with seat.pen():
        return await seat.drive(_pressing(seat.profile, way.keys, seat.desk.settings.leave_deadline))


def _pressing(profile: Profile, keys: tuple[str, ...], seconds: float) -> Looks:
    last = yield from sighted(profile)
    for key in keys:
        if not last.gone:
            yield Write(keys=(key,))
            last = yield from sighted(profile, 0.3)
    return last if last.gone else (yield from _until_gone(profile, seconds))


def _until_gone(profile: Profile, seconds: float) -> Looks:
    left = seconds
    while True:
        sighting = yield from sighted(profile, left)
        left = seconds - sighting.elapsed
        if sighting.gone or left <= 0:
            return sighting
