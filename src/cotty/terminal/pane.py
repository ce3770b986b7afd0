"""A pane: one program's terminal, and the verbs a person or an agent has for it.

Rules: a pane is its `%id` on one life of one server and never another; every verb has a deadline; whatever writes holds
the pen; nothing is reported done without proof.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, replace

from cotty.controlmode import commands
from cotty.controlmode.keys import key_list
from cotty.errors import DeadlinePassed, ForeignPane, InvalidInput, NoServer, NotFound
from cotty.model import Chunk, Page, Place, Ready, Reason, Receipt, Result, Screen, ServerId
from cotty.terminal import reading, sending
from cotty.terminal.desk import Desk, Typed
from cotty.terminal.driver import Driver
from cotty.terminal.flows.ready import Settled, Wanted, compiled, ready
from cotty.terminal.news import NewsReader
from cotty.terminal.running import Run
from cotty.terminal.watching import watch

_LATE = 1.0  # seconds
_LONGEST = 30 * 86_400  # seconds; a wait has an end


@dataclass(frozen=True, slots=True)
class Pane:
    """A handle: cheap to make, checked by every verb."""

    id: str
    server: ServerId
    _desk: Desk

    @property
    def place(self) -> Place:
        return Place(self.id, self.server)

    async def send(
        self, text: str, *, enter: bool = True, proof: bool = True, pen_timeout: float | None = None
    ) -> Receipt:
        """Type text literally, and Enter; the receipt says what is proved. `proof=False` writes and looks at nothing.

        Raises `PaneDead`, `PenHeld`, `InputOff`, `InvalidText`; holds the pen from the first look to the last.
        Where the shell's prompt is known and somebody's draft stands behind it, Enter would run both as one:
        `DraftThere`. What cotty itself typed on that line (`enter=False`, `keys`) is no such draft: a line may be built
        up.
        """
        self._check_server()
        text = sending.checked(text, enter=enter)
        deadline = seconds_of(pen_timeout, self._desk.settings.pen_deadline)
        if not proof:
            return await sending.send_blindly(self._desk, self.place, text, enter=enter, deadline=deadline)
        began = time.monotonic()
        async with self._desk.pens.held(self.place, deadline=deadline):
            receipt = await sending.deliver(self._desk, self.place, text, enter=enter)
        return replace(receipt, milliseconds=sending.milliseconds(began))

    async def keys(self, *keys: str | Iterable[str], pen_timeout: float | None = None) -> Receipt:
        """Press keys by name: C-c, Enter, Up, Ctrl+C. A name that is no key is an error, never typed as letters."""
        names = key_list([each for key in keys for each in ([key] if isinstance(key, str) else key)])
        self._check_server()
        deadline = seconds_of(pen_timeout, self._desk.settings.pen_deadline)
        return await sending.press(self._desk, self.place, names, deadline=deadline)

    async def read(self, *, lines: int = 100, all: bool = False, since: str | None = None) -> Page:  # noqa: A002
        """The last lines as plain text, everything tmux still has, or what is new since a page's cursor."""
        self._check_server()
        if since is not None:
            page = await reading.read_since(self._desk, self.id, since)
        else:
            page = await reading.read_lines(self._desk, self.id, lines=None if all else lines)
        self._check_server()
        return page

    async def screen(self, *, styled: bool = False) -> Screen:
        """What the pane shows now, row by row, with the cursor; `styled` keeps colours as escapes."""
        self._check_server()
        screen = await self._desk.eye.screen(self.id, styled=styled)
        self._check_server()
        return screen

    async def wait(
        self, *, pattern: str | None = None, idle_seconds: float | None = None, timeout: float | None = None
    ) -> Ready:
        """Wait until the program is ready for input, a pattern stands in new output, or it went quiet or ended."""
        limit = seconds_of(timeout, self._desk.settings.wait_deadline)
        if idle_seconds is not None:
            seconds_of(idle_seconds, 0.0)
        wanted = Wanted(compiled(pattern), idle_seconds, limit)
        self._check_server()
        began, seen = time.monotonic(), [""]
        try:
            async with asyncio.timeout(limit + _grace(self._desk)) as bound:
                return await self._waited(wanted, seen)
        except TimeoutError:
            if not bound.expired():
                raise
            said = f"nothing settled it within {limit:g} s; tmux did not answer"
            return Ready(self.id, Reason.TIMEOUT, said, round(time.monotonic() - began, 4), seen[0])

    async def _waited(self, wanted: Wanted, seen: list[str]) -> Ready:
        """The wait itself; what the pane showed last is left for whoever must give up."""
        until = time.monotonic() + wanted.timeout
        try:
            facts = await self._desk.facts(self.place)
            heard = await self._desk.heard(facts)
        except (NotFound, NoServer):
            return Ready(self.id, Reason.EXITED, "the pane is gone", 0.0, "")
        news = NewsReader(self._desk, self.id, wanted.pattern, until) if wanted.pattern is not None else None
        driver = Driver(
            self._desk, facts, heard, signs_after=self._desk.typed.get(self.id, Typed()).position, standing=True,
            watch_foreground=wanted.pattern is None, news=news.news if news is not None else None,
        )  # fmt: skip
        try:
            settled = await self._settled(driver, wanted)
            if settled.reason is Reason.PROMPT and facts.nonce is not None:
                await sending.note_heard_prompt(self._desk, self.place)
            return _ready(self.id, settled)
        finally:
            seen[0] = driver.last_text
            if news is not None:
                await news.close()

    async def _settled(self, driver: Driver, wanted: Wanted) -> Settled:
        settled = await driver.run(ready(wanted))
        if settled.lacks_status:
            await self._desk.hand.ask(commands.reap())
            settled = await driver.run(ready(wanted))
        return settled

    async def run(self, command: str, *, timeout: float | None = None) -> Result:
        """Run a command in the pane's shell: exit code, exact output and folder, with only the command itself typed.

        Raises `Refused` where the shell is not at its prompt, or wants more of the command: that is taken back with
        C-c. `DraftThere` where anything stands behind a prompt that is known, whoever typed it.
        """
        self._check_server()
        limit = seconds_of(timeout, self._desk.settings.run_deadline)
        settings = self._desk.settings
        most = limit + _grace(self._desk) + max(settings.pen_deadline, settings.proof_deadline)
        try:
            async with asyncio.timeout(most) as bound:
                return await Run(self, self._desk, command, limit).result()
        except TimeoutError:
            if not bound.expired():
                raise
            raise DeadlinePassed(
                f"tmux did not answer, and the time for the command in {self.id} is over.",
                suggestion="Read the pane before the command is sent again: it may have begun.",
            ) from None

    def watch(self) -> AsyncIterator[Chunk]:
        """A snapshot, then numbered chunks; whoever is slow is given a fresh snapshot."""
        return watch(self._desk, self.place)

    def _check_server(self) -> None:
        hello = self._desk.hand.hello
        if hello is not None and hello.server is not self.server and hello.server != self.server:
            raise ForeignPane(f"Pane {self.id} belonged to a tmux server that has ended.")


def _grace(desk: Desk) -> float:
    """Seconds beyond its deadline in which a verb takes its last look, or opens what it needs for its first."""
    return _LATE if desk.hand.transport.shares_machine else desk.settings.deadline


def seconds_of(given: float | None, usual: float) -> float:
    """A time that a wait can have; not-a-number compares with nothing."""
    seconds = usual if given is None else given
    if not 0 <= seconds <= _LONGEST:
        raise InvalidInput(f"{seconds:g} is not a number of seconds between 0 and {_LONGEST}.")
    return seconds


def _ready(pane: str, settled: Settled) -> Ready:
    glimpse = settled.glimpse
    ended = settled.reason is Reason.EXITED
    return Ready(
        pane=pane, reason=settled.reason, evidence=settled.evidence, seconds=round(glimpse.elapsed, 4),
        screen=glimpse.screen.text, match=settled.match, exit_status=glimpse.screen.exit_status if ended else None,
    )  # fmt: skip
