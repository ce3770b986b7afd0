"""`agents`: every agent on the tmux server, whoever started it."""

from dataclasses import dataclass
from typing import Annotated

from cotty.operations.agents.answers import AgentRow, row_of_info
from cotty.operations.operation import Call, Help, Operation, Tier


@dataclass(frozen=True, slots=True)
class AgentsInput:
    """Which of them."""

    session: Annotated[str | None, Help("Only the agents of this session.")] = None


@dataclass(frozen=True, slots=True)
class AgentsOutput:
    """The agents, in the order of their panes."""

    agents: Annotated[tuple[AgentRow, ...], Help("A row for each agent.")]


async def run(call: Call, request: AgentsInput) -> AgentsOutput:
    return AgentsOutput(tuple(map(row_of_info, await call.terminal.agents(request.session))))


AGENTS = Operation("agents", "Show every agent: where it runs, what it does, what it asks.", Tier.READ, AgentsInput,
                   AgentsOutput, run)  # fmt: skip
