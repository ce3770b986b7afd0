"""One pane, one hand at a time: between tasks, between processes, between a person and the rest."""

import asyncio
import os
import pty
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import cotty
from cotty.controlmode.guards import note_name
from cotty.errors import PenHeld

pytestmark = pytest.mark.real


@contextmanager
def person(tmux_program: str, socket: Path) -> Iterator[int]:
    """A person's client, attached on a terminal of its own; gives the terminal's other end."""
    master, slave = pty.openpty()
    client = subprocess.Popen(
        [tmux_program, "-S", str(socket), "attach"], stdin=slave, stdout=slave, stderr=slave, start_new_session=True,
        env={**os.environ, "TERM": "xterm-256color"},
    )  # fmt: skip
    try:
        os.read(master, 1)  # it draws as soon as it is attached
        yield master
    finally:
        client.terminate()
        client.wait(5)
        os.close(master)
        os.close(slave)


def pen_note(pane: cotty.Pane) -> str:
    """Where the pen of a pane is noted."""
    return note_name("PEN", pane.id, hidden=True)


async def other_holder(terminal: cotty.Terminal, pane: cotty.Pane, seconds: int) -> None:
    """Hold the pen as another process would."""
    until = terminal.desk.hand.now() + seconds
    await terminal.desk.hand.must(("set-environment", "-gh", pen_note(pane), f"{until} agent:other/1-aaa"))


@pytest.mark.promise("pen:held")
async def test_whoever_does_not_hold_the_pen_is_refused_with_the_holders_name(
    bash: cotty.Pane, terminal: cotty.Terminal
) -> None:
    await other_holder(terminal, bash, 60)
    before = await bash.read()
    for write in (
        bash.send("no", pen_timeout=0.2),
        bash.send("no", proof=False, pen_timeout=0.2),
        bash.keys("x", pen_timeout=0),
    ):
        with pytest.raises(PenHeld, match="agent:other") as refused:
            await write
        assert refused.value.facts["holder"] == "agent:other"
    assert (await bash.read()).lines == before.lines
    assert (await terminal.list())[0].pen == "agent:other"


async def test_a_pen_that_nobody_gave_back_is_free_when_its_time_is_over(
    bash: cotty.Pane, terminal: cotty.Terminal
) -> None:
    await other_holder(terminal, bash, 1)
    receipt = await bash.send("echo mine", pen_timeout=10)
    assert receipt.outcome == cotty.Outcome.CONFIRMED
    assert receipt.milliseconds > 100


async def test_a_sender_who_waits_goes_on_as_soon_as_the_pen_is_given_back(
    bash: cotty.Pane, terminal: cotty.Terminal
) -> None:
    await other_holder(terminal, bash, 60)
    async with asyncio.TaskGroup() as group:
        send = group.create_task(bash.send("echo mine", pen_timeout=20))
        await waits_for_pen(terminal, bash)
        await terminal.desk.hand.must(("set-environment", "-ghu", pen_note(bash)))
        await terminal.desk.hand.must(("wait-for", "-S", f"cotty-pen-{bash.id}"))
    assert send.result().outcome == cotty.Outcome.CONFIRMED
    assert send.result().milliseconds < 10_000


@pytest.mark.promise("pen:held")
@pytest.mark.parametrize("kind", ["text", "paste", "keys"])
async def test_whoever_proves_nothing_waits_for_the_pen_too(
    bash: cotty.Pane, terminal: cotty.Terminal, kind: str
) -> None:
    await other_holder(terminal, bash, 60)
    async with asyncio.TaskGroup() as group:
        match kind:
            case "text":
                write = group.create_task(bash.send("echo mine", proof=False, pen_timeout=20))
            case "paste":
                write = group.create_task(bash.send("echo mi\\\nne", proof=False, pen_timeout=20))
            case _:
                write = group.create_task(bash.keys(*"echo", "Space", *"mine", "Enter", pen_timeout=20))
        await waits_for_pen(terminal, bash)
        assert not write.done()
        await terminal.desk.hand.must(("set-environment", "-ghu", pen_note(bash)))
        await terminal.desk.hand.must(("wait-for", "-S", f"cotty-pen-{bash.id}"))
    assert (await bash.wait(pattern="^mine", timeout=10)).reason == cotty.Reason.PROMPT
    assert write.result().milliseconds < 10_000


@pytest.mark.promise("pen:person")
async def test_whoever_proves_nothing_waits_for_a_person_no_longer_than_it_says(
    bash: cotty.Pane, tmux_program: str, tmux_socket: Path
) -> None:
    with person(tmux_program, tmux_socket) as keyboard:
        os.write(keyboard, b"ec")
        await bash.wait(pattern="ec$", timeout=10)
        for write in (bash.send("automated", proof=False, pen_timeout=0), bash.keys("x", pen_timeout=0)):
            with pytest.raises(PenHeld, match="A person"):
                await write
    assert (await bash.read()).lines[-1] == "ready> ec"


async def waits_for_pen(terminal: cotty.Terminal, pane: cotty.Pane) -> None:
    """Until the sender has been refused once: the server then has a client that waits."""
    async with asyncio.timeout(10):
        while not await _a_client_waits(terminal):
            await pane.read()


async def _a_client_waits(terminal: cotty.Terminal) -> bool:
    path = (await terminal.desk.hand.must(("display-message", "-p", "#{socket_path}")))[0].text
    listed = subprocess.run(  # noqa: ASYNC221  (5 ms; nothing else has to run meanwhile)
        ["ps", "-ewwo", "args"], capture_output=True, text=True, check=True
    ).stdout
    return any("wait-for" in line and path in line for line in listed.splitlines())


async def test_sends_of_one_process_are_whole_and_in_order(bash: cotty.Pane) -> None:
    async with asyncio.TaskGroup() as group:
        for number in range(8):
            group.create_task(bash.send(f"echo turn-{number}", pen_timeout=30))
    await bash.wait(timeout=10)
    lines = (await bash.read()).lines
    assert [line for line in lines if line.startswith("turn-")] == [f"turn-{number}" for number in range(8)]


SENDER = """
import asyncio, sys, cotty
async def main():
    async with cotty.connect(socket_path=sys.argv[1], config="/dev/null", actor=sys.argv[2]) as terminal:
        pane = await terminal.pane(sys.argv[3])
        for number in range(5):
            receipt = await pane.send(f"echo {sys.argv[2]}-{number}-" + "x" * 40, pen_timeout=40)
            assert receipt.outcome == cotty.Outcome.CONFIRMED, receipt
asyncio.run(main())
"""


@pytest.mark.promise("pen:held")
async def test_two_processes_never_interleave(bash: cotty.Pane, tmp_path: Path) -> None:
    async with asyncio.TaskGroup() as group:
        for name in ("one", "two"):
            arguments = ("-c", SENDER, str(tmp_path / "tmux"), name, bash.id)
            group.create_task(_succeeds(sys.executable, *arguments))
    await bash.wait(timeout=10)
    said = [line for line in (await bash.read()).lines if line.startswith(("one-", "two-"))]
    tail = "x" * 40
    assert sorted(said) == sorted(f"{name}-{number}-{tail}" for name in ("one", "two") for number in range(5))


async def _succeeds(*command: str) -> None:
    process = await asyncio.create_subprocess_exec(*command, stderr=subprocess.PIPE)
    _, complaint = await asyncio.wait_for(process.communicate(), 50)
    assert process.returncode == 0, complaint.decode()


@pytest.mark.promise("pen:person")
async def test_a_person_who_types_keeps_the_pane_for_a_few_seconds(
    bash: cotty.Pane, terminal: cotty.Terminal, tmux_program: str, tmux_socket: Path
) -> None:
    with person(tmux_program, tmux_socket) as keyboard:
        os.write(keyboard, b"ec")
        await bash.wait(pattern="ec$", timeout=10)
        with pytest.raises(PenHeld, match="A person"):
            await bash.send("automated", pen_timeout=0.2)
        assert (await bash.read()).lines[-1] == "ready> ec"
        os.write(keyboard, b"ho by hand\r")
        await bash.wait(pattern="^by hand", timeout=10)
        receipt = await bash.send("echo after", pen_timeout=20)
    assert receipt.outcome == cotty.Outcome.CONFIRMED
    assert "after" in (await bash.read()).text


async def test_a_person_who_looks_without_typing_keeps_nobody_waiting(
    bash: cotty.Pane, tmux_program: str, tmux_socket: Path
) -> None:
    with person(tmux_program, tmux_socket):
        async with asyncio.timeout(20):
            receipt = await bash.send("echo hello", pen_timeout=15)
    assert receipt.outcome == cotty.Outcome.CONFIRMED
