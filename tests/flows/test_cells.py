"""Cells and characters: what stands before a column, whatever it is written in."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotty.terminal.flows.cells import before, before_cursor, cell_width, packed
from tests.flows.play import screen


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("", 0),
        ("abc", 3),
        ("日本", 4),
        ("é", 1),
        ("e\u0301", 1),
        ("👍", 2),
        ("a\u200bb", 2),
        ("ﾊ", 1),
        ("Ａ", 2),
        ("❯ ", 2),
        ("❤\ufe0f", 1),
        ("ก็", 1),
        ("👍🏽", 2),
        ("👩\u200d💻", 2),
    ],
)
def test_a_text_takes_the_cells_that_a_terminal_gives_it(text: str, cells: int) -> None:
    assert cell_width(text) == cells


@pytest.mark.parametrize(
    ("row", "column", "part"),
    [
        ("abcdef", 3, "abc"), ("abc", 9, "abc"), ("日本語", 4, "日本"), ("日本語", 0, ""),
        ("e\u0301tude", 1, "e\u0301"),
        ("👩\u200d💻 x", 2, "👩\u200d💻"), ("👍🏽 x", 2, "👍🏽"),
        ("日x本", 3, "日x"), ("", 4, ""),
    ],
)  # fmt: skip
def test_what_stands_before_a_column(row: str, column: int, part: str) -> None:
    assert before(row, column) == part


@given(st.text(max_size=30), st.integers(0, 60))
def test_what_stands_before_a_column_is_a_beginning_of_the_row_that_fits(row: str, column: int) -> None:
    part = before(row, column)
    assert row.startswith(part)
    assert cell_width(part) <= column + 1
    assert part == row or cell_width(part) >= column


def test_what_stands_before_the_cursor_goes_back_over_rows() -> None:
    shown = screen("one\ntwo\nthr▮ee")
    assert before_cursor(shown) == "thr"
    assert before_cursor(shown, 2) == "twothr"
    assert before_cursor(shown, 9) == "onetwothr"


@given(st.text(max_size=30))
def test_packing_leaves_no_blank_and_loses_nothing_else_that_has_a_cell(text: str) -> None:
    kept = "".join(character for character in unicodedata.normalize("NFC", text) if cell_width(character))
    assert packed(text) == "".join(kept.split()) or any(character.isspace() for character in text)
    assert not any(character.isspace() for character in packed(text) if character not in "\x1c\x1d\x1e\x1f")
