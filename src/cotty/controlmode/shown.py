r"""The way back from `show-buffer`, which writes C escapes on tmux 3.3a and older.

Rules: `\\ \a \b \f \n \r \t \v \s \0` and three octal digits, as vis(3) writes them with VIS_OCTAL | VIS_CSTYLE;
anything else stands for itself. A backslash stands before `$` where a name follows, too.
"""

import re

_ESCAPE = re.compile(rb"\\([0-7]{3}|[\\abfnrtvs0$])")
_LETTER = {
    b"\\": b"\\", b"a": b"\a", b"b": b"\b", b"f": b"\f", b"n": b"\n", b"r": b"\r", b"t": b"\t", b"v": b"\v", b"s": b" ",
    b"0": b"\0", b"$": b"$",
}  # fmt: skip


def unshown(raw: bytes) -> bytes:
    """The buffer's own bytes."""
    return _ESCAPE.sub(_byte, raw) if b"\\" in raw else raw


def _byte(found: re.Match[bytes]) -> bytes:
    code = found[1]
    return _LETTER[code] if len(code) == 1 else bytes([int(code, 8)])
