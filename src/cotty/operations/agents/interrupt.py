"""`interrupt`: stop what an agent is doing, and see it stop.

Rules: the tier of an answer: it types nothing, and whoever may say no may say stop.
"""

from dataclasses import dataclass

from cotty.operations.agents.answers import AgentAddress, TakenFor
from cotty.operations.answers import ReceiptOutput
from cotty.operations.operation import Call, Operation, Tier, shaped
from cotty.operations.waits.own_pane import refuse_own_agent


@dataclass(frozen=True, slots=True)
class InterruptInput:
    """Whom."""

    address: AgentAddress = None
    profile: TakenFor = None


async def run(call: Call, request: InterruptInput) -> ReceiptOutput:
    agent = await call.terminal.adopt(request.address, profile=request.profile)
    await refuse_own_agent(call, agent.pane)
    return shaped(ReceiptOutput, await agent.interrupt())


INTERRUPT = Operation("interrupt", "Stop what an agent is doing; nothing is pressed while it is not at work.",
                      Tier.ANSWER, InterruptInput, ReceiptOutput, run)  # fmt: skip
