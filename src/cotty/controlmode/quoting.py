r"""One spelling for every word that is sent to tmux, and the way back for what tmux prints.

Rules:
1. Over control mode a word stands in double quotes; `"`, `\`, `$`, a leading `~` and every byte that is a control
   byte, DEL or 0xff is escaped. Single quotes fail on newline, NUL and 0xff (tmux 3.2 – 3.8). A bare word may be
   `%0`, but `%0:continue` and `%if` are taken for conditions.
2. NUL cannot be typed through tmux's parser on any version and is refused.
3. As an argument of a tmux process a word needs nothing but one thing: a trailing `;` separates commands there and is
   dropped silently, so it is written `\;`.
4. In `%output` every backslash begins a three-digit octal escape, so a length can be told without unescaping.
"""

import re

from cotty.errors import InvalidText

_PLAIN = re.compile(rb"(?:%[0-9]+|[A-Za-z0-9_@+=:,./^-][A-Za-z0-9_@%+=:,./^-]*)\Z")
_SPECIAL = re.compile(rb'["\\$~\x00-\x1f\x7f\xff]')
_ESCAPED = {bytes([byte]): b"\\%03o" % byte for byte in (*range(1, 32), 0x7E, 127, 255)}
_ESCAPED |= {b'"': b'\\"', b"\\": b"\\\\", b"$": b"\\$"}
_OCTAL = re.compile(rb"\\([0-7]{3})")
_BYTE = {b"%03o" % byte: bytes([byte]) for byte in range(256)}


def quoted(word: str | bytes) -> bytes:
    """A word as tmux's command parser must see it to get exactly these bytes."""
    raw = _encoded(word) if isinstance(word, str) else word
    if _PLAIN.match(raw):
        return raw
    return b'"' + escaped(raw) + b'"'


def escaped(raw: bytes) -> bytes:
    """What stands between the quotes. Escaping works byte by byte, so the parts of a word may be escaped apart."""
    _refuse_nul(raw)
    return _SPECIAL.sub(lambda found: _ESCAPED[found[0]], raw)


def argument(word: str) -> str:
    """A word as one argument of a `tmux` process."""
    _refuse_nul(_encoded(word))
    return word[:-1] + "\\;" if word.endswith(";") else word


def _encoded(word: str) -> bytes:
    """The bytes of a word; a byte that was not UTF-8 when it was read is itself again."""
    try:
        return word.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError as error:
        raise InvalidText(f"Character {error.start} is half of a character and cannot be typed.") from None


def _refuse_nul(raw: bytes) -> None:
    if b"\0" in raw:
        raise InvalidText("A NUL byte cannot be typed.")


def unescaped(raw: bytes) -> bytes:
    r"""The bytes that a program printed, from the escaped form in `%output`.

    The two commonest escapes are replaced first: a backslash in the data is itself escaped as `\134`, so a literal
    `\015` cannot be anything else, and bytes.replace is 20 times faster than the expression.
    """
    if b"\\" not in raw:
        return raw
    raw = raw.replace(b"\\015", b"\r").replace(b"\\012", b"\n").replace(b"\\033", b"\x1b")
    return _OCTAL.sub(lambda found: _BYTE[found[1]], raw) if b"\\" in raw else raw


def unescaped_length(raw: bytes) -> int:
    """How many bytes `unescaped` would give, without making them."""
    return len(raw) - 3 * raw.count(b"\\")
