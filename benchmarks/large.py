"""One megabyte of awkward text into a program that reads its terminal raw: byte for byte, as one bracketed paste.

Rule: the program in the pane writes down what it was given and this side compares; nothing is trusted that was not read
from there.
"""

import random
import sys
import time
from pathlib import Path
from typing import Final

from benchmarks.bed import Bed
from benchmarks.figures import Figure
from cotty.errors import InvalidText
from cotty.terminal.pane import Pane
from cotty.terminal.terminal import Terminal

_READER: Final = r"""
import os, sys, tty
tty.setraw(0)
os.write(1, b"\x1b[?2004hlistening\r\n")
got = bytearray()
while not got.endswith(b"\x1b[201~"):
    got += os.read(0, 65536)
open(sys.argv[1], "wb").write(got)
os.write(1, b"\x1b[?2004ltook %d bytes.\r\n" % len(got))
"""
_PIECES: Final = (
    "plain words", "a;b; c ;", "\n", "\n\n", "'single' \"double\" `back`", "$HOME $(id) ${x}", "\\ \\n \\\\", "~",
    "#{pane_id}", "%if %end 1 2 1", "grüße", "日本語", "👩‍💻🏳️‍🌈", "\t", "{ } [ ]", "-l --", "Enter C-c",
)  # fmt: skip
_SIZE: Final = 1 << 20
_REFUSED: Final = ("\x00", "\x1b[201~", "\x03", "\x7f")


async def measure(server: Bed, terminal: Terminal) -> list[Figure]:
    """Bytes that differ, brackets that are not one pair, and control bytes that were let through; all must be 0."""
    path = Path(server.folder, "got")
    reader = server.window(sys.executable, "-S", "-E", "-c", _READER, str(path))
    server.until_shown(reader, "listening")
    pane, text = await terminal.pane(reader), awkward_text(_SIZE)
    let_through = [bad for bad in _REFUSED if not await _is_refused(pane, f"a{bad}b")]
    began = time.perf_counter()
    await pane.send(text, enter=False, proof=False)
    await pane.wait(pattern=r"took \d+ bytes", timeout=30)
    seconds = time.perf_counter() - began
    got = _bytes_of(path)
    pasted = got.removeprefix(b"\x1b[200~").removesuffix(b"\x1b[201~")
    brackets = got.count(b"\x1b[200~") + got.count(b"\x1b[201~")
    return [
        Figure("1 MB pasted: bytes that differ", _difference(pasted, text.encode()), "bytes", 0),
        Figure("1 MB pasted: brackets beside one pair", abs(brackets - 2), "", 0),
        Figure("control characters that were not refused", len(let_through), "", 0),
        Figure("1 MB pasted and read", round(seconds * 1000, 1), "ms"),
    ]


def awkward_text(size: int) -> str:
    """Text of that many bytes at least, the same each time."""
    dice, made, length = random.Random(1), [], 0  # noqa: S311  (a text, not a secret)
    while length < size:
        piece = dice.choice(_PIECES)
        made.append(piece)
        length += len(piece.encode())
    return "".join(made)


def _bytes_of(path: Path) -> bytes:
    return path.read_bytes()


async def _is_refused(pane: Pane, text: str) -> bool:
    try:
        await pane.send(text, enter=False, proof=False)
    except InvalidText:
        return True
    return False


def _difference(found: bytes, wanted: bytes) -> int:
    """How many bytes differ, a missing one included."""
    return sum(a != b for a, b in zip(found, wanted, strict=False)) + abs(len(found) - len(wanted))
