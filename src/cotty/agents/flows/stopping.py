"""Interrupt an agent, and see it stop. Pure.

Rules: an agent that is not at work is not interrupted: the same key may clear a draft, or open something. The keys of
a profile are pressed one after another, each only while it still works. It is confirmed when the agent rests or has
ended; a question or an error in place of the work proves nothing: the key may have answered it, or come too late.
"""

from collections.abc import Generator
from dataclasses import dataclass

from cotty.agents.flows.sighting import INSTANT, SURE, Sighting, sighted, steady
from cotty.model import AgentState, Outcome
from cotty.profiles.profile import Profile
from cotty.terminal.flows.steps import Glimpse, Step, Write

_NEXT_KEY = 0.7  # seconds in which one key has to show what it did
_SOON = 0.04  # seconds until a frame that was cut is whole
_LONGER = 2 * SURE
_ROUNDS = 2
_PROOFS = ("ended", "interrupted", "stopped")
_UNCLEAR = "unproved"


@dataclass(frozen=True, slots=True)
class Stopped:
    """How it ended."""

    outcome: Outcome
    evidence: tuple[str, ...]
    last: Sighting


def interrupt(profile: Profile, deadline: float) -> Generator[Step, Glimpse | None, Stopped]:
    """Press the keys that interrupt, as far as they are needed."""
    sighting, stood = yield from steady(profile, _word, deadline)
    if not (stood and sighting.busy):
        return Stopped(Outcome.NOT_SUBMITTED, ("not-busy" if stood else "unsteady",), sighting)
    evidence: tuple[str, ...] = ()
    keys = profile.delivery.interrupt * _ROUNDS
    for number, key in enumerate(keys, 1):
        yield Write(keys=(key,))
        evidence += (key,)
        last = number == len(keys)
        sighting, proof = yield from _until_stopped(profile, deadline if last else _NEXT_KEY)
        if proof:
            outcome = Outcome.CONFIRMED if proof in _PROOFS else Outcome.UNKNOWN
            return Stopped(outcome, (*evidence, proof), sighting)
    return Stopped(Outcome.NOT_SUBMITTED, (*evidence, "still-busy"), sighting)


def _until_stopped(profile: Profile, seconds: float) -> Generator[Step, Glimpse | None, tuple[Sighting, str]]:
    """The look at which it no longer works, and how that shows; empty: it works still. What is not clear at the end of
    the time is looked at for a moment longer, and no key is pressed on it.
    """
    pause, began, since, before = seconds, None, 0.0, ""
    while True:
        sighting = yield from sighted(profile, pause)
        began = sighting.elapsed if began is None else began
        word = _word(sighting)
        if word != before:
            since, before = sighting.elapsed, word
        left = seconds - (sighting.elapsed - began)
        stands = sighting.calm or sighting.elapsed - since >= SURE
        if sighting.gone or (word and stands and (word != _UNCLEAR or left <= 0)):
            return sighting, word
        if left <= 0 and (not word or left <= -_LONGER):
            return sighting, word and _UNCLEAR
        pause = _SOON if left <= 0 else max(INSTANT, left if stands or not word else min(left, _SOON))


def _word(sighting: Sighting) -> str:
    """What a look says of the work; empty: it goes on."""
    seen = sighting.seen
    if sighting.gone:
        return "ended"
    if seen.awaiting is not None:
        return "dialog"
    match seen.state:
        case AgentState.PROCESSING:
            return ""
        case AgentState.IDLE:
            return "interrupted" if seen.interrupted else "stopped"
        case AgentState.BLOCKED:
            return "blocked"
    return _UNCLEAR
