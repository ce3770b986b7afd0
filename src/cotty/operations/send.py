"""`send`: type text literally, press Enter, and say what is proved of it.

Rules: whether an agent takes it, and its text goes the agent's way, is the pane's to know.
"""

from dataclasses import dataclass
from typing import Annotated, Final

from cotty.operations.agents.answers import Key
from cotty.operations.answers import ReceiptOutput
from cotty.operations.operation import Address, Call, Help, Operation, Tier, shaped
from cotty.operations.waits.own_pane import refuse_own_agent, refuse_own_pane

_TEXT: Final = (
    "The text, typed exactly as it is: the name of a key is only letters here. Refused where somebody's draft stands at"
    " a prompt that cotty knows: of a shell that it made, or in which it ran a command."
    " At any other prompt a draft cannot be told from the prompt, and Enter submits both."
)


@dataclass(frozen=True, slots=True)
class SendInput:
    """What to type, and where."""

    text: Annotated[str, Help(_TEXT)]
    address: Address = None
    enter: Annotated[bool, Help("Press Enter after it.")] = True
    proof: Annotated[bool, Help("See it land and see it accepted; without, the outcome is unknown.")] = True
    key: Key = None
    pen_timeout: Annotated[float | None, Help("Seconds to wait for a pane that somebody else writes in.")] = None


async def run(call: Call, request: SendInput) -> ReceiptOutput:
    pane = await call.terminal.pane(request.address)
    if request.proof:
        refuse_own_pane(call, pane, suggestion="Name another pane; here only `--no-proof` types.")
    await refuse_own_agent(call, pane)
    receipt = await pane.send(
        request.text, enter=request.enter, proof=request.proof, key=request.key, pen_timeout=request.pen_timeout
    )
    return shaped(ReceiptOutput, receipt)


SEND = Operation(
    "send", "Type text into a pane, press Enter, and prove that it was taken; an agent is told it as a message.",
    Tier.TYPE, SendInput, ReceiptOutput, run,
)  # fmt: skip
