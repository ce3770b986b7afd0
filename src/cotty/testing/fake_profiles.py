"""The profiles of the fake CLIs: one of each skin, told what a scenario asks of whoever sends to it.

Rules: a profile is right for its CLI: the gap between text and Enter is that of the scenario's window, digits choose
where they act, a prompt is repeated where it is; all else is in `profiles/*.toml`.
"""

from dataclasses import replace
from importlib.resources import files
from typing import Final

from cotty.profiles.profile import Profile
from cotty.profiles.tables import read_profile
from cotty.testing.scenario import Scenario

_MARGIN_MS: Final = 10  # a window is counted by the fake's clock, from when it read the text


def fake_profile(scenario: Scenario) -> Profile:
    """The profile of the fake that runs this scenario."""
    file = files("cotty.testing").joinpath("profiles", f"fake_{scenario.skin}.toml")
    profile = read_profile(file.read_text(encoding="utf-8"), str(file))
    window = max(scenario.enter.newline_within_ms, scenario.enter.newline_within_ms_of_paste)
    gap = window + _MARGIN_MS if window else 0
    delivery = replace(profile.delivery, gap_ms=gap, enter_within_ms=window, echoes=scenario.reply.echo)
    if all(popup.digits_act for popup in scenario.popups):
        return replace(profile, delivery=delivery)
    moved = tuple((name, replace(shape, press="move")) for name, shape in profile.dialogs)
    return replace(profile, delivery=delivery, dialogs=moved)
