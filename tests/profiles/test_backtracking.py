"""Which patterns may go back for ever: told when they are read, and proved on those that are not."""

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotty.profiles.backtracking import danger, only_digits
from cotty.profiles.checking import patterns_of
from cotty.profiles.registry import every_profile


@pytest.mark.parametrize(
    "pattern",
    [
        r"^(\w+\s?)+:$", r"(a+)+$", r"(a*)*b", r"(a|a)*b", r"(?:a|ab|b)*c", r"(?:\s*x\s*)+y", r"(?:a?a?)*b",
        r"(\w+){3,}!",
        r"^(?:[^ ]+ ?){20}$",
        r"(?:x(?:a*)?)*b", r"(?i:a|AB|bA|B)*c", r"(?=(a+)+$)x", r"(?>(a+)+$)", r"(a+?)+?b",
        r"((a)+)+b", r"(?:.|\d)+$",
        r".*.*.*.*x", r"^.*\s*.*\s*x$", r"\s+.*\s+.*;", r"^(\s*)(.*)\s*(\S+)*$",
    ],
)  # fmt: skip
def test_a_pattern_that_may_take_for_ever_is_told(pattern: str) -> None:
    assert "for ever" in danger(re.compile(pattern))


@pytest.mark.parametrize(
    "pattern",
    [
        "plain", r"^\s*\d+\.\s(?P<label>\S.*)$", r"(?:/[a-z]+)+$", r"(?:ab|cd)*x", r"(?:\w+,\s*)*\w+$", r"^(?:a+b)+$",
        r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", r"(a+)++b", r"^.*: .*$", r"(?:a{2})+", r"(?:ab?)+c",
        r"^(a)*a*$",
    ],
)  # fmt: skip
def test_a_pattern_that_ends_is_not_told(pattern: str) -> None:
    assert danger(re.compile(pattern)) == ""


def test_no_built_in_profile_has_a_pattern_that_may_take_for_ever() -> None:
    patterns = [(profile.name, *each) for profile in every_profile() for each in patterns_of(profile)]
    assert len(patterns) > 150
    assert [(name, path) for name, path, pattern in patterns if danger(pattern)] == []


@pytest.mark.parametrize(
    "row", ["a" * 200, " " * 200, "─" * 200, "a " * 100, "1. " * 66, "┃  " * 66, "(y/n) " * 33, "· " * 99]
)
def test_each_pattern_of_the_built_in_profiles_ends_on_a_long_row(row: str) -> None:
    for profile in every_profile():
        for _, pattern in patterns_of(profile):
            began = time.process_time()
            pattern.search(row + "\x00")
            assert time.process_time() - began < 1.0, (profile.name, pattern.pattern)


PIECES = st.sampled_from(["a", "b", "ab", ".", r"\w", "[ab]", "a?", "b*", "a+", "(?:a|b)", "(?:ab|a)"])
LOOPS = st.tuples(st.lists(PIECES, min_size=1, max_size=3).map("".join), st.sampled_from("*+")).map(
    "(?:{0[0]}){0[1]}".format
)


@given(LOOPS, st.text("ab", max_size=12))
def test_a_loop_that_is_not_told_ends_soon(loop: str, turn: str) -> None:
    pattern = re.compile(f"^{loop}!$")
    if danger(pattern) == "":
        began = time.process_time()
        pattern.search((turn * 40)[:300])
        assert time.process_time() - began < 0.5, pattern.pattern


@pytest.mark.parametrize(
    ("group", "digits"), [(r"\d{1,2}", True), ("[0-9]|10", True), ("[1-9a]", False), (".", False), (r"\d+\.?", False)]
)
def test_a_group_of_digits_is_known(group: str, digits: bool) -> None:
    assert only_digits(re.compile(rf"^ (?:x(?P<number>{group}))? y"), "number") is digits
