"""Output bytes of a command as the text a person would call its output.

Rules: pure. Escape sequences and control bytes go, CR LF is a line end, bytes that are no UTF-8 become U+FFFD. A line
that was overwritten (CR, backspace, erase-line: progress bars, spinners, overstruck man pages) is what finally stood
there, without the blanks that overwriting leaves at its end. Lines that nobody overwrote are kept to the last blank.

Where it ends: it is no emulator. A character counts as one column, lines are as long as they are, so what a terminal
wraps, draws two columns wide, moves to (cursor up, columns, tabs stepped over) or shows on the alternate screen is not
followed; frames redrawn by moving up come one after the other. For those, ask tmux for the screen.
"""

import re
from typing import Final

# CSI; OSC to BEL or ST; DCS, SOS, PM, APC and the title of screen to ST; two bytes and designations. Every end is
# optional: what is cut or broken goes as far as it was understood.
_ESCAPE: Final = re.compile(
    rb"\x1b+(?:\[[0-?]*[ -/]*[@-~]?"
    rb"|\][^\x01-\x03\x07\x18\x1a\x1b]*(?:\x07|\x1b\\)?"
    rb"|[PX^_k][^\x01-\x03\x18\x1a\x1b]*(?:\x1b\\)?"
    rb"|[ -/]*[0-~]?)"
)
# Erasing matters only to overwritten lines; it is kept as three control bytes that were deleted before.
_ERASING: Final = ((b"\x1b[K", b"\x01"), (b"\x1b[0K", b"\x01"), (b"\x1b[1K", b"\x02"), (b"\x1b[2K", b"\x03"))
_IDLE: Final = bytes({*range(32), 127} - set(b"\a\b\t\n\r\x18\x1a\x1b"))
_ENDINGS: Final = b"\a\x18\x1a\x1b"
_OVERWRITING: Final = re.compile(r"[\b\r\x01-\x03]")
_STEPS: Final = re.compile(r"([\b\x01-\x03])")
_C1: Final = re.compile(r"[\x80-\x9f]")


def plain_text(data: bytes) -> str:
    """Return what a command printed, as plain text."""
    data = data.translate(None, _IDLE)
    if b"\x1b" in data:
        for sequence, stand_in in _ERASING:
            data = data.replace(sequence, stand_in)
        data = _ESCAPE.sub(b"", data)
    text = data.translate(None, _ENDINGS).replace(b"\r\n", b"\n").decode("utf-8", "replace")
    if b"\xc2" in data:
        text = _C1.sub("", text)
    return _settled(text)


def _settled(text: str) -> str:
    """The text with each overwritten line as it ended; the others are not even looked at."""
    pieces: list[str] = []
    done = 0
    while found := _OVERWRITING.search(text, done):
        start = max(text.rfind("\n", done, found.start()) + 1, done)
        end = text.find("\n", found.end())
        end = len(text) if end < 0 else end
        pieces += (text[done:start], _final(text[start:end]))
        done = end
    return text if not pieces else "".join((*pieces, text[done:]))


def _final(line: str) -> str:
    """What stands on a line in the end: each stretch between CRs starts at the left and covers what stood there."""
    line = line.strip("\r")
    if "\r" not in line and "\b" not in line:
        line = line.replace("\x01", "")  # grep and gcc erase to the right of their text, where nothing stands
    if not _OVERWRITING.search(line):
        return line
    shown = ""
    for stretch in reversed(line.split("\r")):
        written, wiped = _written(stretch)
        shown += written[len(shown) :]
        if wiped:
            break
    return shown.rstrip(" ")


def _written(stretch: str) -> tuple[str, bool]:
    """What one stretch leaves from the left margin on, and whether it wiped what stood there before it."""
    if not _OVERWRITING.search(stretch):
        return stretch, False
    cells: list[str] = []
    at, wiped = 0, False
    for piece in _STEPS.split(stretch):
        if piece == "\b":
            at = max(at - 1, 0)
        elif piece == "\x01":
            del cells[at:]
            wiped = True
        elif piece == "\x02":
            cells[: at + 1] = " " * (at + 1)
        elif piece == "\x03":
            cells, wiped = [" "] * at, True
        else:
            cells[at : at + len(piece)] = piece
            at += len(piece)
    return "".join(cells), wiped
