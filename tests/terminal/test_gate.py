"""The gate: many may tell, one alone may start, and nobody is kept out for ever."""

import asyncio
from pathlib import Path

import pytest

from cotty.terminal.server import gate as gates
from cotty.terminal.server.gate import Gate


@pytest.fixture
def gate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Gate:
    monkeypatch.setattr(gates, "_FOLDER", str(tmp_path / "locks"))
    return Gate("a host", deadline=10)


async def inside(gate: Gate, how: str, seen: list[str], leave: asyncio.Event) -> None:
    async with getattr(gate, how)():
        seen.append(how)
        await leave.wait()


async def test_whoever_starts_a_client_waits_for_all_who_tell(gate: Gate) -> None:
    seen, leave, start = list[str](), asyncio.Event(), asyncio.Event()
    start.set()
    async with asyncio.timeout(5), asyncio.TaskGroup() as tasks:
        for _ in range(2):
            tasks.create_task(inside(gate, "telling", seen, leave))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        tasks.create_task(inside(gate, "starting", seen, start))
        await asyncio.sleep(0)
        assert seen == ["telling", "telling"]
        leave.set()
    assert seen == ["telling", "telling", "starting"]


async def test_a_holder_that_hangs_stops_nobody(gate: Gate) -> None:
    seen, never, at_once = list[str](), asyncio.Event(), asyncio.Event()
    impatient = Gate("a host", deadline=0.05)
    at_once.set()
    async with asyncio.timeout(5), asyncio.TaskGroup() as tasks:
        hanging = tasks.create_task(inside(gate, "starting", seen, never))
        await asyncio.sleep(0)
        await inside(impatient, "telling", seen, at_once)
        hanging.cancel()
    assert seen == ["starting", "telling"]


async def test_whoever_is_inside_is_let_in_again(gate: Gate) -> None:
    async with asyncio.timeout(5), gate.telling(), gate.starting(), gate.telling():
        pass


async def test_a_folder_of_somebody_else_is_no_lock_of_ours(gate: Gate, tmp_path: Path) -> None:
    (tmp_path / "locks").write_text("not a folder")
    async with asyncio.timeout(5), gate.starting(), asyncio.TaskGroup() as tasks:
        tasks.create_task(inside(gate, "starting", [], _set()))


def _set() -> asyncio.Event:
    event = asyncio.Event()
    event.set()
    return event
