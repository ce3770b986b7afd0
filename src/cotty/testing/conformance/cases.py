"""What is tried with one seed: a fake with its traps, the messages it is sent, and how its dialogs are answered. Pure.

Rules: the same seed gives the same case; who answers has read the dialog for a while first, as people do; a case never
depends on what happened in another one.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Final

from cotty.testing.conformance.scenes import SCENES, drawn
from cotty.testing.conformance.traps import traps_of
from cotty.testing.scenario import Scenario
from cotty.testing.scenarios import random_message, random_scenario

_SIZES: Final = ((80, 24), (80, 24), (120, 40), (60, 20))
_MESSAGES: Final = (1, 2, 3)
_MOST: Final = 100  # messages with seeds of their own, per case


@dataclass(frozen=True, slots=True)
class Told:
    """One message: `rest`, in seconds, is how long the agent is given to come to rest before the next one, `again`
    repeats it with the key it had.
    """

    text: str
    rest: float
    again: bool


@dataclass(frozen=True)
class Case:
    """All of one seed."""

    seed: int
    scenario: Scenario
    messages: tuple[Told, ...]
    size: tuple[int, int]
    thinks: float  # seconds between reading a dialog and answering it
    option: int  # which of its options is meant, counted round
    by_label: bool
    scene: str

    @cached_property
    def traps(self) -> frozenset[str]:
        return traps_of(self.scenario, [told.text for told in self.messages])


def case_of(seed: int) -> Case:
    """The case of this seed."""
    dice = Random(f"case {seed}")  # noqa: S311 - nothing secret
    scene_dice = Random(f"scene {seed}")  # noqa: S311 - dice of its own: other draws stay
    scene = drawn(scene_dice)
    scenario = SCENES[scene].fits(random_scenario(seed), scene_dice)
    messages = tuple(
        Told(random_message(seed * _MOST + number), dice.choice((0.0, 0.5, 2.0)), dice.random() < 0.15)
        for number in range(dice.choice(_MESSAGES))
    )
    thinks = dice.choice((0.0, 0.1, 0.3))
    return Case(seed, scenario, messages, dice.choice(_SIZES), thinks, dice.randrange(4), dice.random() < 0.5, scene)


def cases(seed: int, sends: int) -> Iterator[Case]:
    """As many cases as hold so many messages, from this seed upward."""
    while sends > 0:
        case = case_of(seed)
        yield case
        seed, sends = seed + 1, sends - len(case.messages)
