"""How tmux's command parser reads a line, written from measurements and apart from the code under test.

Only what cotty may send: bare words, double quotes, blanks between words, an end of line.
"""

_LETTERS = {b"e": b"\x1b", b"a": b"\a", b"b": b"\b", b"t": b"\t", b"n": b"\n", b"f": b"\f", b"r": b"\r", b"v": b"\v"}
_ENDS_A_BARE_WORD = b" \t\n;"
_ACTS_IN_A_BARE_WORD = b"\"'$\\#{}"


def words(line: bytes) -> list[bytes]:
    """The arguments that tmux makes of one line; a lone `;` is an argument too."""
    found, at = [], 0
    while at < len(line):
        if line[at : at + 1] == b" ":
            at += 1
            continue
        assert line[at : at + 1] not in (b"\n", b"\0", b"\xff"), f"byte {at} ends the line early"
        word, at = _quoted(line, at + 1) if line[at : at + 1] == b'"' else _bare(line, at)
        found.append(word)
        assert line[at : at + 1] in (b"", b" ", b"\n"), f"no blank after the word that ends at {at}"
        if line[at : at + 1] == b"\n":
            assert at == len(line) - 1, "one command is one line"
            break
    return found


def _bare(line: bytes, at: int) -> tuple[bytes, int]:
    start = at
    assert line[at : at + 1] != b"~", "a home folder would be expanded"
    while at < len(line) and line[at] not in _ENDS_A_BARE_WORD:
        assert line[at] not in _ACTS_IN_A_BARE_WORD, f"byte {at} is not a letter of a bare word"
        assert 0x20 < line[at] < 0x7F, f"byte {at} must not stand bare"
        at += 1
    assert line[start : start + 1] != b"%" or line[start + 1 : at].isdigit(), "a condition of a configuration file"
    if at == start:
        assert line[at : at + 1] == b";"
        at += 1
    return line[start:at], at


def _quoted(line: bytes, at: int) -> tuple[bytes, int]:
    start, found = at, b""
    while line[at : at + 1] != b'"':
        byte = line[at : at + 1]
        assert byte not in (b"", b"\n", b"\xff", b"\0"), f"byte {at} ends the quotes early"
        assert byte != b"$", f"byte {at} would be expanded"
        assert not (byte == b"~" and at == start), "a home folder would be expanded"
        if byte == b"\\":
            byte, at = _escape(line, at + 1)
        else:
            at += 1
        found += byte
    return found, at + 1


def _escape(line: bytes, at: int) -> tuple[bytes, int]:
    octal = line[at : at + 3]
    if len(octal) == 3 and all(digit in b"01234567" for digit in octal):
        assert octal != b"000", "a NUL ends the word"
        return bytes([int(octal, 8)]), at + 3
    return _LETTERS.get(line[at : at + 1], line[at : at + 1]), at + 1
