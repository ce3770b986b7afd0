"""Which program an agent is started with, and why it cannot be known or never came up.

Rules: tmux looks for a program on the PATH of its own server, which may be older than the caller's; a program of this
machine that only the caller finds is started by its whole path. Elsewhere nobody looks before tmux does.
"""

import shutil
from collections.abc import Mapping, Sequence
from typing import Final

from cotty.agents.finding import NOTE, program_in
from cotty.agents.processes import Process, is_shell, processes_below
from cotty.agents.seat import Seat
from cotty.errors import AgentNotFound, CottyError, NoServer, TmuxRefused
from cotty.model import Place
from cotty.profiles.profile import Profile
from cotty.profiles.registry import load
from cotty.terminal.desk import Desk

_SHOWN: Final = 60  # letters of a command line


async def found_program(desk: Desk, words: Sequence[str], env: Mapping[str, str] | None) -> list[str]:
    """The words that start it, the program by a path where tmux would not find its name."""
    name, *others = words
    if "/" in name or not desk.hand.transport.shares_machine:
        return list(words)
    path = (env or {}).get("PATH") or await _path_of_server(desk)
    if shutil.which(name, path=path):  # a server that is yet to come has the caller's own
        return list(words)
    here = shutil.which(name)
    if here is None:
        raise AgentNotFound(
            f"`{name}` is not on the PATH{' of this tmux server' if path is not None else ''}.",
            suggestion=f"Install it, or say where it is: `--command /path/{name}`.", path=path,
        )  # fmt: skip
    return [here, *others]


async def _path_of_server(desk: Desk) -> str | None:
    """None where there is no server yet: it will have the caller's own."""
    try:
        (said,) = await desk.hand.must(("show-environment", "-g", "PATH"))
    except (NoServer, TmuxRefused):
        return None
    name, _, path = said.text.partition("=")
    return path if name == "PATH" else None


async def why_unknown(seat: Seat) -> str:
    """Why its state cannot be told, where something can be said of it."""
    pane, profile = seat.pane.id, seat.profile
    try:
        facts = await seat.facts()
        running = await processes_below(seat.desk, facts.pid)
    except CottyError:
        return ""
    by_process = profile.process.names or profile.process.command
    if by_process and program_in(facts.pid, running, profile) is None:
        return f"what runs in {pane} is {what_runs(running)}; {known_by(profile)}"
    return f"no rule of {profile.name} knows what {pane} shows: `cotty explain {pane} --profile {profile.name}`"


def what_runs(running: Sequence[Process]) -> str:
    """The programs of a pane, without the shells around them, the nearest first."""
    named = [each.words for each in running if each.words and not is_shell(each.words)]
    return f"`{named[0][0].rpartition('/')[2][:_SHOWN]}`" if named else "a shell"


def known_by(profile: Profile) -> str:
    """What a profile takes for its process."""
    names = ", ".join(f"`{name}`" for name in profile.process.names)
    return f"{profile.name} knows {names or 'what its pattern matches'} (process.{'names' if names else 'command'})"


async def not_known(desk: Desk, place: Place, running: Sequence[Process]) -> AgentNotFound:
    """That no agent runs there, with what does; and what was started there, if cotty did."""
    said = f"No agent that a profile knows runs in {place.pane}: what runs there is {what_runs(running)}"
    try:
        noted = await desk.note(place, NOTE)
        said += f"; it was started as {noted}, and {known_by(load(noted))}" if noted else ""
    except CottyError:
        pass  # the profile that was meant is no more
    return AgentNotFound(f"{said}.", pane=place.pane)
