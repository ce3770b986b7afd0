"""Frames to bytes: printed above and drawn again below, or the whole screen, in as many writes as the scenario says.

Rules: one frame at a time, of what is true when it begins; a change while it is written makes the next one; what is in
a frame counts as shown when its last byte is written.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from cotty.testing.fake_cli.skins import drawn, entry_rows
from cotty.testing.fake_cli.view import Drawn, Shown, View
from cotty.testing.scenario import Paint

Put = Callable[[bytes], None]
Size = Callable[[], tuple[int, int]]
_TITLE_SPINNER: Final = "⠂⠐"


@dataclass(slots=True)
class _Frame:
    pieces: list[bytes]
    shown: Shown


class Painter:
    """The writing side of a terminal."""

    def __init__(self, paint: Paint, put: Put, size: Size) -> None:
        self._paint, self._put, self._size = paint, put, size
        self._printed = 0  # entries of the conversation
        self._cursor_row = 0  # of the drawn part
        self._title = ""
        self._frame: _Frame | None = None
        self._last = b""
        self._again = False
        self.due: float | None = None  # when there is something to write

    def want(self, now: float) -> None:
        """Something changed: a frame is due, after the one that is being written."""
        if self._frame is not None:
            self._again = True
        elif self.due is None:
            self.due = now + self._paint.delay_ms / 1000

    def resized(self) -> None:
        """The terminal has moved everything: begin on an empty one."""
        self._put(b"\x1b[H\x1b[2J")
        self._cursor_row, self._last = 0, b""

    def run(self, view: Callable[[float], View], now: float) -> Shown | None:
        """Write what is due; what a frame showed, when it is whole."""
        if self.due is None or now < self.due:
            return None
        if self._frame is None:
            made = view(now)
            below = drawn(made, *self._size())
            self._frame = _Frame(self._cut(self._bytes(made, below)), made.shown(below.rows))
        if self._frame.pieces:
            self._put(self._frame.pieces.pop(0))
        if self._frame.pieces:
            self.due = now + self._paint.between_ms / 1000
            return None
        shown, self._frame, self.due = self._frame.shown, None, None
        if self._again:
            self._again = False
            self.want(now)
        return shown

    def _cut(self, data: bytes) -> list[bytes]:
        size = max(1, -(-len(data) // max(1, self._paint.pieces)))
        return [data[at : at + size] for at in range(0, len(data), size)]

    def _bytes(self, view: View, below: Drawn) -> bytes:
        width = self._size()[0]
        if view.scenario.skin == "fullscreen":
            body = _whole(below)
        else:
            above = [row for entry in view.entries[self._printed :] for row in entry_rows(view, entry, width)]
            self._printed = len(view.entries)
            body = self._inline(above, below)
        body = self._title_bytes(view) + body
        if body == self._last and not self._paint.fps:
            return b""
        self._last = body
        return b"\x1b[?2026h" + body + b"\x1b[?2026l" if self._paint.synchronized else body

    def _inline(self, above: list[str], below: Drawn) -> bytes:
        """Wipe what was drawn, print what is new, draw again."""
        up = f"\x1b[{self._cursor_row}A" if self._cursor_row else ""
        wiped = f"\r{up}\x1b[J" + "".join(f"{row}\r\n" for row in above)
        last = len(below.rows) - 1
        if self._paint.inverse_cursor:
            self._cursor_row = last
            return (wiped + "\r\n".join(below.rows) + "\r").encode()
        self._cursor_row = below.y
        back = f"\x1b[{last - below.y}A" if last > below.y else ""
        right = f"\x1b[{below.x}C" if below.x else ""
        return (wiped + "\r\n".join(below.rows) + f"\r{back}{right}").encode()

    def _title_bytes(self, view: View) -> bytes:
        if view.scenario.title == "none":
            return b""
        spin = _TITLE_SPINNER[int(view.now * 2) % 2]
        busy = view.scenario.title == "states" and view.state == "processing"
        title = f"{spin if busy else '✳'} fake"
        if title == self._title:
            return b""
        self._title = title
        return f"\x1b]2;{title}\x1b\\".encode()


def _whole(below: Drawn) -> bytes:
    rows = "\r\n".join(f"{row}\x1b[K" for row in below.rows)
    return f"\x1b[H{rows}\x1b[{below.y + 1};{below.x + 1}H".encode()
