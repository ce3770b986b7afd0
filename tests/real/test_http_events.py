"""What happens is told as server-sent events: in order, by id, from any id on, to whoever may hear it."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy.exc import OperationalError

import cotty
from cotty.doors.http.events import feed, stream
from cotty.operations.happenings.happening import Happened, Happening
from cotty.store import events, tokens
from cotty.testing.fake_cli.starting import fake_command
from cotty.testing.scenario import Popup, Scenario
from tests.real.command_line import Cotty, private
from tests.real.http_house import SECONDS, House, housed, shared_store

pytestmark = pytest.mark.real
STREAM = "/api/events/stream"


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Cotty]:
    """A tmux server with one pane, `cat`, and a person who knows the fakes."""
    with private(tmp_path / "world") as made:
        made.knows_fakes()
        made.session("shared", "cat")
        monkeypatch.setenv("HOME", str(made.folder))
        monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
        monkeypatch.setenv("XDG_STATE_HOME", str(Path(shared_store()).parents[1]))
        yield made


@pytest.fixture
async def served(world: Cotty) -> AsyncIterator[House]:
    """A server of it."""
    async with serving(world) as made:
        yield made


@asynccontextmanager
async def serving(world: Cotty, **more: Any) -> AsyncIterator[House]:  # noqa: ANN401
    async with housed(lambda actor: cotty.connect(socket_path=world.socket, actor=actor), **more) as made:
        yield made


class Follower:
    """Who reads a stream, frame by frame."""

    def __init__(self, answer: httpx.Response) -> None:
        self.answer, self._lines = answer, answer.aiter_lines()

    async def frame(self) -> dict[str, str]:
        """The next frame: its fields, `comment` for a beat; nothing at the end."""
        found: dict[str, str] = {}
        async with asyncio.timeout(SECONDS):
            async for line in self._lines:
                if not line and found:
                    return found
                name, _, value = line.partition(": ")
                found[name or "comment"] = value
        return found

    async def event(self, kind: str = "") -> dict[str, Any]:
        """The next event, of that kind if one is named."""
        while True:
            frame = await self.frame()
            assert frame, "the stream has ended"
            if "id" in frame and frame["event"].startswith(kind):
                facts = dict(json.loads(frame["data"]))
                assert facts["id"] == int(frame["id"])
                return {"event": frame["event"], **facts}


@asynccontextmanager
async def following(client: httpx.AsyncClient, **more: Any) -> AsyncIterator[Follower]:  # noqa: ANN401
    async with client.stream("GET", STREAM, **more) as answer:
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/event-stream")
        follower = Follower(answer)
        assert await follower.frame() == {"retry": "1000"}
        yield follower


async def told(served: House, *names: str) -> list[int]:
    """Events that a test makes up; their ids."""
    for name in names:
        await served.opened.feed.tell(Happening(Happened.SESSION_OPENED, None, {"session": name}), "local")
    await served.opened.feed.written()
    newest = served.opened.feed.newest
    return list(range(newest - len(names) + 1, newest + 1))


async def test_panes_and_sessions_that_come_and_go_are_told(served: House, world: Cotty) -> None:
    async with served.client() as client, following(client) as follower:
        pane = await asyncio.to_thread(world.session, "more", "cat")
        first, second = await follower.event("session_"), await follower.event("pane_")
        assert (first["event"], first["session"]) == ("session_opened", "more")
        assert (second["event"], second["pane"], second["address"]) == ("pane_opened", pane, "more:0.0")
        await asyncio.to_thread(world.ask_tmux, "kill-pane", "-t", pane)
        closed = await follower.event("pane_closed")
        assert (closed["pane"], closed["host"]) == (pane, "local")
        assert (await follower.event("session_closed"))["session"] == "more"
        assert first["id"] < second["id"] < closed["id"]


async def test_an_agent_that_asks_is_told_with_what_it_asks(served: House, world: Cotty) -> None:
    async with served.client() as client, following(client, params={"types": "agent_state"}) as follower:
        command = fake_command(Scenario(popups=(Popup(),)), "/dev/null", shell=False)
        pane = await asyncio.to_thread(world.session, "agent", *command)
        while (event := await follower.event())["state"] != "awaiting_input":
            assert event["event"] == "agent_state"
        assert (event["agent"], event["pane"], event["profile"]) == (pane, pane, "fake_boxed")
        assert event["awaiting"]["question"] == Popup().question
        assert event["awaiting"]["fingerprint"]


@pytest.mark.promise("http:events")
async def test_a_follower_goes_on_after_the_id_that_it_had(served: House) -> None:
    ids = await told(served, "a", "b", "c")
    async with served.client() as client:
        async with following(client, headers={"Last-Event-ID": str(ids[0])}) as follower:
            assert [(await follower.event("session"))["session"] for _ in "bc"] == ["b", "c"]
        async with following(client, params={"last_event_id": str(ids[1])}) as follower:
            assert (await follower.event("session"))["id"] == ids[2]
        async with following(client) as follower:
            (new,) = await told(served, "d")
            assert (await follower.event("session"))["id"] == new


async def test_ids_go_on_after_a_restart_and_what_was_told_before_is_told_again(world: Cotty) -> None:
    async with serving(world) as served:
        ids = await told(served, "before")
    async with serving(world) as served, served.client() as client:
        (later,) = await told(served, "after")
        assert later > ids[0]
        async with following(client, headers={"Last-Event-ID": str(ids[0] - 1)}) as follower:
            names = [(await follower.event("session"))["session"] for _ in range(2)]
    assert names == ["before", "after"]


async def test_a_server_of_another_tmux_tells_nothing_of_this_one(world: Cotty) -> None:
    async with serving(world, terminal="one") as one, serving(world, terminal="other") as other:
        first, second = await told(one, "a"), await told(other, "b")
        assert first[0] < second[0]
    async with serving(world, terminal="one") as again, again.client() as client:
        await told(again, "c")
        async with following(client, headers={"Last-Event-ID": str(first[0] - 1)}) as follower:
            assert [(await follower.event("session"))["session"] for _ in range(2)] == ["a", "c"]


async def test_an_id_from_the_future_is_told_what_comes(served: House) -> None:
    async with served.client() as client, following(client, headers={"Last-Event-ID": "9" * 18}) as follower:
        (new,) = await told(served, "next")
        assert (await follower.event("session"))["id"] == new


async def test_only_what_is_wanted_is_told(served: House) -> None:
    telling = served.opened.feed
    async with (
        served.client() as client,
        following(
            client, params={"types": "agent_state,pane_closed", "agent_id": "%7,%8", "host": "local"}
        ) as follower,
    ):
        for kind, agent, host in (
            (Happened.SESSION_OPENED, None, "local"), (Happened.AGENT_STATE, "%9", "local"),
            (Happened.AGENT_STATE, "%7", "elsewhere"), (Happened.AGENT_STATE, "%8", "local"),
        ):  # fmt: skip
            await telling.tell(Happening(kind, agent, {"pane": agent}), host)
        assert (await follower.event())["agent"] == "%8"


@pytest.mark.parametrize("asked", [{"types": "nonsense"}, {"last_event_id": "x"}, {"last_event_id": "-1"}])
async def test_what_cannot_be_is_refused(served: House, asked: dict[str, str]) -> None:
    async with served.client() as client:
        answer = await client.get(STREAM, params=asked)
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "invalid_input")


async def test_a_beat_says_that_the_line_lives(served: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "BEAT_SECONDS", 0.05)
    async with served.client() as client, following(client, params={"types": "session_closed"}) as follower:
        assert await follower.frame() == {"comment": "beat"}


async def test_a_stream_ends_when_its_token_is_revoked(served: House) -> None:
    secret, row = await tokens.make(served.store, "ci", tokens.PROGRAM, "read")
    async with served.stranger(headers={"Authorization": f"Bearer {secret}"}) as client, following(client) as follower:
        await told(served, "one")
        assert (await follower.event("session"))["session"] == "one"
        await tokens.revoke(served.store, str(row.id))
        await told(served, "two")
        assert await follower.frame() == {}


async def test_whoever_is_bound_to_a_pane_does_not_hear_of_others(served: House) -> None:
    secret, _ = await tokens.make(served.store, "one", tokens.PROGRAM, "type", panes=["%0@1.1"])
    async with served.stranger(headers={"Authorization": f"Bearer {secret}"}) as client:
        answer = await client.get(STREAM)
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "not_allowed")


async def test_a_hundred_followers_hear_all_in_their_order(served: House) -> None:
    async with served.client(limits=httpx.Limits(max_connections=None)) as client, asyncio.TaskGroup() as group:
        all_here, here, count = asyncio.Event(), list[int](), 300

        async def follow() -> list[int]:
            async with following(client, params={"types": "session_opened"}) as follower:
                here.append(1)
                if len(here) == 100:
                    all_here.set()
                return [(await follower.event())["id"] for _ in range(count)]

        followers = [group.create_task(follow()) for _ in range(100)]
        async with asyncio.timeout(SECONDS):
            await all_here.wait()
        ids = await told(served, *map(str, range(count)))
    assert all(task.result() == ids for task in followers)


async def test_a_slow_follower_slows_nobody_and_misses_nothing(served: House) -> None:
    count = 3000  # more than stands in memory, and than fits on the line
    async with served.client() as client, following(client, params={"types": "session_opened"}) as slow:
        ids = await told(served, *("x" * 100 for _ in range(count)))
        async with following(client, headers={"Last-Event-ID": str(ids[-2])}) as quick:
            assert (await quick.event())["id"] == ids[-1]
        assert [(await slow.event())["id"] for _ in range(count)] == ids


async def test_what_cannot_be_written_now_is_told_later_and_in_its_order(
    served: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    add, tries = events.add, list[int]()

    async def fails_once(*given: Any) -> Any:  # noqa: ANN401
        tries.append(1)
        if len(tries) == 1:
            raise OperationalError("INSERT", {}, Exception("disk full"))
        return await add(*given)

    monkeypatch.setattr(events, "add", fails_once)
    monkeypatch.setattr(feed, "_RETRY", 0.05)
    async with served.client() as client, following(client) as follower:
        ids = await told(served, "a", "b")
        assert [(await follower.event("session"))["id"] for _ in ids] == ids
    assert len(tries) > 1


async def test_the_oldest_events_are_forgotten(served: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "KEPT", 10)
    monkeypatch.setattr(events, "_SWEEP", 1)
    ids = await told(served, *map(str, range(20)))
    kept = [event.id for event in await events.since(served.store, "test", 0, 1000)]
    assert kept == ids[-10:]
