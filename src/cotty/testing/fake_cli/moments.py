"""Which trap springs at which moment. Pure.

Rules: what is armed springs once; characters, landings and Enters are counted for each message anew.
"""

from dataclasses import dataclass

from cotty.testing.fake_cli.schedule import Action, Schedule
from cotty.testing.scenario import When


@dataclass(frozen=True, slots=True)
class _Armed:
    when: When
    spring: Action


class Moments:
    """The traps that still wait for their moment."""

    def __init__(self, schedule: Schedule) -> None:
        self._schedule = schedule
        self._armed: list[_Armed] = []
        self._characters = 0
        self._enters = 0

    def arm(self, when: When, spring: Action) -> None:
        self._armed.append(_Armed(when, spring))

    def begin(self, now: float) -> None:
        """The program has started."""
        self._soon("start", now)

    def landed(self, characters: int, now: float) -> None:
        """Characters of a message were read."""
        if self._characters == 0:
            self._soon("landed", now)
        self._characters += characters
        self._spring("characters", self._characters, now)

    def entered(self, now: float) -> None:
        """Enter was read, with text in the composer."""
        self._enters += 1
        self._spring("enter", self._enters, now)

    def submitted(self, now: float) -> None:
        """A message is done with; the next one is counted from nothing."""
        self._characters = self._enters = 0
        self._soon("submitted", now)

    def _soon(self, moment: str, now: float) -> None:
        for armed in self._taken(moment, None):
            self._schedule.at(now + armed.when.number / 1000, armed.spring)

    def _spring(self, moment: str, reached: int, now: float) -> None:
        for armed in self._taken(moment, reached):
            armed.spring(now)

    def _taken(self, moment: str, reached: int | None) -> list[_Armed]:
        """Those of this moment whose number is reached, which are no longer armed."""
        taken = [
            each
            for each in self._armed
            if each.when.moment == moment and (reached is None or each.when.number <= reached)
        ]
        self._armed = [each for each in self._armed if each not in taken]
        return taken
