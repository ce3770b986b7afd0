"""Panes and sessions, as they come and go.

Rules: tmux says when to list them, and a listing every `discover_seconds` finds what it told nobody; what is there when
it begins did not happen; where nobody can look, nothing happened.
"""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from cotty.errors import CottyError, NoServer
from cotty.model import PaneInfo
from cotty.operations.happenings.happening import Happened, Happening

if TYPE_CHECKING:
    from cotty.agents.terminal import Terminal

_TOLD = ("address", "session", "window", "window_name", "index", "title", "command", "cwd", "pid")
Panes = dict[str, PaneInfo]


async def panes_happen(terminal: "Terminal", began: asyncio.Event) -> AsyncIterator[Happening]:
    """Every pane and session that comes or goes once it has begun."""
    moved = asyncio.Event()
    terminal.desk.hand.bells.add(moved.set)
    try:
        before = await _panes(terminal)
        began.set()
        while True:
            try:
                async with asyncio.timeout(terminal.desk.settings.discover_seconds):
                    await moved.wait()
            except TimeoutError:
                pass  # tmux may have told nobody
            moved.clear()
            now = await _panes(terminal)
            for each in _between(before or {}, now) if now is not None else ():
                yield each
            before = before if now is None else now
    finally:
        terminal.desk.hand.bells.discard(moved.set)


async def _panes(terminal: "Terminal") -> Panes | None:
    """None where nobody can look."""
    try:
        return {row.id: row for row in await terminal.list()}
    except NoServer:
        return {}
    except CottyError:
        return None


def _between(before: Panes, now: Panes) -> list[Happening]:
    """What happened between two listings, what ended first."""
    was, is_ = {row.session for row in before.values()}, {row.session for row in now.values()}
    return [
        *(_of_pane(Happened.PANE_CLOSED, row) for pane, row in before.items() if pane not in now),
        *(Happening(Happened.SESSION_CLOSED, None, {"session": name}) for name in sorted(was - is_)),
        *(Happening(Happened.SESSION_OPENED, None, {"session": name}) for name in sorted(is_ - was)),
        *(_of_pane(Happened.PANE_OPENED, row) for pane, row in now.items() if pane not in before),
    ]


def _of_pane(kind: Happened, row: PaneInfo) -> Happening:
    known: dict[str, Any] = asdict(row)
    return Happening(kind, None, {"pane": row.id, **{name: known[name] for name in _TOLD}})
