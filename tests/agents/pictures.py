"""Screens of a plain fake CLI for flows to be played on, as its profile reads them: composer, work, dialog, shell."""

from dataclasses import replace
from typing import Final

from cotty.model import Screen
from cotty.terminal.flows.steps import Glimpse
from cotty.testing.fake_profiles import fake_profile
from cotty.testing.scenario import Reply, Scenario
from tests.flows.play import CURSOR, screen

PROFILE: Final = fake_profile(Scenario(skin="plain"))
SILENT: Final = fake_profile(Scenario(skin="plain", reply=Reply(echo=False)))
# Its digits do nothing: arrows move the highlight.
MOVED: Final = replace(
    PROFILE, dialogs=tuple((name, replace(shape, press="move")) for name, shape in PROFILE.dialogs)
)  # fmt: skip
QUIET: Final = 1.0
WIDTH, HEIGHT = 60, 24
_FOOTER: Final = "\n\n  fake-model · /work · ? for shortcuts"
_SPINNER: Final = "• Working (1s • esc to interrupt)\n\n"


def picture(text: str) -> Screen:
    return screen(text, width=WIDTH, height=HEIGHT)


def idle(typed: str = "", *, talk: str = ">_ Welcome", note: str = "") -> Screen:
    """A composer with that text in it, below the conversation."""
    rows = f"> {typed}{CURSOR}".replace("\n", "\n  ")
    return picture(f"{talk}\n\n{rows}{_FOOTER}" + (f"\n  {note}" if note else ""))


def busy(typed: str = "", *, talk: str = ">_ Welcome") -> Screen:
    rows = f"> {typed}{CURSOR}".replace("\n", "\n  ")
    return picture(f"{talk}\n\n{_SPINNER}{rows}{_FOOTER}")


def dialog(
    about: str = "rm -rf build", options: tuple[str, ...] = ("Yes", "No"), at: int = 1, *, talk: str = ">_ Welcome"
) -> Screen:
    rows = [f" {'›' if number == at else ' '} {number}. {each}" for number, each in enumerate(options, 1)]
    asked = f"  Do you want to proceed?\n\n  $ {about}\n\n"
    rows[at - 1] += CURSOR
    return picture(f"{talk}\n\n{asked}" + "\n".join(rows) + "\n\n  Press enter to confirm or esc to cancel")


def shell() -> Screen:
    return picture(f"left $ {CURSOR}")


def at_rest(shown: Screen) -> Glimpse:
    """Nothing has moved for a second."""
    return Glimpse(shown, quiet=QUIET)
