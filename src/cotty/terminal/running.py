"""Run a command in the pane's own shell: exit code, exact output, folder; nothing typed but the command.

Rules:
1. In a shell that cotty started, marks with the pane's nonce say where the output begins and ends and how it ended.
   What a program prints cannot forge them.
2. In any other shell the prompt that comes back tells when it ended; the exit code is unknown and is said to be.
3. A run starts at a prompt: a shell that is at work is waited for, then refused.
"""

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cotty.errors import ConnectionLost, CottyError, InvalidInput, NoServer, NotFound, PaneDead, Refused
from cotty.model import Outcome, Ready, Reason, Result
from cotty.terminal.desk import Desk, PaneFacts
from cotty.terminal.heard import Heard
from cotty.terminal.shells.collecting import Collector

if TYPE_CHECKING:
    from cotty.terminal.pane import Pane

_SAID = {
    "marked": "the shell's own mark carried the exit code",
    "ended": "the program of the pane ended",
    "timeout": "it was still running when the time was over",
}
_MARKS_COME = 2.0  # seconds in which a shell that marks its commands says that one has started


@dataclass(slots=True)
class Run:
    """One command, until `seconds` have gone by."""

    pane: "Pane"
    desk: Desk
    command: str
    seconds: float
    _began: float = field(default_factory=time.monotonic)

    async def result(self) -> Result:
        """Run it, by the strongest proof the pane offers."""
        if not self.command.strip():
            raise InvalidInput("There is no command to run.")
        facts = await self.desk.facts(self.pane.id)
        heard = await self.desk.heard(facts)
        await self._reach_a_prompt(facts)
        if heard is not None and facts.nonce is not None and self._shell_is_in_front(facts):
            return await self._by_marks(heard)
        return await self._by_prompt()

    def _shell_is_in_front(self, facts: PaneFacts) -> bool:
        """No other shell stands before the one that cotty started; where it cannot be told, the marks will tell."""
        front = self.desk.foreground(facts)
        return front is None or front.is_shell_of_pane

    async def _reach_a_prompt(self, facts: PaneFacts) -> None:
        ready = await self.pane.wait(timeout=min(self.seconds, self.desk.settings.prompt_deadline))
        if ready.reason is Reason.EXITED:
            raise PaneDead(f"The program in {self.pane.id} has ended.", exit_status=ready.exit_status)
        if ready.reason is not Reason.PROMPT:
            front = self.desk.foreground(facts)
            busy = f": {front.name} is at work" if front else ""
            message = f"The shell in {self.pane.id} is not at its prompt{busy}."
            raise Refused(message, suggestion="Wait for it, or press C-c.")

    async def _by_marks(self, heard: Heard) -> Result:
        collector = Collector(int(self.desk.settings.run_bytes))
        heard.listeners.append(collector)
        try:
            await self._submit()
            how = await self._followed(heard, collector)
        finally:
            heard.listeners.remove(collector)
        if how == "unmarked":
            return await self._unmarked(collector)
        status = (await self.pane.wait(timeout=1)).exit_status if how == "ended" else collector.exit_code
        return Result(
            pane=self.pane.id, exit_code=status, output=collector.text(), cwd=collector.cwd, evidence=_SAID[how],
            seconds=self._taken(), finished=how != "timeout", missed_bytes=collector.dropped,
        )  # fmt: skip

    async def _submit(self) -> None:
        receipt = await self.pane.send(self.command)
        if receipt.outcome is Outcome.NOT_SUBMITTED:
            why = ", ".join(receipt.evidence)
            raise Refused(f"The command was not taken by {self.pane.id}: {why}.", receipt=receipt.evidence)

    async def _followed(self, heard: Heard, collector: Collector) -> str:
        """How the run ended, or `unmarked` when the marks cannot tell any more."""
        feed, came = heard.feed, time.monotonic() + _MARKS_COME
        while not collector.finished.is_set():
            position, left = feed.position, self._left()
            if left <= 0:
                return "timeout"
            await feed.wait_news(position, min(1.0, left))
            if collector.missing or (not collector.started and time.monotonic() > came):
                return "unmarked"
            if feed.position == position and await self._is_over():
                return "ended"
        return "marked"

    async def _is_over(self) -> bool:
        try:
            return (await self.pane.screen()).dead
        except (NotFound, NoServer):
            return True
        except ConnectionLost:
            return False

    async def _unmarked(self, collector: Collector) -> Result:
        """The marks were lost, or another shell stood in front: the prompt still tells when it ended."""
        ready = await self.pane.wait(timeout=self._left())
        output = collector.text() if collector.started else ready.screen
        return await self._unproved(ready, output, "the marks of the shell did not come through", collector.dropped)

    async def _by_prompt(self) -> Result:
        """A shell that cotty did not start: what stands between the command and the next prompt."""
        before = await self.pane.read(lines=100)
        await self._submit()
        ready = await self.pane.wait(timeout=self._left())
        output = await self._between(before.cursor) if ready.reason is not Reason.EXITED else ready.screen
        return await self._unproved(ready, output, "cotty did not start this shell, so its exit code is unknown")

    async def _between(self, cursor: str) -> str:
        page = await self.pane.read(since=cursor)
        echoed = 1 + self.command.count("\n")
        return "\n".join(page.lines[echoed:-1]) + "\n" if len(page.lines) > echoed + 1 else ""

    async def _unproved(self, ready: Ready, output: str, why: str, dropped: int = 0) -> Result:
        return Result(
            pane=self.pane.id, exit_code=ready.exit_status, output=output, cwd=await self._folder(),
            evidence=f"{ready.evidence}; {why}", seconds=self._taken(), missed_bytes=dropped,
            finished=ready.reason is not Reason.TIMEOUT,
        )  # fmt: skip

    async def _folder(self) -> str | None:
        try:
            return await self.desk.folder(self.pane.id)
        except CottyError:
            return None

    def _left(self) -> float:
        return max(0.0, self._began + self.seconds - time.monotonic())

    def _taken(self) -> float:
        return round(time.monotonic() - self._began, 4)
