"""`read`: the text of a pane, or what is new in it."""

from dataclasses import dataclass
from typing import Annotated

from cotty.operations.operation import Address, Call, Help, Operation, Tier, shaped


@dataclass(frozen=True, slots=True)
class ReadInput:
    """Which pane, and how much of it."""

    address: Address = None
    lines: Annotated[int, Help("How many of the last lines.")] = 100
    all: Annotated[bool, Help("Everything that tmux still has; `lines` is set aside.")] = False
    since: Annotated[str | None, Help("Only what came after this cursor, which an earlier read gave.")] = None


@dataclass(frozen=True, slots=True)
class ReadOutput:
    """Lines as they were printed: one that the pane wrapped is one line."""

    pane: Annotated[str, Help("The id of the pane.")]
    text: Annotated[str, Help("The lines, joined.")]
    lines: Annotated[tuple[str, ...], Help("The lines.")]
    cursor: Annotated[str, Help("For the next read with `since`.")]
    missed: Annotated[int | None, Help("Lines printed since that cannot be had any more; null: some, not known.")]
    redrawn: Annotated[bool, Help("The program rewrote what had been read, so some lines come again.")]
    alternate: Annotated[bool, Help("A full-screen program is shown.")]
    has_more: Annotated[bool, Help("There are older lines.")]


async def run(call: Call, request: ReadInput) -> ReadOutput:
    pane = await call.terminal.pane(request.address)
    return shaped(ReadOutput, await pane.read(lines=request.lines, all=request.all, since=request.since))


READ = Operation("read", "Give the last lines of a pane as plain text, or what is new since a cursor.", Tier.READ,
                 ReadInput, ReadOutput, run)  # fmt: skip
