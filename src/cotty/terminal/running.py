"""Run a command in the pane's own shell: exit code, exact output, folder; nothing typed but the command.

Rules:
1. In a shell that cotty started, marks with the pane's nonce say where the output begins and ends and how it ended.
   What a program prints cannot forge them.
2. In any other shell the prompt that comes back tells when it ended; the exit code is unknown and is said to be.
3. A run starts at an empty prompt: a shell that is at work is waited for, then refused; so is a draft. The pen is held
   from that prompt until the shell says that the command has begun, so the marks that follow are this command's.
4. A shell that wants more of the command has run nothing of it: the command is taken back with C-c, which is said, and
   refused. It is the one key that is pressed unasked, and only while the shell itself reads what it asked for.
"""

import time
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cotty.errors import ConnectionLost, CottyError, InvalidInput, NoServer, NotFound, PaneDead, Refused
from cotty.model import Outcome, Page, Ready, Reason, Result
from cotty.terminal.desk import Desk, PaneFacts
from cotty.terminal.flows.prompts import asks_for_more, draft_behind, line_before_cursor
from cotty.terminal.sending import checked, deliver, note_prompt
from cotty.terminal.server.feed import Feed
from cotty.terminal.server.heard import Heard
from cotty.terminal.shells.collecting import Collector
from cotty.terminal.writing import press_keys

if TYPE_CHECKING:
    from cotty.terminal.pane import Pane

_SAID = {
    "marked": "the shell's own mark carried the exit code",
    "uncoded": "the shell's prompt came back, and its settings took the mark with the exit code away",
    "nothing": "the shell came back to its prompt and began no command, as after a comment or a syntax error",
    "joined": "a draft stood at the prompt and was run with the command, so the exit code is not the command's own",
    "ended": "the program of the pane ended",
    "timeout": "it was still running when the time was over",
}
_MARKS_COME = 2.0  # seconds in which a shell that marks its commands says that one has started
_COMES_BACK = 0.5  # seconds in which a shell comes back to its prompt when a part of a command was taken back
_DRAWN = 0.1  # seconds in which a prompt that was begun is drawn


@dataclass(slots=True)
class Run:
    """One command, until `seconds` have gone by."""

    pane: "Pane"
    desk: Desk
    command: str
    seconds: float
    _began: float = field(default_factory=time.monotonic)
    _line: str = ""  # what stood before the cursor when the command was typed
    _went: bool = False  # Enter was seen to take it

    async def result(self) -> Result:
        """Run it, by the strongest proof the pane offers."""
        self.command = checked(self.command, enter=True)
        if not self.command.strip():
            raise InvalidInput("There is no command to run.")
        facts = await self.desk.facts(self.pane.place)
        heard = await self.desk.heard(facts)
        async with AsyncExitStack() as pen:
            await self._take_a_prompt(facts, pen)
            if heard is not None and await self._wants_more(heard):
                raise Refused(
                    f"The shell in {self.pane.id} waits for the rest of another command.",
                    suggestion="Send the rest of that, or press C-c.",
                )
            self._line = line_before_cursor(await self.pane.screen())
            if heard is not None and facts.nonce is not None and self._shell_is_in_front(facts):
                return await self._by_marks(facts, heard, pen)
            return await self._by_prompt(facts, pen)

    def _shell_is_in_front(self, facts: PaneFacts) -> bool:
        """No other shell stands before the one that cotty started; where it cannot be told, the marks will tell."""
        front = self.desk.foreground(facts)
        return front is None or front.is_shell_of_pane

    async def _take_a_prompt(self, facts: PaneFacts, pen: AsyncExitStack) -> None:
        """Hold the pen at a prompt; whoever was first to take it is waited for."""
        until = time.monotonic() + min(self.seconds, self.desk.settings.prompt_deadline)
        while True:
            before = await self.desk.onset(self.pane.place)
            await self._reach_a_prompt(facts, until)
            await pen.enter_async_context(
                self.desk.pens.held(self.pane.place, deadline=self.desk.settings.pen_deadline)
            )
            if await self.desk.onset(self.pane.place) == before:
                return
            await pen.aclose()

    async def _wants_more(self, heard: Heard) -> bool:
        """The shell waits for the rest of a command, and no prompt is on its way: one is drawn after C-c."""
        until = time.monotonic() + _COMES_BACK
        while heard.wants_more and (left := until - time.monotonic()) > 0:
            await heard.feed.wait_news(heard.feed.position, left)
        return heard.wants_more

    async def _reach_a_prompt(self, facts: PaneFacts, until: float) -> None:
        ready = await self.pane.wait(timeout=max(0.0, until - time.monotonic()))
        if ready.reason is Reason.EXITED:
            raise PaneDead(f"The program in {self.pane.id} has ended.", exit_status=ready.exit_status)
        if ready.reason not in (Reason.PROMPT, Reason.QUIET):
            front = self.desk.foreground(facts)
            busy = f": {front.name} is at work" if front else ""
            message = f"The shell in {self.pane.id} is not at its prompt{busy}."
            raise Refused(message, suggestion="Wait for it, or press C-c.")

    async def _by_marks(self, facts: PaneFacts, heard: Heard, pen: AsyncExitStack) -> Result:
        collector = Collector(int(self.desk.settings.run_bytes))
        await heard.feed.lines_since(heard.feed.position)  # no mark of the prompt that stands there is still to come
        known = heard.prompt is not None
        heard.listeners.append(collector)
        try:
            with heard.feed.held():
                await self._submit()
                await self._begun(heard, collector)
                await pen.aclose()
                how = await self._followed(heard, collector)
        finally:
            heard.listeners.remove(collector)
        if how == "unmarked":
            return await self._unmarked(facts, collector, known=known)
        return await self._marked(heard, collector, how)

    async def _marked(self, heard: Heard, collector: Collector, how: str) -> Result:
        """What the marks tell."""
        status = (await self.pane.wait(timeout=1)).exit_status if how == "ended" else collector.exit_code
        if heard.prompt is not None and how in ("marked", "nothing"):
            await note_prompt(self.desk, self.pane.place, heard.prompt)
            if draft_behind(heard.prompt, self._line):
                how, status = "joined", None
        said = _SAID["uncoded" if how == "marked" and status is None else how]
        return Result(
            pane=self.pane.id, exit_code=status, output=collector.text(), cwd=collector.cwd, evidence=said,
            seconds=self._taken(), finished=how != "timeout", missed_bytes=collector.dropped,
        )  # fmt: skip

    async def _submit(self) -> None:
        receipt = await deliver(self.desk, self.pane.place, self.command, enter=True, alone=True)
        self._went = receipt.outcome is Outcome.CONFIRMED
        if receipt.outcome is Outcome.NOT_SUBMITTED:
            why, pane = ", ".join(receipt.evidence), self.pane.id
            raise Refused(
                f"The command was not taken by {pane}: {why}.",
                suggestion=f"It may stand there still: see it with `cotty screen {pane}`, clear it with `cotty keys "
                f"{pane} C-u`, then run it again.",
                receipt=receipt.evidence,
            )

    async def _begun(self, heard: Heard, collector: Collector) -> None:
        """The shell has said that the command begins, or it never will."""
        until = time.monotonic() + _MARKS_COME
        while (
            not (collector.started or collector.missing or collector.over or collector.wants_more)
            and (left := until - time.monotonic()) > 0
        ):
            await heard.feed.wait_news(heard.feed.position, left)

    async def _followed(self, heard: Heard, collector: Collector) -> str:
        """How the run ended, or `unmarked` when the marks cannot tell any more."""
        feed = heard.feed
        while not collector.over:
            position, left = feed.position, self._left()
            if collector.missing or not (collector.started or await self._is_over()):
                return "unmarked"
            if left <= 0:
                return "timeout"
            await feed.wait_news(position, min(1.0, left))
            if feed.position == position and await self._is_over():
                return "ended"
        await self._drawn(feed, collector)
        return "nothing" if collector.nothing else "marked"

    async def _drawn(self, feed: Feed, collector: Collector) -> None:
        """The prompt stands there, unless this shell's prompt does not say so."""
        until = time.monotonic() + _DRAWN
        while not collector.drawn and (left := until - time.monotonic()) > 0:
            await feed.wait_news(feed.position, left)

    async def _is_over(self) -> bool:
        try:
            return (await self.pane.screen()).dead
        except (NotFound, NoServer):
            return True
        except ConnectionLost:
            return False

    async def _unmarked(self, facts: PaneFacts, collector: Collector, *, known: bool) -> Result:
        """The shell wants more; or the marks were lost, or another shell stood in front: the prompt still tells when it
        ended.
        """
        ready = await self.pane.wait(timeout=self._left())
        if not (collector.started or collector.over or collector.missing):
            await self._refuse_a_part(facts, ready, surely=known and collector.wants_more)
        why = "the marks of the shell did not come through"
        return await self._unproved(ready, collector.text(), why, collector.dropped)

    async def _refuse_a_part(self, facts: PaneFacts, ready: Ready, *, surely: bool) -> None:
        """Raise if the shell wants the rest of the command, which is taken back if nobody has typed since. fish makes a
        new line of Enter then: nothing is seen to be taken, and nothing stands before the cursor.
        """
        line = line_before_cursor(await self.pane.screen())
        surely = surely or not (self._went or line.strip())
        waiting = ("shell-waiting", "shell-in-front") if surely else ("shell-waiting",)
        if ready.reason is not Reason.PROMPT or await self.desk.verdict(facts) not in waiting:
            return
        if not (surely or (asks_for_more(line) and (facts.nonce is not None or line != self._line))):
            return
        async with self.desk.pens.held(self.pane.place, deadline=self.desk.settings.pen_deadline):
            if taken_back := line_before_cursor(await self.pane.screen()) == line:
                await press_keys(self.desk, self.pane.place, ("C-c",))
        await self.pane.wait(timeout=self.desk.settings.prompt_deadline)
        raise Refused(
            f"The shell in {self.pane.id} wanted more than this command"
            + (": it was taken back with C-c." if taken_back else ", and it waits for the rest."),
            suggestion="Close its quotes, brackets, here-documents, `if` and `do`; or see what the shell waited for.",
        )

    async def _by_prompt(self, facts: PaneFacts, pen: AsyncExitStack) -> Result:
        """A shell that cotty did not start: what stands between the command and the next prompt."""
        before, why = await self.pane.read(lines=100), "cotty did not start this shell, so its exit code is unknown"
        await self._submit()
        await pen.aclose()
        ready = await self.pane.wait(timeout=self._left())
        if ready.reason is Reason.EXITED:
            return await self._unproved(ready, ready.screen, why)
        await self._refuse_a_part(facts, ready, surely=False)
        if ready.reason is Reason.PROMPT:
            why = await self._at_prompt(why)
        page = await self.pane.read(since=before.cursor)
        if page.missed != 0:
            why += f"; {page.missed or 'some'} lines of its output are lost, tmux keeps no more"
        return await self._unproved(ready, self._between(page, echoed=page.missed == 0), why)

    async def _at_prompt(self, why: str) -> str:
        """Note the prompt that came back, and say so if more than that stood before the command."""
        prompt = line_before_cursor(await self.pane.screen())
        await note_prompt(self.desk, self.pane.place, prompt)
        return _SAID["joined"] if draft_behind(prompt, self._line) else why

    def _between(self, page: Page, *, echoed: bool) -> str:
        """Without the command's echo, if it is there, and the prompt."""
        lines = page.lines[1 + self.command.count("\n") if echoed else 0 : -1]
        return "\n".join(lines) + "\n" if lines else ""

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
