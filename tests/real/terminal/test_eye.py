"""What the eye sees is one moment of the pane and whole, by each of its three roads."""

import os
import subprocess
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import cotty
from cotty.controlmode.commands import Line
from cotty.terminal.server import eye as eyes
from cotty.terminal.server import slots
from cotty.terminal.server.eye import Framing
from cotty.terminal.server.slots import Slot
from tests.beds.fixtures import every_tmux

pytestmark = pytest.mark.real

COUNT = ["sh", "-c", "i=0; while :; do echo $i; i=$((i+1)); done"]
WRAPPED = r"printf '\033[1;10r\033[50;1H%0300d' 7; exec cat"
FAR = "1000000"  # more lines than a test prints
WIDE = 60  # columns of what does not fit into the memory of `cramped`


def by_road(road: str, terminal: cotty.Terminal) -> cotty.Terminal:
    """The terminal, made to look by a buffer that is shown, if it shall."""
    terminal.desk.eye._by_file = road == "file"
    return terminal


def script(folder: Path, lines: str) -> str:
    path = folder / "another-tmux"
    path.write_text(f"#!/bin/sh\n{lines}\n", encoding="utf-8")
    path.chmod(0o755)
    return str(path)


@pytest.fixture
async def one_shot(tmux_program: str, tmux_socket: Path, tmp_path: Path) -> AsyncIterator[cotty.Terminal]:
    """A tmux whose control mode ends at once."""
    program = script(tmp_path, f'case " $* " in *" -C "*) exit 1 ;; esac\nexec {tmux_program} "$@"')
    async with cotty.connect(socket_path=tmux_socket, config="/dev/null", tmux=program) as terminal:
        yield terminal


@pytest.fixture
async def cramped(tmux_program: str, tmux_socket: Path, tmp_path: Path) -> AsyncIterator[cotty.Pane]:
    """A pane of a server that may write 2 KB into a file, as on a full disk: tmux does not say what is missing."""
    program = script(tmp_path, f"trap '' XFSZ; ulimit -f 4; exec {tmux_program} \"$@\"")
    async with cotty.connect(socket_path=tmux_socket, config="/dev/null", tmux=program) as terminal:
        pane = await terminal.open("shared", command=["sh", "-c", f"seq -f '%0{WIDE}g' 49; exec cat"])
        while (await terminal.desk.eye.see(pane.id))[0].cursor_y < 49:
            pass
        assert terminal.desk.hand.live
        terminal.desk.eye._by_file = True
        yield pane


async def counting(terminal: cotty.Terminal) -> cotty.Pane:
    """A pane in which the row at the top of the screen says how many rows stand above it."""
    await terminal.open("shared", command=["cat"])
    await terminal.desk.hand.must(("set-option", "-g", "history-limit", FAR))
    pane = await terminal.window(command=COUNT)
    while (await terminal.desk.eye.see(pane.id))[0].history < 100:
        pass
    return pane


async def see_one_moment(terminal: cotty.Terminal, pane: cotty.Pane) -> None:
    numbers, (rows, lines) = await terminal.desk.eye.sees(pane.id, (Framing(), Framing(start=-50, join=True)))
    assert rows[0] == str(numbers.history)
    assert lines[0] == str(numbers.history - 50)
    assert lines[50:] == rows


@every_tmux
@pytest.mark.parametrize("road", ["file", "shown"])
async def test_numbers_and_all_framings_are_one_moment(terminal: cotty.Terminal, road: str) -> None:
    pane = await counting(by_road(road, terminal))
    for _ in range(200):
        await see_one_moment(terminal, pane)


@every_tmux
async def test_a_process_of_its_own_sees_one_moment_too(one_shot: cotty.Terminal) -> None:
    pane = await counting(one_shot)
    for _ in range(20):
        await see_one_moment(one_shot, pane)
    assert not one_shot.desk.hand.live


async def test_a_process_is_asked_about_a_pane_that_is_gone(one_shot: cotty.Terminal) -> None:
    await one_shot.open("shared", command=["cat"])
    with pytest.raises(cotty.CottyError, match="%9"):
        await one_shot.desk.eye.see("%9")


@every_tmux
@pytest.mark.parametrize("road", ["file", "shown", "process"])
async def test_a_last_line_that_goes_on_below_is_seen(
    terminal: cotty.Terminal, one_shot: cotty.Terminal, road: str
) -> None:
    """Below a scrolling region a long line wraps onto its own row, and a joined capture ends without a newline."""
    used = one_shot if road == "process" else by_road(road, terminal)
    pane = await used.open("shared", command=["sh", "-c", WRAPPED])
    while "7" not in (await used.desk.eye.see(pane.id))[1][49]:
        pass
    for _ in range(2):
        rows = (await used.desk.eye.see(pane.id, Framing(join=True)))[1]
        assert (len(rows), "07" in rows[49]) == (50, True)


async def test_a_capture_that_did_not_fit_into_memory_is_taken_by_another_road(cramped: cotty.Pane) -> None:
    numbers, rows = await cramped._desk.eye.see(cramped.id)
    assert [len(row) for row in rows] == [WIDE] * (numbers.height - 1) + [0]
    assert [len(line) for line in (await cramped.read()).lines] == [WIDE] * 49


async def test_a_snapshot_that_did_not_fit_into_memory_is_whole(cramped: cotty.Pane) -> None:
    first = await anext(aiter(cramped.watch()))
    assert first.screen is not None
    assert [len(row.rstrip()) for row in first.screen.rows] == [WIDE] * 49 + [0]


def ended_process() -> int:
    """The id of a process that is no more."""
    process = subprocess.Popen(["true"])
    process.wait()
    return process.pid


async def test_the_files_of_a_killed_process_are_removed_and_those_of_a_living_one_stay(
    terminal: cotty.Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = tmp_path / "memory"
    monkeypatch.setattr(slots, "_MEMORY", memory)
    names = f"{ended_process()}-abc", f"{os.getppid()}-abc", "of-somebody"
    left, living, other = (memory / f"cotty-{name}" for name in names)
    for folder in (left, living, other):
        folder.mkdir(parents=True)
        (folder / "file").touch()
    await (await terminal.open("shared", command=["cat"])).screen()
    assert [left.exists(), living.exists(), other.exists()] == [False, True, True]
    assert list(memory.glob(f"cotty-{os.getpid()}-*"))
    await terminal.close()
    assert not list(memory.glob(f"cotty-{os.getpid()}-*"))


async def test_after_a_look_that_was_slow_the_next_small_one_is_shown_and_waits_for_no_file(
    terminal: cotty.Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    pane = await counting(terminal)
    eye, saved = terminal.desk.eye, list[bool]()
    usual = eye._bringing

    def bringing(slot: Slot, *, shows: bool) -> tuple[Line, ...]:
        saved.append(not shows)
        return usual(slot, shows=shows)

    monkeypatch.setattr(eye, "_bringing", bringing)
    monkeypatch.setattr(eyes, "_SLOW", 0.0)
    for framing in (Framing(), Framing(), Framing(start="-")):
        await eye.see(pane.id, framing)
    monkeypatch.setattr(eyes, "_SLOW", 10.0)
    await see_one_moment(terminal, pane)
    eye._busy_until = 0.0  # the seconds that this holds have gone by
    await see_one_moment(terminal, pane)
    assert saved[1:] == [False, True, False, False, True, True]
