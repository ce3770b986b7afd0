"""Which agent runs in a pane: the processes of its terminal, from the pane's own downward, held against the profiles.

Rules: what a process is called outranks what it shows; the nearest to the pane's own process is the agent, those below
are its tools; shells and interpreters are what agents run in, never agents unless they are asked for by name.
"""

import shlex
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from cotty.profiles.guessing import AMBIGUOUS, runs
from cotty.profiles.profile import Profile
from cotty.profiles.registry import every_profile
from cotty.terminal.desk import Desk
from cotty.transports.carrier import run_once

_PS: Final = ("ps", "-A", "-o", "pid=,ppid=,args=")
_PS_FIELDS: Final = 3


@dataclass(frozen=True, slots=True)
class Process:
    """A process, as far as it matters here."""

    pid: int
    parent: int
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Program:
    """An agent's program: its profile and process. `pid` is 0 where it cannot be known."""

    profile: Profile
    pid: int


async def processes(desk: Desk) -> list[Process]:
    """All processes there."""
    if desk.hand.transport.shares_machine:
        return list(_here())
    done = await run_once(desk.hand.transport, _PS, deadline=desk.settings.connect_deadline)
    return list(_listed(done.output.decode("utf-8", "replace")))


def program_in(pane_pid: int, running: Iterable[Process], profile: Profile | None = None) -> Program | None:
    """The agent below the first process of a pane; one of this profile, if one is named."""
    known = [profile] if profile is not None else [each for each in every_profile() if each.name not in AMBIGUOUS]
    for process in _downward(pane_pid, running):
        found = next((each for each in known if process.words and runs(each, process.words)), None)
        if found is not None:
            return Program(found, process.pid)
    return None


def _downward(root: int, running: Iterable[Process]) -> Iterator[Process]:
    """A process and all below it, the nearest first."""
    by_pid, children = dict[int, Process](), dict[int, list[int]]()
    for process in running:
        by_pid[process.pid] = process
        children.setdefault(process.parent, []).append(process.pid)
    level, seen = [root], set[int]()
    while level:
        seen.update(level)
        yield from (by_pid[pid] for pid in level if pid in by_pid)
        level = [child for pid in level for child in children.get(pid, ()) if child not in seen]


def _here() -> Iterator[Process]:
    import psutil  # costs 15 ms, and most commands know their pane

    for process in psutil.process_iter(["pid", "ppid", "cmdline"]):
        facts = process.info
        yield Process(facts["pid"], facts["ppid"] or 0, tuple(facts["cmdline"] or ()))


def _listed(text: str) -> Iterator[Process]:
    for line in text.splitlines():
        fields = line.split(None, _PS_FIELDS - 1)
        if len(fields) == _PS_FIELDS and fields[0].isdigit() and fields[1].isdigit():
            yield Process(int(fields[0]), int(fields[1]), tuple(_words(fields[2])))


def _words(line: str) -> list[str]:
    """ps joins words by blanks, so quotes in it may mean nothing."""
    try:
        return shlex.split(line)
    except ValueError:
        return line.split()
