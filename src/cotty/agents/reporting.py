"""What is believed of an agent, in a shape for everybody. Pure but for the clock."""

import time
from dataclasses import replace

from cotty.agents.flows.tracking import Tracker
from cotty.agents.seat import Seat
from cotty.errors import CottyError
from cotty.model import AgentReport, AgentState, Source


def report_of(seat: Seat, tracker: Tracker, looked: float, error: CottyError | None = None) -> AgentReport:
    """What is believed since the look at that time; with an error, why there was none since."""
    age = round(time.monotonic() - looked, 3) if looked else 0.0
    source = tracker.decided.source if tracker.decided is not None else None
    why = error.message if error is not None else None
    report = AgentReport(
        seat.pane.id, seat.profile.name, tracker.state, age=age, source=source, could_not_look=why
    )  # fmt: skip
    if tracker.sighting is None or tracker.state is AgentState.ENDED:
        return report
    return _with_what_is_seen(report, tracker)


def _with_what_is_seen(report: AgentReport, tracker: Tracker) -> AgentReport:
    if tracker.sighting is None:
        return report
    seen, decided = tracker.sighting.seen, tracker.decided
    told = decided.detail if decided is not None and decided.source is Source.EVENTS else None
    return replace(
        report, awaiting=tracker.awaiting if report.state is AgentState.AWAITING_INPUT else None,
        blocked_why=seen.blocked_why if report.state is AgentState.BLOCKED else None,
        interrupted=seen.interrupted, viewer=seen.viewer,
        draft=seen.composer.text if seen.composer is not None else "",
        rule=told or seen.rule, rows=seen.rows if told is None else None, title=tracker.sighting.glimpse.title,
    )  # fmt: skip
