"""Several senders and runs on one pane: each is whole, and each gets its own answer."""

import asyncio
import os
import signal
from pathlib import Path

import anyio.lowlevel
import pytest

import cotty
from cotty.errors import ForeignPane
from tests.real.terminal.conftest import Program

pytestmark = pytest.mark.real


@pytest.mark.promise("pen:held")
async def test_blind_sends_of_two_connections_are_whole_lines(
    terminal: cotty.Terminal, program: Program, tmux_socket: Path, tmp_path: Path
) -> None:
    got = tmp_path / "got"
    pane = await terminal.open(command=program("raw_reader.py", got))
    await pane.wait(pattern="reading", timeout=10)
    async with cotty.connect(socket_path=tmux_socket, config="/dev/null", actor="another") as other:
        theirs = await other.pane(pane.id)
        async with asyncio.TaskGroup() as group:
            for number in range(100):
                group.create_task(pane.send(f"a{number}", proof=False))
                group.create_task(theirs.send(f"b{number}", proof=False))
    await pane.keys("C-d")
    await pane.wait(timeout=10)
    lines = got.read_bytes().decode().split("\r")
    assert sorted(lines) == sorted(["", *(f"{name}{number}" for name in "ab" for number in range(100))])


@pytest.mark.promise("pen:held")
async def test_a_blind_send_waits_for_a_proved_one_of_the_same_process(bash: cotty.Pane) -> None:
    async with asyncio.TaskGroup() as group:
        proved = [group.create_task(bash.send(f"echo proved-{number}", pen_timeout=30)) for number in range(10)]
        for number in range(10):
            group.create_task(bash.send(f"echo blind-{number}", proof=False, pen_timeout=30))
    assert {task.result().outcome for task in proved} == {cotty.Outcome.CONFIRMED}
    await bash.wait(timeout=10)
    lines = (await bash.read(all=True)).lines
    for number in range(10):
        assert lines.count(f"proved-{number}") == lines.count(f"blind-{number}") == 1


@pytest.mark.promise("run:exit-code")
async def test_runs_at_the_same_time_each_get_their_own_exit_code_and_output(bash: cotty.Pane) -> None:
    async with asyncio.TaskGroup() as group:
        runs = [group.create_task(bash.run(f"echo out-{number}; (exit {number})")) for number in range(1, 6)]
    for number, run in enumerate(runs, 1):
        assert (run.result().exit_code, run.result().output) == (number, f"out-{number}\n")


@pytest.mark.promise("run:exit-code")
async def test_a_run_ends_with_the_prompt_where_the_end_mark_was_taken_away(bash: cotty.Pane) -> None:
    result = await bash.run("unset PROMPT_COMMAND; echo still here", timeout=20)
    assert (result.finished, result.exit_code) == (True, None)
    assert "still here" in result.output
    again = await bash.run("echo again; false", timeout=20)
    assert (again.finished, again.exit_code) == (True, None)
    assert "again\n" in again.output


@pytest.mark.promise("run:foreign-shell")
async def test_output_that_tmux_no_longer_has_is_said_to_be_lost(plain_bash: cotty.Pane) -> None:
    result = await plain_bash.run("seq 1 5000", timeout=20)
    assert "5000\n" in result.output
    assert "lost" in result.evidence


async def test_a_cancelled_send_leaves_no_pen_and_no_buffer(terminal: cotty.Terminal, tmux_socket: Path) -> None:
    pane = await terminal.open(command=["cat"])
    for turns in range(40):
        send = pane.send(("x" * 99 + "\n") * 2000 if turns % 2 else "short", enter=False)
        async with asyncio.TaskGroup() as group:
            task = group.create_task(send)
            for _ in range(turns):
                await anyio.lowlevel.checkpoint()
            task.cancel()
    async with cotty.connect(socket_path=tmux_socket, config="/dev/null", actor="another") as other:
        await (await other.pane(pane.id)).send("free", enter=False, proof=False, pen_timeout=0.5)
        buffers = (await other.desk.hand.must(("list-buffers", "-F", "#{buffer_name}")))[0].text
    assert "cotty-paste" not in buffers


async def test_a_handle_of_a_server_that_has_ended_writes_nothing_into_its_successor(terminal: cotty.Terminal) -> None:
    old = await terminal.open("old", command=["cat"])
    assert (await old.send("mine")).outcome == cotty.Outcome.CONFIRMED
    os.kill(old.server.pid, signal.SIGKILL)
    assert (await old.wait(timeout=10)).reason == cotty.Reason.EXITED
    async with cotty.connect(socket_path=terminal.desk.hand.transport.tmux.socket_path, config="/dev/null") as another:
        successor = await another.open("new", command=["cat"])
        assert successor.id == old.id
        for write in (old.send("wrong"), old.send("wrong", proof=False), old.send("wrong\nlines"), old.keys("w")):
            with pytest.raises(ForeignPane):
                await write
        for look in (old.read(), old.screen(), old.wait(timeout=5)):
            with pytest.raises(ForeignPane):
                await look
        assert "w" not in (await successor.read()).text
