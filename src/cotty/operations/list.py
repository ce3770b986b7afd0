"""`list`: every pane of the server, or of one session."""

from dataclasses import dataclass
from typing import Annotated

from cotty.operations.answers import PaneRow
from cotty.operations.operation import Call, Help, Operation, Tier, shaped


@dataclass(frozen=True, slots=True)
class ListInput:
    """Which panes."""

    session: Annotated[str | None, Help("Only the panes of this session.")] = None


@dataclass(frozen=True, slots=True)
class ListOutput:
    """The panes, in the order of sessions, windows and places."""

    panes: Annotated[tuple[PaneRow, ...], Help("A row for each pane.")]


async def run(call: Call, request: ListInput) -> ListOutput:
    rows = await call.terminal.list(request.session)
    return ListOutput(tuple(shaped(PaneRow, row) for row in rows))


LIST = Operation("list", "Show every pane: where it is, what runs in it, who writes there.", Tier.READ, ListInput,
                 ListOutput, run)  # fmt: skip
