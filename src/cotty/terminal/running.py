"""Run a command in the pane's own shell: exit code, exact output, folder; nothing typed but the command.

Rules:
1. In a shell that cotty started, marks with the pane's nonce say where the output begins and ends and how it ended.
   What a program prints cannot forge them, only tell that it tried.
2. In any other shell the foreground process group and the shell's own paste mode tell when it ended; the exit code is
   unknown and is said to be.
3. Output is kept up to a limit; beyond it the head and the tail stay and the rest is counted.
"""

import asyncio
import time
from typing import TYPE_CHECKING

from cotty.errors import CottyError, InvalidInput, Refused
from cotty.model import Outcome, Reason, Result
from cotty.terminal.desk import Desk, PaneFacts
from cotty.terminal.heard import Heard, MarkListener
from cotty.terminal.marks import Mark, MarkKind
from cotty.terminal.plain import plain_text

if TYPE_CHECKING:
    from cotty.terminal.pane import Pane


class Collector(MarkListener):
    """Follows one run: the bytes between command start and command end, and what the marks said."""

    def __init__(self, limit: int) -> None:
        self._half = max(limit // 2, 1)
        self._head, self._tail = bytearray(), bytearray()
        self._dropped = 0
        self._inside = False
        self._base = 0  # scanner position of the first byte after the last command start
        self._kept_before = 0
        self.exit_code: int | None = None
        self.cwd: str | None = None
        self.started = False
        self.missing = False
        self.finished = asyncio.Event()

    def output(self, data: bytes, marks: list[Mark], scanned: int) -> None:
        start = scanned - len(data)
        place = start
        for mark in marks:
            if mark.kind is MarkKind.CWD and mark.trusted:
                self.cwd = mark.value
            if not mark.trusted or self.finished.is_set():
                continue
            if mark.kind is MarkKind.COMMAND_START:
                self._inside, self.started, place = True, True, mark.end
            elif mark.kind is MarkKind.COMMAND_END and self._inside:
                self._take(data[max(place - start, 0) : max(mark.start - start, 0)])
                self._retract(start - mark.start)
                self._inside, self.exit_code = False, mark.exit_code
            elif mark.kind is MarkKind.PROMPT_END and self.started and not self._inside:
                self.finished.set()
        if self._inside:
            self._take(data[max(place - start, 0) :])

    def gap(self) -> None:
        self.missing = True

    def _take(self, data: bytes) -> None:
        room = self._half - len(self._head)
        if room > 0:
            self._head += data[:room]
            data = data[room:]
        self._tail += data
        if len(self._tail) > 2 * self._half:
            self._dropped += len(self._tail) - self._half
            del self._tail[: -self._half]

    def _retract(self, count: int) -> None:
        """The mark began in an earlier piece of output: its first bytes were taken for output."""
        if count > 0:
            kept = self._tail or self._head
            del kept[-count:]

    @property
    def dropped(self) -> int:
        return self._dropped + max(0, len(self._tail) - self._half)

    def text(self) -> str:
        tail = self._tail[-self._half :]
        if not self.dropped:
            return plain_text(bytes(self._head + tail))
        return f"{plain_text(bytes(self._head))}\n[… {self.dropped} bytes left out …]\n{plain_text(bytes(tail))}"


async def run(pane: "Pane", desk: Desk, command: str, timeout: float) -> Result:
    """Run it, by the strongest proof the pane offers."""
    if not command.strip():
        raise InvalidInput("There is no command to run.")
    began = time.monotonic()
    facts = await desk.facts(pane.id)
    heard = await desk.heard(facts)
    await _must_be_at_a_prompt(pane, desk, facts)
    if heard is not None and facts.nonce is not None and _shell_is_in_front(desk, facts):
        return await _by_marks(pane, desk, heard, command, began, timeout)
    return await _by_prompt(pane, desk, command, began, timeout)


def _shell_is_in_front(desk: Desk, facts: PaneFacts) -> bool:
    """No other shell stands before the one that cotty started; where it cannot be told, the marks will tell."""
    front = desk.foreground(facts)
    return front is None or front.is_shell_of_pane


async def _must_be_at_a_prompt(pane: "Pane", desk: Desk, facts: PaneFacts) -> None:
    ready = await pane.wait(timeout=desk.settings.connect_deadline)
    if ready.reason is Reason.EXITED:
        raise Refused(f"The program in {pane.id} has ended.", exit_status=ready.exit_status)
    if ready.reason is not Reason.PROMPT:
        front = desk.foreground(facts)
        busy = f": {front.name} is at work" if front else ""
        raise Refused(f"The shell in {pane.id} is not at its prompt{busy}.", suggestion="Wait for it, or press C-c.")


async def _by_marks(pane: "Pane", desk: Desk, heard: Heard, command: str, began: float, timeout: float) -> Result:
    collector = Collector(int(desk.settings.run_bytes))
    heard.listeners.append(collector)
    try:
        await _submit(pane, command)
        how = await _followed(pane, heard, collector, began + timeout)
    finally:
        heard.listeners.remove(collector)
    seconds = round(time.monotonic() - began, 4)
    if how == "unmarked":
        return await _unmarked(pane, desk, collector, began, timeout)
    status = collector.exit_code
    if how == "ended":
        status = (await pane.wait(timeout=1)).exit_status
    return Result(
        pane=pane.id, exit_code=status, output=collector.text(), cwd=collector.cwd, evidence=_SAID[how],
        seconds=seconds, finished=how != "timeout", missed_bytes=collector.dropped,
    )  # fmt: skip


_SAID = {
    "marked": "the shell's own mark carried the exit code",
    "ended": "the program of the pane ended",
    "timeout": "it was still running when the time was over",
}
_MARKS_COME = 2.0  # seconds in which a shell that marks its commands says that one has started


async def _submit(pane: "Pane", command: str) -> None:
    receipt = await pane.send(command)
    if receipt.outcome is Outcome.NOT_SUBMITTED:
        raise Refused(
            f"The command was not taken by {pane.id}: {', '.join(receipt.evidence)}.",
            receipt=receipt.evidence,
        )


async def _followed(pane: "Pane", heard: Heard, collector: Collector, until: float) -> str:
    """How the run ended, or `unmarked` when the marks cannot tell any more."""
    feed, came = heard.feed, time.monotonic() + _MARKS_COME
    while not collector.finished.is_set():
        position, left = feed.position, until - time.monotonic()
        if left <= 0:
            return "timeout"
        await feed.wait_news(position, min(1.0, left))
        if collector.missing or (not collector.started and time.monotonic() > came):
            return "unmarked"
        if feed.position == position and await _is_gone(pane):
            return "ended"
    return "marked"


async def _is_gone(pane: "Pane") -> bool:
    try:
        return (await pane.screen()).dead
    except CottyError:
        return True


async def _unmarked(pane: "Pane", desk: Desk, collector: Collector, began: float, timeout: float) -> Result:
    """The marks were lost, or another shell stood in front: the prompt still tells when it ended."""
    left = max(0.0, began + timeout - time.monotonic())
    ready = await pane.wait(timeout=left)
    output = collector.text() if collector.started else ready.screen
    return Result(
        pane=pane.id, exit_code=ready.exit_status, output=output, cwd=await _folder(pane, desk),
        evidence=f"{ready.evidence}; the marks of the shell did not come through", missed_bytes=collector.dropped,
        seconds=round(time.monotonic() - began, 4), finished=ready.reason is not Reason.TIMEOUT,
    )  # fmt: skip


async def _by_prompt(pane: "Pane", desk: Desk, command: str, began: float, timeout: float) -> Result:
    """A shell that cotty did not start: what stands between the command and the next prompt, exit code unknown."""
    before = await pane.read(lines=100)
    await _submit(pane, command)
    ready = await pane.wait(timeout=max(0.0, began + timeout - time.monotonic()))
    output = await _between(pane, before.cursor, command) if ready.reason is not Reason.EXITED else ready.screen
    return Result(
        pane=pane.id, exit_code=ready.exit_status, output=output, cwd=await _folder(pane, desk),
        evidence=f"{ready.evidence}; cotty did not start this shell, so its exit code is unknown",
        seconds=round(time.monotonic() - began, 4), finished=ready.reason is not Reason.TIMEOUT,
    )  # fmt: skip


async def _between(pane: "Pane", cursor: str, command: str) -> str:
    page = await pane.read(since=cursor)
    echoed = 1 + command.count("\n")
    return "\n".join(page.lines[echoed:-1]) + "\n" if len(page.lines) > echoed + 1 else ""


async def _folder(pane: "Pane", desk: Desk) -> str | None:
    try:
        return await desk.folder(pane.id)
    except CottyError:
        return None
