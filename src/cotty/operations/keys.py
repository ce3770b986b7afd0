"""`keys`: press keys by name."""

from dataclasses import dataclass
from typing import Annotated

from cotty.operations.answers import ReceiptOutput
from cotty.operations.operation import Address, Call, Help, Operation, Tier, shaped
from cotty.operations.waits.own_pane import refuse_own_agent


@dataclass(frozen=True, slots=True)
class KeysInput:
    """Which keys, and where."""

    keys: Annotated[tuple[str, ...], Help("Names of keys in their order: C-c, Enter, Up, Ctrl+C, Shift+Tab, F5.")]
    address: Address = None
    pen_timeout: Annotated[float | None, Help("Seconds to wait for a pane that somebody else writes in.")] = None


async def run(call: Call, request: KeysInput) -> ReceiptOutput:
    pane = await call.terminal.pane(request.address)
    await refuse_own_agent(call, pane)
    return shaped(ReceiptOutput, await pane.keys(*request.keys, pen_timeout=request.pen_timeout))


KEYS = Operation("keys", "Press keys by name; a name that is no key is refused.", Tier.TYPE, KeysInput,
                 ReceiptOutput, run)  # fmt: skip
