"""Put text and keys into a pane: checked, guarded, each in one command of tmux.

Rules:
1. Text is literal always and keys are keys always. NUL, ESC and other control bytes in text are refused: a terminal
   would act on them, and ESC can end a bracketed paste.
2. A single short line is typed; anything longer, or with line breaks or tabs, goes through a paste buffer of its own
   name, bracketed when the program asked for it: one paste, whatever its size.
3. A line that a line-mode terminal would cut silently (4095 bytes) is refused, where that can be told.
4. Modes that swallow input are left, and the place of the cursor is noted, in the same command that writes.
"""

import contextlib
import os
import re
import secrets
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import lru_cache

from cotty.controlmode import commands
from cotty.controlmode.commands import Line, Template, encode
from cotty.controlmode.guards import LOOK_AGAIN, Guard
from cotty.errors import CottyError, InvalidText
from cotty.model import Place
from cotty.terminal.desk import Desk
from cotty.terminal.flows.echo import imprint_of
from cotty.terminal.lease import wrote

LONGEST_TYPED = 1000  # bytes
LONGEST_LINE = 1023 if sys.platform == "darwin" else 4095
_SHARED_MEMORY = "/dev/shm"  # noqa: S108  (files are made with a random name, 0600)
_FORBIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
_SLICE = 256 << 10


def checked_text(text: str) -> str:
    """The text with line breaks as LF, or an error that names the first character that cannot be typed."""
    if text.isprintable():  # nothing that is forbidden is
        return text
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    found = _FORBIDDEN.search(text)
    if found is not None:
        raise InvalidText(f"Character {found.start() + 1} {_why_not(found[0])}.")
    return text


def _why_not(character: str) -> str:
    if "\ud800" <= character <= "\udfff":
        return "is a byte that is no UTF-8, or half of a character"
    return f"is U+{ord(character):04X}, which a terminal would act on"


def is_typed(text: str) -> bool:
    """Typed key by key, not pasted: so short that no terminal cuts it (1024 bytes on macOS, 4095 on Linux)."""
    short = 4 * len(text) <= LONGEST_TYPED or len(text.encode("utf-8", "replace")) <= LONGEST_TYPED
    return short and "\n" not in text and "\t" not in text


@lru_cache(maxsize=256)
def _quick_typing(guard: Guard, pen: str, then: tuple[str, ...]) -> Template:
    return guard.quick_typing(pen, then)


@lru_cache(maxsize=256)
def _quick_keys(guard: Guard, pen: str, keys: tuple[str, ...]) -> Line:
    return encode(guard.quick_keys(pen, keys))


async def write_text(desk: Desk, place: Place, text: str, *, then: tuple[str, ...] = ()) -> None:
    """Type or paste a text and press keys, in one command, if the pane may be written to."""
    if is_typed(text):
        await _type(desk, place, text, then)
    else:
        await paste_text(desk, place, text, then=then)


async def press_keys(desk: Desk, place: Place, keys: tuple[str, ...]) -> None:
    """Press keys, if the pane may be written to."""
    guard, note = desk.pens.guard(place), desk.pens.note(place.pane)
    if not await _written(desk, place, _quick_keys(guard, note, keys)):
        wrote(place, (await desk.hand.ask(desk.pens.guard(place).keys(desk.hand.now(), keys)))[0])


async def _type(desk: Desk, place: Place, text: str, then: tuple[str, ...]) -> None:
    guard, note = desk.pens.guard(place), desk.pens.note(place.pane)
    imprint = imprint_of(text)
    if not await _written(desk, place, _quick_typing(guard, note, then).filled(text, imprint)):
        words = guard.typing(desk.hand.now(), text, then, imprint=imprint)
        wrote(place, (await desk.hand.ask(words))[0])


async def _written(desk: Desk, place: Place, line: Line) -> bool:
    """Written by a quick guard; False when it must be asked in full, or there is no live client to ask."""
    connection = desk.hand.open_to(place.server) or await desk.hand.connection(place.server)
    if connection is None:
        return False
    reply = (await connection.ask(line))[0]
    if not reply.ok or reply.lines:
        if reply.text.strip() == LOOK_AGAIN:
            return False
        wrote(place, reply)
    return True


async def paste_text(desk: Desk, place: Place, text: str, *, then: tuple[str, ...] = ()) -> None:
    """Paste a text and press keys, in one command, if the pane may be written to."""
    async with loaded(desk, place, text) as load:
        await paste_loaded(desk, place, load, then=then)


@dataclass(slots=True)
class Load:
    """A text in a paste buffer of its own name."""

    buffer: str
    breaks: int
    imprint: str
    pasted: bool = False


@asynccontextmanager
async def loaded(desk: Desk, place: Place, text: str) -> AsyncIterator[Load]:
    """Load a text that is to be pasted; what was not pasted leaves no buffer behind. Whoever has to look right before
    it pastes loads before it looks: that takes 1 - 20 ms.
    """
    await _check_lines(desk, place, text)
    load = Load(f"cotty-paste-{secrets.token_hex(8)}", text.count("\n"), imprint_of(text))
    try:
        async with desk.hand.changing_buffers():
            await _load(desk, load.buffer, text)
        yield load
    finally:
        if not load.pasted:
            with contextlib.suppress(CottyError):
                await desk.hand.ask(commands.delete_buffer(load.buffer))


async def paste_loaded(desk: Desk, place: Place, load: Load, *, then: tuple[str, ...] = ()) -> None:
    """Paste it and press keys, in one command, if the pane may be written to."""
    guarded = desk.hand.version.has("guarded-paste")
    async with desk.hand.changing_buffers():
        words = desk.pens.guard(place).paste(
            desk.hand.now(),
            load.buffer,
            breaks=load.breaks,
            guarded=guarded,
            then=then,
            imprint=load.imprint,
        )
        wrote(place, (await desk.hand.ask(words))[0])
    load.pasted = True


async def _check_lines(desk: Desk, place: Place, text: str) -> None:
    """A line-mode terminal cuts long lines silently."""
    mode = desk.line_mode(await desk.facts(place))
    if mode is not None and mode.canonical and max(map(len, text.encode().split(b"\n"))) > LONGEST_LINE:
        raise InvalidText(
            f"A line is longer than {LONGEST_LINE} bytes, and the terminal of {place.pane} would cut it.",
            suggestion="Put the text into a file, or send it to a program that edits its own input line.",
        )


async def _load(desk: Desk, buffer: str, text: str) -> None:
    """Fill a buffer: from a file in memory where the server reads our files (1 MB: 10 ms against 135)."""
    if desk.hand.transport.shares_machine and len(text) > LONGEST_TYPED:
        folder = _SHARED_MEMORY if os.access(_SHARED_MEMORY, os.W_OK) else None
        with tempfile.NamedTemporaryFile(dir=folder, prefix="cotty-") as file:
            file.write(text.encode())
            file.flush()
            await desk.hand.must(commands.load_buffer(buffer, file.name))
        return
    limit = _SLICE if desk.hand.live else 8000
    for start in range(0, len(text), limit):
        await desk.hand.must(commands.set_buffer(buffer, text[start : start + limit], append=start > 0))
