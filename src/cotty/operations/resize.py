"""`resize`: give a pane a size."""

from dataclasses import dataclass
from typing import Annotated

from cotty.operations.answers import PaneRow
from cotty.operations.operation import Call, Help, Operation, Tier, shaped


@dataclass(frozen=True, slots=True)
class ResizeInput:
    """Which pane, and how large."""

    address: Annotated[str, Help("The pane: `shared`, `shared:0.1`, `0.1` or `%5`.")]
    width: Annotated[int | None, Help("Columns.")] = None
    height: Annotated[int | None, Help("Rows.")] = None


async def run(call: Call, request: ResizeInput) -> PaneRow:
    info = await call.terminal.resize(request.address, width=request.width, height=request.height)
    return shaped(PaneRow, info)


RESIZE = Operation("resize", "Give a pane a width or a height; alone in its window, it takes the window along.",
                   Tier.MANAGE, ResizeInput, PaneRow, run)  # fmt: skip
