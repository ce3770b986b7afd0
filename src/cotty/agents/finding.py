"""Which agent runs in a pane: the processes of its terminal, from the pane's own downward, held against the profiles.

Rules: what a process is called outranks what it shows; the nearest to the pane's own process is the agent, those below
are its tools; shells and interpreters are what agents run in, never agents unless they are asked for by name.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from cotty.agents.processes import Process, downward, only_shells
from cotty.errors import BadProfile, NotFound, UnknownProfile
from cotty.model import Place
from cotty.profiles.guessing import AMBIGUOUS, runs
from cotty.profiles.profile import Profile
from cotty.profiles.registry import GENERIC, every_profile, load
from cotty.terminal.desk import Desk

NOTE: Final = "AGENT"  # which profile cotty started in a pane, as the tmux server keeps it


@dataclass(frozen=True, slots=True)
class Program:
    """An agent's program: its profile and process. `pid` is 0 where it cannot be known."""

    profile: Profile
    pid: int


def program_in(pane_pid: int, running: Iterable[Process], profile: Profile | None = None) -> Program | None:
    """The agent below the first process of a pane; one of this profile, if one is named."""
    known = [profile] if profile is not None else [each for each in every_profile() if each.name not in AMBIGUOUS]
    for process in downward(pane_pid, running):
        found = next((each for each in known if process.words and runs(each, process.words)), None)
        if found is not None:
            return Program(found, process.pid)
    return None


async def program_there(desk: Desk, place: Place, pid: int, running: Iterable[Process]) -> Program | None:
    """The agent of a pane: the one that cotty started there, else any that a profile knows."""
    below = list(downward(pid, running))
    if only_shells(below):
        return None
    name = await desk.note(place, NOTE)
    noted = load(name) if name and name != GENERIC else None
    found = program_in(pid, below, noted) if noted is not None else None
    return found or program_in(pid, below)


async def agent_in(desk: Desk, place: Place, pid: int, running: Iterable[Process]) -> Program | None:
    """The same for whoever asks of many panes: one that has gone, or a profile that cannot be read, hides no other; a
    shell or an interpreter that somebody launched is no agent.
    """
    try:
        found = await program_there(desk, place, pid, running)
    except (NotFound, UnknownProfile, BadProfile):
        found = program_in(pid, running)
    return found if found is not None and found.profile.name not in AMBIGUOUS else None
