"""A pattern is found in a stream however it is cut, in finished lines of output and nowhere else."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotty.terminal.flows.sieve import LONGEST_LINE, Sieve


def sieved(pattern: str, *pieces: bytes, skip: int = 0) -> Sieve:
    sieve = Sieve(re.compile(pattern), skip=skip)
    for piece in pieces:
        sieve.output(piece)
    return sieve


def test_a_line_that_fits_is_kept_whole_and_plain() -> None:
    assert sieved("ready", b"one\r\n\x1b[32mserver ready\x1b[0m\r\ntwo ready\r\n").hit == "server ready"


def test_a_line_that_is_not_finished_is_nobodys_yet() -> None:
    sieve = sieved("ready", b"one\r\nready")
    assert sieve.hit is None
    sieve.output(b"\r\n")
    assert sieve.hit == "ready"


def test_the_first_lines_may_be_an_echo_and_are_left_out() -> None:
    assert sieved("NEEDLE", b"$ echo NEEDLE\r\n", skip=1).hit is None
    assert sieved("NEEDLE", b"$ echo NEEDLE\r\nNEEDLE\r\n", skip=1).hit == "NEEDLE"


@pytest.mark.parametrize(
    ("pattern", "hit"), [("^b$", "b"), (r"a\s+b", None), ("a.b", None), ("^$", ""), (r"[^x]c", None), ("c", "c")]
)
def test_a_line_is_tried_by_itself(pattern: str, hit: str | None) -> None:
    assert sieved(pattern, b"a\nb\n\nc\n").hit == hit


def test_a_line_is_tried_as_far_as_a_wait_reads_it() -> None:
    assert sieved("end", b"x" * LONGEST_LINE + b"end\n").hit is None


def test_a_gap_is_told_and_the_line_it_broke_off_is_left_out() -> None:
    sieve = sieved("NEEDLE", b"NEE")
    sieve.gap()
    sieve.output(b"a NEEDLE that began in the gap\n")
    assert (sieve.hit, sieve.missed) == (None, True)
    sieve.output(b"NEEDLE\n")
    assert sieve.hit == "NEEDLE"


def test_an_escape_string_that_never_ends_hides_no_line_behind_it() -> None:
    assert sieved("^the NEEDLE", b"\x1bX\nthe NEEDLE\r\nmore\n").hit == "the NEEDLE"
    assert sieved("^the NEEDLE", b"\x1b]0;a title\nthe NEEDLE\r\nmore\n").hit == "the NEEDLE"


@given(st.binary(max_size=60), st.data())
def test_any_cut_finds_the_same(noise: bytes, data: st.DataObject) -> None:
    stream = noise.replace(b"\n", b"") + b"\nthe NEEDLE\r\nmore\n"
    cut = data.draw(st.integers(0, len(stream)))
    assert sieved("^the NEEDLE", stream[:cut], stream[cut:]).hit == sieved("^the NEEDLE", stream).hit
