"""Bytes of a terminal to typed text, pasted text and pressed keys. Pure; keys have tmux's names.

Rules: a character or a sequence that is cut between two reads is kept until it is whole; an escape that nothing follows
becomes the key when `flush` is called; nothing is dropped: what is not known is a key named by its bytes.
"""

import codecs
import re
from dataclasses import dataclass
from typing import Final

_PASTE: Final = "\x1b[200~"
_PASTE_END: Final = "\x1b[201~"
_SEQUENCE: Final = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|O[@-~]|[^\x1b\[O])", re.DOTALL)
_CONTROLS: Final = {"\r": "Enter", "\n": "C-j", "\t": "Tab", "\x7f": "BSpace", "\x08": "BSpace"}
_SEQUENCES: Final = {
    **dict(zip("ABCDHF", ("Up", "Down", "Right", "Left", "Home", "End"), strict=True)),
    "Z": "BTab",
    "1~": "Home",
    "3~": "DC",
    "4~": "End",
    "5~": "PPage",
    "6~": "NPage",
}


@dataclass(frozen=True, slots=True)
class Typed:
    """Characters that came as keys."""

    text: str


@dataclass(frozen=True, slots=True)
class Pasted:
    """The inside of one bracketed paste, newlines as LF."""

    text: str


@dataclass(frozen=True, slots=True)
class Pressed:
    """A key."""

    name: str


Event = Typed | Pasted | Pressed


class Keys:
    """The reading side of a terminal."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._rest = ""

    @property
    def waits_for_more(self) -> bool:
        """An escape stands alone: a key, or the beginning of a sequence."""
        return self._rest == "\x1b"

    def feed(self, data: bytes) -> list[Event]:
        self._rest += self._decoder.decode(data)
        return self._taken()

    def flush(self) -> list[Event]:
        """Nothing followed the escape: it was the key."""
        if not self.waits_for_more:
            return []
        self._rest = ""
        return [Pressed("Escape")]

    def _taken(self) -> list[Event]:
        events: list[Event] = []
        while self._rest:
            taken = self._next()
            if taken is None:
                break
            event, length = taken
            self._rest = self._rest[length:]
            events.append(event)
        return events

    def _next(self) -> tuple[Event, int] | None:
        """The first event of what is there and how many characters it took; None: it is not whole yet."""
        first = self._rest[0]
        if self._rest.startswith(_PASTE):
            return self._paste()
        if first == "\x1b":
            return self._sequence()
        if _is_control(first):
            return Pressed(_CONTROLS.get(first) or f"C-{chr(ord(first) + 96)}"), 1
        length = next((at for at, each in enumerate(self._rest) if _is_control(each)), len(self._rest))
        return Typed(self._rest[:length]), length

    def _paste(self) -> tuple[Event, int] | None:
        end = self._rest.find(_PASTE_END)
        if end < 0:
            return None
        inside = self._rest[len(_PASTE) : end].replace("\r\n", "\n").replace("\r", "\n")
        return Pasted(inside), end + len(_PASTE_END)

    def _sequence(self) -> tuple[Event, int] | None:
        if self._rest.startswith("\x1b\x1b"):
            return Pressed("Escape"), 1
        found = _SEQUENCE.match(self._rest)
        if found is None:
            return None
        spelled = found.group()
        if spelled[1] not in "[O":
            return Pressed(f"M-{_CONTROLS.get(spelled[1], spelled[1])}"), len(spelled)
        return Pressed(_SEQUENCES.get(spelled[2:], repr(spelled))), len(spelled)


def _is_control(character: str) -> bool:
    return character < " " or character == "\x7f"
