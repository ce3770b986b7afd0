"""Asks every source what it says of an agent: those that are watched all the time, and those that are asked now.

Rules: what must be read from files or the kernel is read only here, when somebody asks why, or when the screen has
nothing to say; on this machine only. A source that is not there is left out.
"""

import time
from collections.abc import Iterator
from dataclasses import replace

from cotty.agents.events.server import EventServer
from cotty.agents.evidence import ORDER, fuse
from cotty.agents.flows.tracking import Tracker
from cotty.agents.seat import Seat
from cotty.agents.transcripts.reading import last_word
from cotty.model import AgentState, Evidence, Source
from cotty.terminal.foreground import doing


def event_server(seat: Seat, tracker: Tracker) -> EventServer | None:
    """The one that the agent's process runs, looked for when it is not followed, kept as long as the desk; the tracker
    is told what it says.
    """
    pid, desk = seat.program.pid, seat.desk
    if not seat.profile.events or not pid or not desk.hand.transport.shares_machine:
        return None
    name = f"events {seat.pane.id} {pid}"
    found = desk.kept.get(name)
    if not isinstance(found, EventServer):
        _close_those_of(seat)
        found = desk.kept[name] = EventServer(pid, seat.nudge, desk.settings.events_deadline)
    found.listen()
    tracker.events = found.told if found.there else None
    return found if found.there else None


def _close_those_of(seat: Seat) -> None:
    """Those of programs that ran in the pane before."""
    for name in [name for name in seat.desk.kept if name.startswith(f"events {seat.pane.id} ")]:
        seat.desk.kept.pop(name).close()


def gather(seat: Seat, tracker: Tracker) -> tuple[Evidence, ...]:
    """All evidence, the strongest first; the one that decided is marked."""
    found = sorted([*_watched(tracker), *_asked(seat, tracker)], key=lambda each: ORDER.index(each.source))
    best = _decided(tracker) or fuse(found)
    if best is None:
        return tuple(found)
    same = next((each for each in found if _alike(each, best)), None)
    others = [each for each in found if each is not same]
    return tuple(sorted([replace(same or best, decided=True), *others], key=lambda each: ORDER.index(each.source)))


def _decided(tracker: Tracker) -> Evidence | None:
    """What the state rests on, as old as that look is: the newest may have said nothing."""
    if tracker.decided is None or tracker.sighting is None:
        return tracker.decided
    return _aged(tracker.decided, time.monotonic() - tracker.sighting.glimpse.at)


def _alike(one: Evidence, other: Evidence) -> bool:
    return (one.source, one.says, one.rule, one.weak) == (other.source, other.says, other.rule, other.weak)


def weak_evidence(seat: Seat) -> Evidence | None:
    """The best of what is asked only where the screen says nothing."""
    return fuse(_from_transcript(seat))


def _watched(tracker: Tracker) -> Iterator[Evidence]:
    if tracker.latest is not None:
        passed = time.monotonic() - tracker.latest.glimpse.at
        yield from (_aged(each, passed) for each in tracker.evidence(tracker.latest))


def _aged(evidence: Evidence, seconds: float) -> Evidence:
    lasting = evidence.lasting + seconds if evidence.lasting else 0.0
    return replace(evidence, age=round(evidence.age + seconds, 3), lasting=round(lasting, 3))


def _asked(seat: Seat, tracker: Tracker) -> Iterator[Evidence]:
    if seat.desk.hand.transport.shares_machine:
        yield from _from_transcript(seat)
        if tracker.state is not AgentState.ENDED:
            yield from _from_process(seat)
    heard = seat.desk.hearing(seat.pane.id)
    if heard is not None and heard.feed.last_at:
        yield _quiet(time.monotonic() - heard.feed.last_at)


def _from_transcript(seat: Seat) -> Iterator[Evidence]:
    if not seat.desk.hand.transport.shares_machine:
        return
    word = last_word(seat.profile.transcript, seat.program.pid)
    if word is not None:
        age = max(0.0, round(time.time() - word.written, 3))
        yield Evidence(Source.TRANSCRIPT, word.says, age, age, word.detail, weak=True)


def _from_process(seat: Seat) -> Iterator[Evidence]:
    """That it lives says nothing of what it does: it may wait for its model."""
    pid = seat.program.pid
    if pid:
        yield Evidence(Source.PROCESS, None, 0.0, detail=f"process {pid} lives: {doing(pid) or 'unknown'}")


def _quiet(seconds: float) -> Evidence:
    """Silence alone says nothing: agents think without a sign."""
    return Evidence(Source.QUIET, None, 0.0, round(seconds, 3), f"no output for {seconds:.1f} s")
