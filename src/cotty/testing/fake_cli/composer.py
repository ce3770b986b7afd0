"""The input box: what stands in it, where the cursor is, what a paste became. Pure.

Rules: a piece is what is shown and what it stands for; a collapsed paste is one piece, and a key removes it whole; what
is submitted is what the pieces stand for.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from cotty.testing.scenario import Paste


class Piece(NamedTuple):
    """A character, or a collapsed paste."""

    shown: str
    meant: str


@dataclass(slots=True)
class Composer:
    """An input box."""

    pieces: list[Piece] = field(default_factory=list)
    cursor: int = 0
    pastes: int = 0

    @property
    def meant(self) -> str:
        """What submitting it would submit."""
        return "".join(piece.meant for piece in self.pieces)

    @property
    def shown(self) -> str:
        return "".join(piece.shown for piece in self.pieces)

    @property
    def shown_cursor(self) -> int:
        """How many shown characters stand before the cursor."""
        return sum(len(piece.shown) for piece in self.pieces[: self.cursor])

    def type(self, text: str) -> None:
        self._insert([Piece(each, each) for each in text])

    def paste(self, text: str, rules: Paste) -> None:
        """A paste, which may collapse to a placeholder."""
        label = self._placeholder(text, rules)
        if label:
            self._insert([Piece(label, text)])
        else:
            self.type(text)

    def press(self, key: str) -> bool:
        """An editing key; False when it is none."""
        edit = _EDITS.get(key)
        if edit is not None:
            edit(self)
        return edit is not None

    def clear(self) -> None:
        self.pieces, self.cursor = [], 0

    def _insert(self, pieces: list[Piece]) -> None:
        self.pieces[self.cursor : self.cursor] = pieces
        self.cursor += len(pieces)

    def _placeholder(self, text: str, rules: Paste) -> str:
        lines = text.count("\n")
        if rules.placeholder == "none" or (lines < rules.from_lines and len(text) < rules.from_characters):
            return ""
        self.pastes += 1
        if rules.placeholder == "characters":
            return f"[Pasted Content {len(text)} chars]"
        return f"[Pasted text #{self.pastes} +{lines} lines]" if lines else f"[Pasted text #{self.pastes}]"

    def _remove(self, begin: int, end: int) -> None:
        begin, end = max(0, begin), min(len(self.pieces), end)
        del self.pieces[begin:end]
        self.cursor = begin

    def _move(self, to: int) -> None:
        self.cursor = max(0, min(len(self.pieces), to))

    def _line_start(self) -> int:
        return max((at + 1 for at in range(self.cursor) if self.pieces[at].meant == "\n"), default=0)

    def _line_end(self) -> int:
        ends = (at for at in range(self.cursor, len(self.pieces)) if self.pieces[at].meant == "\n")
        return next(ends, len(self.pieces))

    def _word_start(self) -> int:
        at = self.cursor
        while at and self.pieces[at - 1].meant.isspace():
            at -= 1
        while at and not self.pieces[at - 1].meant.isspace():
            at -= 1
        return at


_EDITS: Final[dict[str, Callable[[Composer], None]]] = {
    "BSpace": lambda box: box._remove(box.cursor - 1, box.cursor),
    "DC": lambda box: box._remove(box.cursor, box.cursor + 1),
    "Left": lambda box: box._move(box.cursor - 1),
    "Right": lambda box: box._move(box.cursor + 1),
    "Home": lambda box: box._move(box._line_start()),
    "C-a": lambda box: box._move(box._line_start()),
    "End": lambda box: box._move(box._line_end()),
    "C-e": lambda box: box._move(box._line_end()),
    "C-u": lambda box: box._remove(box._line_start(), box.cursor),
    "C-k": lambda box: box._remove(box.cursor, box._line_end()),
    "C-w": lambda box: box._remove(box._word_start(), box.cursor),
    "C-j": lambda box: box.type("\n"),
    "M-Enter": lambda box: box.type("\n"),
}
