"""When a turn is over. Pure.

Rules:
1. An agent that has worked since it was told, and rests now, is done. One that was never seen to work has answered
   faster than it could be looked at, which something new behind its prompt shows; or it thinks in silence, which is
   waited for: what stood there before is no reply, however much it looks like one.
   Where the vendor's own events have said since that it is over, nobody waits for quiet.
2. A question, an error and the end of the program end a turn, too; and what a command opened in place of the
   conversation, once it has come to rest.
"""

from collections.abc import Generator
from dataclasses import dataclass
from typing import Final

from cotty.agents.flows.reply import Asked, answered
from cotty.agents.flows.sighting import CALM, Sighting, sighted
from cotty.agents.flows.tracking import Tracker
from cotty.model import AgentState
from cotty.profiles.profile import Profile
from cotty.terminal.flows.steps import Glimpse, Step

_RESTS: Final = 0.3  # seconds without output, after work
_ANSWERED: Final = 1.0  # … with a reply, where no work was seen
_SILENT: Final = 10.0  # … with nothing: agents think without a sign


@dataclass(frozen=True, slots=True)
class Over:
    """How a turn ended: processing or None as a state means that the time was up. `last` is None where its pane is
    gone.
    """

    state: AgentState | None
    last: Sighting | None

    @property
    def interrupted(self) -> bool:
        return self.state is AgentState.IDLE and self.last is not None and self.last.seen.interrupted

    @property
    def viewer(self) -> bool:
        return self.state is AgentState.IDLE and self.last is not None and self.last.seen.viewer


def turn_over(
    profile: Profile, tracker: Tracker, asked: Asked, timeout: float, *, worked: bool, told_at: float
) -> Generator[Step, Glimpse | None, Over]:
    """Until the agent rests, asks, fails or ends. `told_at` is a moment before it was told."""
    tracker.begin()
    tracker.profile = profile
    seconds = 0.0
    while True:
        sighting = yield from sighted(profile, seconds)
        tracker.take(sighting)
        worked = worked or tracker.state is AgentState.PROCESSING
        over = tracker.idle_since(told_at) and sighting.calm
        if over or _settled(profile, tracker, sighting, asked, worked=worked):
            return Over(tracker.state, sighting)
        if sighting.seen.viewer and tracker.state is not AgentState.PROCESSING and sighting.glimpse.quiet >= _RESTS:
            return Over(AgentState.IDLE, sighting)
        if sighting.elapsed >= timeout:
            return Over(tracker.state if tracker.state is AgentState.PROCESSING else None, sighting)
        seconds = _next_look(tracker, sighting, timeout, worked=worked)


def _settled(profile: Profile, tracker: Tracker, sighting: Sighting, asked: Asked, *, worked: bool) -> bool:
    state, quiet = tracker.state, sighting.glimpse.quiet
    if tracker.unsure or state in (None, AgentState.STARTING, AgentState.PROCESSING):
        return False
    if state not in (AgentState.IDLE, AgentState.BLOCKED):
        return True
    if worked:
        return quiet >= _RESTS
    if state is AgentState.BLOCKED:  # the error may be that of the turn before: the composer is freed first
        return quiet >= _ANSWERED
    heard = tracker.events is not None and tracker.events.lost is None  # then work would be told
    return quiet >= (_ANSWERED if not heard and answered(sighting, asked, profile) else _SILENT)


def _next_look(tracker: Tracker, sighting: Sighting, timeout: float, *, worked: bool) -> float:
    left = timeout - sighting.elapsed
    if tracker.again is not None:
        return min(left, tracker.again)
    if sighting.seen.viewer and sighting.glimpse.quiet < _RESTS:
        return min(left, _RESTS - sighting.glimpse.quiet + 0.005)
    if tracker.state not in (AgentState.IDLE, AgentState.BLOCKED):
        return left
    ends = (CALM, _RESTS) if worked else (CALM, _ANSWERED, _SILENT)
    return min([left, *(end - sighting.glimpse.quiet + 0.005 for end in ends if end > sighting.glimpse.quiet)])
