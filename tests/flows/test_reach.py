"""A pattern is tried where nobody can interrupt it only on lines on which it must end soon."""

import re
import time

import pytest

from cotty.terminal.flows.reach import reach
from cotty.terminal.flows.sieve import LONGEST_LINE


@pytest.mark.parametrize("pattern", ["BUILD OK", "^Serving HTTP", r"\$ $", "error|warning|fatal", "[*+?(]x", r"a\+\*b"])
def test_a_pattern_without_a_repeat_is_tried_on_every_line(pattern: str) -> None:
    assert reach(pattern) == LONGEST_LINE


@pytest.mark.parametrize("pattern", ["(a+)+$", "(a|a)*b", "(?:a?b?)*c", "(.*,){20}x", r"(\w+\s*)+done", "(?x)(a+) *b"])
def test_a_repeated_group_is_never_tried_here(pattern: str) -> None:
    assert reach(pattern) == 0


def test_the_more_a_pattern_repeats_the_shorter_a_line_must_be() -> None:
    reaches = [reach(pattern) for pattern in (r"in \d+ s", r"\d+ passed in \d+ s", ".*a.*b.*c", ".*.*.*.*x")]
    assert reaches == sorted(reaches, reverse=True)
    assert reaches[0] > 2000
    assert 200 < reaches[1] < 300
    assert reaches[3] > 40


@pytest.mark.parametrize(
    ("pattern", "letter"),
    [("a+b", "a"), (".*.*x", "a"), (".*a.*b", "a"), (r"\s*\s*\s*x", " "), ("a?" * 12 + "a+c", "a"), ("[^:]+:", "a")],
)
def test_the_worst_line_within_reach_takes_no_second(pattern: str, letter: str) -> None:
    began = time.process_time()
    assert re.search(pattern, letter * reach(pattern)) is None
    assert time.process_time() - began < 1
