"""`ask`: tell an agent something, wait until it has answered, and give its reply."""

from dataclasses import dataclass
from typing import Annotated

from cotty.model import AgentState
from cotty.operations.agents.answers import AgentAddress, AwaitingRow, Key, TakenFor, awaiting_row
from cotty.operations.answers import ReceiptOutput
from cotty.operations.operation import Call, Help, Operation, Tier, shaped
from cotty.operations.waits.going_on import agent_at_work, told_when_interrupted
from cotty.operations.waits.own_pane import refuse_own_pane


@dataclass(frozen=True, slots=True)
class AskInput:
    """What to say, and to whom."""

    text: Annotated[str, Help("The message, told exactly as it is.")]
    address: AgentAddress = None
    key: Key = None
    timeout: Annotated[float | None, Help("Seconds it may take; 600 if left out. It is not stopped then.")] = None
    profile: TakenFor = None


@dataclass(frozen=True, slots=True)
class TurnOutput:
    """One question and what came of it."""

    id: Annotated[str, Help("A name for this turn.")]
    pane: Annotated[str, Help("The id of the agent's pane.")]
    prompt: Annotated[str, Help("The message, as it was told.")]
    reply: Annotated[str, Help("What it answered in this turn.")]
    source: Annotated[str, Help("Where the reply was read: transcript or screen; empty when nobody can tell.")]
    state: Annotated[AgentState | None, Help("What ended the turn; processing or null when the time was up.")]
    awaiting: Annotated[AwaitingRow | None, Help("What it asks, if that ended the turn.")]
    receipt: Annotated[ReceiptOutput, Help("What is proved of the message.")]
    seconds: Annotated[float, Help("How long it took.")]
    interrupted: Annotated[bool, Help("Somebody interrupted it: the reply is what it had said.")]
    viewer: Annotated[bool, Help("A command opened something in place of the conversation: there is no reply.")]


async def run(call: Call, request: AskInput) -> TurnOutput:
    agent = await call.terminal.adopt(request.address, profile=request.profile)
    refuse_own_pane(call, agent.pane)
    async with told_when_interrupted(call, agent_at_work(agent)):
        turn = await agent.ask(request.text, key=request.key, timeout=request.timeout)
    receipt = shaped(ReceiptOutput, turn.receipt)
    return shaped(TurnOutput, turn, awaiting=awaiting_row(turn.awaiting), receipt=receipt)


ASK = Operation("ask", "Tell an agent something, and wait for its reply to this very message.", Tier.TYPE, AskInput,
                TurnOutput, run)  # fmt: skip
