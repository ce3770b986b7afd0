"""The profiles of the fake CLIs: one of each skin, told what a scenario asks of whoever sends to it; or the looks of a
fake with the delivery of somebody's own profile.

Rules: a profile is right for its CLI: the gap between text and Enter is that of the scenario's window, digits choose
where they act, a prompt is repeated where it is; all else is in `profiles/*.toml`.
"""

from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Final

from cotty.errors import BadProfile
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


def profile_at(path: Path) -> Profile:
    """The profile in that file; a mistake in it is named with its line."""
    try:
        return read_profile(path.read_text(encoding="utf-8"), str(path))
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise BadProfile(f"{path} cannot be read: {reason}.", suggestion="Name the file of a profile.",
                         file=str(path), line=0, reason=reason) from None  # fmt: skip


def spoken_to(scenario: Scenario, profile: str = "") -> Profile:
    """How this fake is spoken to: by its own profile, or by the delivery of the one in that file. The keys that stop it
    and by which it leaves are the fake's own, as its looks are.
    """
    fake = fake_profile(scenario)
    if not profile:
        return fake
    own, keys = profile_at(Path(profile)).delivery, fake.delivery
    own = replace(own, echoes=keys.echoes, interrupt=keys.interrupt, leave=keys.leave)
    return replace(fake, delivery=own)
