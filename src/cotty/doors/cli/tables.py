"""Tables for a person's terminal, drawn by rich."""

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from cotty.doors.cli.show import clean, state_of
from cotty.operations.answers import PaneRow


def draw_panes(panes: Sequence[PaneRow]) -> None:
    """A row for each pane, as wide as the terminal allows."""
    if not panes:
        Console().print("No panes.", style="dim")
        return
    table = Table(box=None, pad_edge=False, header_style="dim")
    for head in ("pane", "address", "program", "folder", "size", "state"):
        table.add_column(head, no_wrap=True, overflow="ellipsis", justify="right" if head == "size" else "left")
    for row in panes:
        table.add_row(
            Text(row.id, style="bold"), Text(clean(row.address)), Text(clean(row.command)), Text(_folder(row.cwd)),
            Text(f"{row.width}×{row.height}"), _state(row),
        )  # fmt: skip
    Console().print(table)


def _folder(path: str) -> str:
    """The end of a long path says more than its beginning."""
    text = clean(path)
    return text if len(text) <= 40 else "…" + text[-39:]


def _state(row: PaneRow) -> Text:
    state = Text(state_of(row), style="red" if row.dead else "green")
    if row.pen:
        state.append(f" {clean(row.pen)} writes", style="yellow")
    return state
