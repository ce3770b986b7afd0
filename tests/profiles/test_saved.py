"""A saved screen is a screen again, as far as a capture tells."""

import pytest

from cotty.errors import InvalidInput
from cotty.profiles.saved import saved_screen


def test_rows_cursor_and_size_are_those_of_the_text() -> None:
    screen = saved_screen("one\n\x1b[1mtwo 日\x1b[0m\n\n")
    assert screen.rows == ("one", "\x1b[1mtwo 日\x1b[0m", "")
    assert (screen.cursor_x, screen.cursor_y, screen.width, screen.height) == (6, 1, 6, 3)
    assert (screen.styled, screen.cursor_visible, screen.alternate, screen.dead) == (True, True, False, False)


def test_a_plain_text_has_no_styles_and_lines_may_end_as_on_other_systems() -> None:
    screen = saved_screen("one\r\ntwo", cursor_visible=False)
    assert (screen.rows, screen.styled, screen.cursor_visible) == (("one", "two"), False, False)


def test_an_empty_text_is_an_empty_screen() -> None:
    assert saved_screen("").rows == ("",)


@pytest.mark.parametrize("strange", ["\x1b[2J", "\x1b]0;title\x07", "\0", "\x1b"])
def test_what_no_screen_shows_is_refused_with_its_line(strange: str) -> None:
    with pytest.raises(InvalidInput, match=r"^Line 2 of the saved screen"):
        saved_screen(f"one\ntwo {strange}\n")
