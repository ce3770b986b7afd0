"""What state an agent is in, look by look. Pure.

Rules:
1. Work is believed at once; rest, a question and an error when the screen has come to rest with them, or has shown them
   for `STEADY` seconds of a screen that never does. A frame that is half painted may show anything.
2. A screen that says nothing leaves the state as it was. The end of the program is the end.
3. The state is looked at when something moved, and once more when it has come to rest; never in between.
"""

from collections.abc import Collection, Generator
from dataclasses import dataclass
from typing import Final

from cotty.agents.flows.sighting import CALM, Sighting, sighted
from cotty.model import AgentState, Awaiting
from cotty.profiles.profile import Profile
from cotty.profiles.seen import Seen
from cotty.terminal.flows.steps import Glimpse, Step

STEADY: Final = 0.1

Key = tuple[AgentState | None, str]


@dataclass(slots=True)
class Tracker:
    """The state that is believed, and what may become it."""

    state: AgentState | None = None
    sighting: Sighting | None = None  # the look that the state rests on
    _candidate: Key | None = None
    _since: float = 0.0

    @property
    def awaiting(self) -> Awaiting | None:
        return self.sighting.seen.awaiting if self.sighting is not None else None

    def take(self, sighting: Sighting) -> bool:
        """Take a look into account; whether what is believed has changed."""
        key = _key(sighting)
        if key[0] is None:  # half painted, or nothing to go by
            return False
        if self._agrees(key):
            self._candidate, self.sighting = None, sighting
            return False
        if key != self._candidate:
            self._candidate, self._since = key, sighting.elapsed
        steady = sighting.calm or sighting.elapsed - self._since >= STEADY
        if key[0] not in (AgentState.PROCESSING, AgentState.ENDED) and not steady:
            return False
        self._candidate, self.state, self.sighting = None, key[0], sighting
        return True

    def end(self) -> bool:
        """The pane is gone; whether that is news."""
        news = self.state is not AgentState.ENDED
        self._candidate, self.state = None, AgentState.ENDED
        return news

    @property
    def unsure(self) -> bool:
        """Something else was seen, and waits to be confirmed."""
        return self._candidate is not None

    def begin(self) -> None:
        """A new run of looks: its seconds begin anew."""
        self._candidate = None

    def _agrees(self, key: Key) -> bool:
        return self.sighting is not None and key == (self.state, _mark(self.sighting.seen))


def _key(sighting: Sighting) -> Key:
    return (AgentState.ENDED, "") if sighting.gone else (sighting.seen.state, _mark(sighting.seen))


def _mark(seen: Seen) -> str:
    """What makes two looks of one state differ: another question, another kind of error."""
    return seen.awaiting.fingerprint if seen.awaiting is not None else seen.blocked_why or ""


def next_state(
    profile: Profile, tracker: Tracker, *, timeout: float | None, wanted: Collection[AgentState] = ()
) -> Generator[Step, Glimpse | None, bool]:
    """Until the state has changed or, with `wanted`, until it is one of those; False when the time is up."""
    tracker.begin()
    seconds = 0.0
    while True:
        sighting = yield from sighted(profile, seconds)
        changed = tracker.take(sighting)
        if (changed and not wanted) or (tracker.state in wanted and not tracker.unsure and tracker.state is not None):
            return True
        left = _FOREVER if timeout is None else timeout - sighting.elapsed
        if left <= 0 or tracker.state is AgentState.ENDED:
            return False
        seconds = min(left, max(0.001, CALM + 0.005 - sighting.glimpse.quiet)) if tracker.unsure else left


_FOREVER = 3600.0
