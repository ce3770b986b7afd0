"""Marks are found in any split of the stream, and the text of a command's output is what a person would read."""

import itertools
import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cotty.terminal.server.marks import Mark, MarkKind, MarkScanner
from cotty.terminal.shells.plain import plain_text

NONCE = b"abcd1234"
RATE = 10_000_000  # bytes that a second of work has to be enough for
TRIED = 2_000_000
RUN = (
    b"\x1b]7;file://host/a%20b\x07\x1b]133;A;cwd=/a%20b;cotty=abcd1234\x07\x1b[?2004h$ "
    b"\x1b]133;B;cotty=abcd1234\x1b\\ls\r\n\x1b[?2004l\r\x1b]133;C;cotty=abcd1234\x07one\r\ntwo\r\n"
    b"\x1b]133;D;2;cotty=abcd1234\x07\x1b]133;D;2;cotty=abcd1234\x07"
)
PIECES = st.sampled_from(
    [
        RUN,
        *(RUN[at : at + 9] for at in range(0, len(RUN), 7)),
        b"\x1b",
        b"\x1b\\",
        b"\x07",
        b"\x18",
        b"\x1b]",
        b"\x1b]133;D;0;cotty=abcd1234",
        b"\x1b]0;title\x07",
        b"\x1b[?25;2004;1049h",
        b"\x1b[?2026l",
        b"\x1b[31m",
        b"\x1b]9;4;1;50\x07",
        b"text \xc3\xa9 \xff",
    ]
)


def scan(*chunks: bytes, nonce: bytes | None = NONCE) -> list[Mark]:
    scanner = MarkScanner(nonce)
    return [mark for chunk in chunks for mark in scanner.feed(chunk)]


def kinds(*chunks: bytes) -> list[MarkKind]:
    return [mark.kind for mark in scan(*chunks)]


def test_a_run_is_read_with_its_code_its_place_and_the_exact_bytes_between() -> None:
    marks = scan(RUN)
    assert [(mark.kind.value, mark.value, mark.trusted) for mark in marks] == [
        ("cwd", "/a b", False),
        ("cwd", "/a b", True),
        ("prompt start", "", True),
        ("bracketed paste on", "", False),
        ("prompt end", "", True),
        ("bracketed paste off", "", False),
        ("command start", "", True),
        ("command end", "2", True),
    ]
    start, end = marks[-2:]
    assert RUN[start.end : end.start] == b"one\r\ntwo\r\n"
    assert RUN[end.start : end.end] == b"\x1b]133;D;2;cotty=abcd1234\x07"
    assert end.exit_code == 2


@given(st.lists(PIECES, max_size=12), st.lists(st.integers(0, 400), max_size=12))
@example([RUN], [1])
def test_any_split_of_the_stream_gives_the_same_marks(pieces: list[bytes], cuts: list[int]) -> None:
    data = b"".join(pieces)
    edges = sorted({0, len(data), *(cut for cut in cuts if cut < len(data))})
    parts = [data[start:end] for start, end in itertools.pairwise(edges)]
    whole = scan(data)
    assert scan(*parts) == whole
    assert scan(*(data[at : at + 1] for at in range(len(data)))) == whole
    assert all(0 <= mark.start < mark.end <= len(data) for mark in whole)
    assert all(data[mark.start] == 0x1B for mark in whole)


@pytest.mark.parametrize(
    "forged",
    [
        b"\x1b]133;D;0\x07",
        b"\x1b]133;D;0;cotty=wrong567\x07",
        b"\x1b]133;D;0;cotty=abcd12345\x07",
        b"\x1b]133;D;0;xcotty=abcd1234\x07",
        b"\x1b]133;D;cotty=abcd1234;cotty=abcd1234\x07",
        b"\x1b]133;D;%?;cotty=abcd1234\x07",
    ],
)
def test_an_end_without_the_nonce_and_a_code_is_not_trusted(forged: bytes) -> None:
    (mark,) = scan(forged)
    assert (mark.kind, mark.trusted) == (MarkKind.COMMAND_END, False)


def test_nothing_is_trusted_where_there_is_no_nonce() -> None:
    assert not any(mark.trusted for mark in scan(RUN, nonce=None))
    assert not any(mark.trusted for mark in scan(RUN.replace(b"cotty=abcd1234", b"cotty="), nonce=None))


def test_an_end_is_trusted_again_after_the_next_start() -> None:
    start, end = b"\x1b]133;C;cotty=abcd1234\x07", b"\x1b]133;D;1;cotty=abcd1234\x07"
    assert kinds(end, end, start, end, end, start, end) == [
        MarkKind.COMMAND_END,
        *(MarkKind.COMMAND_START, MarkKind.COMMAND_END) * 2,
    ]


def test_an_exit_code_is_a_number_or_nothing() -> None:
    codes = [b"\x1b]133;D\x07", b"\x1b]133;D;\x07", b"\x1b]133;D;130\x07", b"\x1b]133;D;-1\x07", b"\x1b]133;D;x\x07"]
    assert [mark.exit_code for mark in scan(*codes)] == [None, None, 130, None, None]
    assert scan(b"\x1b]133;C;5\x07")[0].exit_code is None


def test_modes_are_found_among_others_in_one_sequence() -> None:
    assert kinds(b"\x1b[?25;2004h\x1b[?1049;25;2026l\x1b[?47h\x1b[?1047l") == [
        MarkKind.BRACKETED_PASTE_ON,
        MarkKind.ALTERNATE_OFF,
        MarkKind.SYNC_END,
        MarkKind.ALTERNATE_ON,
        MarkKind.ALTERNATE_OFF,
    ]
    assert kinds(b"\x1b[?25h\x1b[2004h\x1b[?12004h\x1b[?20042h\x1b[?2004$p\x1b[?2004\x18h") == []


def test_a_string_ends_at_bel_or_st_and_is_given_up_at_can_sub_and_esc() -> None:
    assert [mark.value for mark in scan(b"\x1b]2;a\x07b\x1b]0;c\x1b\\d\x1b]9;4;1;50\x07")] == ["a", "c", "1;50"]
    for interruption in (b"\x18", b"\x1a", b"\x1bc", b"\x1b[m", b"\x1b\x1b\\"):
        assert scan(b"\x1b]133;D;0" + interruption + b"\x07") == []
    assert kinds(b"\x1b]133;D;0\x1b]133;C\x07") == [MarkKind.COMMAND_START]
    assert kinds(b"\x1b]52;c;AAAA\x1b[?2004h") == [MarkKind.BRACKETED_PASTE_ON]


@pytest.mark.parametrize("size", [1, 17, 4096, 1 << 20])
def test_a_string_over_64_kb_is_dropped_and_the_scanner_goes_on(size: int) -> None:
    data = b"\x1b]2;" + b"x" * (1 << 17) + b"\x07\x1b]2;short\x07"
    scanner = MarkScanner(NONCE)
    found = []
    for at in range(0, len(data), size):
        found += scanner.feed(data[at : at + size])
        assert len(scanner._pending) <= 65536 + 8
    assert [(mark.value, mark.start) for mark in found] == [("short", len(data) - 10)]


def test_a_string_of_64_kb_is_still_read() -> None:
    data = b"\x1b]2;" + b"x" * 65536 + b"\x1b\\"
    assert len(scan(data)[0].value) == 65536
    assert scan(*(data[at : at + 1000] for at in range(0, len(data), 1000))) == scan(data)


def test_a_place_is_any_path_that_a_file_system_can_have() -> None:
    (mark,) = scan(b"\x1b]7;file:///tmp/%0A%25%ff%C3%A9;x\x07")
    assert mark.value.encode("utf-8", "surrogateescape") == b"/tmp/\n%\xff\xc3\xa9;x"
    assert scan(b"\x1b]7;kitty-shell-cwd://x/y\x07") == []


@pytest.mark.parametrize("unit", [b"y\r\n", b"\x1b[1;31mred\x1b[0m plain\r\n", b"\x1b[?25l\x1b[K\x1b[?25h", b"\x1b]0;"])
def test_output_without_marks_is_read_at_ten_megabytes_a_second(unit: bytes) -> None:
    data = unit * (TRIED // len(unit))
    before = time.process_time()
    assert scan(*(data[at : at + 4096] for at in range(0, len(data), 4096))) == []
    assert time.process_time() - before < TRIED / RATE


# ---------------------------------------------------------------------------------------------------- plain text


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"a\r\nb\r\n", "a\nb\n"),
        (b"a  \r\r\nb", "a  \nb"),
        (b"\x1b[1;31mred\x1b[0m \x1b[38;2;1;2;3mtrue\x1b[m", "red true"),
        (b"\x1b]0;title\x07a\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "alink"),
        (b"\x1bP+q544e\x1b\\a\x1b_apc\x1b\\b\x1b^pm\x1b\\c\x1bXsos\x1b\\d\x1bktitle\x1b\\e", "abcde"),
        (b"\x1b(B\x1b=\x1b7a\x1b8\x1b>\x1b#8b\x1bMc", "abc"),
        (b"cut \x1b[3", "cut "),
        (b"cut \x1b]0;tit", "cut "),
        (b"broken \x1b]0;tit\x1b[1mgoes on", "broken goes on"),
        (b"bell\x07 nul\x00 del\x7f tab\t", "bell nul del tab\t"),
        (b"\xff\xc3\xa9\xe2\x82", "\ufffdé\ufffd"),
        (b"c1 \xc2\x9b31m", "c1 31m"),
        (b"10%\r20%\r100%\n", "100%\n"),
        (b"longer line\rshort\n", "shortr line\n"),
        (b"longer line\r\x1b[Kshort\n", "short\n"),
        (b"longer line\x1b[2K\rshort\n", "short\n"),
        (b"longer line\r           \rshort  \n", "short\n"),
        (b"100%\r\n\r50%\r\n", "100%\n50%\n"),
        (b"N\x08NA\x08A _\x08x", "NA x"),
        (b"ab\x08\x08\x08\x08c\n", "cb\n"),
        (b"|\x08/\x08-\x08 \x08done", "done"),
        (b"abc\x08\x08\x1b[K", "a"),
        (b"abc\x1b[1K", ""),
        (b"\x1b[35m\x1b[Kfile\x1b[m\x1b[K:text  \x1b[K\r\n", "file:text  \n"),
    ],
)
def test_output_becomes_what_a_person_would_call_its_text(data: bytes, text: str) -> None:
    assert plain_text(data) == text


@given(st.text(st.characters(exclude_categories=["Cc", "Cs"])))
def test_text_without_controls_is_kept_to_the_letter(text: str) -> None:
    assert plain_text(text.encode()) == text


@given(st.binary())
def test_no_control_byte_but_tab_and_newline_is_left(data: bytes) -> None:
    assert all(sign >= " " or sign in "\t\n" for sign in plain_text(data))
    assert not any("\x7f" <= sign <= "\x9f" for sign in plain_text(data))


@given(st.lists(st.text("ab \t"), max_size=5))
def test_a_line_drawn_over_shows_the_last_stretch_and_the_ends_of_longer_ones(stretches: list[str]) -> None:
    grid: list[str] = []
    for stretch in stretches:
        grid[: len(stretch)] = stretch
    shown = "".join(grid)
    assert plain_text("\r".join(stretches).encode()).rstrip(" ") == shown.rstrip(" ")


@pytest.mark.parametrize(
    "unit", [b"y\r\n", b"\x1b[1;31mred\x1b[0m plain\r\n", b"\r\x1b[K 50% [###   ]", b"\r 50% [###   ]", b"\x1b", b"\r"]
)
def test_ten_megabytes_of_output_a_second_become_text(unit: bytes) -> None:
    data = unit * (TRIED // len(unit))
    before = time.process_time()
    plain_text(data)
    assert time.process_time() - before < TRIED / RATE
