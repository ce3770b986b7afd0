"""What state an agent is in, look by look. Pure.

Rules:
1. Work is believed at once, and what the vendor's own events say; rest, a question and an error on the screen when it
   has come to rest with them, or has shown them for `STEADY` seconds of a screen that never does. A frame that is half
   painted may show anything.
2. A screen that says nothing leaves the state as it was. The end of the program is the end.
3. The state is looked at when something moved, and once more when it has come to rest; never in between.
4. A question that events tell is waited for on the screen, `PAINTED` seconds at the most: there it can be answered. One
   whose dialog was seen and is gone has been answered, whatever the events still say.
"""

from collections.abc import Collection, Generator
from dataclasses import dataclass, field, replace
from typing import Final

from cotty.agents.events.told import Told
from cotty.agents.evidence import fuse, shown
from cotty.agents.flows.sighting import CALM, Sighting, sighted
from cotty.model import AgentState, Awaiting, Evidence, Source
from cotty.profiles.profile import Profile
from cotty.profiles.seen import Seen
from cotty.terminal.flows.steps import Glimpse, Step

STEADY: Final = 0.1
PAINTED: Final = 1.0
SILENT: Final = 35.0  # OpenCode's server sends a heartbeat every 10 s

Key = tuple[AgentState | None, str]
_NEVER: Final = float("-inf")


@dataclass(slots=True)
class Tracker:
    """The state that is believed, and what may become it."""

    profile: Profile | None = None
    state: AgentState | None = None
    sighting: Sighting | None = None  # the look that the state rests on
    decided: Evidence | None = None  # … and the evidence
    latest: Sighting | None = None  # the newest look, whatever it said
    events: Told | None = None  # what an event server says, where there is one
    again: float | None = None  # seconds after which another look may change what is believed
    _believed: Key | None = None
    _candidate: Key | None = None
    _since: float = 0.0
    _saying: dict[Source, tuple[AgentState, float]] = field(default_factory=dict)  # what is shown, and since when
    _dialog_at: float = _NEVER  # when a dialog was seen last

    @property
    def awaiting(self) -> Awaiting | None:
        """What is asked: as it stands on the screen or, where it does not, as events tell it."""
        if self.sighting is None:
            return None
        if self.decided is not None and self.decided.source is Source.EVENTS:
            return self._asked_by_events(self.sighting)
        return self.sighting.seen.awaiting

    def take(self, sighting: Sighting) -> bool:
        """Take a look into account; whether what is believed has changed."""
        self.again, self.latest = None, sighting
        found = self.evidence(sighting)
        self._notice(found, sighting)
        best = fuse(found)
        if best is None:  # half painted, or nothing to go by
            return False
        key = (best.says, self._mark(best, sighting))
        if key == self._believed:
            self._candidate, self.sighting, self.decided = None, sighting, best
            return False
        if key != self._candidate:
            self._candidate, self._since = key, sighting.elapsed
        if (wait := self._wait(best, sighting)) is not None:
            self.again = max(wait, 0.001)
            return False
        self._candidate, self._believed = None, key
        self.state, self.sighting, self.decided = best.says, sighting, best
        return True

    def evidence(self, sighting: Sighting) -> list[Evidence]:
        """What the sources that are watched all the time say at this look, the strongest first."""
        now = sighting.glimpse.at
        if sighting.gone:
            return [Evidence(Source.PROCESS, AgentState.ENDED, 0.0, detail="the program has ended")]
        found = (
            [self._lasting(each, now) for each in shown(self.profile, sighting.seen, sighting.glimpse.title)]
            if self.profile
            else []
        )
        return [*self._told(sighting), *found]

    def end(self) -> bool:
        """The pane is gone; whether that is news."""
        news = self.state is not AgentState.ENDED
        self._candidate, self.state = None, AgentState.ENDED
        self._believed = (AgentState.ENDED, "")
        self.decided = Evidence(Source.PROCESS, AgentState.ENDED, 0.0, detail="its pane is gone")
        return news

    def suppose(self, best: Evidence | None) -> None:
        """Where no look has said anything: the best that the others say."""
        if self._believed is None and best is not None:
            self.state, self.decided = best.says, best

    @property
    def unsure(self) -> bool:
        """Something else was seen, and waits to be confirmed."""
        return self._candidate is not None

    def begin(self) -> None:
        """A new run of looks: its seconds begin anew."""
        self._candidate = None

    def idle_since(self, moment: float) -> bool:
        """The vendor's own events have said that a turn is over, later than that moment."""
        told = self.events
        by_events = self.decided is not None and self.decided.source is Source.EVENTS
        return by_events and told is not None and self.state is AgentState.IDLE and told.since > moment

    def _wait(self, best: Evidence, sighting: Sighting) -> float | None:
        """Seconds until it can be believed; None: now."""
        if best.says in (AgentState.PROCESSING, AgentState.ENDED):
            return None
        if best.source is Source.EVENTS:
            left = PAINTED - best.lasting
            return left if best.says is AgentState.AWAITING_INPUT and left > 0 else None
        steady = sighting.calm or sighting.elapsed - self._since >= STEADY
        return None if steady else CALM + 0.005 - sighting.glimpse.quiet

    def _notice(self, found: Collection[Evidence], sighting: Sighting) -> None:
        """Since when something is shown; a frame that says nothing does not count."""
        now = sighting.glimpse.at
        if sighting.seen.awaiting is not None:
            self._dialog_at = now
        for each in found:
            if each.source in (Source.TITLE, Source.SCREEN) and each.says is not None and each.lasting == 0.0:
                self._saying[each.source] = (each.says, now)

    def _told(self, sighting: Sighting) -> list[Evidence]:
        """What the event server says, if there is one."""
        told, now = self.events, sighting.glimpse.at
        if told is None:
            return []
        lasting = max(now - told.since, 0.0) if told.says is not None else 0.0
        answered = told.says is AgentState.AWAITING_INPUT and self._dialog_at >= told.since
        age = max(now - told.heard, 0.0) if told.heard else 0.0
        lost = told.lost or ("it is silent" if age > SILENT else None)
        detail = "; ".join(filter(None, (told.detail, lost)))
        return [Evidence(Source.EVENTS, told.says, age, lasting, detail, weak=answered, lost=lost is not None)]

    def _lasting(self, evidence: Evidence, now: float) -> Evidence:
        """With the seconds for which it has been shown."""
        says, since = self._saying.get(evidence.source, (None, now))
        return replace(evidence, lasting=max(now - since, 0.0)) if says is evidence.says else evidence

    def _mark(self, best: Evidence, sighting: Sighting) -> str:
        if best.source is Source.EVENTS:
            asked = self._asked_by_events(sighting)
            return asked.fingerprint if asked is not None else ""
        return _mark(sighting.seen) if best.says is not AgentState.ENDED else ""

    def _asked_by_events(self, sighting: Sighting) -> Awaiting | None:
        request = self.events.request if self.events is not None else None
        return request.awaiting(max(sighting.glimpse.screen.height - 1, 0)) if request is not None else None


def _mark(seen: Seen) -> str:
    """What makes two looks of one state differ: another question, another kind of error."""
    return seen.awaiting.fingerprint if seen.awaiting is not None else seen.blocked_why or ""


def next_state(
    profile: Profile, tracker: Tracker, *, timeout: float | None, wanted: Collection[AgentState] = ()
) -> Generator[Step, Glimpse | None, bool]:
    """Until the state has changed or, with `wanted`, until it is one of those; False when the time is up."""
    tracker.begin()
    tracker.profile = profile
    seconds = 0.0
    while True:
        sighting = yield from sighted(profile, seconds)
        changed = tracker.take(sighting)
        if (changed and not wanted) or (tracker.state in wanted and not tracker.unsure and tracker.state is not None):
            return True
        left = _FOREVER if timeout is None else timeout - sighting.elapsed
        if left <= 0 or tracker.state is AgentState.ENDED:
            return False
        seconds = left if tracker.again is None else min(left, tracker.again)


_FOREVER = 3600.0
