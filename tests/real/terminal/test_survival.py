"""What happens when the connection is lost, the server ends, or there is no control mode at all."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import cotty
from cotty.errors import ConnectionLost
from cotty.model import ChunkKind
from cotty.terminal.server.feed import Feed

pytestmark = pytest.mark.real


async def control_clients(terminal: cotty.Terminal) -> list[str]:
    """Names of the control clients on the server."""
    reply = (await terminal.desk.hand.must(("list-clients", "-F", "#{client_control_mode} #{client_name}")))[0]
    return [line.split(" ", 1)[1] for line in reply.text.splitlines() if line.startswith("1 ")]


async def lose_connections(terminal: cotty.Terminal) -> None:
    """Detach every control client from outside, as a person with `tmux detach-client` would; behind the gate, because
    a client that leaves while another one starts ends a tmux before 3.8 (tmux/tmux#4980).
    """
    names = await control_clients(terminal)
    async with terminal.desk.hand.gate.telling(), asyncio.timeout(10):
        for name in names:
            await terminal.desk.hand.ask_once(("detach-client", "-t", name))
        while set(names) & set(
            (await terminal.desk.hand.ask_once(("list-clients", "-F", "#{client_name}"))).text.split()
        ):
            pass


@pytest.fixture
def listening(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Set whenever somebody begins to wait for news of a pane."""
    began, wait_news = asyncio.Event(), Feed.wait_news

    async def told(feed: Feed, number: int, seconds: float | None) -> bool:
        began.set()
        return await wait_news(feed, number, seconds)

    monkeypatch.setattr(Feed, "wait_news", told)
    return began


@pytest.mark.promise("wait:reconnect")
async def test_a_wait_survives_the_loss_of_every_connection(
    bash: cotty.Pane, terminal: cotty.Terminal, listening: asyncio.Event
) -> None:
    await bash.send("read line; echo BA''CK")
    listening.clear()
    async with asyncio.timeout(20), asyncio.TaskGroup() as group:  # at its own end, a wait that is deaf looks once more
        wait = group.create_task(bash.wait(pattern="BACK", timeout=60))
        await listening.wait()
        await lose_connections(terminal)
        await bash.keys("Enter")
    assert wait.result().match == "BACK"


@pytest.mark.promise("wait:reconnect")
async def test_a_watcher_survives_it_and_is_given_a_new_snapshot(bash: cotty.Pane, terminal: cotty.Terminal) -> None:
    view = aiter(bash.watch())
    first = await anext(view)
    await lose_connections(terminal)
    await bash.send("echo after")
    async with asyncio.timeout(20):
        kinds = [first.kind, (await anext(view)).kind]
    assert kinds == [ChunkKind.SNAPSHOT, ChunkKind.SNAPSHOT]


@pytest.mark.promise("send:once")
async def test_nothing_is_typed_twice_when_connections_are_lost_again_and_again(
    bash: cotty.Pane, terminal: cotty.Terminal
) -> None:
    sent: list[str] = []
    for number in range(12):
        async with asyncio.TaskGroup() as group:
            group.create_task(lose_connections(terminal))
            try:
                await bash.send(f"echo line-{number}-end")
                sent.append(f"line-{number}-end")
            except ConnectionLost:
                pass
        await bash.wait(timeout=10)
        await bash.keys("C-c")
        await bash.wait(timeout=10)
    lines = (await bash.read(all=True)).lines
    for number in range(12):
        assert lines.count(f"line-{number}-end") <= 1
    assert all(line in lines for line in sent)
    assert sent


async def test_a_server_that_is_killed_fails_what_is_asked_and_nothing_hangs(
    bash: cotty.Pane, terminal: cotty.Terminal, listening: asyncio.Event
) -> None:
    listening.clear()
    async with asyncio.timeout(20), asyncio.TaskGroup() as group:
        wait = group.create_task(bash.wait(pattern="never", timeout=60))
        await listening.wait()
        os.kill(bash.server.pid, signal.SIGKILL)
    assert wait.result().reason == cotty.Reason.EXITED
    again = await terminal.open("shared", command=["cat"])
    assert (await again.wait(timeout=10)).reason == cotty.Reason.IDLE


async def test_a_client_that_hangs_is_ended_at_its_deadline_and_another_takes_over(
    bash: cotty.Pane, terminal: cotty.Terminal
) -> None:
    os.kill(bash.server.pid, signal.SIGSTOP)
    try:
        async with cotty.connect(
            socket_path=await socket_path(terminal, bash), settings=cotty.Settings(deadline=0.3, connect_deadline=0.3)
        ) as impatient:
            with pytest.raises(cotty.CottyError) as late:
                await impatient.list()
            assert late.value.code == "deadline_passed"
    finally:
        os.kill(bash.server.pid, signal.SIGCONT)
    assert (await bash.send("echo alive")).outcome == cotty.Outcome.CONFIRMED


async def socket_path(terminal: cotty.Terminal, pane: cotty.Pane) -> str:
    """Known without asking: the server stands still."""
    return str(terminal.desk.hand.transport.tmux.socket_path)


@pytest.fixture
async def one_shot(tmux_program: str, tmux_socket: Path, tmp_path: Path) -> AsyncIterator[cotty.Terminal]:
    """A tmux whose control mode ends at once: every command is a process of its own."""
    program = tmp_path / "tmux-without-control-mode"
    program.write_text(
        f'#!/bin/sh\ncase " $* " in *" -C "*) exit 1 ;; esac\nexec {tmux_program} "$@"\n', encoding="utf-8"
    )
    program.chmod(0o755)
    async with cotty.connect(socket_path=tmux_socket, config="/dev/null", tmux=str(program)) as terminal:
        yield terminal


@pytest.mark.promise("carry:one-shot")
async def test_without_control_mode_the_same_verbs_are_served(one_shot: cotty.Terminal, tmp_path: Path) -> None:
    pane = await one_shot.open(
        "shared", cwd=str(tmp_path), command=["env", "PS1=ready> ", "bash", "--norc", "--noprofile"]
    )
    assert (await pane.wait(pattern="ready> $", timeout=20)).reason == cotty.Reason.PROMPT
    assert one_shot.desk.hand.why is not None
    assert not one_shot.desk.hand.live
    receipt = await pane.send("echo one; # ; \"quoted\" 'too'")
    assert receipt.outcome == cotty.Outcome.CONFIRMED
    await pane.wait(timeout=10)
    page = await pane.read()
    assert page.lines[1] == "one"
    await pane.keys("C-l")
    await pane.send("seq 1 3")
    await pane.wait(timeout=10)
    assert (await pane.read(since=page.cursor)).lines[-4:-1] == ("1", "2", "3")
    result = await pane.run("echo two; cd /")
    assert (result.output, result.cwd, result.exit_code) == ("two\n", "/", None)
    assert [row.id for row in await one_shot.list()] == [pane.id]
    view = aiter(pane.watch())
    assert (await anext(view)).kind == ChunkKind.SNAPSHOT


async def test_without_control_mode_a_watcher_is_given_a_screen_when_it_changed(one_shot: cotty.Terminal) -> None:
    pane = await one_shot.open("shared", command=["cat"])
    view = aiter(pane.watch())
    first = await anext(view)
    await pane.send("something", enter=False, proof=False)
    async with asyncio.timeout(5):
        second = await anext(view)
    assert first.screen != second.screen
    assert second.screen is not None
    assert "something" in second.screen.text
