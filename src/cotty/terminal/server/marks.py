"""Marks in a pane's output that no tmux before 3.7 tells: prompts, commands, paste mode, screens, frames, progress.

Rules: pure, no I/O and no clock; bytes in any split give the same marks; positions count from the first byte ever fed.
Every ESC starts a sequence anew, whatever it interrupts, as in a VT parser; so one pattern, tried at each ESC, finds
every mark, and what is inside other strings needs no state. C1 bytes are not sequences: panes speak UTF-8.
A trusted COMMAND_END answers a trusted COMMAND_START and comes once, though zsh writes it twice where PROMPT_SP is on.

How to read a shell: PROMPT_START comes once for each prompt, PROMPT_END each time the prompt is drawn (or never, where
the prompt cannot carry it). A run is over at the first trusted PROMPT_START after its COMMAND_START: text of several
lines, pasted at once, may start several commands before that. No COMMAND_START before it: nothing was executed (empty
line, syntax error, Ctrl-C). No COMMAND_END: it ended, with a code nobody told.
"""

import re
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

_ESC: Final = 0x1B
_LONGEST_PENDING: Final = 65536 + 8  # 64 KB and the longest way to a string's text; what is longer is dropped


class MarkKind(Enum):
    """What a mark says."""

    PROMPT_START = "prompt start"
    PROMPT_END = "prompt end"
    COMMAND_START = "command start"
    COMMAND_END = "command end"
    CWD = "cwd"
    TITLE = "title"
    PROGRESS = "progress"
    BRACKETED_PASTE_ON = "bracketed paste on"
    BRACKETED_PASTE_OFF = "bracketed paste off"
    ALTERNATE_ON = "alternate on"
    ALTERNATE_OFF = "alternate off"
    SYNC_BEGIN = "sync begin"
    SYNC_END = "sync end"


@dataclass(frozen=True, slots=True)
class Mark:
    """One mark, and where its escape sequence stands in the stream: `start` its first byte, `end` one past its last.

    value: the exit code of COMMAND_END as it was printed, the path of CWD, the text of TITLE, "state;percent" of
    PROGRESS, else empty. trusted: the sequence carried the nonce.
    """

    kind: MarkKind
    start: int
    end: int
    value: str = ""
    trusted: bool = False

    @property
    def exit_code(self) -> int | None:
        """The exit code that a COMMAND_END carries, if it is one."""
        known = self.kind is MarkKind.COMMAND_END and re.fullmatch(r"\d{1,10}", self.value, re.ASCII)
        return int(self.value) if known else None


_SHELL: Final = {
    b"A": MarkKind.PROMPT_START,
    b"B": MarkKind.PROMPT_END,
    b"C": MarkKind.COMMAND_START,
    b"D": MarkKind.COMMAND_END,
}
_MODES: Final = {
    b"2004h": MarkKind.BRACKETED_PASTE_ON,
    b"2004l": MarkKind.BRACKETED_PASTE_OFF,
    b"2026h": MarkKind.SYNC_BEGIN,
    b"2026l": MarkKind.SYNC_END,
    **{mode + b"h": MarkKind.ALTERNATE_ON for mode in (b"47", b"1047", b"1049")},
    **{mode + b"l": MarkKind.ALTERNATE_OFF for mode in (b"47", b"1047", b"1049")},
}
_FINISHED: Final = re.compile(
    rb"\x1b(?:\[\?(?=[0-9;]{1,64}[hl])(?P<modes>(?:[0-9]*;)*(?:2004|2026|104[79]|47)(?:;[0-9]*)*)(?P<switch>[hl])"
    rb"|\](?:133;(?P<shell>[A-D][^\x07\x18\x1a\x1b]{0,65536})|7;(?P<cwd>[^\x07\x18\x1a\x1b]{0,65536})"
    rb"|[02];(?P<title>[^\x07\x18\x1a\x1b]{0,65536})|9;4;(?P<progress>[0-9;]{1,64}))(?:\x07|\x1b\\))"
)
_UNFINISHED: Final = re.compile(
    rb"\x1b(?:\[(?:\?[0-9;]{0,64})?|\](?:[0279]|13?3?|(?:133|[0279]);[^\x07\x18\x1a\x1b]*\x1b?)?)?\Z"
)
_ENDS_STRING: Final = re.compile(rb"[\x07\x18\x1a\x1b]")
_PERCENT: Final = re.compile(rb"%([0-9A-Fa-f]{2})")


class MarkScanner:
    """Finds the marks of one pane's output, chunk by chunk."""

    __slots__ = ("_ended", "_nonce", "_pending", "_position")

    def __init__(self, nonce: bytes | None = None) -> None:
        self._nonce = None if nonce is None else b"cotty=" + nonce
        self._pending = bytearray()  # what may still become a mark: it starts with ESC
        self._position = 0  # of the first pending byte, or of the next byte
        self._ended = False  # the last trusted command has ended

    def feed(self, data: bytes) -> list[Mark]:
        """Return the marks that these bytes finish."""
        if self._pending:
            if self._in_string() and not _ENDS_STRING.search(data):
                self._grow(data)
                return []
            data = bytes(self._pending) + data
        marks: list[Mark] = []
        for found in _FINISHED.finditer(data):
            self._read(found, marks)
        self._keep(data)
        return marks

    def _in_string(self) -> bool:
        """Whether only the end of a string can finish what is pending, and no part of that end is there."""
        return self._pending[1:2] == b"]" and self._pending[-1] != _ESC

    def _grow(self, data: bytes) -> None:
        self._pending += data
        if len(self._pending) > _LONGEST_PENDING:
            self._position += len(self._pending)
            self._pending.clear()

    def _keep(self, data: bytes) -> None:
        start = _unfinished(data)
        self._position += start
        self._pending = bytearray(data[start:])

    def _read(self, found: re.Match[bytes], marks: list[Mark]) -> None:
        start, end = self._position + found.start(), self._position + found.end()
        name, text = found.lastgroup, found[found.lastgroup or 0]
        if name == "switch":
            modes = (_MODES.get(mode + text) for mode in found["modes"].split(b";"))
            marks.extend(Mark(kind, start, end) for kind in modes if kind)
        elif name == "shell":
            self._read_shell(text, start, end, marks)
        elif name == "title":
            marks.append(Mark(MarkKind.TITLE, start, end, text.decode("utf-8", "replace")))
        elif name == "progress":
            marks.append(Mark(MarkKind.PROGRESS, start, end, text.decode("ascii")))
        elif text.startswith(b"file://"):
            marks.append(Mark(MarkKind.CWD, start, end, _path(b"/" + text[7:].partition(b"/")[2])))

    def _read_shell(self, text: bytes, start: int, end: int, marks: list[Mark]) -> None:
        letter, *fields = text.split(b";")
        kind = _SHELL.get(letter)
        trusted = self._nonce is not None and self._nonce in fields
        if kind is MarkKind.COMMAND_END:
            self._read_end(fields[0] if fields else b"", trusted, Mark(kind, start, end), marks)
        elif kind:
            self._ended = self._ended and not (trusted and kind is MarkKind.COMMAND_START)
            if trusted and kind is MarkKind.PROMPT_START:
                places = (field[4:] for field in fields if field.startswith(b"cwd="))
                marks.extend(Mark(MarkKind.CWD, start, end, _path(place), True) for place in places)
            marks.append(Mark(kind, start, end, trusted=trusted))

    def _read_end(self, code: bytes, trusted: bool, mark: Mark, marks: list[Mark]) -> None:
        """A trusted end has a code: what zsh keeps for its own writing of one has none yet."""
        trusted = trusted and code.isdigit()
        if not (trusted and self._ended):
            marks.append(replace(mark, value=code.decode("utf-8", "replace"), trusted=trusted))
        self._ended = self._ended or trusted


def _unfinished(data: bytes) -> int:
    """Where a mark begins that the next bytes may finish, or the end of the data."""
    last = data.rfind(b"\x1b")
    if last < 0:
        return len(data)
    before = data.rfind(b"\x1b", 0, last) if last == len(data) - 1 else -1
    for start in (before, last):
        if start >= 0 and len(data) - start <= _LONGEST_PENDING and _UNFINISHED.match(data, start):
            return start
    return len(data)


def _path(text: bytes) -> str:
    """The path that a shell percent-encoded byte by byte; bytes that are no UTF-8 come as os.fsdecode gives them."""
    plain = _PERCENT.sub(lambda found: bytes((int(found[1], 16),)), text)
    return plain.decode("utf-8", "surrogateescape")
