"""Answers that more than one verb gives."""

from dataclasses import dataclass
from typing import Annotated

from cotty.errors import PaneNotFound
from cotty.model import Outcome
from cotty.operations.operation import Call, Help, shaped
from cotty.terminal.pane import Pane


@dataclass(frozen=True, slots=True)
class ReceiptOutput:
    """What can be proved of what `send` or `keys` typed."""

    pane: Annotated[str, Help("The id of the pane.")]
    outcome: Annotated[Outcome, Help("confirmed, not_submitted or unknown.")]
    evidence: Annotated[tuple[str, ...], Help("What was seen that the outcome rests on, in the order it came.")]
    milliseconds: Annotated[float, Help("How long it took.")]
    screen: Annotated[str | None, Help("What the pane showed, unless the outcome is confirmed.")]
    note: Annotated[str | None, Help("What the pane may be left with: text that was typed and not submitted.")]


@dataclass(frozen=True, slots=True)
class PaneRow:
    """A pane as it is now: a row of `list`, and what the verbs answer that make or change one."""

    id: Annotated[str, Help("tmux's own name for it, `%5`; unique in one life of one server.")]
    address: Annotated[str, Help("Where it is: session:window.pane.")]
    session: Annotated[str, Help("The name of its session.")]
    window: Annotated[int, Help("The number of its window.")]
    window_name: Annotated[str, Help("The name of its window.")]
    index: Annotated[int, Help("Its number in the window.")]
    active: Annotated[bool, Help("Its session shows it and types into it.")]
    window_active: Annotated[bool, Help("Its window types into it.")]
    title: Annotated[str, Help("The title that its program gave it.")]
    command: Annotated[str, Help("The program in the foreground.")]
    cwd: Annotated[str, Help("The folder of that program.")]
    width: Annotated[int, Help("Columns.")]
    height: Annotated[int, Help("Rows.")]
    pid: Annotated[int, Help("The process that the pane was started with.")]
    dead: Annotated[bool, Help("That process has ended.")]
    exit_status: Annotated[int | None, Help("How it ended, if it has.")]
    pen: Annotated[str | None, Help("Who writes in it now.")]


async def row_of(call: Call, pane: Pane) -> PaneRow:
    """The row of a pane that was there a moment ago."""
    for row in await call.terminal.list():
        if row.id == pane.id:
            return shaped(PaneRow, row)
    raise PaneNotFound(f"Pane {pane.id} has ended already.")
