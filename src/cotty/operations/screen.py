"""`screen`: what a pane shows now, row by row."""

from dataclasses import dataclass
from typing import Annotated

from cotty.operations.operation import Address, Call, Help, Operation, Tier, shaped


@dataclass(frozen=True, slots=True)
class ScreenInput:
    """Which pane."""

    address: Address = None
    styled: Annotated[bool, Help("Keep colours, as escape sequences.")] = False


@dataclass(frozen=True, slots=True)
class ScreenOutput:
    """The visible rows and where the text cursor stands."""

    pane: Annotated[str, Help("The id of the pane.")]
    text: Annotated[str, Help("The rows, joined, without the empty ones at the end.")]
    rows: Annotated[tuple[str, ...], Help("Every row.")]
    cursor_x: Annotated[int, Help("The column of the text cursor, from 0.")]
    cursor_y: Annotated[int, Help("The row of the text cursor, from 0.")]
    width: Annotated[int, Help("Columns.")]
    height: Annotated[int, Help("Rows.")]
    history: Annotated[int, Help("Rows above the screen that tmux keeps.")]
    history_limit: Annotated[int, Help("Rows that it would keep.")]
    alternate: Annotated[bool, Help("A full-screen program is shown.")]
    dead: Annotated[bool, Help("The program has ended.")]
    exit_status: Annotated[int | None, Help("How it ended, if it has.")]
    mode: Annotated[bool, Help("A person looks at the history there (copy mode or another mode of tmux).")]
    cursor_visible: Annotated[bool, Help("The program shows the text cursor.")]
    styled: Annotated[bool, Help("The rows carry colours.")]


async def run(call: Call, request: ScreenInput) -> ScreenOutput:
    pane = await call.terminal.pane(request.address)
    return shaped(ScreenOutput, await pane.screen(styled=request.styled), pane=pane.id)


SCREEN = Operation("screen", "Give what a pane shows now, with the text cursor's place.", Tier.READ, ScreenInput,
                   ScreenOutput, run)  # fmt: skip
