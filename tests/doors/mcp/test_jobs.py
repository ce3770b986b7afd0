"""Calls that go on: bounded, owned, and ended with the door."""

import asyncio

import pytest

from cotty.doors.mcp import jobs
from cotty.doors.mcp.jobs import Jobs
from cotty.errors import InvalidInput, NoServer, Refused


async def unheard(_seconds: float) -> None:
    """Nobody asked for progress."""


async def test_an_answer_and_an_error_come_to_whoever_attends() -> None:
    async def good() -> str:
        return "done"

    async def bad() -> str:
        raise NoServer

    async with asyncio.TaskGroup() as group:
        held = Jobs(group)
        done, failed = held.begin("me", "run", good), held.begin("me", "run", bad)
        assert await held.attend(done, 5, unheard)
        assert await held.attend(failed, 5, unheard)
    assert done.answer == "done"
    assert isinstance(failed.error, NoServer)


async def test_it_goes_on_after_a_handle_was_given_and_ends_with_the_door() -> None:
    ended, never = asyncio.Event(), asyncio.Event()

    async def long() -> None:
        try:
            await never.wait()
        finally:
            ended.set()

    async with asyncio.TaskGroup() as group:
        held = Jobs(group)
        job = held.begin("me", "wait", long)
        assert not await held.attend(job, 0.01, unheard)
        assert held.named("me", "wait", job.handle) is job
        assert not ended.is_set()
        held.end()
    assert ended.is_set()


@pytest.mark.parametrize(("owner", "verb", "said"), [("you", "wait", "any more"), ("me", "run", "handle of `wait`")])
async def test_a_handle_is_its_owners_and_its_tools(owner: str, verb: str, said: str) -> None:
    async with asyncio.TaskGroup() as group:
        held = Jobs(group)
        job = held.begin("me", "wait", asyncio.Event().wait)
        with pytest.raises(InvalidInput, match=said):
            held.named(owner, verb, job.handle)
        held.end()


async def test_too_many_are_refused_and_answered_ones_make_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "MOST", 2)
    free = asyncio.Event()
    async with asyncio.TaskGroup() as group:
        held = Jobs(group)
        first = held.begin("me", "wait", free.wait)
        held.begin("me", "wait", free.wait)
        with pytest.raises(Refused, match="2 calls"):
            held.begin("me", "wait", free.wait)
        free.set()
        assert await held.attend(first, 5, unheard)
        held.begin("me", "wait", free.wait)
        with pytest.raises(InvalidInput):
            held.named("me", "wait", first.handle)
