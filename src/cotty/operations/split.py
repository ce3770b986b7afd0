"""`split`: a second pane beside or below another."""

from dataclasses import dataclass
from typing import Annotated, Literal

from cotty.operations.answers import PaneRow, row_of
from cotty.operations.operation import Address, Call, Help, Operation, Tier


@dataclass(frozen=True, slots=True)
class SplitInput:
    """What to split, which way, and what runs in the new half."""

    address: Address = None
    direction: Annotated[Literal["horizontal", "vertical"], Help("Beside it or below it.")] = "vertical"
    cwd: Annotated[str | None, Help("The folder to start in; that of the split pane if left out.")] = None
    title: Annotated[str | None, Help("A title for the new pane.")] = None
    command: Annotated[tuple[str, ...], Help("What it runs instead of the person's shell: a program and words.")] = ()


async def run(call: Call, request: SplitInput) -> PaneRow:
    pane = await call.terminal.split(
        request.address, direction=request.direction, cwd=request.cwd, title=request.title, command=request.command
    )
    return await row_of(call, pane)


SPLIT = Operation("split", "Split a pane: the new one stands beside it or below it.", Tier.MANAGE, SplitInput,
                  PaneRow, run)  # fmt: skip
