"""The eye: rows of a pane together with the numbers that belong to them, by the cheapest road that does not leak.

Rules:
1. Numbers and rows come from one write or one process, so they are one moment of the pane.
2. Three roads: a paste buffer saved to a file in memory (this machine: 0.03 ms and nothing a program prints can end the
   reply), the buffer shown over the connection and closed by a secret line, or `capture-pane -p` in a process of its
   own. While a pane floods, a save waits inside tmux for 1 – 2 ms, three turns of its loop, and a buffer is shown in
   one: where a small look was slow, those of the next `_BUSY` seconds are shown.
3. A road that fails is not taken again by this eye.
"""

import functools
import os
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass

from cotty.controlmode import commands
from cotty.controlmode.commands import Line, encode
from cotty.controlmode.events import Reply
from cotty.controlmode.shown import unshown
from cotty.errors import PaneNotFound, TmuxRefused
from cotty.model import Screen
from cotty.terminal.server.hand import Hand, accepted
from cotty.terminal.server.slots import Slot, Slots

_CUT = "A capture was cut short: a program in the pane printed what ends a reply of tmux."
_WORDS = 13  # in `commands.SCREEN_FIELDS`
_SLOW, _BUSY = 0.0015, 2.0  # seconds that a small look takes only while something keeps tmux busy; how long that holds
_SMALL = 200  # rows above the screen
_SIGNALLED = 128  # shells add this to the number of the signal that ended a program


@dataclass(frozen=True, slots=True)
class Framing:
    """Which rows are wanted, and how."""

    start: int | str = 0
    join: bool = False
    styled: bool = False
    blanks: bool = False

    def capture(self, pane: str, buffer: str) -> commands.Words:
        return commands.capture(
            pane, buffer, start=self.start, join=self.join, styled=self.styled, blanks=self.blanks
        )  # fmt: skip

    @property
    def small(self) -> bool:
        """A screen, and not much more."""
        return isinstance(self.start, int) and self.start >= -_SMALL

    def printed(self, pane: str) -> commands.Words:
        return commands.capture_here(pane, start=self.start, join=self.join, styled=self.styled)


@dataclass(frozen=True, slots=True)
class Numbers:
    """What `commands.SCREEN_FIELDS` say."""

    cursor_x: int
    cursor_y: int
    width: int
    height: int
    history: int
    history_limit: int
    alternate: bool
    dead: bool
    exit_status: int | None
    mode: bool
    cursor_visible: bool
    note: str = ""  # about the pane, where one was asked for

    @classmethod
    def parse(cls, pane: str, text: str) -> "Numbers":
        words = text.split(" ", _WORDS)
        if len(words) < _WORDS or words[0] != pane:
            raise PaneNotFound(f"There is no pane {pane}.")
        x, y, width, height, history, limit, alternate, dead, status, signal, mode, cursor = [
            int(word) if word else None for word in words[1:_WORDS]
        ]
        ended = status if status is not None or signal is None else _SIGNALLED + signal
        return cls(
            x or 0, y or 0, width or 0, height or 0, history or 0, limit or 0, bool(alternate), bool(dead),
            ended if dead else None, bool(mode), bool(cursor), words[_WORDS] if len(words) > _WORDS else "",
        )  # fmt: skip

    def screen(self, rows: Sequence[str], *, styled: bool = False) -> Screen:
        return Screen(
            rows=tuple(rows), cursor_x=self.cursor_x, cursor_y=self.cursor_y, width=self.width, height=self.height,
            history=self.history, history_limit=self.history_limit, alternate=self.alternate, dead=self.dead,
            exit_status=self.exit_status, mode=self.mode, cursor_visible=self.cursor_visible, styled=styled,
        )  # fmt: skip


class Eye:
    """One per hand."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self._secret = secrets.token_hex(8)
        self.slots = Slots(self._secret)
        self._by_file = hand.transport.shares_machine
        self._escapes: bool | None = None
        self._busy_until = 0.0

    async def see(self, pane: str, framing: Framing = Framing()) -> tuple[Numbers, list[str]]:
        """The numbers and rows of a pane, at one moment."""
        numbers, (rows,) = await self.sees(pane, (framing,))
        return numbers, rows

    async def sees(
        self, pane: str, framings: tuple[Framing, ...], note: str | None = None
    ) -> tuple[Numbers, list[list[str]]]:
        """Several framings of one moment, and a note about the pane with its numbers."""
        if not self.hand.live:
            await self.hand.look(commands.say(""))
        if not self.hand.live:
            return await self._by_process(pane, framings, note)
        slots = [self.slots.borrow() for _ in framings]
        began = time.perf_counter()
        try:
            async with self.hand.changing_buffers():
                numbers, raws = await self._taken(pane, framings, slots, note)
        finally:
            if time.perf_counter() - began > _SLOW:
                self._busy_until = time.perf_counter() + _BUSY
            for slot in slots:
                self.slots.give_back(slot)
        whole = [raw for raw in raws if raw is not None]
        if len(whole) < len(raws):
            return await self._by_process(pane, framings, note)
        return numbers, [_rows(raw, framing) for raw, framing in zip(whole, framings, strict=True)]

    async def _taken(
        self, pane: str, framings: tuple[Framing, ...], slots: Sequence[Slot], note: str | None
    ) -> tuple[Numbers, list[bytes | None]]:
        """Every capture stands before the first `save-buffer`, which waits inside tmux while panes print on."""
        shows = not self._by_file or (
            time.perf_counter() < self._busy_until and all(framing.small for framing in framings)
        )
        if shows:
            await self._know_escapes()
        captures = [_capture(pane, framing, slot.buffer) for slot, framing in zip(slots, framings, strict=True)]
        bringing = [line for slot in slots for line in self._bringing(slot, shows=shows)]
        deleting = [_deleting(slot.buffer) for slot in slots]
        numbers, *replies = await self.hand.look(_look(pane, note), *captures, *bringing, *deleting)
        parsed = Numbers.parse(pane, accepted(numbers).text)
        for captured in replies[: len(slots)]:
            accepted(captured)
        each, brought = len(bringing) // len(slots), replies[len(slots) :]
        parts = [brought[number * each :][:each] for number in range(len(slots))]
        return parsed, [self._collected(*row) for row in zip(slots, parts, framings, strict=True)]

    async def screen(self, pane: str, *, styled: bool = False) -> Screen:
        """What the pane shows now, row by row."""
        numbers, rows = await self.see(pane, Framing(styled=styled, blanks=styled))
        return numbers.screen(rows, styled=styled)

    async def fetch(self, slot: Slot) -> list[str]:
        """The rows of a capture that another client put into the buffer."""
        raw = None
        while raw is None:
            shows = not self._by_file
            if shows:
                await self._know_escapes()
            raw = self._collected(slot, await self.hand.look(*self._bringing(slot, shows=shows)), Framing())
        await self.hand.look(_deleting(slot.buffer))
        return _rows(raw, Framing())

    async def _know_escapes(self) -> None:
        if self._escapes is None:
            self._escapes = await self._show_buffer_escapes()

    def _bringing(self, slot: Slot, *, shows: bool) -> tuple[Line, ...]:
        """What brings a buffer here."""
        return _showing(slot.buffer, self._secret) if shows else _saving(slot.buffer, slot.path)

    def _collected(self, slot: Slot, replies: Sequence[Reply], framing: Framing) -> bytes | None:
        """The buffer's bytes; None when they did not all get into our file, as on a full disk: tmux does not say so.
        A capture ends with a newline, unless it is joined and its last line goes on below: such a file proves nothing.
        """
        if len(replies) > 1:
            raw = self._closed_by_secret(accepted(replies[1]))
            return unshown(raw) if self._escapes else raw
        raw = os.pread(slot.file, os.fstat(slot.file).st_size, 0)
        os.ftruncate(slot.file, 0)
        whole = raw.endswith(b"\n")
        self._by_file = self._by_file and (whole or (framing.join and bool(raw)))
        return raw if whole else None

    def _closed_by_secret(self, reply: Reply) -> bytes:
        if not reply.lines or reply.lines[-1] != self._secret.encode():
            raise TmuxRefused(_CUT)
        return b"\n".join(reply.lines[:-1])

    async def _show_buffer_escapes(self) -> bool:
        """`show-buffer` writes a backslash as two, with other escapes, up to tmux 3.3a at least."""
        name = f"cotty-{os.getpid()}-{self._secret}-probe"
        _, shown, _ = await self.hand.look(
            commands.set_buffer(name, "\\"), commands.show_buffer(name), commands.delete_buffer(name)
        )
        return shown.lines == (b"\\\\",)

    async def _by_process(
        self, pane: str, framings: tuple[Framing, ...], note: str | None
    ) -> tuple[Numbers, list[list[str]]]:
        """Everything printed by one process, with a secret behind each part; it stands in the list of processes, so it
        is another one each time. Up to tmux 3.1 a last row that goes on below has no newline before it.
        """
        secret = secrets.token_hex(8)
        end = commands.say(secret)
        asked = [words for framing in framings for words in (framing.printed(pane), end)]
        reply = accepted(await self.hand.ask_once(commands.look(pane, note), end, *asked))
        numbers, *parts = b"\n".join((*reply.lines, b"")).split(secret.encode() + b"\n")
        parsed = Numbers.parse(pane, numbers.decode("utf-8", "replace").removesuffix("\n"))
        if len(parts) != len(framings) + 1:
            raise TmuxRefused(_CUT)
        return parsed, [_rows(raw, framing) for raw, framing in zip(parts, framings, strict=False)]


@functools.lru_cache(maxsize=512)
def _look(pane: str, note: str | None) -> Line:
    """Encoded once: spelling a look out costs as much as tmux takes to answer it."""
    return encode(commands.look(pane, note))


@functools.lru_cache(maxsize=512)
def _capture(pane: str, framing: Framing, buffer: str) -> Line:
    return encode(framing.capture(pane, buffer))


@functools.lru_cache(maxsize=64)
def _saving(buffer: str, path: str) -> tuple[Line, ...]:
    return (encode(commands.save_buffer(buffer, path)),)


@functools.lru_cache(maxsize=64)
def _showing(buffer: str, secret: str) -> tuple[Line, ...]:
    """The secret stands on a line of its own, whether the last row ends or goes on below."""
    ends = commands.set_buffer(buffer, f"\n{secret}", append=True)
    return encode(ends), encode(commands.show_buffer(buffer))


@functools.lru_cache(maxsize=64)
def _deleting(buffer: str) -> Line:
    return encode(commands.delete_buffer(buffer))


def _rows(raw: bytes, framing: Framing) -> list[str]:
    rows = raw.removesuffix(b"\n").decode("utf-8", "replace").split("\n")
    return [row.rstrip(" ") for row in rows] if framing.join else rows
