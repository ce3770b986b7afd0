"""What the parts of the fake share: the scenario, the time to come, the traps that wait, and the log.

Rules: a record says what happened and when (monotonic seconds), never what should have; the end is said once.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, field

from cotty.testing.fake_cli.moments import Moments
from cotty.testing.fake_cli.schedule import Schedule
from cotty.testing.scenario import Scenario

Write = Callable[[str], None]


@dataclass(slots=True)
class Desk:
    """One run of the fake."""

    scenario: Scenario
    write: Write
    schedule: Schedule = field(default_factory=Schedule)
    moments: Moments = field(init=False)
    changed: bool = True  # a frame is wanted
    ended: str = ""  # exit or kill, when it is over

    def __post_init__(self) -> None:
        self.moments = Moments(self.schedule)

    def log(self, event: str, now: float, **facts: object) -> None:
        """One line of the ground truth."""
        self.write(json.dumps({"at": now, "event": event, **facts}, ensure_ascii=False) + "\n")

    def end(self, how: str, event: str, now: float) -> None:
        """The program is over."""
        if not self.ended:
            self.ended = how
            self.log(event, now, how=how)
