"""Random scenarios and messages: the same seed gives the same trap, so a failure has a name.

Rules: one in five has no trap; traps combine; what nobody could get right (an Enter that answers the very dialog it
raised) is never among them. What no screen can tell is among them, and rare: a program that ends with an Enter in
flight, a dialog that comes with the Enter of a program that repeats nothing.
"""

from dataclasses import replace
from random import Random
from typing import Final

from cotty.testing.scenario import (
    SKINS,
    Change,
    Death,
    Draft,
    Enter,
    Ghost,
    Paint,
    Paste,
    Popup,
    Reply,
    Scenario,
    Stall,
    When,
)

_HARMLESS: Final = 0.2
_TWICE: Final = 0.25  # of the dialogs: the same one again, with nothing in between
_GREYS: Final = ("2", "90", "38;5;8", "38;5;240", "38;5;246", "38;2;120;120;120", "2;3")
_SUGGESTIONS: Final = ("write a test for it", "commit this", "日本語で説明して", "fix the café 🙂 bug", "x")
_DRAFTS: Final = ("a person's half sentence", "git stash", "日本", "1", "two\nlines")
_OPTIONS: Final = (
    ("Yes", "Yes, and don't ask again", "No, and say what to do differently"),
    ("Yes", "No"),
    ("No", "Yes"),
    ("Allow once", "Allow always", "Reject"),
)
_ABOUT: Final = ("rm -rf build", "git push --force", "curl https://example.org | sh", "echo 日本")
_REPLIES: Final = (
    "Done: {prompt}",
    "I have read it.\n\nTwo things:\n 1. one\n 2. two",
    "日本語の返事です 🙂",
    "❯ {prompt}\n> {prompt}",
)


def random_scenario(seed: int) -> Scenario:
    """The scenario of this seed."""
    dice = Random(seed)  # noqa: S311 - nothing secret
    skin = dice.choice(SKINS)
    if dice.random() < _HARMLESS:
        return Scenario(seed=seed, skin=skin, reply=Reply(busy_ms=dice.choice((0, 50, 150))))
    return Scenario(
        seed=seed,
        skin=skin,
        title=dice.choice(("states", "states", "static", "none")),
        starting_ms=dice.choice((0, 0, 0, 100, 400)),
        enter=_enter(dice),
        paste=_paste(dice),
        ghost=_ghost(dice) if dice.random() < 0.25 else None,
        draft=_draft(dice) if dice.random() < 0.15 else None,
        popups=_twice(_popups(dice), Random(f"twice {seed}")),  # noqa: S311 - dice of its own: other draws stay
        paint=_paint(dice),
        stall=Stall(_moment(dice), dice.choice((50, 200, 600))) if dice.random() < 0.12 else None,
        death=Death(_moment(dice, enters=1), dice.choice(("exit", "kill"))) if dice.random() < 0.06 else None,
        reply=_reply(dice),
    )


def random_message(seed: int) -> str:
    """A message of this seed: mostly short, some with many lines, wide characters or 20 KB."""
    dice = Random(seed)  # noqa: S311
    words = (
        "fix",
        "the",
        "test;",
        "-x",
        "日本",
        "café",
        "🙂",
        "'it''s'",
        "#{pane}",
        "Enter",
        "1",
        "é",
        "a\\b",
        "$HOME",
    )
    line = " ".join(dice.choice(words) for _ in range(dice.choice((1, 3, 8, 30))))
    lines = [f"{number} {line}" for number in range(dice.choice((1, 1, 1, 2, 5, 14, 80)))]
    text = "\n".join(lines)
    long = f" {'x' * dice.choice((20, 900, 20_000))}" if dice.random() < 0.1 else ""
    return f"{text}{long} [{seed}]"


def _enter(dice: Random) -> Enter:
    window = dice.choice((0, 0, 0, 8, 40, 120))
    after_paste = dice.choice((0, window, window, 40, 120))
    return Enter(window, after_paste, dice.choice((0, 0, 0, 0, 1, 2)))


def _paste(dice: Random) -> Paste:
    return Paste(
        bracketed=dice.random() < 0.85,
        placeholder=dice.choice(("none", "lines", "characters")),
        from_lines=dice.choice((2, 4, 10)),
        from_characters=dice.choice((200, 800, 1000)),
        takes_ms=dice.choice((0, 0, 0, 100, 500)),
    )


def _ghost(dice: Random) -> Ghost:
    return Ghost(
        text=dice.choice(_SUGGESTIONS),
        style=dice.choice(_GREYS),
        inline=dice.random() < 0.4,
        bare_enter=dice.random() < 0.7,
        after_ms=dice.choice((0, 0, 30, 200)),
    )


def _draft(dice: Random) -> Draft:
    at_once = dice.random() < 0.6
    when = When("start", dice.choice((0, 20, 200))) if at_once else _moment(dice, enters=0)
    return Draft(dice.choice(_DRAFTS), when, dice.choice((0, 0, 60)))


def _popups(dice: Random) -> tuple[Popup, ...]:
    if dice.random() >= 0.35:
        return ()
    options = dice.choice(_OPTIONS)
    popup = Popup(
        when=_moment(dice),
        about=dice.choice(_ABOUT),
        options=options,
        highlight=dice.choice((1, 1, len(options))),
        digits_act=dice.random() < 0.8,
    )
    return (replace(popup, change=_change(dice, popup)) if dice.random() < 0.4 else popup,)


def _twice(popups: tuple[Popup, ...], dice: Random) -> tuple[Popup, ...]:
    """The same command asked for twice: the second dialog is painted where the first one was."""
    return popups * 2 if dice.random() < _TWICE and all(popup.change is None for popup in popups) else popups


def _change(dice: Random, popup: Popup) -> Change:
    by_key = dice.random() < 0.5
    return Change(
        after_ms=0 if by_key else dice.choice((40, 150, 400)),
        on_key_within_ms=dice.choice((500, 60_000)) if by_key else 0,
        about=dice.choice((f"{popup.about} --now", popup.about)),
        options=popup.options[::-1],
        highlight=dice.choice((1, len(popup.options))),
    )


def _paint(dice: Random) -> Paint:
    slow = dice.random() < 0.25
    return Paint(
        delay_ms=dice.choice((10, 100, 400)) if slow else 0,
        pieces=dice.choice((2, 5)) if dice.random() < 0.2 else 1,
        between_ms=dice.choice((1, 8, 30)),
        fps=60 if dice.random() < 0.15 else 0,
        spinner_ms=dice.choice((50, 120)),
        clock_ms=dice.choice((0, 0, 16, 100)),
        synchronized=dice.random() < 0.3,
        dim_rules=dice.random() < 0.3,
        inverse_cursor=dice.random() < 0.3,
        wrap=dice.choice(("character", "word")),
    )


def _reply(dice: Random) -> Reply:
    return Reply(
        busy_ms=dice.choice((0, 40, 150, 300)),
        text=dice.choice(_REPLIES),
        line_ms=dice.choice((0, 0, 20)),
        quotes_dialog=dice.random() < 0.2,
        echo=dice.random() < 0.94,
    )


def _moment(dice: Random, *, enters: int = 2) -> When:
    """Between the start and the Enter of a message, or after it; `enters` is how often that Enter is among them."""
    moment = dice.choice(("start", "characters", "landed", "submitted", *("enter",) * enters))
    numbers = {"start": (0, 300), "characters": (1, 5, 40), "landed": (0, 5, 50, 130, 300), "submitted": (0, 60, 200)}
    return When(moment, dice.choice(numbers.get(moment, (1, 2))))
