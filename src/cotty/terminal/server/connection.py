"""One live `tmux -C` client: commands and replies over a socket, in order, with one writer.

Rules:
1. Commands asked in one turn of the loop leave in one write; replies come back in the order of the commands.
2. Nothing is sent twice. When the client ends, whatever had no reply fails with `ConnectionLost`.
3. The oldest command without a reply carries the deadline for all: when it passes, the client is wedged and is ended.
4. What is asked alone leaves at once and blocks for its reply, `_PATIENCE` seconds at the most: a reply takes 30 – 100
   µs, and a trip through the loop half as much again. For one command it sleeps: tmux then answers on this core, a
   quarter sooner. For several, `_EAGER` seconds long, the core is offered to tmux and taken back: that saves the price
   of being woken, a tenth of a look. Where somebody else takes it for a slice of time, it sleeps for all, `_CROWDED`
   seconds: who sleeps is woken first. After `_AT_ONCE` of them the loop has its turn, and what is asked meanwhile
   leaves together.
"""

import asyncio
import os
import select
import socket
import time
from collections.abc import Callable, Sequence
from typing import Any

from cotty.controlmode.commands import Line, Words, encode
from cotty.controlmode.dialogue import Dialogue
from cotty.controlmode.events import Notice, Output, Reply
from cotty.errors import ConnectionLost, CottyError, DeadlinePassed
from cotty.transports.base import Transport
from cotty.transports.carrier import Carrier

Command = Words | Line
_PATIENCE = 0.001
_EAGER = 0.0003
_SLICE, _CROWDED = 0.0006, 0.25
_POLL_MILLISECONDS = 1
_AT_ONCE = 8
_READ = 1 << 18
_CLOSE_DEADLINE = 2.0
_SILENT_DEADLINE = 0.3  # where tmux owes an answer: it may stand still


class _Batch:
    """Commands that were asked together, and what has come back so far. Most have their replies before anybody has to
    wait, and then there is no future.
    """

    __slots__ = ("blocks", "count", "error", "over", "replies", "sent", "stamp", "stamped", "waiter")

    def __init__(self, blocks: Sequence[int], stamp: Callable[[], Any] | None) -> None:
        self.blocks, self.count, self.stamp = blocks, sum(blocks), stamp
        self.replies: list[Reply] = []
        self.sent = time.monotonic()
        self.stamped: Any = None
        self.over = self.count == 0
        self.error: CottyError | None = None
        self.waiter: asyncio.Future[None] | None = None

    def take(self, reply: Reply) -> None:
        self.replies.append(reply)
        if len(self.replies) == self.count and not self.over:
            self.stamped = self.stamp() if self.stamp else None
            self.end(None)

    def end(self, error: CottyError | None) -> None:
        """Nothing more will come; the first end counts."""
        if self.over:
            return
        self.over, self.error = True, error
        if self.waiter is not None and not self.waiter.done():
            self.waiter.set_result(None)

    async def ended(self, loop: asyncio.AbstractEventLoop) -> None:
        if not self.over:
            self.waiter = loop.create_future()
            await self.waiter
        if self.error is not None:
            raise self.error

    def by_command(self) -> list[Reply]:
        """One reply per command: what its blocks said, together."""
        if self.count == len(self.blocks):
            return self.replies
        if len(self.blocks) == 1:
            return [_joined(self.replies)]
        replies = iter(self.replies)
        return [_joined([next(replies) for _ in range(blocks)]) for blocks in self.blocks]


def _joined(replies: Sequence[Reply]) -> Reply:
    if len(replies) == 1:
        return replies[0]
    lines = tuple([line for reply in replies for line in reply.lines if line])
    return Reply(replies[0].ticket, False not in [reply.ok for reply in replies], lines)


class Connection:
    """A client that lives until `close`, the end of its session, or a missed deadline."""

    def __init__(
        self,
        transport: Transport,
        arguments: Sequence[str],
        *,
        deadline: float,
        hear: Callable[[Output | Notice], None],
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._carrier = Carrier(transport, arguments)
        self._socket: socket.socket = self._carrier.socket
        self._dialogue = Dialogue()
        self._outgoing = bytearray()
        self._waiting: list[_Batch] = []  # asked, not yet written
        self._flushing = False
        self._writing = False  # the loop tells when more can be written
        self._at_once = 0  # batches that left at once in this turn of the loop
        self._crowded_until = 0.0  # somebody else wants this core
        self._deadline, self._hear = deadline, hear
        self.near = transport.shares_machine
        self._poll = select.poll()
        self._poll.register(self._socket, select.POLLIN)
        self._last_words = ""
        self._watchdog: asyncio.TimerHandle | None = None
        self.lost: CottyError | None = None
        self._session = self._loop.create_future()  # the session we are attached to, once we are
        self._loop.add_reader(self._socket, self._readable)

    async def attached(self) -> str:
        """The id of our session, once we are attached: tmux answers commands while the attach is still pending."""
        try:
            return await asyncio.wait_for(asyncio.shield(self._session), self._deadline)
        except TimeoutError:
            raise DeadlinePassed(f"tmux did not attach within {self._deadline:g} s.") from None

    async def ask(self, *commands: Command) -> list[Reply]:
        """Send commands, each a line of its own, and give their replies."""
        batch = self._asked(commands, None)
        if not batch.over or batch.error is not None:
            await batch.ended(self._loop)
        return batch.by_command()

    async def ask_stamped(self, commands: Sequence[Command], stamp: Callable[[], Any]) -> tuple[list[Reply], Any]:
        """The same, with what `stamp` said at the moment the last reply stood in the stream."""
        batch = self._asked(commands, stamp)
        await batch.ended(self._loop)
        return batch.by_command(), batch.stamped

    def tell(self, command: Words) -> None:
        """Send a command whose reply nobody waits for."""
        if self.lost is None:
            self._send([encode(command)], None)

    def _asked(self, commands: Sequence[Command], stamp: Callable[[], Any] | None) -> _Batch:
        """The batch, on its way or over already."""
        if self.lost is not None:
            raise self.lost
        if not commands:
            return _Batch([], None)
        alone = self.near and not self._dialogue.pending and not self._outgoing and self._at_once < _AT_ONCE
        batch = self._send([each if isinstance(each, Line) else encode(each) for each in commands], stamp)
        if alone:
            self._at_once += 1
            self._flush()
        return batch

    def _send(self, lines: Sequence[Line], stamp: Callable[[], Any] | None) -> _Batch:
        batch = _Batch([line.blocks for line in lines], stamp)
        self._outgoing += b"".join([self._dialogue.ask(line, batch) for line in lines])
        self._waiting.append(batch)
        if not self._flushing:
            self._flushing = True
            self._loop.call_soon(self._turn)
        return batch

    def _turn(self) -> None:
        self._flushing, self._at_once = False, 0
        self._flush()

    def _flush(self) -> None:
        """Write what was asked in this turn of the loop; look for the reply when only one batch is on its way."""
        alone = len(self._waiting) == 1 and len(self._dialogue.pending) == self._waiting[0].count
        batch = self._waiting[-1] if self._waiting else None
        self._waiting.clear()
        self._write()
        if batch is None or self.lost is not None:
            return
        if self._watchdog is None:
            self._watchdog = self._loop.call_later(self._deadline, self._check_deadline)
        if alone and not self._outgoing and self.near:
            self._look_for(batch)

    def _look_for(self, batch: _Batch) -> None:
        now = began = time.perf_counter()
        several = len(batch.blocks) > 1
        eager_until = began + _EAGER if several and began >= self._crowded_until else began
        while now < began + _PATIENCE:
            eager, before = now < eager_until, now
            if self._poll.poll(0 if eager else _POLL_MILLISECONDS):
                self._readable()
                if batch.over or self.lost is not None:
                    return
            elif eager:
                os.sched_yield()
            now = time.perf_counter()
            if eager and now - before > _SLICE:
                self._crowded_until = now + _CROWDED

    def _write(self) -> None:
        if self.lost is not None:
            return
        try:
            sent = self._socket.send(self._outgoing) if self._outgoing else 0
        except BlockingIOError:
            sent = 0
        except OSError:
            self._lose()
            return
        del self._outgoing[:sent]
        if bool(self._outgoing) is not self._writing:
            self._writing = not self._writing
            if self._writing:
                self._loop.add_writer(self._socket, self._write)
            else:
                self._loop.remove_writer(self._socket)

    def _readable(self) -> None:
        try:
            data = self._socket.recv(_READ)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            data = b""
        if not data:
            self._lose()
            return
        for event in self._dialogue.receive(data):
            if isinstance(event, Reply):
                event.ticket.take(event)
            else:
                self._notice(event)

    def _notice(self, event: Notice | Output) -> None:
        if isinstance(event, Notice):
            if event.name in ("foreign-block", "exit"):
                self._last_words = event.words or self._last_words
            elif event.name == "session-changed" and not self._session.done():
                self._session.set_result(event.words.partition(" ")[0])
        self._hear(event)

    def _check_deadline(self) -> None:
        """Runs at most once per deadline, whatever the number of commands."""
        self._watchdog = None
        pending = self._dialogue.pending
        if not pending or self.lost is not None:
            return
        left = pending[0].sent + self._deadline - time.monotonic()
        if left > 0:
            self._watchdog = self._loop.call_later(left, self._check_deadline)
        else:
            self._lose(DeadlinePassed(f"tmux gave no answer within {self._deadline:g} s."))
            self._carrier.hang_up()

    def _lose(self, error: CottyError | None = None) -> None:
        if self.lost is not None:
            return
        fault = error or self._carrier.fault()
        self.lost = fault or ConnectionLost(f"The connection to tmux ended: {self.last_words or 'no reason given'}.")
        self._loop.remove_reader(self._socket)
        self._loop.remove_writer(self._socket)
        if not self._session.done():
            self._session.set_exception(self.lost)
            self._session.exception()  # nobody may be waiting for it
        for batch in {id(ticket): ticket for ticket in self._dialogue.pending}.values():
            batch.end(self.lost)
        self._dialogue.pending.clear()
        self._hear(Notice("lost", self.lost.message))

    @property
    def silent(self) -> bool:
        """tmux owes an answer, or owed one for too long."""
        return bool(self._dialogue.pending) or isinstance(self.lost, DeadlinePassed) or not self._session.done()

    async def close(self, *, hurried: bool = False) -> None:
        """Leave: the client detaches as it ends, and takes nothing with it. `hurried`: tmux stands still, as
        far as is known, so nobody waits long for its last words.
        """
        patience = _SILENT_DEADLINE if hurried or self.silent else _CLOSE_DEADLINE
        self._lose(ConnectionLost("The connection was closed."))
        if self._watchdog is not None:
            self._watchdog.cancel()
        await self._carrier.close(deadline=patience)

    @property
    def last_words(self) -> str:
        """What tmux said outside our own blocks last: why an attach was refused."""
        return self._last_words or self._carrier.complaint()
