r"""Counts line feeds in a pane's stream, for as long as each of them means one more line. Pure.

Rules:
1. A count has an `identity`. It changes with everything after which a line feed may be no new line: the alternate
   screen, a cursor that moves up, down or back, a scroll region, VT and FF, a reset, and whatever is not known to be
   harmless. Two numbers of one identity can be subtracted; across identities nothing is known.
2. A sequence that is cut at the end of a chunk is judged with the next one. A line feed inside a title or another
   string is none, so such a string ends the count until it is over; so does a scroll region.
3. Clearing a row from its first cell on (text, CR, EL) makes tmux forget that the row above was wrapped into it: one
   line more without a line feed.
4. Chunks of plain lines are told by counting alone; only one with ESC, VT or FF in it is looked into.
"""

import re
import secrets

from cotty.controlmode.quoting import unescaped

_MODES = rb"(?:1|7|12|25|100[0-6]|1015|2004|2026|2031)"
_HARMLESS = re.compile(
    rb"\x1b(?:"
    rb"\[[0-9;:]*[mCIabcgnst]"  # colours, the cursor to the right, repetition, questions, titles
    rb"|\[[0-9]?[PX@]"  # a few characters of a row; a whole row would be cleared
    rb"|\[[<>=?][0-9;:]*[cmnqu]|\[\?[0-9]+\$p|\[[0-9]* q|\[4[hl]"  # keys, questions, the cursor's shape
    rb"|\[\?" + _MODES + rb"(?:;" + _MODES + rb")*[hl]"
    rb"|[=>\\H]|[()*+][0-9A-Za-z]"
    rb"|\][^\x00-\x1f]*(?:\x07|\x1b\\)|k[^\x00-\x1f]*\x1b\\"
    rb")"
)
_UNFINISHED = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*|[()*+]|[\]k][^\x00-\x1f]*\x1b?)?\Z")
_OPEN = re.compile(rb"\x1b(?:\][^\x07\x1b]*\x1b?|k[^\x1b]*\x1b?|[P_^X](?:[^\x1b]|\x1b(?!\\))*)\Z")
# In what is left, NUL stands for each harmless sequence and CR for each that moves the cursor to the left.
_TO_THE_LEFT = re.compile(rb"\x1b\[[0-9;]*[DG`Z]")
_CLEAR = re.compile(rb"\x1b\[0?K")
_CLEARED = re.compile(rb"[^\0\r\n][\0\r\x08]*[\r\x08][\0\r\x08]*\x1b\[0?K")
_UNKNOWN = re.compile(rb"[\x0b\x0c\x1b]")
_REGION = re.compile(rb"\x1b(?:\[([0-9;]*)r|c|\[!p|\[\?(?:47|1047|1049)(l))")
_ANYTHING = b"x\r"
_LONGEST_CUT = 64  # bytes of a cut sequence that are kept: of a long title its beginning says enough


class LineFeeds:
    """The count of one stream. `identity` 0: nothing is heard, so nothing is counted until `restart` or new output."""

    def __init__(self) -> None:
        self.count = 0
        self.identity = _new_identity()
        self._cut = b""
        self._region = b""  # the scroll region that is set, as it was spelt
        self._line = _ANYTHING  # what stands on the cursor's line
        self._plain = b""  # a chunk after which that was not worked out yet

    def take(self, escaped: bytes, escapes: int) -> None:
        """The next chunk of the stream, with the number of escapes in it."""
        if not self.identity:
            self.restart()
        plain = escaped.count(b"\\015\\012")
        if plain and 2 * plain == escapes and not self._cut and not self._region:
            self.count += plain
            self._plain = escaped
        elif self._means_lines(escaped):
            self.count += escaped.count(b"\\012")
        else:
            self.restart()

    def restart(self) -> None:
        """Count anew: nothing is known of how this and the old count hang together."""
        self.count, self.identity = 0, _new_identity()

    def stop(self) -> None:
        """Output is not heard from here on."""
        self.count, self.identity = 0, 0
        self._cut = self._region = self._plain = b""
        self._line = _ANYTHING

    def _means_lines(self, escaped: bytes) -> bool:
        if self._plain:
            self._line, self._plain = _last_line(unescaped(self._plain)), b""
        if self._cut or self._region or any(mark in escaped for mark in (b"\\033", b"\\013", b"\\014")):
            return self._is_harmless(self._cut + unescaped(escaped))
        self._line = _last_line(self._line + unescaped(escaped))
        return True

    def _is_harmless(self, data: bytes) -> bool:
        left = self._line + self._without_cut(_HARMLESS.sub(b"\0", _TO_THE_LEFT.sub(b"\r", data)))
        cleared = _CLEAR.sub(b"\0", left)
        self._line = _last_line(cleared)
        if _UNKNOWN.search(cleared) or (cleared != left and _CLEARED.search(left)):
            self._follow(data)
            return False
        return not self._region

    def _without_cut(self, left: bytes) -> bytes:
        """Keep a sequence that is not finished, as much of it as says what it may become."""
        unfinished = _UNFINISHED.search(left)
        self._cut = left[unfinished.start() :] if unfinished else b""
        if unfinished is None:
            return left
        if len(self._cut) > _LONGEST_CUT:
            self._cut = self._cut[:2] + self._cut[-1:]
        return left[: unfinished.start()]

    def _follow(self, data: bytes) -> None:
        """What lasts beyond this chunk: a scroll region, and a string that is not over."""
        for found in _REGION.finditer(data):
            left_screen = found[2] is not None
            if not left_screen or self._region.partition(b";")[0] in (b"", b"1"):
                self._region = found[1] or b""
        inside = _OPEN.search(data)
        if inside is not None:
            self._cut = inside[0][:2] + b"\n" + (b"\x1b" if data.endswith(b"\x1b") else b"")


def _last_line(left: bytes) -> bytes:
    """What stands on the last line, in short: nothing, text, or text and the cursor perhaps before it."""
    line = left[left.rfind(b"\n") + 1 :]
    if _UNKNOWN.search(line):
        return _ANYTHING
    text = line.strip(b"\0\r")
    if not text:
        return b""
    return b"x" if line.rstrip(b"\0").endswith(text[-1:]) and text[-1:] != b"\x08" else _ANYTHING


def _new_identity() -> int:
    return secrets.randbits(32) | 1
