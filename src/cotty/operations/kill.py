"""`kill`: end a pane, or its whole window."""

from dataclasses import dataclass
from typing import Annotated

from cotty.operations.operation import Call, Help, Operation, Tier
from cotty.operations.waits.own_pane import refuse_own_agent


@dataclass(frozen=True, slots=True)
class KillInput:
    """What to end. There is no default: nothing ends by being left out."""

    address: Annotated[str, Help("The pane: `shared`, `shared:0.1`, `0.1` or `%5`.")]
    window: Annotated[bool, Help("End its whole window.")] = False


@dataclass(frozen=True, slots=True)
class KillOutput:
    """What was ended."""

    pane: Annotated[str, Help("The id of the pane.")]


async def run(call: Call, request: KillInput) -> KillOutput:
    if call.stands_in is not None:
        await refuse_own_agent(call, await call.terminal.pane(request.address), window=request.window)
    return KillOutput(await call.terminal.kill(request.address, window=request.window))


KILL = Operation("kill", "End a pane or its window; refused when the session would end with it.", Tier.MANAGE,
                 KillInput, KillOutput, run)  # fmt: skip
