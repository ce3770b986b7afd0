"""A watcher is given the state as it is, then numbered changes; slow ones harm nobody; gaps are told."""

import asyncio
from collections.abc import AsyncIterator

import pytest

import cotty
from cotty.model import Chunk, ChunkKind

pytestmark = pytest.mark.real


async def collect(chunks: AsyncIterator[Chunk], until: bytes) -> list[Chunk]:
    """Chunks up to the one with which this text has been seen."""
    seen: list[Chunk] = []
    data = b""
    async with asyncio.timeout(20):
        async for chunk in chunks:
            seen.append(chunk)
            data += chunk.data
            if until in data:
                return seen
    return seen


@pytest.mark.promise("feed:numbered", "watch:snapshot-first")
async def test_a_snapshot_comes_first_and_every_byte_after_it_once(bash: cotty.Pane) -> None:
    await bash.send("echo before")
    await bash.wait(timeout=10)
    view = aiter(bash.watch())
    first = await anext(view)
    await bash.send("seq 1 20000; echo last-''line", proof=False)
    rest = await collect(view, b"last-line")
    assert first.kind == ChunkKind.SNAPSHOT
    assert first.screen is not None
    assert "before" in first.screen.text
    assert all(chunk.kind == ChunkKind.OUTPUT for chunk in rest)
    number = first.number
    for chunk in rest:
        assert chunk.number == number + len(chunk.data)
        number = chunk.number
    printed = b"".join(chunk.data for chunk in rest)
    assert b"".join(b"%d\r\n" % each for each in range(1, 20001)) in printed


@pytest.mark.promise("feed:slow-watcher")
async def test_a_watcher_who_fell_behind_is_given_a_fresh_snapshot(terminal: cotty.Terminal, bash: cotty.Pane) -> None:
    slow = aiter(bash.watch())
    assert (await anext(slow)).kind == ChunkKind.SNAPSHOT
    assert (await bash.run("seq 1 600000", timeout=50)).exit_code == 0
    chunk = await anext(slow)
    assert chunk.kind == ChunkKind.SNAPSHOT
    assert chunk.screen is not None
    assert "600000" in chunk.screen.text


async def test_the_view_ends_with_the_pane(terminal: cotty.Terminal, bash: cotty.Pane) -> None:
    pane = await terminal.window(command=["cat"])
    view = aiter(pane.watch())
    assert (await anext(view)).kind == ChunkKind.SNAPSHOT
    async with asyncio.TaskGroup() as group:
        watching = group.create_task(collect(view, b"never"))
        await terminal.kill(pane.id)
    assert watching.result()[-1].kind == ChunkKind.EXIT


async def test_colours_are_kept_in_a_snapshot(bash: cotty.Pane) -> None:
    await bash.send(r"printf '\033[31mred\033[0m\n'")
    await bash.wait(timeout=10)
    first = await anext(aiter(bash.watch()))
    assert first.screen is not None
    assert "\x1b[31mred" in "\n".join(first.screen.rows)


async def test_sessions_that_are_first_watched_at_the_same_moment_are_all_heard(terminal: cotty.Terminal) -> None:
    panes = [await terminal.open(f"session-{number}", command=["cat"]) for number in range(6)]

    async def hears(pane: cotty.Pane) -> None:
        async for chunk in pane.watch():
            if chunk.kind is cotty.ChunkKind.SNAPSHOT:
                await pane.send("a word", enter=False, proof=False)
            elif b"a word" in chunk.data:
                return

    async with asyncio.timeout(20), asyncio.TaskGroup() as group:
        for pane in panes:
            group.create_task(hears(pane))


async def test_a_pane_that_moves_to_another_session_is_watched_on(terminal: cotty.Terminal, bash: cotty.Pane) -> None:
    await terminal.open("another", command=["cat"])
    pane = await terminal.window(session="shared", command=["cat"])
    view = aiter(pane.watch())
    assert (await anext(view)).kind == ChunkKind.SNAPSHOT
    await terminal.desk.hand.must(("move-window", "-s", pane.id, "-t", "=another:"))
    async with asyncio.timeout(5):
        assert (await anext(view)).kind == ChunkKind.SNAPSHOT
    await pane.send("seen here", proof=False)
    assert b"seen here" in b"".join(chunk.data for chunk in await collect(view, b"seen here"))
