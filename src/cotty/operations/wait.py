"""`wait`: until a pane is ready, a pattern came, it went quiet or ended, or the time is up."""

from dataclasses import dataclass
from typing import Annotated

from cotty.model import Reason
from cotty.operations.operation import Address, Call, Help, Operation, Tier, shaped


@dataclass(frozen=True, slots=True)
class WaitInput:
    """Which pane, and what for."""

    address: Address = None
    pattern: Annotated[str | None, Help("A regular expression, looked for in output newer than the last send.")] = None
    idle_seconds: Annotated[float | None, Help("Be content when nothing was printed for so many seconds.")] = None
    timeout: Annotated[float | None, Help("Seconds after which the wait is over; 60 if left out.")] = None


@dataclass(frozen=True, slots=True)
class WaitOutput:
    """Why the wait ended, and what was to be seen then."""

    pane: Annotated[str, Help("The id of the pane.")]
    reason: Annotated[Reason, Help("prompt, quiet, idle, exited or timeout.")]
    evidence: Annotated[str, Help("What was seen that the reason rests on.")]
    seconds: Annotated[float, Help("How long it took.")]
    screen: Annotated[str, Help("What the pane showed at that moment.")]
    match: Annotated[str | None, Help("What the pattern matched.")]
    exit_status: Annotated[int | None, Help("How the program ended, if it did.")]


async def run(call: Call, request: WaitInput) -> WaitOutput:
    pane = await call.terminal.pane(request.address)
    ready = await pane.wait(pattern=request.pattern, idle_seconds=request.idle_seconds, timeout=request.timeout)
    return shaped(WaitOutput, ready)


WAIT = Operation("wait", "Wait until a pane is ready for input, printed a pattern, went quiet or ended.", Tier.READ,
                 WaitInput, WaitOutput, run)  # fmt: skip
