"""The kit for somebody's own profile: is it whole, does it read the screens that were captured, can it be delivered by?

Rules: a profile is held against what it says itself: its captured screens against their heads, and its gap, its paste
rules and the window that it names against a fake that has this very window. How the fake looks is the fake's own: the
screens judge how the CLI looks.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from cotty.errors import InvalidInput
from cotty.profiles.profile import Profile
from cotty.profiles.seen import Seen
from cotty.testing.conformance.cases import Case, cases
from cotty.testing.conformance.running import Plan
from cotty.testing.fake_profiles import profile_at
from cotty.testing.frames import Counts, counted, frames_in, mistakes, seen_on
from cotty.testing.scenario import SKINS, Enter, Scenario

_SCREENS: Final = "screens"
_SUBMITS: Final = ("Enter",)


@dataclass(frozen=True, slots=True)
class Read:
    """What a profile made of the screens beside it."""

    folder: Path
    counts: Counts
    mistakes: tuple[str, ...]  # of single screens, and of what has to match on one of them at least
    unseen: tuple[str, ...]  # rules that fired on no screen: nothing shows that they ever do

    @property
    def frames(self) -> int:
        return self.counts.total()


def read_screens(profile: Profile, folder: Path | None = None) -> Read:
    """Hold the profile against the screens in a folder: the one beside its file, where none is named."""
    if folder is not None and not folder.is_dir():
        raise InvalidInput(f"There is no folder {str(folder)!r}.", suggestion="Name the folder that holds the screens.")
    folder = folder or Path(profile.source).parent / _SCREENS
    read = [(frame, seen_on(frame, profile)) for frame in frames_in(folder)] if folder.is_dir() else []
    said = tuple(f"{frame.path}: {each}" for frame, seen in read for each in mistakes(frame, seen))
    seen_all = [seen for _, seen in read]
    fired = {name for seen in seen_all for name in (seen.rule, *(other.rule for other in seen.others))}
    unseen = tuple(rule.name for rule in profile.rules if read and rule.name not in fired)
    return Read(folder, counted(read, profile.name), (*said, *_without_composer(profile, folder, seen_all)), unseen)


def _without_composer(profile: Profile, folder: Path, seen: Sequence[Seen]) -> Iterator[str]:
    """Where no composer is found nothing is ever typed: every message is refused."""
    if profile.composer is None:
        yield f"{profile.name} says nothing of a composer, so every message would be refused"
    elif not seen:
        yield f"the composer of {profile.name} was never matched: there is no screen in {folder} to try it on"
    elif all(each.composer is None for each in seen):
        prompt = profile.composer.prompt.pattern
        yield f"the composer of {profile.name} matched on none of {len(seen)} screens; its prompt is {prompt!r}"


def deliverable(profile: Profile) -> str:
    """Why its delivery cannot be run; empty where it can."""
    if profile.delivery.submit != _SUBMITS:
        return f"the fake is submitted to by Enter, this CLI by {' '.join(profile.delivery.submit)}"
    return ""


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
    return replace(plan, cases=own, speed=False, profile=profile), deliverable(told)


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
