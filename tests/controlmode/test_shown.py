r"""What `show-buffer` of tmux 3.3a writes for a buffer is read back to the buffer."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotty.controlmode.shown import unshown

_C_STYLE = {0x07: b"a", 0x08: b"b", 0x0C: b"f", 0x0D: b"r", 0x09: b"t", 0x0B: b"v", 0x5C: b"\\"}


def as_tmux_shows(raw: bytes, octal: frozenset[int] = frozenset()) -> bytes:
    """vis(3) as measured on 3.3a: C escapes, three octal digits for other control bytes and whatever is not printable;
    NUL is `\\0` unless an octal digit follows.
    """
    shown = b""
    for byte, following in pairwise([*raw, 0x20]):
        if byte in _C_STYLE:
            shown += b"\\" + _C_STYLE[byte]
        elif byte == 0:
            shown += b"\\000" if following in b"01234567" else b"\\0"
        elif (byte < 0x20 and byte != 0x0A) or byte in (0x7F, *octal):
            shown += b"\\%03o" % byte
        else:
            shown += bytes([byte])
    return shown


@pytest.mark.parametrize(
    ("shown", "raw"),
    [
        (b"\\\\", b"\\"), (b"\\t\\r\\a\\b\\v\\f", b"\t\r\a\b\v\f"), (b"\\033[0m\\177", b"\x1b[0m\x7f"),
        (b"\\377\\302\\205", b"\xff\xc2\x85"), (b"\\0", b"\0"), (b"\\0009", b"\x009"), (b"\\0x", b"\0x"),
        (b"\\342\\200\\250", b"\xe2\x80\xa8"), ("é 日".encode(), "é 日".encode()), (b"\\\\033", b"\\033"),
        (b"a\\sb", b"a b"), (b"C:\\\\new\\\\table", b"C:\\new\\table"),
    ],
)  # fmt: skip
def test_what_was_seen_on_real_tmux_is_read_back(shown: bytes, raw: bytes) -> None:
    assert unshown(shown) == raw


@given(st.binary(max_size=120), st.frozensets(st.integers(0x80, 0xFF)))
def test_any_buffer_is_read_back(raw: bytes, octal: frozenset[int]) -> None:
    assert unshown(as_tmux_shows(raw, octal)) == raw
