"""A place in a pane's output as a word that a person can keep, and how lines are known again."""

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotty.errors import InvalidInput
from cotty.terminal.flows.read import Bookmark, Printed, find, imprint_of, line_prints, prints_before, rows_of

small, large, four = st.integers(0, 65535), st.integers(0, 2**31 - 1), st.binary(min_size=4, max_size=4)
bookmarks = st.builds(
    Bookmark,
    server=large, started=large, pane=large, width=small, tail_rows=small, row=large, available=st.integers(0, 1 << 30),
    ear=large, heard=large, tail=four, prints=st.tuples(four, four, four, four), alternate=st.booleans(),
)  # fmt: skip
lines = st.lists(st.text(max_size=8), min_size=1, max_size=60)


@given(bookmarks)
def test_a_bookmark_is_read_back(bookmark: Bookmark) -> None:
    word = bookmark.encode()
    assert Bookmark.decode(word) == bookmark
    assert word.isascii()
    assert not set(word) & set(" =/+\"'$&")


@pytest.mark.parametrize("word", ["", "nonsense", "é", "AAAA", "=" * 80, "A" * 200])
def test_what_is_no_bookmark_is_refused(word: str) -> None:
    with pytest.raises(InvalidInput):
        Bookmark.decode(word)


@given(bookmarks, st.integers(2, 127))
def test_a_bookmark_of_another_format_says_so(bookmark: Bookmark, kind: int) -> None:
    word = bookmark.encode()
    raw = bytearray(base64.urlsafe_b64decode(word + "=" * (-len(word) % 4)))
    raw[0] = kind
    with pytest.raises(InvalidInput, match="another version"):
        Bookmark.decode(base64.urlsafe_b64encode(bytes(raw)).decode().rstrip("="))


@given(bookmarks, four)
def test_a_place_is_kept_while_a_program_has_the_other_screen(bookmark: Bookmark, screen: bytes) -> None:
    away = bookmark.entered(screen)
    assert (away.alternate, away.tail) == (True, screen)
    assert away.left().alternate is False
    assert (away.left().row, away.left().prints) == (bookmark.row, bookmark.prints)


@given(lines, st.integers(0, 60))
def test_an_imprint_stands_for_the_lines_before_a_place(each: list[str], depth: int) -> None:
    prints = line_prints(each)
    assert len(prints) == 4 * len(each)
    depth = min(depth, len(each))
    assert imprint_of(prints, len(each), depth) == imprint_of(line_prints(each[len(each) - depth :]), depth, depth)


@given(lines)
def test_the_deepest_imprint_is_the_first_and_depths_without_lines_are_empty(each: list[str]) -> None:
    prints = prints_before(each, len(each))
    for depth, mark in zip((40, 12, 4, 1), prints, strict=True):
        assert (mark == b"\0" * 4) is (depth > len(each)) or depth <= len(each)


@pytest.mark.parametrize(
    ("line", "width", "rows"), [("", 10, 1), ("x" * 10, 10, 1), ("x" * 11, 10, 2), ("日" * 5, 10, 1), ("日" * 6, 10, 2)]
)
def test_a_line_takes_as_many_rows_as_its_cells_need(line: str, width: int, rows: int) -> None:
    assert rows_of(line, width) == rows


def placed(each: list[str], row: int, width: int = 40) -> Bookmark:
    """A bookmark on the last of these lines."""
    tail = len(each) - 1
    return Bookmark(
        server=1, started=1, pane=1, width=width, tail_rows=0, row=row, available=tail, ear=0, heard=0,
        tail=line_prints(each[tail:]), prints=prints_before(each, tail),
    )  # fmt: skip


def test_more_lines_are_asked_for_before_a_place_is_called_lost() -> None:
    old = [str(number) for number in range(100)]
    new = [str(number) for number in range(500, 540)]
    near = Printed(new, history=400, history_limit=2000, cursor_y=39, width=40, complete=False)
    assert find(placed(old, row=99), near) is None


@given(st.integers(13, 80), st.integers(0, 80))
def test_a_place_is_found_among_what_was_printed_since(before: int, since: int) -> None:
    old = [f"line {number}" for number in range(before)]
    every = old + [f"new {number}" for number in range(since)]
    rows = len(every)
    printed = Printed(every, max(0, rows - 24), 2000, min(rows, 24) - 1, 40, complete=True)
    found = find(placed(old, row=before - 1), printed)
    assert found is not None
    assert (found.index, found.missed, found.redrawn) == (before, 0, False)


# ------------------------------------------------------------------------------ a count of line feeds


def counted(each: list[str], heard: int, *, complete: bool = True, history: int = 0) -> Printed:
    """These lines, the cursor on the last, and what an ear counted since the bookmark."""
    return Printed(each, history, 2000, len(each) - 1 - history, 40, complete, heard)


SAME = ["same"] * 60


@pytest.mark.parametrize("heard", range(5))
def test_a_count_chooses_among_equal_lines(heard: int) -> None:
    found = find(placed([*SAME, "$"], row=60), counted([*SAME, *["same"] * heard, "$"], heard))
    assert found is not None
    assert (found.index, found.missed) == (60 if heard else 61, 0)


@pytest.mark.promise("read:trimmed")
@pytest.mark.parametrize("off", [-2, -1, 1, 2, 3])
def test_a_count_that_is_off_by_one_is_refused_and_not_mended(off: int) -> None:
    """The place is known by its lines alone; the count says another one."""
    old = [f"line {number}" for number in range(50)]
    found = find(placed([*old, "$"], row=50), counted([*old, "$ ls", *["same"] * 5, "$"], 6 + off))
    assert found is not None
    assert found.missed is None


@pytest.mark.promise("read:trimmed")
@pytest.mark.parametrize("off", [-2, -1, 1, 2])
def test_a_shallow_imprint_is_not_enough_where_there_are_lines_for_a_deep_one(off: int) -> None:
    """Twelve equal lines stand around the place that the count is off from; forty do not."""
    old = [f"line {number}" for number in range(30)] + ["same"] * 20
    found = find(placed([*old, "same"], row=50), counted([*old, *["same"] * 30], 29 + off))
    assert found is not None
    assert found.missed is None


def test_a_count_that_points_further_up_asks_for_more_lines() -> None:
    near = counted(SAME, heard=30, complete=False)
    assert find(placed([*SAME, "$"], row=60), near) is None
    assert find(placed([*SAME, "$"], row=60), counted(SAME, heard=90, complete=False)) is None


def test_where_older_lines_are_gone_those_that_are_left_must_fit() -> None:
    old = [f"line {number}" for number in range(50)]
    left = ["f line 29", *old[30:], "$", "new", "$"]  # the first is the rest of a longer line
    found = find(placed([*old, "$"], row=50), counted(left, heard=2))
    assert found is not None
    assert (found.index, found.missed) == (22, 0)
    other = find(placed([*old, "$"], row=50), counted(["other"] * 21 + ["$", "new", "$"], heard=2))
    assert other is not None
    assert other.missed is None


def test_what_is_gone_whole_is_counted() -> None:
    found = find(placed([*SAME, "$"], row=60), counted(["new"] * 10, heard=25))
    assert found is not None
    assert (found.index, found.missed) == (0, 16)
