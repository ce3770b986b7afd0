"""Agents, as they change."""

from collections.abc import AsyncIterator
from dataclasses import asdict
from typing import TYPE_CHECKING

from cotty.operations.agents.answers import awaiting_row
from cotty.operations.happenings.happening import Happened, Happening

if TYPE_CHECKING:
    from cotty.agents.terminal import Terminal

_TOLD = ("pane", "profile", "state", "blocked_why", "interrupted", "viewer", "rule", "source", "could_not_look")


async def agents_happen(terminal: "Terminal") -> AsyncIterator[Happening]:
    """What every agent does now, then every change of any."""
    async for report in terminal.follow():
        awaiting = awaiting_row(report.awaiting)
        facts = {name: getattr(report, name) for name in _TOLD} | {"awaiting": asdict(awaiting) if awaiting else None}
        yield Happening(Happened.AGENT_STATE, report.pane, facts)
