"""`wait`: until a pane is ready, a pattern came, it went quiet or ended, an agent is in a state, or the time is up.

Rules: waiting for an agent is the same word with one option more, because whoever waits at a pane should not have to
know first what runs in it; the agents' part is loaded only then.
"""

import time
from dataclasses import dataclass
from typing import Annotated, Literal

from cotty.agents.pane import shown
from cotty.errors import InvalidInput
from cotty.model import AgentState, Reason
from cotty.operations.agents.answers import AwaitingRow, TakenFor, awaiting_row
from cotty.operations.operation import Address, Call, Help, Operation, Tier, reached, shaped
from cotty.operations.waits.going_on import agent_at_work, program_in, told_when_interrupted
from cotty.operations.waits.own_pane import refuse_own_pane

State = Literal["rest", "starting", "idle", "processing", "awaiting_input", "blocked", "ended"]


@dataclass(frozen=True, slots=True)
class WaitInput:
    """Which pane, and what for."""

    address: Address = None
    pattern: Annotated[str | None, Help("A regular expression, looked for in output newer than the last send.")] = None
    idle_seconds: Annotated[float | None, Help("Be content when nothing was printed for so many seconds.")] = None
    timeout: Annotated[float | None, Help("Seconds after which the wait is over; 60 if left out.")] = None
    state: Annotated[
        State | None, Help("Wait for an agent to be in this state; rest: idle, awaiting_input, blocked or ended.")
    ] = None
    profile: TakenFor = None


@dataclass(frozen=True, slots=True)
class WaitOutput:
    """Why the wait ended, and what was to be seen then."""

    pane: Annotated[str, Help("The id of the pane.")]
    reason: Annotated[Reason, Help("prompt, quiet, idle, exited or timeout; state, if an agent's was waited for.")]
    evidence: Annotated[str, Help("What was seen that the reason rests on.")]
    seconds: Annotated[float, Help("How long it took.")]
    screen: Annotated[str, Help("What the pane showed at that moment.")]
    match: Annotated[str | None, Help("What the pattern matched.")]
    exit_status: Annotated[int | None, Help("How the program ended, if it did.")]
    state: Annotated[AgentState | None, Help("The agent's state, if one was waited for.")] = None
    awaiting: Annotated[AwaitingRow | None, Help("What the agent asks, if a state was waited for and it asks.")] = None


async def run(call: Call, request: WaitInput) -> WaitOutput:
    if request.state is not None:
        return await _of_agent(call, request, request.state)
    if request.profile is not None:
        raise InvalidInput("A profile is for agents.", suggestion="Say which --state of it to wait for.")
    pane = await reached(call, request.address, request.timeout)
    refuse_own_pane(call, pane)
    async with told_when_interrupted(call, program_in(call, pane)):
        ready = await pane.wait(pattern=request.pattern, idle_seconds=request.idle_seconds, timeout=request.timeout)
    return shaped(WaitOutput, ready, awaiting=awaiting_row(ready.awaiting))


async def _of_agent(call: Call, request: WaitInput, state: State) -> WaitOutput:
    if request.pattern is not None or request.idle_seconds is not None:
        raise InvalidInput("Wait for a state of an agent, or for what a pane prints, not for both.")
    agent = await call.terminal.adopt(request.address, profile=request.profile)
    refuse_own_pane(call, agent.pane)
    began = time.monotonic()
    async with told_when_interrupted(call, agent_at_work(agent)):
        report = await agent.wait(*([] if state == "rest" else [state]), timeout=request.timeout)
    from cotty.agents.reporting import evidence_of

    seconds = round(time.monotonic() - began, 4)
    return WaitOutput(
        agent.pane.id, _reason(report.state, state), evidence_of(report), seconds, await shown(agent.pane), match=None,
        exit_status=None, state=report.state, awaiting=awaiting_row(report.awaiting),
    )  # fmt: skip


def _reason(found: AgentState | None, wanted: State) -> Reason:
    at_rest = found not in (None, AgentState.STARTING, AgentState.PROCESSING)
    if found == wanted or (wanted == "rest" and at_rest):
        return Reason.STATE
    return Reason.EXITED if found is AgentState.ENDED else Reason.TIMEOUT


WAIT = Operation(
    "wait", "Wait until a pane is ready for input, printed a pattern, went quiet or ended; or for an agent's state.",
    Tier.READ, WaitInput, WaitOutput, run,
)  # fmt: skip
