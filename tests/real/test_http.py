"""What the door HTTP does beside answering: its documents, and callers that hang up or wait beside each other."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest

import cotty
from cotty.operations.table import OPERATIONS
from tests.real.command_line import Cotty, private
from tests.real.http_house import SECONDS, House, housed, shared_store

pytestmark = pytest.mark.real


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Cotty]:
    """A tmux server with one pane, `cat`; the journal is that of this test."""
    with private(tmp_path / "world") as made:
        made.session("shared", "cat")
        monkeypatch.setenv("XDG_STATE_HOME", str(made.folder / "state"))
        yield made


@pytest.fixture
async def served(world: Cotty) -> AsyncIterator[House]:
    """A server of it."""
    async with housed(lambda actor: cotty.connect(socket_path=world.socket, actor=actor), store=shared_store()) as made:
        yield made


@pytest.fixture
async def client(served: House) -> AsyncIterator[httpx.AsyncClient]:
    """The account itself."""
    async with served.client() as made:
        yield made


async def test_the_document_and_the_page_name_every_verb(client: httpx.AsyncClient) -> None:
    said = (await client.get("/openapi.json")).json()
    assert said["openapi"] == "3.1.0"
    assert {path.removeprefix("/api/") for path, each in said["paths"].items() if "post" in each} == set(OPERATIONS)
    assert "get" in said["paths"]["/api/events/stream"]
    page = await client.get("/docs")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert all(f'id="{name}"' in page.text for name in OPERATIONS)
    assert "<script" not in page.text
    assert "style=" not in page.text
    assert (await client.get("/docs/style.css")).headers["content-type"] == "text/css; charset=utf-8"


async def test_what_is_not_there_and_what_is_no_post_are_said_in_the_same_shape(client: httpx.AsyncClient) -> None:
    wrong = await client.get("/api/read")
    assert (wrong.status_code, wrong.headers["allow"], wrong.json()["error"]["code"]) == (405, "POST", "wrong_method")
    gone = await client.post("/api/nothing")
    assert (gone.status_code, gone.json()["error"]["code"]) == (404, "not_found")


async def test_whoever_hangs_up_ends_what_was_asked(client: httpx.AsyncClient) -> None:
    with pytest.raises(httpx.ReadTimeout):
        await client.post("/api/wait", json={"pattern": "never", "timeout": 50}, timeout=1)
    async with asyncio.timeout(SECONDS):
        while not (rows := (await client.post("/api/journal", json={"operation": "wait"})).json()["entries"]):
            pass
    assert [row["outcome"] for row in rows] == ["cancelled"]


async def test_a_call_that_waits_stands_in_nobodys_way(client: httpx.AsyncClient) -> None:
    async with asyncio.TaskGroup() as group:
        given = {"pattern": "^go on$", "timeout": 40}
        waits = [group.create_task(client.post("/api/wait", json=given)) for _ in range(5)]
        assert (await client.post("/api/list")).status_code == 200
        assert not any(each.done() for each in waits)
        while not all(each.done() for each in waits):  # whoever began to wait after the first line sees the next
            sent = {"text": "go on", "proof": False}
            assert (await client.post("/api/send", json=sent)).status_code == 200
    assert {each.result().json()["reason"] for each in waits} == {"prompt"}


async def test_two_actors_wait_for_each_other_at_the_pen(client: httpx.AsyncClient, world: Cotty) -> None:
    async def send(actor: str, number: int) -> int:
        given = {"text": f"{actor}-{number} " * 20, "address": "shared"}
        return (await client.post("/api/send", json=given, headers={"Cotty-Actor": f"agent:{actor}"})).status_code

    async with asyncio.TaskGroup() as group:
        sends = [group.create_task(send(actor, number)) for number in range(5) for actor in ("ann", "bob")]
    assert {each.result() for each in sends} == {200}
    shown = (await client.post("/api/read", json={"all": True})).json()["lines"]
    for actor in ("ann", "bob"):
        for number in range(5):
            assert (f"{actor}-{number} " * 20).strip() in {line.strip() for line in shown}
    assert {row["actor"] for row in await asyncio.to_thread(world.journal)} >= {"agent:ann", "agent:bob"}
