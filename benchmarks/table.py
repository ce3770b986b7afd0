"""Figures as tables that a person reads."""

from collections.abc import Iterable, Mapping
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.figures import Figure, engine_figures, shown


def engine(measured: Mapping[str, Any]) -> None:
    """Times and ratios of every operation, then the bars."""
    about = measured["about"]
    title = f"tmux {about['tmux']}, libtmux {about['libtmux']}, Python {about['python']}: median (p95) in ms"
    table = Table(title=title, title_justify="left")
    for column in ("operation", "cotty", "libtmux", "subprocess", "C floor", "× libtmux", "× floor"):
        table.add_column(column, justify="left" if column == "operation" else "right")
    for name, row in measured["ops"].items():
        times = [_time(row, contender) for contender in ("cotty", "libtmux", "subprocess", "floor")]
        table.add_row(name, *times, shown(row["vs_libtmux"]), shown(row["vs_floor"]))
    _console().print(table)
    bars("Bars of the engine", engine_figures(measured))


def bars(title: str, figures: Iterable[Figure]) -> None:
    """Each figure beside its bar."""
    table = Table(title=title, title_justify="left")
    for column in ("figure", "measured", "bar", ""):
        table.add_column(column, justify="left" if column in ("figure", "") else "right")
    for figure in figures:
        table.add_row(*figure.as_row(), style=None if figure.reached else "bold red")
    _console().print(table)


def _console() -> Console:
    """Wide enough for the tables where the output is no terminal."""
    console = Console()
    return console if console.is_terminal else Console(width=120)


def _time(row: Mapping[str, Any], contender: str) -> str:
    middle = row[f"{contender}_ms"]
    return "—" if middle is None else f"{shown(middle)} ({shown(row[f'{contender}_p95_ms'])})"
