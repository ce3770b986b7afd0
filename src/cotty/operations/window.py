"""`window`: a new window in a session."""

from dataclasses import dataclass
from typing import Annotated

from cotty.operations.answers import PaneRow, row_of
from cotty.operations.operation import Call, Help, Operation, Tier


@dataclass(frozen=True, slots=True)
class WindowInput:
    """Where to make it, and what runs in it."""

    session: Annotated[str | None, Help("The session; the default one if left out.")] = None
    name: Annotated[str | None, Help("A name for the window.")] = None
    cwd: Annotated[str | None, Help("The folder to start in.")] = None
    command: Annotated[tuple[str, ...], Help("What it runs instead of the person's shell: a program and words.")] = ()


async def run(call: Call, request: WindowInput) -> PaneRow:
    pane = await call.terminal.window(
        session=request.session, name=request.name, cwd=request.cwd, command=request.command
    )
    return await row_of(call, pane)


WINDOW = Operation("window", "Make a window in a session, behind the one that is shown.", Tier.MANAGE, WindowInput,
                   PaneRow, run)  # fmt: skip
