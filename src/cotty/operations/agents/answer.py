"""`answer`: choose an option of the dialog that an agent shows, and see the dialog go."""

from dataclasses import dataclass
from typing import Annotated

from cotty.operations.agents.answers import AgentAddress, TakenFor
from cotty.operations.answers import ReceiptOutput
from cotty.operations.operation import Call, Help, Operation, Tier, shaped
from cotty.operations.waits.own_pane import refuse_own_agent


@dataclass(frozen=True, slots=True)
class AnswerInput:
    """Which option, and of which dialog."""

    option: Annotated[str, Help("Its number, its label, or a part that only one label has.")]
    address: AgentAddress = None
    fingerprint: Annotated[
        str | None, Help("The dialog that was read, as `agents` names it: another one is refused.")
    ] = None
    profile: TakenFor = None


async def run(call: Call, request: AnswerInput) -> ReceiptOutput:
    agent = await call.terminal.adopt(request.address, profile=request.profile)
    await refuse_own_agent(call, agent.pane)
    return shaped(ReceiptOutput, await agent.answer(request.option, fingerprint=request.fingerprint))


ANSWER = Operation("answer", "Choose an option of the dialog that an agent shows; it is read again right before.",
                   Tier.ANSWER, AnswerInput, ReceiptOutput, run)  # fmt: skip
