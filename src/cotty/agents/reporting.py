"""What is believed of an agent, in a shape for everybody: pure but for the clock and the version of its program."""

import time
from dataclasses import replace

from cotty.agents.flows.tracking import Tracker
from cotty.agents.seat import Seat
from cotty.agents.versions import version_of
from cotty.errors import CottyError
from cotty.model import AgentReport, AgentState, Source


def report_of(seat: Seat, tracker: Tracker, looked: float, error: CottyError | None = None) -> AgentReport:
    """What is believed since the look at that time; with an error, why there was none since."""
    age = round(time.monotonic() - looked, 3) if looked else 0.0
    source = tracker.decided.source if tracker.decided is not None else None
    why = error.message if error is not None else None
    version = version_of(seat.program.pid) if seat.desk.hand.transport.shares_machine else None
    report = AgentReport(
        seat.pane.id, seat.profile.name, tracker.state, age=age, source=source, could_not_look=why,
        version=version, covered=version is None or seat.profile.covers(version),
    )  # fmt: skip
    if tracker.sighting is None or tracker.state is AgentState.ENDED:
        return report
    return _with_what_is_seen(report, tracker)


def evidence_of(report: AgentReport) -> str:
    """The state that a wait came to, and by which rule."""
    return f"{report.state or 'nothing'}, by {report.rule or 'no rule'}"


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
