"""How long a line may be for a pattern to be tried on it here, where nobody can interrupt the trial. Pure.

Rules: Python's `re` goes back and tries again: with one repeat the steps grow with the square of the line, with two
with its cube, and a repeated group (`(a+)+$`) doubles them with each character. The pattern's text is counted, not
parsed, and never for less than it may cost. What is longer is searched where it can be ended: see `searching.py`.
"""

import re
from functools import lru_cache
from math import factorial
from typing import Final

from cotty.terminal.flows.sieve import LONGEST_LINE

_STEPS: Final = 3e6  # that a trial may take at most: 20 – 40 ms
_PIECE: Final = re.compile(
    r"(?P<class>\[\^?\]?(?:\\.|[^\]\\])*\])|(?P<plain>\\.)|(?P<open>\((?:\?(?:P<\w+>|<?[=!]|[a-zA-Z:>]))?)"
    r"|(?P<repeat>[*+]|\{\d*,\d*\})[?+]?|(?P<times>\{\d+\})[?+]?|(?P<option>\?)[?+]?|(?P<close>\))|(?P<or>\|)|(?P<other>.)",
    re.DOTALL,
)


_VERBOSE: Final = re.compile(r"\(\?[a-zA-Z]*x")


@lru_cache(maxsize=256)
def reach(pattern: str) -> int:
    """Characters of a line; 0: it is never to be tried here."""
    if _VERBOSE.search(pattern):
        return 0  # blanks and comments may stand between a group and its repeat
    repeats = options = depth = 0
    before = ""
    for piece in _PIECE.finditer(pattern):
        kind = piece.lastgroup
        if kind in ("repeat", "times") and before == "close":
            return 0
        repeats += kind == "repeat"
        options += kind == "option" or (kind == "or" and depth > 0)
        depth += (kind == "open") - (kind == "close")
        before = kind or ""
    steps = _STEPS / 2 ** min(options, 60) * factorial(repeats + 1)
    return min(LONGEST_LINE, int(steps ** (1 / (repeats + 1)))) if steps >= 1 else 0
