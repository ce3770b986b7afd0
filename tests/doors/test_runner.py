"""A runner keeps a terminal for each actor, and no more of them than it may."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

import cotty
from cotty.doors.runner import MOST, Runner, running
from cotty.errors import NotAllowed
from cotty.operations.agents.profiles import ProfilesInput
from cotty.operations.journal import Journal
from cotty.operations.kill import KillInput
from cotty.operations.operation import Tier
from cotty.operations.policy import Actor


class Connections:
    """Makes terminals that nothing stands behind, and counts those that are open."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.open, self.made = folder, list[str](), list[str]()

    @asynccontextmanager
    async def connect(self, actor: str) -> AsyncIterator[Any]:
        self.open.append(actor)
        self.made.append(actor)
        async with cotty.connect(socket_path=self.folder / "none", actor=actor) as terminal:
            try:
                yield terminal
            finally:
                self.open.remove(actor)


async def test_an_actor_is_given_the_terminal_that_it_had(tmp_path: Path) -> None:
    there = Connections(tmp_path)
    async with running(there.connect, Journal(None)) as runner:
        async with runner.call(Actor("ann")) as first, runner.call(Actor("bob")) as other:
            assert first.terminal is not other.terminal
            assert other.actor.name == "bob"
        async with runner.call(Actor("ann")) as again:
            assert again.terminal is first.terminal
    assert there.made == ["ann", "bob"]
    assert there.open == []


async def test_of_two_calls_that_come_at_once_one_makes_the_terminal(tmp_path: Path) -> None:
    there = Connections(tmp_path)

    @asynccontextmanager
    async def slowly(actor: str) -> AsyncIterator[Any]:
        async with there.connect(actor) as terminal:
            await asyncio.to_thread(tmp_path.stat)
            yield terminal

    async def terminal_of(runner: Runner) -> object:
        async with runner.call(Actor("ann")) as call:
            return call.terminal

    async with running(slowly, Journal(None)) as runner:
        first, second = await asyncio.gather(terminal_of(runner), terminal_of(runner))
        assert first is second
        assert there.open == ["ann"]
    assert there.open == []


async def test_the_idle_terminal_that_was_asked_longest_ago_goes_first(tmp_path: Path) -> None:
    there = Connections(tmp_path)
    async with running(there.connect, Journal(None)) as runner, runner.call(Actor("busy")):
        for number in range(MOST + 3):
            async with runner.call(Actor(f"actor-{number}")):
                pass
        assert len(there.open) == MOST
        assert "busy" in there.open
        assert "actor-0" not in there.open


async def test_what_is_asked_is_performed_and_its_error_is_the_engines(tmp_path: Path) -> None:
    journal = Journal(str(tmp_path / "journal.jsonl"))
    there = Connections(tmp_path)
    async with running(there.connect, journal) as runner:
        assert (await runner.ask("profiles", ProfilesInput(), Actor("ann"))).profiles
    assert '"operation": "profiles"' in (tmp_path / "journal.jsonl").read_text(encoding="utf-8")


async def test_an_error_of_the_engine_is_the_runners_too(tmp_path: Path) -> None:
    async with running(Connections(tmp_path).connect, Journal(None)) as runner:
        with pytest.raises(NotAllowed):
            await runner.ask("kill", KillInput("%0"), Actor("ann", tier=Tier.READ))
