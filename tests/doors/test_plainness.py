"""What a watcher's terminal is given: what draws, and nothing that speaks to the terminal; for a pipe, text."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotty.doors.cli.plainness import Filter

PIECES = st.lists(
    st.sampled_from(
        [b"\x1b", b"[", b"]", b"52;c;aGk=", b"\x07", b"\x1b\\", b"c", b"31m", b"\r", b"\n", b"\xc2", b"\x9b", b"P",
         b"x", "é".encode(), b"\x1b[?1000h", b"\x1b[c", b"\x00", b"(", b"0", b";", b"n"]
    ),
    max_size=30,
)  # fmt: skip


def passed(data: bytes, *, keep: bool) -> str:
    return Filter(keep_drawing=keep).feed(data)


@pytest.mark.parametrize(
    "drawn",
    ["\x1b[1;31mred\x1b[0m", "\x1b[2J\x1b[H", "\x1b[?1049h", "\x1b[?25l", "\x1b[3;4r", "\x1b7\x1b8\x1bM",
     "\x1b(0qq\x1b(B",
     "\x1b[38:2:1:2:3mx", "a\tb\r\n", "é漢😀"],
)  # fmt: skip
def test_what_draws_is_kept_for_a_terminal(drawn: str) -> None:
    assert passed(drawn.encode(), keep=True) == drawn


@pytest.mark.parametrize(
    "spoken",
    [b"\x1b]52;c;aGk=\x07", b"\x1b]0;title\x1b\\", b"\x1bPq#0\x1b\\", b"\x1b_G\x1b\\", b"\x1bktitle\x1b\\", b"\x1b[c",
     b"\x1b[>q", b"\x1b[6n", b"\x1b[?1000h", b"\x1b[?2004h", b"\x1b[?25;1000h", b"\x1b[21t", b"\x1b[?u",
     b"\x1bZ", b"\x1bc", b"\x05", b"\x07", b"\x1b=", b"\x1b[>1u"],
)  # fmt: skip
def test_what_speaks_to_the_terminal_is_dropped(spoken: bytes) -> None:
    assert passed(b"a" + spoken + b"b", keep=True) == "ab"


def test_what_is_dropped_does_not_join_its_neighbours_to_a_sequence() -> None:
    assert passed(b"\x1b\x1b[c]52;c;aGk=\x07", keep=True) == "]52;c;aGk="
    assert "\x9b" not in passed(b"\xc2\x1b[c\x9bc", keep=True)
    assert passed("\x9b31m".encode(), keep=True) == "\N{REPLACEMENT CHARACTER}31m"


@given(pieces=PIECES, cuts=st.lists(st.integers(0, 60), max_size=5), keep=st.booleans())
def test_any_split_gives_the_same(pieces: list[bytes], cuts: list[int], keep: bool) -> None:
    data = b"".join(pieces) + b"\x1b[0m."  # so that nothing is still held back
    places = sorted({0, len(data), *(cut % (len(data) + 1) for cut in cuts)})
    one = Filter(keep_drawing=keep)
    split = "".join(one.feed(data[start:end]) for start, end in pairwise(places))
    assert split == passed(data, keep=keep)


@given(pieces=PIECES)
def test_nothing_but_text_comes_out_of_a_pipe(pieces: list[bytes]) -> None:
    text = passed(b"".join(pieces), keep=False)
    assert not any(ord(sign) < 32 and sign not in "\n\r\t" for sign in text)
    assert "\x1b" not in text


@given(pieces=PIECES)
def test_filtering_twice_drops_nothing_more(pieces: list[bytes]) -> None:
    once = passed(b"".join(pieces) + b"\x1b[0m.", keep=True)
    assert passed(once.encode(), keep=True) == once


def test_lines_of_a_pipe_end_as_lines_do() -> None:
    one = Filter(keep_drawing=False)
    assert one.feed(b"one\r") + one.feed(b"\ntwo\r\n") == "one\ntwo\n"


def test_a_sequence_without_an_end_is_given_up() -> None:
    one = Filter(keep_drawing=True)
    one.feed(b"\x1b]" + b"x" * (1 << 17))
    assert one.feed(b"\x07after").endswith("after")
