"""Does a text stand in the composer: all of it, its end, a placeholder, something else with it, or nothing? Pure.

Rules: blanks and line breaks prove nothing, a composer breaks lines as it likes; a composer that shows only its lowest
rows shows the end of a long text; one placeholder stands for a paste that was too long to show, if what it counts is
that paste: another one is somebody else's.
"""

import re
from collections.abc import Iterable
from enum import Enum
from itertools import takewhile
from typing import Final

from cotty.model import Composer
from cotty.terminal.flows.cells import packed

_TAIL: Final = 24  # letters that are the end of a text and of nothing else; a low box shows no more of short lines
_COUNTED: Final = re.compile(r"(\d+)\s*(line|char)", re.IGNORECASE)


class Standing(Enum):
    """What a composer shows of a text."""

    WHOLE = "whole"
    PASTED = "pasted"
    END = "end"
    PART = "part"  # some of it: the rest may come
    MIXED = "mixed"  # something that is not of the text
    NONE = "none"  # an empty composer
    UNSEEN = "unseen"  # no composer

    @property
    def stands(self) -> bool:
        return self in (Standing.WHOLE, Standing.PASTED, Standing.END)


def standing(composer: Composer | None, text: str, *, pasted: bool) -> Standing:
    """What this composer shows of that text; `pasted`: it came as a paste, which alone makes a placeholder of it."""
    if composer is None:
        return Standing.UNSEEN
    shown, wanted = packed(composer.text), packed(text)
    if not shown:
        return Standing.NONE
    if shown == wanted:
        return Standing.WHOLE
    if pasted and len(composer.pastes) == 1 and shown == packed(composer.pastes[0]):
        return Standing.PASTED if _counts(composer.pastes[0], text) else Standing.MIXED
    if len(shown) >= _TAIL and wanted.endswith(shown):
        return Standing.END
    return Standing.PART if shown in wanted else Standing.MIXED


def stands_with_more(composer: Composer | None, text: str, landed: Composer | None) -> bool:
    """The text stands there still, as `landed` shows it or in its letters, and something else before, in or behind it;
    of a long text its end is enough.
    """
    if composer is None:
        return False
    shown, wanted = packed(composer.text), packed(text)
    before = packed(landed.text) if landed is not None else ""
    whole = any(each and (each in shown or _parted(shown, each)) for each in (wanted, before))
    return whole or (len(wanted) >= _TAIL and wanted[-_TAIL:] in shown)


def _parted(shown: str, text: str) -> bool:
    """All of the text, with something in the midst of it."""
    if len(shown) <= len(text):
        return False
    head, tail = _alike(shown, text), _alike(reversed(shown), reversed(text))
    return head > 0 and tail > 0 and head + tail >= len(text)


def _alike(one: Iterable[str], other: Iterable[str]) -> int:
    """How many letters both begin with."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _counts(placeholder: str, text: str) -> bool:
    """What it says of lines or characters is so of the text. CLIs count breaks or lines, letters or UTF-16 units, and
    some cut blanks off first.
    """
    found = _COUNTED.search(placeholder)
    if found is None:
        return True
    number, forms = int(found[1]), (text, text.strip())
    if found[2].casefold() == "line":
        return number in {form.count("\n") + more for form in forms for more in (0, 1)}
    return number in {size for form in forms for size in (len(form), len(form.encode("utf-16-le")) // 2)}
