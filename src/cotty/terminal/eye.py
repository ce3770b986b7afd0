"""The eye: rows of a pane together with the numbers that belong to them, by the cheapest road that does not leak.

Rules:
1. Numbers and rows come from one write, so they are one moment of the pane.
2. Three roads: a paste buffer saved to a file in memory (this machine: 0.03 ms and nothing a program prints can end the
   reply), the buffer shown over the connection and closed by a secret line, or `capture-pane -p` in a process of its
   own.
3. A road that fails is not taken again by this eye.
"""

import functools
import itertools
import os
import secrets
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cotty.controlmode import commands
from cotty.controlmode.commands import Line, encode
from cotty.controlmode.events import Reply
from cotty.controlmode.shown import unshown
from cotty.errors import PaneNotFound, TmuxRefused
from cotty.model import Screen
from cotty.terminal.hand import Hand, accepted

_MEMORY = Path("/dev/shm")  # noqa: S108  (a private folder is made inside)

_WORDS = 13  # in `commands.SCREEN_FIELDS`
_SIGNALLED = 128  # shells add this to the number of the signal that ended a program


@dataclass(frozen=True, slots=True)
class Framing:
    """Which rows are wanted, and how."""

    start: int | str = 0
    end: int | str | None = None
    join: bool = False
    styled: bool = False
    blanks: bool = False
    saved: bool = False

    def capture(self, pane: str, buffer: str) -> commands.Words:
        return commands.capture(
            pane, buffer, start=self.start, end=self.end, join=self.join, styled=self.styled, blanks=self.blanks,
            saved=self.saved,
        )  # fmt: skip


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
        x, y, width, height, history, limit, alternate, dead, status, signal, mode, cursor = (
            int(word) if word else None for word in words[1:_WORDS]
        )
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


@dataclass(slots=True)
class Slot:
    """A buffer name, and the file in memory that it is saved to."""

    buffer: str
    path: str
    file: int


class Eye:
    """One per hand."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self._free: list[Slot] = []
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._names = itertools.count()
        self._secret = secrets.token_hex(8)
        self._by_file = hand.transport.shares_machine
        self._escapes: bool | None = None

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
            return await self._by_processes(pane, framings, note)
        slots = [self.borrow() for _ in framings]
        try:
            asked = [_look(pane, note)]
            for slot, framing in zip(slots, framings, strict=True):
                asked += [_capture(pane, framing, slot.buffer), *await self._collect(slot)]
            numbers, *rest = await self.hand.look(*asked)
            parsed = Numbers.parse(pane, accepted(numbers).text)
            each = len(rest) // len(slots)
            raws = [self._taken(slot, rest[number * each :][:each]) for number, slot in enumerate(slots)]
        finally:
            self._free += slots
        if not all(raws):
            return await self.sees(pane, framings, note)
        return parsed, [_rows(raw, framing) for raw, framing in zip(raws, framings, strict=True)]

    def _taken(self, slot: Slot, replies: Sequence[Reply]) -> bytes:
        accepted(replies[0])
        return self._collected(slot, replies[1:])

    async def screen(self, pane: str, *, styled: bool = False) -> Screen:
        """What the pane shows now, row by row."""
        numbers, rows = await self.see(pane, Framing(styled=styled, blanks=styled))
        return numbers.screen(rows, styled=styled)

    def borrow(self) -> Slot:
        """A buffer for one capture; give it back."""
        return self._free.pop() if self._free else self._new_slot()

    def give_back(self, slot: Slot) -> None:
        self._free.append(slot)

    async def fetch(self, slot: Slot) -> list[str]:
        """The rows of a capture that another client put into the buffer."""
        raw = self._collected(slot, await self.hand.look(*await self._collect(slot)))
        return _rows(raw, Framing())

    async def _collect(self, slot: Slot) -> tuple[Line, ...]:
        """What brings a buffer here and deletes it."""
        if self._by_file:
            return _saving(slot.buffer, slot.path)
        if self._escapes is None:
            self._escapes = await self._show_buffer_escapes()
        return _showing(slot.buffer, self._secret)

    def _collected(self, slot: Slot, replies: Sequence[Reply]) -> bytes:
        """The buffer's bytes; none when the server could not write our file, and the file is not tried again."""
        if len(replies) == 2:
            raw = os.pread(slot.file, os.fstat(slot.file).st_size, 0)
            os.ftruncate(slot.file, 0)
            self._by_file = bool(raw)
            return raw
        raw = self._closed_by_secret(accepted(replies[1]))
        return unshown(raw) if self._escapes else raw

    def _new_slot(self) -> Slot:
        if self._folder is None:
            memory = str(_MEMORY) if os.access(_MEMORY, os.W_OK) else None
            self._folder = tempfile.TemporaryDirectory(prefix="cotty-", dir=memory, ignore_cleanup_errors=True)
        name = f"cotty-{os.getpid()}-{self._secret}-{next(self._names)}"
        path = os.path.join(self._folder.name, name)
        return Slot(name, path, os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))

    def _closed_by_secret(self, reply: Reply) -> bytes:
        if not reply.lines or reply.lines[-1] != self._secret.encode():
            raise TmuxRefused("A capture was cut short: a program in the pane printed what ends a reply of tmux.")
        return b"\n".join(reply.lines[:-1]) + b"\n"

    async def _show_buffer_escapes(self) -> bool:
        """`show-buffer` writes a backslash as two, with other escapes, up to tmux 3.3a at least."""
        name = f"cotty-{os.getpid()}-{self._secret}-probe"
        _, shown, _ = await self.hand.look(
            commands.set_buffer(name, "\\"), commands.show_buffer(name), commands.delete_buffer(name)
        )
        return shown.lines == (b"\\\\",)

    async def _by_processes(
        self, pane: str, framings: tuple[Framing, ...], note: str | None
    ) -> tuple[Numbers, list[list[str]]]:
        numbers = Numbers.parse(pane, accepted(await self.hand.ask_once(commands.look(pane, note))).text)
        seen: list[list[str]] = []
        for framing in framings:
            words = commands.capture_here(pane, start=framing.start, join=framing.join, styled=framing.styled)
            reply = accepted(await self.hand.ask_once(words))
            seen.append(_rows(b"\n".join(reply.lines) + b"\n", framing))
        return numbers, seen

    def close(self) -> None:
        for slot in self._free:
            os.close(slot.file)
        self._free.clear()
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None


@functools.lru_cache(maxsize=512)
def _look(pane: str, note: str | None) -> Line:
    """Encoded once: spelling a look out costs as much as tmux takes to answer it."""
    return encode(commands.look(pane, note))


@functools.lru_cache(maxsize=512)
def _capture(pane: str, framing: Framing, buffer: str) -> Line:
    return encode(framing.capture(pane, buffer))


@functools.lru_cache(maxsize=64)
def _saving(buffer: str, path: str) -> tuple[Line, ...]:
    return encode(commands.save_buffer(buffer, path)), encode(commands.delete_buffer(buffer))


@functools.lru_cache(maxsize=64)
def _showing(buffer: str, secret: str) -> tuple[Line, ...]:
    ends = commands.set_buffer(buffer, secret, append=True)
    return encode(ends), encode(commands.show_buffer(buffer)), encode(commands.delete_buffer(buffer))


def _rows(raw: bytes, framing: Framing) -> list[str]:
    rows = raw.decode("utf-8", "replace").split("\n")
    rows.pop()
    return [row.rstrip(" ") for row in rows] if framing.join else rows
