"""The pane that people are given: the engine's verbs, and a send that knows whether an agent takes what is typed.

Rules: a message to an agent is delivered as its profile says, or refused; a shell at its prompt costs one look at the
kernel and loads nothing of this room; `enter=False` and `proof=False` type what they are told to, wherever it goes.
"""

from typing import TYPE_CHECKING

from cotty.errors import InvalidInput
from cotty.model import Receipt
from cotty.terminal import pane as engine
from cotty.terminal import sending

if TYPE_CHECKING:
    from cotty.agents.seat import Seat


class Pane(engine.Pane):
    """A handle: cheap to make, checked by every verb."""

    __slots__ = ()

    async def send(
        self, text: str, *, enter: bool = True, proof: bool = True, key: str | None = None,
        pen_timeout: float | None = None,
    ) -> Receipt:  # fmt: skip
        """Type text literally, and Enter; the receipt says what is proved. `proof=False` writes and looks at nothing.

        An agent is told it as a message: refused with `DialogOpen` while it asks something, with `DraftThere` where
        somebody's text stands. With a `key`, the same message is never sent twice. Raises `PaneDead`, `PenHeld`,
        `InputOff`, `InvalidText` too.
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
        once = Once(self._desk, self.place, key)
        deadline = engine.seconds_of(pen_timeout, self._desk.settings.pen_deadline)
        async with self._desk.pens.held(self.place, deadline=deadline):
            if (before := await once.before()) is not None:
                return before
            await once.begin()
            receipt = await sending.deliver(self._desk, self.place, text, enter=True)
            await once.end(receipt.outcome)
        return receipt
