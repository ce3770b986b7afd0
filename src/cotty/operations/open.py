"""`open`: the pane of an address; a session of that name is made if there is none."""

from dataclasses import dataclass
from typing import Annotated

from cotty.errors import InvalidInput
from cotty.operations.answers import PaneRow, row_of
from cotty.operations.operation import Address, Call, Help, Operation, Tier


@dataclass(frozen=True, slots=True)
class OpenInput:
    """What to open, and how to make it."""

    address: Address = None
    cwd: Annotated[str | None, Help("The folder to start in, if the session has to be made.")] = None
    command: Annotated[tuple[str, ...], Help("What it runs instead of the person's shell: a program and words.")] = ()
    width: Annotated[int, Help("Columns of a session that has to be made.")] = 200
    height: Annotated[int, Help("Rows of a session that has to be made.")] = 50


async def run(call: Call, request: OpenInput) -> PaneRow:
    if not (1 <= request.width <= 10_000 and 1 <= request.height <= 10_000):
        raise InvalidInput("A width and a height are between 1 and 10000.")
    pane = await call.terminal.open(
        request.address, cwd=request.cwd, command=request.command, size=(request.width, request.height)
    )
    return await row_of(call, pane)


OPEN = Operation(
    "open", "Give the pane of an address; make a session of that name if there is none.", Tier.MANAGE, OpenInput,
    PaneRow, run,
)  # fmt: skip
