"""The processes of a pane: its first one and all that it started, here or where a transport leads.

Rules: knows no profile, so that a pane in which only shells run costs no reading of profiles.
"""

import shlex
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from cotty.terminal.desk import Desk
from cotty.terminal.foreground import SHELLS
from cotty.transports.carrier import run_once

_PS: Final = ("ps", "-A", "-o", "pid=,ppid=,args=")
_PS_FIELDS: Final = 3


@dataclass(frozen=True, slots=True)
class Process:
    """A process, as far as it matters here."""

    pid: int
    parent: int
    words: tuple[str, ...]


async def processes(desk: Desk) -> list[Process]:
    """All processes there."""
    if desk.hand.transport.shares_machine:
        return list(_here())
    done = await run_once(desk.hand.transport, _PS, deadline=desk.settings.connect_deadline)
    return list(_listed(done.output.decode("utf-8", "replace")))


async def processes_below(desk: Desk, pid: int) -> list[Process]:
    """A process there and all that it started, the nearest first."""
    if desk.hand.transport.shares_machine:
        return list(downward(pid, _here_below(pid)))
    return list(downward(pid, await processes(desk)))


def only_shells(running: Iterable[Process]) -> bool:
    """Shells without a script: no agent is among them, and no profile has to be read to know it."""
    return all(is_shell(process.words) for process in running)


def is_shell(words: tuple[str, ...]) -> bool:
    """A shell that runs no script."""
    name = words[0].rpartition("/")[2].removeprefix("-") if words else ""
    return name in SHELLS and (len(words) == 1 or words[1].startswith("-"))


def downward(root: int, running: Iterable[Process]) -> Iterator[Process]:
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


def _here_below(pid: int) -> Iterator[Process]:
    """Reading the words of every process takes 35 ms, of these 3."""
    import psutil

    with suppress(psutil.Error):
        root = psutil.Process(pid)
        for process in (root, *root.children(recursive=True)):
            with suppress(psutil.Error):  # it ended meanwhile
                yield Process(process.pid, process.ppid(), tuple(process.cmdline()))


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
