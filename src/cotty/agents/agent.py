"""An agent in a pane: tell it something, answer it, interrupt it, and know what it does.

Rules: an agent is a program in a pane, known by its profile and its process; when that process has ended nothing more
is typed; every verb looks before it writes and says what it saw; `state` and `awaiting` are those of the last look. An
agent that cannot be looked at has not ended: it is as it was last seen, and its report says why and how old that is.
"""

import time
from collections.abc import AsyncIterator, Collection
from dataclasses import dataclass, field, replace
from typing import Final

from cotty.agents.flows.answer import Choice, answer
from cotty.agents.flows.stopping import interrupt
from cotty.agents.flows.tracking import Tracker, next_state
from cotty.agents.gathering import event_server, gather, weak_evidence
from cotty.agents.leaving import leave
from cotty.agents.pane import Pane
from cotty.agents.reporting import report_of
from cotty.agents.seat import Seat
from cotty.agents.starting import why_unknown
from cotty.agents.telling import refused, tell
from cotty.agents.turns import ask
from cotty.errors import AgentNotFound, CottyError, InvalidInput
from cotty.model import AgentReport, AgentState, Awaiting, Outcome, Receipt, Turn
from cotty.profiles.explaining import Explanation, explain
from cotty.profiles.seen import NOTHING
from cotty.terminal.clock import pace
from cotty.terminal.pane import seconds_of

AT_REST: Final = (AgentState.IDLE, AgentState.AWAITING_INPUT, AgentState.BLOCKED, AgentState.ENDED)
_AGAIN: Final = 0.5  # seconds of a first look at what could not be looked at before


@dataclass(slots=True)
class Agent:
    """A handle: made by `launch` and `adopt`."""

    _seat: Seat
    _tracker: Tracker = field(default_factory=Tracker)
    _looked: float = 0.0
    _resume_id: str | None = None

    @property
    def pane(self) -> Pane:
        return self._seat.pane

    @property
    def profile(self) -> str:
        return self._seat.profile.name

    @property
    def pid(self) -> int:
        """Its process; 0 where it cannot be known."""
        return self._seat.program.pid

    @property
    def resume_id(self) -> str | None:
        """The name of its conversation, as it printed it when it left; None before, and where it prints none."""
        return self._resume_id

    @property
    def state(self) -> AgentState | None:
        """What it did at the last look."""
        return self._tracker.state

    @property
    def awaiting(self) -> Awaiting | None:
        """What it asked at the last look."""
        return self._tracker.awaiting if self.state is AgentState.AWAITING_INPUT else None

    async def look(self) -> AgentReport:
        """Look now, once; a frame that is half painted is waited for. What cannot be looked at is reported as it was
        last believed, with the reason.
        """
        await self._listen(patiently=True)
        try:
            await self._next_state(self._seat.desk.settings.settle_deadline, tuple(AgentState))
        except CottyError as error:
            return self._report(error)
        if self._tracker.decided is None:
            self._tracker.suppose(weak_evidence(self._seat))
        return self._report()

    async def wait(self, *wanted: AgentState | str, timeout: float | None = None) -> AgentReport:
        """Until it is in one of these states: idle, awaiting input, blocked or ended, where none is named. At the
        deadline the report says what state it is in instead.
        """
        states = tuple(_state(each) for each in wanted) or AT_REST
        await self._listen()
        await self._next_state(seconds_of(timeout, self._seat.desk.settings.wait_deadline), states)
        return self._report()

    async def watch(self) -> AsyncIterator[AgentReport]:
        """What it does now, then every change, until it has ended. That it cannot be looked at is told once."""
        self._tracker, told = Tracker(), None
        while self.state is not AgentState.ENDED:
            await self._listen()
            try:
                if await self._next_state(_AGAIN if told else None, ()) or told:
                    told = None
                    yield self._report()
            except CottyError as error:
                if error.code != told:
                    told = error.code
                    yield self._report(error)
                await pace(self._seat.desk.settings.retry_seconds)

    async def send(self, text: str, *, key: str | None = None, pen_timeout: float | None = None) -> Receipt:
        """Tell it something, and prove that it was submitted. With a `key`, the same message is never told twice."""
        return await tell(self._seat, text, key=key, pen_timeout=pen_timeout)

    async def ask(self, text: str, *, key: str | None = None, timeout: float | None = None) -> Turn:
        """Tell it something, wait until it has answered, and give its reply to this very message."""
        limit = seconds_of(timeout, self._seat.desk.settings.turn_deadline)
        await self._listen()
        return await ask(self._seat, self._tracker, text, key=key, timeout=limit)

    async def leave(self) -> Receipt:
        """Have it leave, by the ways its profile knows, and see its process end. A draft or a dialog is left alone.
        What it printed to be resumed by is `resume_id` then.
        """
        left = await leave(self._seat)
        self._resume_id = left.resume_id
        return left.receipt

    async def answer(self, option: str | int, *, fingerprint: str | None = None) -> Receipt:
        """Choose an option of the dialog that stands there, by number or label. The fingerprint is that of the dialog
        that was read: another one is refused. Without one, that of the last look is meant.
        """
        known = self.awaiting.fingerprint if self.awaiting is not None else None
        choice = Choice(option, fingerprint or known, self._seat.desk.settings.proof_deadline)
        began = time.monotonic()
        async with self._seat.pen():
            ended = await self._seat.drive(answer(self._seat.profile, choice))
        if ended.refusal is not None:
            raise refused(ended.refusal, ended.last, self.pane.id)
        assert ended.outcome is not None  # noqa: S101  (what is not refused has an outcome)
        return self._seat.receipt(ended.outcome, ended.evidence, ended.last, began)

    async def interrupt(self) -> Receipt:
        """Stop what it is doing, and see it stop."""
        began = time.monotonic()
        async with self._seat.pen():
            ended = await self._seat.drive(interrupt(self._seat.profile, self._seat.desk.settings.proof_deadline))
        if ended.last.gone and ended.outcome is Outcome.NOT_SUBMITTED:  # it had ended before, so no key was pressed
            raise refused("gone", ended.last, self.pane.id)
        return self._seat.receipt(ended.outcome, ended.evidence, ended.last, began)

    async def why_unknown(self) -> str:
        """Why nothing is known of its state, in a sentence; empty where something is, or nothing can be said."""
        return await why_unknown(self._seat) if self.state in (None, AgentState.STARTING) else ""

    async def explain(self) -> Explanation:
        """What is believed, by which evidence and how old it is; and every rule of its profile, with what each says of
        the screen. Where there can be no look now, that of the last one, with the reason.
        """
        report = await self.look()
        sighting = self._tracker.latest
        if sighting is not None:
            found = explain(self._seat.profile, sighting.glimpse.screen, sighting.glimpse.title)
        else:
            found = Explanation(self.profile, NOTHING, ())
        evidence = gather(self._seat, self._tracker)
        return replace(
            found, evidence=evidence, state=report.state, age=report.age, could_not_look=report.could_not_look,
            version=report.version, covered=report.covered,
        )  # fmt: skip

    def _report(self, error: CottyError | None = None) -> AgentReport:
        """What is believed, without a look; with an error, why there was none."""
        return report_of(self._seat, self._tracker, self._looked, error)

    async def _listen(self, *, patiently: bool = False) -> None:
        """Follow the agent's own event server, if it runs one; `patiently`: until it has said what is so now."""
        server = event_server(self._seat, self._tracker)
        if server is not None and patiently:
            await server.answered()

    async def _next_state(self, timeout: float | None, wanted: Collection[AgentState]) -> bool:
        flow = next_state(self._seat.profile, self._tracker, timeout=timeout, wanted=wanted)
        try:
            changed = await self._seat.drive(flow)
        except AgentNotFound:
            changed = self._tracker.end()
        self._looked = time.monotonic()
        return changed


def _state(word: AgentState | str) -> AgentState:
    try:
        return AgentState(word)
    except ValueError:
        raise InvalidInput(f"{word!r} is no state.", suggestion=f"Say {', '.join(AgentState)}.") from None
