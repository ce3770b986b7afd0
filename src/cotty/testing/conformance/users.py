"""The kit for somebody's own profile: is it whole, does it read the screens that were captured, can it be delivered by?

Rules: a profile is held against what it says itself: its captured screens against their heads, and its gap, its paste
rules and the window that it names against a fake that has this very window. How the fake looks is the fake's own: the
screens judge how the CLI looks.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final

from cotty.errors import BadProfile, InvalidInput
from cotty.profiles.profile import Profile
from cotty.profiles.tables import read_profile
from cotty.testing.conformance.cases import Case, cases
from cotty.testing.conformance.running import Plan
from cotty.testing.fake_profiles import fake_profile
from cotty.testing.frames import Counts, counted, frames_in, mistakes, seen_on
from cotty.testing.scenario import SKINS, Enter, Scenario

_SCREENS: Final = "screens"
_SUBMITS: Final = ("Enter",)


@dataclass(frozen=True, slots=True)
class Read:
    """What a profile made of the screens beside it."""

    folder: Path
    counts: Counts
    mistakes: tuple[str, ...]

    @property
    def frames(self) -> int:
        return self.counts.total()


def profile_at(path: Path) -> Profile:
    """The profile in that file; a mistake in it is named with its line."""
    try:
        return read_profile(path.read_text(encoding="utf-8"), str(path))
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise BadProfile(f"{path} cannot be read: {reason}.", suggestion="Name the file of a profile.",
                         file=str(path), line=0, reason=reason) from None  # fmt: skip


def read_screens(profile: Profile, folder: Path | None = None) -> Read:
    """Hold the profile against the screens in a folder: the one beside its file, where none is named."""
    if folder is not None and not folder.is_dir():
        raise InvalidInput(f"There is no folder {str(folder)!r}.", suggestion="Name the folder that holds the screens.")
    folder = folder or Path(profile.source).parent / _SCREENS
    read = [(frame, seen_on(frame, profile)) for frame in frames_in(folder)] if folder.is_dir() else []
    said = tuple(f"{frame.path}: {each}" for frame, seen in read for each in mistakes(frame, seen))
    return Read(folder, counted(read, profile.name), said)


def deliverable(profile: Profile) -> str:
    """Why its delivery cannot be run; empty where it can."""
    if profile.delivery.submit != _SUBMITS:
        return f"the fake is submitted to by Enter, this CLI by {' '.join(profile.delivery.submit)}"
    return ""


def as_told_by(profile: Profile, scenario: Scenario) -> Profile:
    """The looks of the fake, and the delivery of the profile."""
    fake = fake_profile(scenario)
    own = replace(profile.delivery, echoes=scenario.reply.echo, leave=fake.delivery.leave)
    return replace(fake, delivery=own)


def own_cases(profile: Profile, seed: int, sends: int, scenario: Scenario | None = None) -> Sequence[Case]:
    """Random fakes whose window for Enter is the one that the profile names; or one fake, again and again."""
    return [_fitted(case, profile, scenario) for case in cases(seed, sends)]


def planned(plan: Plan, profile: str | None, scenario: str | None) -> tuple[Plan, str]:
    """The plan for a profile or a scenario that somebody names; or why it cannot be run."""
    fake = _loaded(scenario) if scenario else None
    if profile is None:
        if fake is None:
            return plan, ""
        own = tuple(replace(case, scenario=replace(fake, seed=case.seed)) for case in cases(plan.seed, plan.sends))
        return replace(plan, cases=own), ""
    told = profile_at(Path(profile))
    own = tuple(own_cases(told, plan.seed, plan.sends, fake))
    return replace(plan, cases=own, speed=False, profile_for=partial(as_told_by, told)), deliverable(told)


def _loaded(scenario: str) -> Scenario:
    try:
        return Scenario.load(scenario)
    except (OSError, ValueError) as error:
        raise InvalidInput(f"{scenario}: {error}.", suggestion="A scenario is a .toml or .json file.") from None


def _fitted(case: Case, profile: Profile, scenario: Scenario | None) -> Case:
    if scenario is not None:
        return replace(case, scenario=replace(scenario, seed=case.seed))
    window = profile.delivery.enter_within_ms
    enter = Enter(window, window, case.scenario.enter.swallowed)
    return replace(case, scenario=replace(case.scenario, enter=enter, skin=SKINS[case.seed % len(SKINS)]))
