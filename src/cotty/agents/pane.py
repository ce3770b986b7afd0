"""The pane that people are given: the engine's verbs, and those that know whether an agent takes what is typed.

Rules: a message to an agent is delivered as its profile says, or refused; a command for a shell is refused where an
agent stands before it; ready for input is an agent that rests. A shell at its prompt costs one look at the kernel and
loads nothing of this room; `enter=False` and `proof=False` type what they are told to, wherever it goes.
"""

import asyncio
import time
from typing import TYPE_CHECKING, Final

from cotty.errors import InvalidInput, NoServer, NotFound, Refused
from cotty.model import Ready, Reason, Receipt, Result
from cotty.terminal import pane as engine
from cotty.terminal import sending

if TYPE_CHECKING:
    from cotty.agents.seat import Seat

_LATE: Final = 1.0  # seconds beyond a wait's own in which tmux has to say what runs there


class Pane(engine.Pane):
    """A handle: cheap to make, checked by every verb."""

    __slots__ = ()

    async def send(
        self, text: str, *, enter: bool = True, proof: bool = True, key: str | None = None,
        pen_timeout: float | None = None,
    ) -> Receipt:  # fmt: skip
        """Type text literally, and Enter; the receipt says what is proved. `proof=False` writes and looks at nothing.

        An agent is told it as a message: refused with `DialogOpen` while it asks something, with `DraftThere` where
        somebody's text stands. With a `key`, the same message is never sent twice: it is remembered for an hour at
        least, and another text with it is refused with `KeyTaken`. Raises `PaneDead`, `PenHeld`, `InputOff`,
        `InvalidText` too.
        """
        if not (enter and proof):
            if key is not None:
                raise InvalidInput("A key goes with Enter and proof only: else nobody knows what became of the text.")
            return await super().send(text, enter=enter, proof=proof, pen_timeout=pen_timeout)
        self._check_server()
        if (seat := await self._agent()) is not None:
            from cotty.agents.telling import tell

            return await tell(seat, text, key=key, pen_timeout=pen_timeout)
        if key is None:
            return await super().send(text, pen_timeout=pen_timeout)
        return await self._send_once(text, key, pen_timeout)

    async def run(self, command: str, *, timeout: float | None = None) -> Result:
        """Run a command in the pane's shell: exit code, exact output and folder, with only the command itself typed.

        Where an agent runs there is no shell to take it: `Refused`, at once.
        """
        self._check_server()
        if (seat := await self._agent()) is not None:
            raise Refused(
                f"{seat.profile.name} runs in {self.id}, and takes no commands of a shell.",
                suggestion=f"Tell it with `cotty ask {self.id}`, or use another pane for `run`.", pane=self.id,
            )  # fmt: skip
        # Its own waits are for a shell: `run("codex")` goes on while the agent that it started rests.
        return await engine.Pane(self.id, self.server, self._desk).run(command, timeout=timeout)

    async def wait(
        self, *, pattern: str | None = None, idle_seconds: float | None = None, timeout: float | None = None
    ) -> Ready:
        """Wait until the program is ready for input, a pattern stands in new output, or it went quiet or ended. An
        agent is ready when it rests: idle, asking, blocked or ended; with a pattern or seconds it is waited for as any
        program is.
        """
        if pattern is None and idle_seconds is None and (found := await self._rested(timeout)) is not None:
            return found
        return await super().wait(pattern=pattern, idle_seconds=idle_seconds, timeout=timeout)

    async def _rested(self, timeout: float | None) -> Ready | None:
        """How the wait for an agent ended; None where there is none, which the engine's wait says better."""
        limit = engine.seconds_of(timeout, self._desk.settings.wait_deadline)
        self._check_server()
        try:
            async with asyncio.timeout(limit + _LATE) as bound:
                seat = await self._agent()
        except TimeoutError:
            if not bound.expired():
                raise
            return Ready(self.id, Reason.TIMEOUT, f"nothing settled it within {limit:g} s", round(limit, 4), "")
        except (NotFound, NoServer):
            return None
        if seat is None:
            return None
        from cotty.agents.agent import AT_REST, Agent
        from cotty.agents.reporting import evidence_of

        began = time.monotonic()
        report = await Agent(seat).wait(timeout=limit)
        reason = Reason.STATE if report.state in AT_REST else Reason.TIMEOUT
        seconds = round(time.monotonic() - began, 4)
        return Ready(
            self.id, reason, evidence_of(report), seconds, await shown(self), state=report.state,
            awaiting=report.awaiting,
        )  # fmt: skip

    async def _agent(self) -> "Seat | None":
        """The agent that takes what is typed now. Looking for one takes 10 ms among shells and 80 where profiles have
        to be read, so a shell at its prompt is told apart before.
        """
        facts = await self._desk.facts(self.place)
        front = await self._desk.in_front(facts)
        if front == "shell-waiting" or (front == "shell-in-front" and not await self._desk.note(self.place, "AGENT")):
            return None
        from cotty.agents.processes import only_shells, processes_below

        running = await processes_below(self._desk, facts.pid)
        if only_shells(running):
            return None
        from cotty.agents.finding import program_there
        from cotty.agents.seat import Seat
        from cotty.profiles.guessing import AMBIGUOUS

        program = await program_there(self._desk, self.place, facts.pid, running)
        if program is None or program.profile.name in AMBIGUOUS:  # those take lines, not messages
            return None
        return Seat(self, program, self._desk)

    async def _send_once(self, text: str, key: str, pen_timeout: float | None) -> Receipt:
        from cotty.agents.once import Once

        text = sending.checked(text, enter=True)
        once = Once(self._desk, self.place, key, text)
        deadline = engine.seconds_of(pen_timeout, self._desk.settings.pen_deadline)
        async with self._desk.pens.held(self.place, deadline=deadline):
            if (before := await once.before()) is not None:
                return before.receipt(self.id)
            await once.begin()
            receipt = await sending.deliver(self._desk, self.place, text, enter=True)
            await once.end(receipt.outcome)
        return receipt


async def shown(pane: Pane) -> str:
    """What it shows; nothing where it went with its agent."""
    try:
        return (await pane.screen()).text
    except (NotFound, NoServer):
        return ""
