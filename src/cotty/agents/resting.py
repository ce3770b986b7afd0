"""The wait of a pane in which an agent runs: until it rests, in the shape of any other wait.

Rules: what it came to is a state, and the evidence names the rule; at the deadline it is a time-out like any other.
"""

import time

from cotty.agents.agent import AT_REST, Agent
from cotty.agents.pane import Pane
from cotty.agents.seat import Seat
from cotty.errors import NoServer, NotFound
from cotty.model import AgentReport, Ready, Reason


async def rested(seat: Seat, timeout: float | None) -> Ready:
    """Until it is idle, asks, is blocked or has ended."""
    began = time.monotonic()
    report = await Agent(seat).wait(timeout=timeout)
    reason = Reason.STATE if report.state in AT_REST else Reason.TIMEOUT
    seconds = round(time.monotonic() - began, 4)
    return Ready(
        seat.pane.id, reason, evidence_of(report), seconds, await shown(seat.pane), state=report.state,
        awaiting=report.awaiting,
    )  # fmt: skip


def evidence_of(report: AgentReport) -> str:
    """The state that was come to, and by which rule."""
    return f"{report.state or 'nothing'}, by {report.rule or 'no rule'}"


async def shown(pane: Pane) -> str:
    """What its pane shows; nothing where it went with its agent."""
    try:
        return (await pane.screen()).text
    except (NotFound, NoServer):
        return ""
