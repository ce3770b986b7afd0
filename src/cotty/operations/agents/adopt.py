"""`adopt`: which agent runs in a pane, however it was started, and what it does."""

from dataclasses import dataclass

from cotty.operations.agents.answers import AgentAddress, AgentRow, TakenFor, row_of
from cotty.operations.operation import Call, Operation, Tier


@dataclass(frozen=True, slots=True)
class AdoptInput:
    """Which pane."""

    address: AgentAddress = None
    profile: TakenFor = None


async def run(call: Call, request: AdoptInput) -> AgentRow:
    agent = await call.terminal.adopt(request.address, profile=request.profile)
    return await row_of(call, agent, await agent.look())


ADOPT = Operation("adopt", "Say which agent runs in a pane, and what it does.", Tier.READ, AdoptInput, AgentRow, run)
