"""The contenders: the same work done by cotty, libtmux, a tmux process, and the bare C client.

Rules: each has panes of its own of the same kind, and one shared full screen to read; each times the call a user would
write and nothing around it; each work is checked by somebody else (`rounds.check`).
"""

import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Protocol

import libtmux

from benchmarks.bed import Bed
from benchmarks.floor import Floor, ask, hear
from cotty.controlmode.commands import LIST_FIELDS
from cotty.model import Outcome
from cotty.terminal.pane import Pane
from cotty.terminal.terminal import Terminal

LINE: Final = "true"
_PASTE_OFF: Final = "\\033[?2004l"  # how a shell's line editor says that it took a line, as control mode prints it


@dataclass(frozen=True, slots=True)
class Panes:
    """Where one contender works: a `cat` to type into, a screen to read, a bash to send to."""

    cat: str
    full: str
    shell: str


@dataclass(slots=True)
class Tally:
    """What a contender says that it did, for the proof."""

    rows: set[int] = field(default_factory=set)
    lines: tuple[str, ...] = ()
    unproved: int = 0


class Contender(Protocol):
    """One way to do the five operations."""

    name: str
    panes: Panes
    tally: Tally

    async def once(self, operation: str) -> float:
        """Do it once; the seconds it took."""


class Cotty:
    """The engine, over the connection that it keeps."""

    name = "cotty"

    def __init__(self, terminal: Terminal, panes: Panes, handles: tuple[Pane, Pane, Pane]) -> None:
        self.terminal, self.panes, self.tally = terminal, panes, Tally()
        self._cat, self._full, self._shell = handles

    @classmethod
    async def on(cls, terminal: Terminal, panes: Panes) -> "Cotty":
        handles = (
            await terminal.pane(panes.cat), await terminal.pane(panes.full), await terminal.pane(panes.shell),
        )  # fmt: skip
        return cls(terminal, panes, handles)

    async def once(self, operation: str) -> float:
        began = time.perf_counter()
        match operation:
            case "type":
                await self._cat.send("x", enter=False, proof=False)
            case "keys":
                await self._cat.keys("Up")
            case "read":
                page = await self._full.read()
            case "list":
                rows = await self.terminal.list()
            case _:
                receipt = await self._shell.send(LINE)
        seconds = time.perf_counter() - began
        match operation:
            case "read":
                self.tally.lines = page.lines
            case "list":
                self.tally.rows.add(len(rows))
            case "send":
                self.tally.unproved += receipt.outcome is not Outcome.CONFIRMED
        return seconds


class Libtmux:
    """libtmux as its documentation writes it."""

    name = "libtmux"

    def __init__(self, bed: Bed, panes: Panes) -> None:
        self.server = libtmux.Server(socket_path=bed.socket, tmux_bin=bed.program)
        self.panes, self.tally = panes, Tally()
        found = {pane.pane_id: pane for pane in self.server.panes}
        cat, full, shell = found[panes.cat], found[panes.full], found[panes.shell]
        self._work: dict[str, Callable[[], object]] = {
            "type": lambda: cat.send_keys("x", enter=False, literal=True),
            "keys": lambda: cat.send_keys("Up", enter=False),
            "read": full.capture_pane,
            "list": self._list,
            "send": lambda: shell.send_keys(LINE, enter=True),
        }

    async def once(self, operation: str) -> float:
        began = time.perf_counter()
        done = self._work[operation]()
        seconds = time.perf_counter() - began
        if operation == "read" and isinstance(done, list):
            self.tally.lines = tuple(done)
        if operation == "list" and isinstance(done, list):
            self.tally.rows.add(len(done))
        return seconds

    def _list(self) -> list[tuple[str | None, ...]]:
        return [
            (pane.pane_id, pane.session_name, pane.window_name, pane.pane_title, pane.pane_current_command,
             pane.pane_current_path, pane.pane_width, pane.pane_height, pane.pane_pid)
            for pane in self.server.panes
        ]  # fmt: skip


class Processes:
    """`subprocess.run(["tmux", …])`, once per operation."""

    name = "subprocess"

    def __init__(self, bed: Bed, panes: Panes) -> None:
        self.panes, self.tally = panes, Tally()
        words: dict[str, tuple[str, ...]] = {
            "type": ("send-keys", "-t", panes.cat, "-l", "x"),
            "keys": ("send-keys", "-t", panes.cat, "Up"),
            "read": ("capture-pane", "-p", "-t", panes.full),
            "list": ("list-panes", "-a", "-F", LIST_FIELDS),
            "send": ("send-keys", "-t", panes.shell, LINE, "Enter"),
        }
        self._argv = {name: [*bed.words, *rest] for name, rest in words.items()}

    async def once(self, operation: str) -> float:
        argv = self._argv[operation]
        began = time.perf_counter()
        done = subprocess.run(argv, capture_output=True, text=True, check=True)  # noqa: ASYNC221  (what is measured)
        seconds = time.perf_counter() - began
        if operation == "read":
            self.tally.lines = tuple(done.stdout.splitlines())
        if operation == "list":
            self.tally.rows.add(len(done.stdout.splitlines()))
        return seconds


class Bare:
    """The floor. Its send does what a proof rests on: type, hear the echo, Enter, hear that the line was taken."""

    name = "floor"

    def __init__(self, floor: Floor, panes: Panes) -> None:
        self._floor, self.panes, self.tally = floor, panes, Tally()
        fields = LIST_FIELDS.replace("\t", "\\t")
        self._steps: dict[str, tuple[str, ...]] = {
            "type": (ask(f"send-keys -t {panes.cat} -l x"),),
            "keys": (ask(f"send-keys -t {panes.cat} Up"),),
            "read": (ask(f"capture-pane -p -t {panes.full}"),),
            "list": (ask(f'list-panes -a -F "{fields}"'),),
            "send": (
                ask(f"send-keys -t {panes.shell} -l {LINE}"), hear(panes.shell, LINE),
                ask(f"send-keys -t {panes.shell} Enter"), hear(panes.shell, _PASTE_OFF),
            ),
        }  # fmt: skip
        self.replied: dict[str, int] = {}

    async def once(self, operation: str) -> float:
        seconds, self.replied[operation] = self._floor.request(*self._steps[operation])
        return seconds
