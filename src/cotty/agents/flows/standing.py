"""Does a text stand in the composer: all of it, its end, a placeholder, something else with it, or nothing? Pure.

Rules: blanks and line breaks prove nothing, a composer breaks lines as it likes; a composer that shows only its lowest
rows shows the end of a long text; a placeholder stands for a paste that was too long to show.
"""

from enum import Enum

from cotty.model import Composer
from cotty.terminal.flows.cells import packed

_TAIL = 24  # letters that are the end of a text and of nothing else; a low box shows no more of short lines


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


def standing(composer: Composer | None, text: str) -> Standing:
    """What this composer shows of that text."""
    if composer is None:
        return Standing.UNSEEN
    shown, wanted = packed(composer.text), packed(text)
    if not shown:
        return Standing.NONE
    if shown == wanted:
        return Standing.WHOLE
    if composer.pastes and shown == packed("".join(composer.pastes)):
        return Standing.PASTED
    if len(shown) >= _TAIL and wanted.endswith(shown):
        return Standing.END
    return Standing.PART if shown in wanted else Standing.MIXED
