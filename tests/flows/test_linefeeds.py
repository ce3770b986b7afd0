"""When a line feed is one more line, and when that is not sure any more."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotty.terminal.flows.linefeeds import LineFeeds


def escaped(data: bytes) -> bytes:
    return b"".join(b"\\%03o" % byte if byte < 32 or byte == 0x5C else bytes([byte]) for byte in data)


def taken(*chunks: bytes, lines: LineFeeds | None = None) -> LineFeeds:
    lines = lines or LineFeeds()
    for chunk in chunks:
        lines.take(raw := escaped(chunk), raw.count(b"\\"))
    return lines


def counts_on(*chunks: bytes) -> bool:
    """The count after these chunks belongs to the count before them, and is theirs."""
    lines = taken(b"$ \r\n")
    identity, before = lines.identity, lines.count
    taken(*chunks, lines=lines)
    if lines.identity != identity:
        return False
    assert lines.count == before + b"".join(chunks).count(b"\n")
    return True


ORDINARY = [
    b"plain\r\n" * 40, b"a\nb\n", b"\ttabs\r\n", b"back\\slash \\012 \r\n", b"half a line", b"\x07", b"50%\r60%\r",
    b"\x1b[1;31mred\x1b[0m\r\n", b"\x1b[38:2::1:2:3mx\x1b[m", b"\x1b[01;31m\x1b[Kmatch\x1b[m\x1b[K here\r\n",
    b"\x1b[?2004hready> ", b"ls\r\n\x1b[?2004l\r", b"\x1b[?2004l\r\x1b[01;31m\x1b[Kgrep\r\n", b"\x1b]0;a title\x07",
    b"\x1b]133;A\x1b\\$ \x1b]133;B\x07", b"\x1bkname\x1b\\", b"\x1b(B\x1b[m\x1b=\x1b>", b"\x1b[?25l\x1b[?12;25h",
    b"x\x1b[K", b"abc\x1b[2D\x1b[1P\x1b[1@x\x1b[10G", b"\x1b[6n\x1b[c\x1b[>c", b"\x1b[>4;2m\x1b[>1u\x1b[<u",
    b"\x1b[2 q", b"\x1b[22;0t",
]  # fmt: skip
UNSURE = [
    b"\x1b[A", b"\x1b[3A", b"\x1b[B", b"\x1b[E", b"\x1b[F", b"\x1b[H", b"\x1b[5;5H", b"\x1b[f", b"\x1b[4d", b"\x1b[L",
    b"\x1b[M", b"\x1b[2S", b"\x1b[T", b"\x1b[J", b"\x1b[2J", b"\x1b[3J", b"\x1b[1;5r", b"\x1bD", b"\x1bM", b"\x1bE",
    b"\x1b7", b"\x1b8", b"\x1bc", b"\x1b#8", b"\x1b[u", b"\x0b", b"\x0c", b"\x1b[?47h", b"\x1b[?1047l",
    b"\x1b[?1049h", b"\x1b[?1;1049h", b"\x1b[?6h", b"\x1b[?3h", b"\x1b[!p", b"\x1b[1K", b"\x1b[2K", b"\x1b[200P",
    b"\x1b[200X", b"\x1bPq#0\x1b\\", b"\x1b_x\x1b\\", b"\x1b]0;a\nb\x07", b"x\r\x1b[K", b"x\x1b[1G\x1b[K",
    b"x\x1b[9D\x1b[K", b"x\r\x1b[1m\x1b[0K", b"ab\x08\x08\x1b[K", b"\x1b[1\n2m",
]  # fmt: skip


@pytest.mark.parametrize("chunk", ORDINARY)
def test_what_a_shell_prints_is_counted(chunk: bytes) -> None:
    assert counts_on(chunk)
    assert counts_on(chunk, b"a\r\nb\r\n")
    assert counts_on(b"some text\r\n", chunk, chunk)


@pytest.mark.parametrize("chunk", UNSURE)
def test_a_count_ends_where_a_line_feed_may_be_no_new_line(chunk: bytes) -> None:
    assert not counts_on(chunk)
    assert not counts_on(b"text\r\n" + chunk + b"text\r\n")


@pytest.mark.parametrize("chunk", ORDINARY)
def test_ordinary_output_is_counted_wherever_it_is_cut(chunk: bytes) -> None:
    for at in range(1, len(chunk)):
        assert counts_on(chunk[:at], chunk[at:]), (chunk[:at], chunk[at:])
    assert counts_on(*[bytes([byte]) for byte in chunk])


@pytest.mark.parametrize("chunk", UNSURE)
def test_a_cut_hides_nothing(chunk: bytes) -> None:
    for at in range(1, len(chunk)):
        assert not counts_on(chunk[:at], chunk[at:]), (chunk[:at], chunk[at:])
    assert not counts_on(*[bytes([byte]) for byte in chunk])


def test_lines_inside_a_scroll_region_are_not_counted_until_it_is_over() -> None:
    lines = taken(b"\x1b[3;5r", b"a\r\n")
    identity = lines.identity
    taken(b"b\r\n", lines=lines)
    assert lines.identity != identity
    taken(b"\x1b[r", lines=lines)
    identity = lines.identity
    taken(b"b\r\n", lines=lines)
    assert (lines.identity, lines.count) == (identity, 1)


def test_a_region_of_the_whole_screen_is_over_when_a_program_leaves_the_other_screen() -> None:
    lines = taken(b"\x1b[?1049h\x1b[1;24r", b"\x1b[?1049l")
    identity = lines.identity
    assert taken(b"a\r\n", lines=lines).identity == identity


@pytest.mark.parametrize("opens", [b"\x1bP1$r", b"\x1b]52;c;\n", b"\x1b_G", b"\x1bX", b"\x1b^", b"\x1bk\n"])
def test_line_feeds_inside_a_string_are_no_lines(opens: bytes) -> None:
    lines = taken(opens)
    for _ in range(3):
        identity = lines.identity
        taken(b"a\r\n" * 5, lines=lines)
        assert lines.identity != identity
    taken(b"\x1b", b"\\", lines=lines)
    identity = lines.identity
    assert taken(b"a\r\n", lines=lines).identity == identity


def test_a_title_without_an_end_keeps_no_memory() -> None:
    lines = taken(b"\x1b]0;", *[b"x" * 4000] * 50)
    assert len(lines._cut) < 100
    lines = taken(b"\x1b[", *[b"1;" * 2000] * 50)
    assert len(lines._cut) < 100


def test_a_stopped_count_begins_anew_with_the_next_output() -> None:
    lines = taken(b"a\r\n")
    lines.stop()
    assert (lines.identity, lines.count) == (0, 0)
    assert taken(b"a\r\n", lines=lines).identity
    assert lines.count == 1


@given(st.lists(st.sampled_from([*ORDINARY, *UNSURE]), max_size=6), st.data())
def test_it_does_not_matter_how_output_is_cut_unless_it_costs_the_count(
    parts: list[bytes], data: st.DataObject
) -> None:
    """Cut in any way, what ends a count whole ends it in pieces."""
    whole = b"".join(parts)
    if counts_on(whole):
        return
    cuts = sorted(data.draw(st.lists(st.integers(0, len(whole)), max_size=5)))
    pieces = [whole[start:end] for start, end in zip([0, *cuts], [*cuts, len(whole)], strict=True)]
    assert not counts_on(*[piece for piece in pieces if piece])
