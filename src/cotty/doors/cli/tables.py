"""Tables for a person's terminal, drawn by rich."""

from collections.abc import Iterable, Sequence
from typing import Literal

from rich.console import Console
from rich.table import Table
from rich.text import Text

from cotty.doors.cli.agents import WORDS, remarks
from cotty.doors.cli.show import clean, state_of
from cotty.operations.agents.answers import AgentRow
from cotty.operations.agents.profiles import ProfileRow
from cotty.operations.answers import PaneRow


def draw_panes(panes: Sequence[PaneRow]) -> None:
    """A row for each pane, as wide as the terminal allows."""
    if not panes:
        Console().print("No panes.", style="dim")
        return
    table = _table("pane", "address", "program", "folder", "size", "state")
    for row in panes:
        table.add_row(
            Text(row.id, style="bold"), Text(clean(row.address)), Text(clean(row.command)), Text(_folder(row.cwd)),
            Text(f"{row.width}×{row.height}"), _state(row),
        )  # fmt: skip
    Console().print(table)


def draw_agents(agents: Sequence[AgentRow]) -> None:
    """A row for each agent, in the order they are given."""
    if not agents:
        Console().print("No agents.", style="dim")
        return
    whole = _widths(
        state=(WORDS[row.state][0] for row in agents), pane=(row.pane for row in agents), seen=map(_seen, agents),
        agent=(row.profile for row in agents), address=(row.address for row in agents),
    )  # fmt: skip
    table = _table("state", "pane", "agent", "address", "folder", "seen", "", whole=whole)
    for row in agents:
        word, colour = WORDS[row.state]
        table.add_row(
            Text(word, style=colour), Text(row.pane, style="bold"), Text(clean(row.profile)), Text(clean(row.address)),
            Text(_folder(row.cwd)), Text(_seen(row)),
            Text(", ".join(remarks(row)), style="yellow"),
        )  # fmt: skip
    Console().print(table)


def draw_profiles(profiles: Sequence[ProfileRow]) -> None:
    """A row for each profile."""
    whole = _widths(profile=(row.name for row in profiles), versions=(row.versions for row in profiles))
    table = _table("profile", "for", "versions", "file", whole=whole)
    for row in profiles:
        style = "red" if row.problem else ""
        table.add_row(
            Text(clean(row.name), style=style or "bold"), Text(clean(row.title)), Text(clean(row.versions)),
            Text(_folder(row.source, 32), style=style),
        )  # fmt: skip
    Console().print(table)


def _table(*heads: str, whole: dict[str, int] | None = None) -> Table:
    """`whole`: columns that are never cut short, and the cells they need."""
    table, needed = Table(box=None, pad_edge=False, header_style="dim"), whole or {}
    for head in heads:
        side: Literal["right", "left"] = "right" if head == "size" else "left"
        table.add_column(head, no_wrap=True, overflow="ellipsis", justify=side, min_width=needed.get(head))
    return table


def _widths(**columns: Iterable[str]) -> dict[str, int]:
    return {head: max(map(len, [head, *cells])) for head, cells in columns.items()}


def _seen(row: AgentRow) -> str:
    return "now" if row.age < 1 else f"{row.age:.0f} s ago"


def _folder(path: str, most: int = 40) -> str:
    """The end of a long path says more than its beginning."""
    text = clean(path)
    return text if len(text) <= most else "…" + text[1 - most :]


def _state(row: PaneRow) -> Text:
    state = Text(state_of(row), style="red" if row.dead else "green")
    if row.pen:
        state.append(f" {clean(row.pen)} writes", style="yellow")
    return state
