"""The traps, by name: what each one is, and whether a case springs it. Pure.

Rule: every trap that the kit promises is a row here, and a report counts how often each one was sprung.
"""

import unicodedata
from collections.abc import Callable, Iterable
from typing import Final

from cotty.testing.scenario import Scenario

Springs = Callable[[Scenario], bool]


def _newline(low: int, high: int) -> Springs:
    def springs(scenario: Scenario) -> bool:
        enter = scenario.enter
        return any(low < window <= high for window in (enter.newline_within_ms, enter.newline_within_ms_of_paste))

    return springs


def _ghost(*begins: str) -> Springs:
    return lambda scenario: scenario.ghost is not None and scenario.ghost.style.startswith(begins)


def _popup_while_typing(scenario: Scenario) -> bool:
    return any(popup.when.moment in ("characters", "landed", "enter") for popup in scenario.popups)


TRAPS: Final[dict[str, Springs]] = {
    "Enter within 8 ms is a newline": _newline(0, 8),
    "Enter within 40 ms is a newline": _newline(8, 40),
    "Enter within 120 ms is a newline": _newline(40, 120),
    "the first Enters are swallowed": lambda scenario: scenario.enter.swallowed > 0,
    "a large paste collapses": lambda scenario: scenario.paste.placeholder != "none",
    "a paste takes its time": lambda scenario: scenario.paste.takes_ms > 0,
    "bracketed paste is off": lambda scenario: not scenario.paste.bracketed,
    "ghost text, faint": _ghost("2", "2;3"),
    "ghost text, bright black": _ghost("90"),
    "ghost text, colour 8": _ghost("38;5;8"),
    "ghost text, grey of 256": _ghost("38;5;2"),
    "ghost text, truecolor grey": _ghost("38;2;"),
    "a bare Enter submits the ghost": lambda scenario: scenario.ghost is not None and scenario.ghost.bare_enter,
    "the ghost stands behind typed text": lambda scenario: scenario.ghost is not None and scenario.ghost.inline,
    "dim separators": lambda scenario: scenario.paint.dim_rules,
    "the prompt is repeated": lambda scenario: scenario.reply.echo,
    "the prompt is never repeated": lambda scenario: not scenario.reply.echo,
    "a clock repaints": lambda scenario: scenario.paint.clock_ms > 0,
    "60 frames a second": lambda scenario: scenario.paint.fps > 0,
    "slow paint": lambda scenario: scenario.paint.delay_ms > 0,
    "torn frames": lambda scenario: scenario.paint.pieces > 1,
    "alternate screen": lambda scenario: scenario.skin == "fullscreen",
    "a dialog between text and Enter": _popup_while_typing,
    "a dialog at another time": lambda scenario: bool(scenario.popups) and not _popup_while_typing(scenario),
    "the highlight is not on option 1": lambda scenario: any(popup.highlight > 1 for popup in scenario.popups),
    "digits only move": lambda scenario: any(not popup.digits_act for popup in scenario.popups),
    "a dialog changes by itself": lambda scenario: _changes(scenario, by_key=False),
    "a dialog changes as the key comes": lambda scenario: _changes(scenario, by_key=True),
    "the same dialog comes twice": lambda scenario: len(set(scenario.popups)) < len(scenario.popups),
    "a dialog is quoted in a reply": lambda scenario: scenario.reply.quotes_dialog,
    "somebody's draft": lambda scenario: scenario.draft is not None,
    "the program does not read": lambda scenario: scenario.stall is not None,
    "the program dies and leaves a shell": lambda scenario: scenario.death is not None,
    "still starting": lambda scenario: scenario.starting_ms > 0,
}
WIDE: Final = "wide characters"
LARGE: Final = "10 KB and more"
NONE: Final = "no trap"
ALL: Final = (*TRAPS, WIDE, LARGE, NONE)
_HARMLESS: Final = frozenset({"the prompt is repeated", "alternate screen", "a large paste collapses"})
_LARGE: Final = 10_000


def traps_of(scenario: Scenario, texts: Iterable[str]) -> frozenset[str]:
    """Which traps these messages to this fake meet."""
    texts = list(texts)
    found = {name for name, springs in TRAPS.items() if springs(scenario)}
    if any(unicodedata.east_asian_width(each) == "W" for text in texts for each in text):
        found.add(WIDE)
    if any(len(text) >= _LARGE for text in texts):
        found.add(LARGE)
    return frozenset(found if found - _HARMLESS - {WIDE, LARGE} else found | {NONE})


def _changes(scenario: Scenario, *, by_key: bool) -> bool:
    changes = [popup.change for popup in scenario.popups if popup.change is not None]
    return any((change.on_key_within_ms > 0) is by_key for change in changes)


def free(scenario: Scenario) -> bool:
    """Nothing may keep a message from being submitted, and from being seen to be: nobody asks, types or dies. A
    suggestion of one letter under a cursor that is drawn looks like somebody's letter.
    """
    hidden = scenario.ghost is not None and len(scenario.ghost.text) == 1 and scenario.paint.inverse_cursor
    return scenario.draft is None and scenario.death is None and not scenario.popups and not hidden


def asks_once(scenario: Scenario) -> bool:
    """One dialog, which stays as it is: behind another one nobody can tell an answer from a change."""
    return len(scenario.popups) == 1 and scenario.popups[0].change is None and scenario.death is None
