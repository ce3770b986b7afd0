"""How each character of a captured row is drawn."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotty.profiles.painted import PLAIN, Rows, Style, plain
from tests.profiles.scenes import screen


def styles(*rows: str, y: int = 0) -> list[tuple[str, Style]]:
    """The characters of a row that are no blanks, with their styles."""
    painted = Rows(screen(*rows)).painted(y)
    return [pair for pair in zip(painted.text, painted.styles, strict=True) if pair[0] != " "]


@pytest.mark.parametrize(
    ("sequence", "style"),
    [
        ("2", Style(dim=True)), ("1;2", Style(bold=True, dim=True)), ("1;22", PLAIN), ("2;0", PLAIN), ("", PLAIN),
        ("7", Style(inverse=True)), ("7;27", PLAIN), ("3", Style(italic=True)), ("3;23", PLAIN),
        ("31", Style(fg="1")), ("90", Style(fg="8")), ("97", Style(fg="15")), ("31;39", PLAIN),
        ("44", Style(bg="4")), ("104", Style(bg="12")), ("44;49", PLAIN),
        ("38;5;246", Style(fg="246")), ("48;5;236", Style(bg="236")), ("38:5:8", Style(fg="8")),
        ("38;2;1;2;255", Style(fg="#0102ff")),
        ("38:2::1:2:3", Style(fg="#010203")), ("38:2:1:2:3", Style(fg="#010203")),
        ("38;2;1;2;3;2", Style(dim=True, fg="#010203")), ("58;5;3;2", Style(dim=True)), ("4:3", PLAIN),
        ("4:3;2", Style(dim=True)),
        ("38;5", PLAIN), ("38", PLAIN), ("999", PLAIN), ("38;5;8;2", Style(dim=True, fg="8")),
    ],
)  # fmt: skip
def test_a_sequence_gives_its_style(sequence: str, style: Style) -> None:
    assert styles(f"\x1b[{sequence}mx") == [("x", style)]


def test_a_style_lasts_over_rows_until_it_is_reset() -> None:
    rows = ("\x1b[2mone", "two", "th\x1b[0mree", "four")
    assert {style for _, style in styles(*rows, y=1)} == {Style(dim=True)}
    assert [style.dim for _, style in styles(*rows, y=2)] == [True, True, False, False, False]
    assert {style for _, style in styles(*rows, y=3)} == {PLAIN}


def test_what_is_no_style_is_no_text() -> None:
    assert plain("a\x1b]8;;https://example.org\x1b\\link\x1b]8;;\x1b\\ \x0eq\x0f\x1b[?25l") == "alink q"


@pytest.mark.parametrize(
    ("style", "faint"),
    [
        (PLAIN, False), (Style(dim=True), True), (Style(fg="8"), True), (Style(fg="7"), False), (Style(fg="246"), True),
        (Style(fg="250"), True), (Style(fg="255"), False), (Style(fg="#888888"), True), (Style(fg="#808890"), True),
        (Style(fg="#eeeeee"), False), (Style(fg="#101010"), False), (Style(fg="#cc8844"), False),
    ],
)  # fmt: skip
def test_dim_and_grey_are_drawn_to_be_overlooked(style: Style, faint: bool) -> None:
    assert style.faint is faint


PIECES = st.sampled_from(
    ["\x1b[2m", "\x1b[0m", "\x1b[m", "\x1b[38;5;8m", "\x1b[0;1m", "\x1b[7m", "\x1b[27m", "a", "é", "日", " "]
)


@given(st.lists(st.lists(PIECES, max_size=8).map("".join), min_size=1, max_size=6))
def test_a_row_alone_has_the_styles_that_it_has_among_all(rows: list[str]) -> None:
    joined = Rows(screen("".join(rows))).painted(0)
    apart = [Rows(screen(*rows)).painted(y) for y in reversed(range(len(rows)))][::-1]
    assert joined.styles == tuple(style for painted in apart for style in painted.styles)
    assert joined.text == "".join(painted.text for painted in apart) == plain("".join(rows))
