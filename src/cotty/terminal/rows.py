"""What `commands.list_panes` and `commands.show_notes` print, as values. Pure.

Rules: an answer is cut at its secret and never at its lines: a folder may be called like a row. A pen whose time is
over is nobody's. A row that reads as it did is the same value: most do from one listing to the next (11 panes: 10 µs
against 50).
"""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from cotty.errors import TmuxRefused
from cotty.model import PaneInfo

_PARTS = 3  # of a row: what cannot be forged, the program, the folder
_FIELDS = 14
_PEN = "COTTY_PEN_"
_NOTE = re.compile(r"COTTY_(?:PEN|ONSET|PROMPT|TOLD|AGENT)_([0-9]+)\Z")


@dataclass(frozen=True, slots=True)
class Note:
    """A note about a pane: who holds its pen, where typing began, what it was told."""

    name: str
    pane: str
    value: str


@lru_cache(maxsize=4)
def notes_of(lines: tuple[bytes, ...]) -> tuple[Note, ...]:
    """The notes that cotty keeps, among all that the server's hidden environment holds."""
    notes = []
    for line in lines:
        name, found, value = line.decode("utf-8", "replace").partition("=")
        if found and (known := _NOTE.match(name)):
            notes.append(Note(name, f"%{known[1]}", value))
    return tuple(notes)


def pens_of(notes: Iterable[Note]) -> dict[str, str]:
    """What the pen of each pane reads."""
    return {note.pane: note.value for note in notes if note.name.startswith(_PEN)}


def stale(notes: Iterable[Note], rows: Iterable[PaneInfo]) -> list[str]:
    """Names of the notes about panes that are gone."""
    panes: Collection[str] = {row.id for row in rows}
    return [note.name for note in notes if note.pane not in panes]


def pane_rows(lines: Iterable[bytes], secret: str, pens: Mapping[str, str], now: int) -> list[PaneInfo]:
    """The panes of a listing, in its order."""
    _, *parts = b"\n".join(lines).decode("utf-8", "replace").split(secret)
    if len(parts) % _PARTS:
        raise TmuxRefused("The list of panes was cut short.")
    rows = []
    for at in range(0, len(parts), _PARTS):
        folder = parts[at + 2]
        is_last = at + _PARTS == len(parts)
        row, pen = _row(parts[at], parts[at + 1], folder if is_last else folder.removesuffix("\n"))
        holder = _holder(pens.get(row.id, pen), now)
        rows.append(replace(row, pen=holder) if holder else row)
    return rows


@lru_cache(maxsize=512)
def _row(fields: str, program: str, folder: str) -> tuple[PaneInfo, str]:
    """A row, and what its pen's note reads where that is part of it."""
    words = fields.split("\t", _FIELDS - 1)
    if len(words) != _FIELDS:
        raise TmuxRefused("A row of the list of panes could not be read.")
    (
        pen, pane, session, window, index, window_active, pane_active, width, height, pid, dead, status, name, title,
    ) = words  # fmt: skip
    return PaneInfo(
        id=pane, address=f"{session}:{window}.{index}", session=session, window=int(window or 0), window_name=name,
        index=int(index or 0), active=window_active == "1" and pane_active == "1", window_active=pane_active == "1",
        title=title, command=program, cwd=folder, width=int(width or 0), height=int(height or 0),
        pid=int(pid or 0), dead=dead == "1", exit_status=int(status) if dead == "1" and status.isdigit() else None,
    ), pen  # fmt: skip


def _holder(note: str, now: int) -> str | None:
    """Who a note of the form `UNTIL OWNER` names, while that time is not over."""
    if not note:
        return None
    until, _, owner = note.partition(" ")
    return owner.partition("/")[0] or None if until.isdecimal() and int(until) >= now else None
