"""The same tools over streamable HTTP, behind the gate of the server: the bearer of a token is the agent."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

import cotty
from cotty.doors.mcp.streaming import PATH, over_http
from cotty.doors.mcp.tools import offered
from cotty.operations.operation import Tier
from cotty.store import tokens
from tests.real.command_line import Cotty
from tests.real.http_house import House, housed
from tests.real.mcp.client import Model

pytestmark = pytest.mark.real
both_versions = pytest.mark.parametrize("mode", ["legacy", "auto"])


@pytest.fixture
async def served(house: Cotty, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    """`cotty up`, with this door."""
    monkeypatch.setenv("XDG_STATE_HOME", house.variables()["XDG_STATE_HOME"])

    def connect(actor: str) -> AbstractAsyncContextManager[cotty.Terminal]:
        return cotty.connect(socket_path=house.socket, config="/dev/null", actor=actor)

    async with housed(connect, doors=((PATH, over_http),)) as made:
        yield made


@asynccontextmanager
async def bearer(served: House, tier: Tier, mode: str) -> AsyncIterator[Model]:
    """A client with a token of that tier."""
    secret, _ = await tokens.make(served.store, "ci", tokens.PROGRAM, str(tier))
    async with httpx2.AsyncClient(headers={"Authorization": f"Bearer {secret}"}, timeout=40) as line:
        transport = streamable_http_client(served.address + PATH, http_client=line)
        async with Client(transport, mode=mode) as client:
            yield Model(client)


@both_versions
async def test_the_tools_are_the_same_and_the_journal_names_the_bearer(house: Cotty, served: House, mode: str) -> None:
    async with bearer(served, Tier.MANAGE, mode) as model:
        assert [tool.name for tool in (await model.client.list_tools()).tools] == list(offered(Tier.MANAGE))
        assert (await model.ask("run", command="echo one", address="shared"))["output"] == "one\n"
        assert (await model.refused("read", address="%99"))["code"] == "pane_not_found"
        assert "one" in str((await model.client.read_resource("cotty://pane/0")).contents)
    assert {(entry["actor"], entry["operation"]) for entry in house.journal()} >= {("agent:ci", "run")}


@both_versions
async def test_a_token_reaches_no_further_than_its_tier(served: House, mode: str) -> None:
    async with bearer(served, Tier.READ, mode) as model:
        assert {tool.name for tool in (await model.client.list_tools()).tools} == {"list", "read", "wait", "agents"}
        assert "no tool" in (await model.refused("send", text="x", address="shared"))["message"]


async def test_nobody_is_let_in_without_a_token(served: House) -> None:
    async with served.stranger() as client:
        answer = await client.post(PATH, json={"jsonrpc": "2.0", "id": 1, "method": "ping"})
        assert answer.status_code == 401
        answer = await client.post(PATH, json={}, headers={"Host": "evil.example"})
        assert answer.status_code == 403
