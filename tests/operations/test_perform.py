"""`perform`: policy first, then the work, then one line in the journal, whatever happened."""

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, cast

import pytest

from cotty.errors import NotAllowed, PaneDead
from cotty.model import Chunk, ChunkKind, Outcome
from cotty.operations.journal import Journal
from cotty.operations.operation import Call, Help, Operation, Stream, Tier
from cotty.operations.perform import follow, perform
from cotty.operations.policy import Actor, Kind


@dataclass(frozen=True, slots=True)
class Asked:
    text: Annotated[str, Help("Typed.")] = "the secret"
    address: Annotated[str | None, Help("Where.")] = "shared"


@dataclass(frozen=True, slots=True)
class Answered:
    pane: Annotated[str, Help("Which.")]
    outcome: Annotated[Outcome, Help("How.")]


class SomeTerminal:
    name = "local"


class Desk:
    """A call with a journal in a file, and what that journal says."""

    def __init__(self, folder: Path, tier: Tier = Tier.MANAGE) -> None:
        self.path = folder / "journal.jsonl"
        self.call = Call(cast("Any", SomeTerminal()), Actor("bot", Kind.AGENT, tier), Journal(str(self.path)))

    def written(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.path.read_text(encoding="utf-8").splitlines()]


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def verb(run: Any) -> Operation[Asked, Answered]:  # noqa: ANN401  (any coroutine function)
    return Operation("send", "Say it.", Tier.TYPE, Asked, Answered, run)


async def confirmed(_call: Call, _request: Asked) -> Answered:
    return Answered("%5", Outcome.CONFIRMED)


@pytest.mark.promise("operations:journal")
async def test_what_was_done_is_written_down_with_its_actor_and_never_its_text(desk: Desk) -> None:
    await perform(verb(confirmed), Asked(), desk.call)
    (row,) = desk.written()
    assert (row["actor"], row["operation"], row["pane"]) == ("agent:bot", "send", "%5")
    assert (row["host"], row["outcome"]) == ("local", "confirmed")
    assert "secret" not in desk.path.read_text(encoding="utf-8")


async def test_an_error_is_the_engines_own_and_its_code_is_written_down(desk: Desk) -> None:
    async def dead(_call: Call, request: Asked) -> Answered:
        raise PaneDead(f"could not type {request.text}")

    with pytest.raises(PaneDead):
        await perform(verb(dead), Asked(), desk.call)
    assert [(row["outcome"], row["pane"]) for row in desk.written()] == [("pane_dead", "shared")]
    assert "secret" not in desk.path.read_text(encoding="utf-8")


@pytest.mark.promise("operations:tiers")
async def test_who_may_not_is_refused_before_anything_is_done_and_that_is_written_down(tmp_path: Path) -> None:
    desk, done = Desk(tmp_path, Tier.READ), []

    async def work(_call: Call, request: Asked) -> Answered:
        done.append(request)
        return Answered("%5", Outcome.CONFIRMED)

    with pytest.raises(NotAllowed):
        await perform(verb(work), Asked(), desk.call)
    assert done == []
    assert [row["outcome"] for row in desk.written()] == ["not_allowed"]


async def test_a_cancelled_call_is_written_down(desk: Desk) -> None:
    begun = asyncio.Event()

    async def endless(_call: Call, _request: Asked) -> Answered:
        begun.set()
        await asyncio.Event().wait()
        raise AssertionError

    async with asyncio.TaskGroup() as group:
        task = group.create_task(perform(verb(endless), Asked(), desk.call))
        await asyncio.wait_for(begun.wait(), 5)
        task.cancel()
    assert [row["outcome"] for row in desk.written()] == ["cancelled"]


async def test_a_journal_that_cannot_be_written_is_no_error_of_the_verb(tmp_path: Path) -> None:
    call = Call(cast("Any", SomeTerminal()), Actor("ann"), Journal("/dev/null/journal"))
    assert (await perform(verb(confirmed), Asked(), call)).pane == "%5"
    assert call.journal.problem is not None


async def chunks(_call: Call, _request: Asked) -> AsyncIterator[Chunk]:
    async def each() -> AsyncIterator[Chunk]:
        for number in range(3):
            yield Chunk(ChunkKind.OUTPUT, number)

    return each()


async def test_a_stream_is_written_down_once_when_it_ends(desk: Desk) -> None:
    stream = Stream("watch", "Follow.", Tier.READ, Asked, chunks)
    assert [chunk.number async for chunk in follow(stream, Asked(), desk.call)] == [0, 1, 2]
    assert [(row["operation"], row["outcome"]) for row in desk.written()] == [("watch", "ok")]


async def test_a_stream_that_is_left_early_is_written_down_too(desk: Desk) -> None:
    watching: Any = follow(Stream("watch", "Follow.", Tier.READ, Asked, chunks), Asked(), desk.call)
    assert (await anext(watching)).number == 0
    await watching.aclose()
    assert [row["outcome"] for row in desk.written()] == ["ok"]


async def test_a_stream_needs_its_tier_as_well(tmp_path: Path) -> None:
    desk = Desk(tmp_path, Tier.READ)
    with pytest.raises(NotAllowed):
        await anext(follow(Stream("spy", "Follow.", Tier.TYPE, Asked, chunks), Asked(), desk.call))
    assert [row["outcome"] for row in desk.written()] == ["not_allowed"]
