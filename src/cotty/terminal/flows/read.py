"""Where a reader has got to in what a pane printed, and how to find that place again. Pure.

tmux has no number for a line: its history is trimmed by a tenth at a time, cleared, reflowed when the width changes,
and set aside while a program uses the alternate screen. So a bookmark keeps the last lines' imprints and the
cursor's absolute row, and the place is found by both together.

Rules:
1. Lines are logical: a wrapped line is one, so a new width changes nothing.
2. The line with the cursor is not finished: it is read again when it has changed.
3. A place is believed when the imprint of 40 lines fits in exactly one way, or when the number of rows since agrees
   too. A short imprint that fits twice is refused, and the gap is reported.
4. Line feeds that an ear counted since point to one place and no other. The deepest imprint must fit there, a
   shallower one only where tmux has lost the lines above; where it does not, nothing is believed. A place that is off
   by one among equal lines would lose or repeat one in silence.
"""

import base64
import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace

from cotty.errors import InvalidInput
from cotty.terminal.flows.cells import cell_width

_DEPTHS = (40, 12, 4, 1)  # lines in each imprint, deepest first
_LAYOUT = struct.Struct("!BIIIHHIiII4s" + "4s" * len(_DEPTHS))
_STRONG = 12  # lines in an imprint that may be believed wherever it fits
_DIFFERING = 8  # different lines among them, where the history may have been trimmed
_FORMAT = 1
_ALTERNATE = 0x80


@dataclass(frozen=True, slots=True)
class Bookmark:
    """A place in a pane's output. `row` is the absolute row of the cursor, `tail_rows` how many rows above it its line
    began; `available` the lines that stood before it; `heard` line feeds counted by feed `ear` (0: none).
    """

    server: int
    started: int
    pane: int
    width: int
    tail_rows: int
    row: int
    available: int
    ear: int
    heard: int
    tail: bytes
    prints: tuple[bytes, ...]
    alternate: bool = False

    def encode(self) -> str:
        kind = _FORMAT | (_ALTERNATE if self.alternate else 0)
        packed = _LAYOUT.pack(
            kind, self.server, self.started, self.pane, self.width, min(self.tail_rows, 65535), self.row,
            min(self.available, 1 << 30), self.ear, self.heard, self.tail, *self.prints,
        )  # fmt: skip
        return base64.urlsafe_b64encode(packed).decode().rstrip("=")

    def entered(self, screen: bytes) -> "Bookmark":
        """The same place, seen from the alternate screen that a program has entered."""
        return replace(self, alternate=True, tail=screen)

    def left(self) -> "Bookmark":
        """The same place, after the program left its alternate screen: the cursor's line is read again."""
        return replace(self, alternate=False)

    @classmethod
    def decode(cls, text: str) -> "Bookmark":
        try:
            raw = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
            kind, server, started, pane, width, tail_rows, row, available, ear, heard, tail, *prints = _LAYOUT.unpack(
                raw
            )
        except (ValueError, struct.error):
            raise InvalidInput(f"{text[:40]!r} is not a cursor that `read` gave.") from None
        if kind & ~_ALTERNATE != _FORMAT:
            raise InvalidInput("That cursor comes from another version of cotty.")
        return cls(
            server,
            started,
            pane,
            width,
            tail_rows,
            row,
            available,
            ear,
            heard,
            tail,
            tuple(prints),
            bool(kind & _ALTERNATE),
        )


@dataclass(frozen=True, slots=True)
class Printed:
    """Logical lines of a pane up to and with the cursor's line, and the numbers that belong to them.

    `complete`: the first line is the oldest that tmux still has.
    """

    lines: Sequence[str]
    history: int
    history_limit: int
    cursor_y: int
    width: int
    complete: bool
    heard: int | None = None  # line feeds since the bookmark, when one ear heard them all

    @property
    def row(self) -> int:
        return self.history + self.cursor_y


@dataclass(frozen=True, slots=True)
class Found:
    """What is new: lines from this index on; `missed` as in `Page`."""

    index: int
    missed: int | None
    redrawn: bool = False


def line_prints(lines: Sequence[str]) -> bytes:
    """Four bytes per line, so that a window of lines is a slice."""
    try:
        sums = [zlib.crc32(line.encode()) for line in lines]
    except UnicodeEncodeError:
        sums = [zlib.crc32(line.encode("utf-8", "surrogatepass")) for line in lines]
    return struct.pack(f"!{len(sums)}I", *sums)


def imprint_of(prints: bytes, end: int, depth: int) -> bytes:
    """Four bytes that stand for the `depth` lines before `end`."""
    return zlib.crc32(prints[4 * (end - depth) : 4 * end]).to_bytes(4, "big")


def prints_before(lines: Sequence[str], index: int) -> tuple[bytes, ...]:
    """The imprints of the lines that end before `index`, for each depth that there are lines for."""
    near = lines[max(0, index - _DEPTHS[0]) : index]
    prints = line_prints(near)
    return tuple([imprint_of(prints, len(near), depth) if depth <= index else b"\0" * 4 for depth in _DEPTHS])


def rows_of(line: str, width: int) -> int:
    """How many rows a line takes."""
    return max(1, -(-cell_width(line) // max(width, 1)))


def find(bookmark: Bookmark, printed: Printed) -> Found | None:
    """The index of the first line that is new; None when more lines are needed to tell."""
    prints = line_prints(printed.lines)
    if printed.heard is not None:
        found = _counted(bookmark, printed, prints, printed.heard)
    else:
        place = _place(bookmark, printed, prints)
        found = Found(_after(place, bookmark, prints), 0) if place is not None else None
    return found or (_unfound(bookmark, printed) if printed.complete else None)


def _after(place: int, bookmark: Bookmark, prints: bytes) -> int:
    """The first line that is new: the bookmark's own, unless it is as it was."""
    return place + 1 if prints[4 * place : 4 * place + 4] == bookmark.tail else place


def _place(bookmark: Bookmark, printed: Printed, prints: bytes) -> int | None:
    """The index at which the line with the bookmark's cursor stands now."""
    rows = _rows_to_cursor(printed)
    depths = [depth for depth in _DEPTHS if depth <= bookmark.available]
    if not depths:
        return _only_row(bookmark, printed, rows)
    likely = [place for place, left in enumerate(rows) if _rows_agree(bookmark, printed, left)]
    for depth in depths:
        mark = bookmark.prints[_DEPTHS.index(depth)]
        if depth < _STRONG and _may_have_trimmed(printed):
            return None
        places = likely if depth >= _STRONG else [place for place in likely if _is_all(depth, place, bookmark, printed)]
        fits = [place for place in places if place >= depth and imprint_of(prints, place, depth) == mark]
        if not fits and depth >= _STRONG:
            fits = [place for place in range(depth, len(rows)) if imprint_of(prints, place, depth) == mark]
        if fits:
            return _believed(fits, depth, printed, exact=fits[-1] in likely and not _may_have_trimmed(printed))
    return None


def _counted(bookmark: Bookmark, printed: Printed, prints: bytes, heard: int) -> Found | None:
    """The place that the counted line feeds point to, if the lines before it are the right ones; None if they are not,
    or if it lies further up than these lines.
    """
    place = len(printed.lines) - 1 - heard
    if place < 0:
        return Found(0, -place) if printed.complete else None
    if not _fits_there(bookmark, printed, prints, place):
        return None
    cut = place == 0 and _may_have_trimmed(printed)  # the first line may be the rest of a longer one
    return Found(_after(place, bookmark, prints), None if cut else 0)


def _fits_there(bookmark: Bookmark, printed: Printed, prints: bytes, place: int) -> bool:
    """The deepest imprint that can be tried there fits. Where tmux has lost older lines there are fewer to try, the
    first may be the rest of a longer one, and in the end there is none.
    """
    known = [depth for depth in _DEPTHS if depth <= bookmark.available]
    if not known:
        return place == 0 and printed.complete
    if printed.complete and place < bookmark.available:
        known = [depth for depth in known if depth < place]
    if not known:
        return True
    return known[0] <= place and imprint_of(prints, place, known[0]) == bookmark.prints[_DEPTHS.index(known[0])]


def _believed(fits: Sequence[int], depth: int, printed: Printed, *, exact: bool) -> int | None:
    """Of the places that fit, one that stands alone, with lines before it that differ enough to tell places apart."""
    if len(fits) > 1:
        return None
    differing = len(set(printed.lines[fits[0] - depth : fits[0]]))
    return fits[0] if exact or differing >= _DIFFERING else None


def _only_row(bookmark: Bookmark, printed: Printed, rows: Sequence[int]) -> int | None:
    """Nothing stood above the bookmark: it is the first line, unless lines were trimmed or cleared away since. A
    cleared pane looks like a new one; only a count of line feeds tells them apart.
    """
    is_first = printed.complete and bool(rows) and _rows_agree(bookmark, printed, rows[0])
    return 0 if is_first and not _may_have_trimmed(printed) else None


def _is_all(depth: int, place: int, bookmark: Bookmark, printed: Printed) -> bool:
    """An imprint of few lines counts when there were no more of them."""
    deeper = min((each for each in _DEPTHS if each > depth), default=depth)
    return bookmark.available < deeper or (printed.complete and place < deeper)


def _rows_to_cursor(printed: Printed) -> list[int]:
    """For each line: how many rows from its first row to the cursor's row."""
    total, rows = 0, [0] * len(printed.lines)
    for index in range(len(printed.lines) - 1, -1, -1):
        total += rows_of(printed.lines[index], printed.width)
        rows[index] = total - 1
    return rows


def _rows_agree(bookmark: Bookmark, printed: Printed, rows: int) -> bool:
    """The rows from there to the cursor are the rows that the cursor moved, give or take whole trims of the history."""
    if printed.width != bookmark.width:
        return False
    surplus = rows - (printed.row - (bookmark.row - bookmark.tail_rows))
    if surplus == 0 or not _may_have_trimmed(printed):
        return surplus == 0
    return surplus > 0 and surplus % _trim(printed) == 0


def _trim(printed: Printed) -> int:
    return max(1, printed.history_limit // 10)


def _may_have_trimmed(printed: Printed) -> bool:
    """After a first trim the history is never shorter than nine tenths of its limit, unless it is cleared. A window
    that grew took rows back from it, and the cursor moved down by as many.
    """
    return printed.row >= printed.history_limit - _trim(printed)


def _unfound(bookmark: Bookmark, printed: Printed) -> Found:
    """The place is lost: trimmed or cleared away, or its lines were rewritten by the program."""
    same_epoch = printed.width == bookmark.width and printed.row >= bookmark.row and not _may_have_trimmed(printed)
    if not same_epoch:
        return Found(0, None)
    index = _index_of_row(printed, bookmark.row - bookmark.tail_rows)
    return Found(index, None, redrawn=True)  # or cleared, and printed anew: the same numbers


def _index_of_row(printed: Printed, row: int) -> int:
    rows = _rows_to_cursor(printed)
    wanted = printed.row - row
    return next((index for index, left in enumerate(rows) if left <= wanted), len(rows))
