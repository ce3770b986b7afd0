"""`leave`: have an agent end, by the ways that its CLI has, and see its process end."""

from dataclasses import dataclass
from typing import Annotated

from cotty.operations.agents.answers import TakenFor
from cotty.operations.answers import ReceiptOutput
from cotty.operations.operation import Call, Help, Operation, Tier, shaped
from cotty.operations.waits.own_pane import refuse_own_agent


@dataclass(frozen=True, slots=True)
class LeaveInput:
    """Who. There is no default: nothing ends by being left out."""

    address: Annotated[str, Help("The agent's pane: `%7`, `shared:1.0` or `shared`.")]
    profile: TakenFor = None


async def run(call: Call, request: LeaveInput) -> ReceiptOutput:
    agent = await call.terminal.adopt(request.address, profile=request.profile)
    await refuse_own_agent(call, agent.pane)
    return shaped(ReceiptOutput, await agent.leave())


LEAVE = Operation("leave", "Have an agent leave; refused while it asks something or a draft stands there.",
                  Tier.MANAGE, LeaveInput, ReceiptOutput, run)  # fmt: skip
