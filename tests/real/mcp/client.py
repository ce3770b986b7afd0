"""A client of `cotty mcp`: the SDK's own, over the standard input and output of the real program."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from mcp import Client, StdioServerParameters
from mcp_types import CallToolResult, Implementation

from cotty.doors.mcp.results import ERROR
from tests.real.command_line import COTTY, Cotty

NAME: Final = "a-client"
_SECONDS: Final = 40


@dataclass(frozen=True, slots=True)
class Model:
    """Calls tools as a model does."""

    client: Client
    heard: list[tuple[float, str]] = field(default_factory=list)  # words of progress

    async def call(self, tool: str, *, limit: float = _SECONDS, **arguments: Any) -> CallToolResult:  # noqa: ANN401
        """One call; a client gives up after `limit` seconds, whatever progress it hears."""

        async def hear(progress: float, total: float | None, message: str | None) -> None:
            assert total is None  # nobody knows how long it takes
            self.heard.append((progress, message or ""))

        return await self.client.call_tool(tool, arguments, read_timeout_seconds=limit, progress_callback=hear)

    async def ask(self, tool: str, **arguments: Any) -> dict[str, Any]:  # noqa: ANN401
        """The structured answer of a call that succeeds."""
        result = await self.call(tool, **arguments)
        assert not result.is_error, result.content
        return dict(result.structured_content)

    async def to_the_end(self, tool: str, *, limit: float = _SECONDS, **arguments: Any) -> tuple[dict[str, Any], int]:  # noqa: ANN401
        """The answer of a call that is asked for again with its handle, and how many calls it took."""
        calls, answer = 1, dict((await self.call(tool, limit=limit, **arguments)).structured_content)
        while answer.get("pending"):
            calls += 1
            result = await self.call(tool, limit=limit, **{**arguments, "handle": answer["handle"]})
            assert not result.is_error, result.content
            answer = dict(result.structured_content)
        return answer, calls

    async def refused(self, tool: str, **arguments: Any) -> dict[str, Any]:  # noqa: ANN401
        """The error of a call that fails."""
        result = await self.call(tool, **arguments)
        assert result.is_error, result.structured_content
        assert result.structured_content is None
        return dict((result.meta or {})[ERROR])


@asynccontextmanager
async def connected(house: Cotty, *words: str, mode: str = "legacy") -> AsyncIterator[Model]:
    """`cotty mcp WORDS`, until the test is done with it."""
    server = StdioServerParameters(
        command=COTTY, args=["--config-file", "/dev/null", "mcp", *words], env=house.variables()
    )
    async with asyncio.timeout(_SECONDS):
        client = Client(server, mode=mode, client_info=Implementation(name=NAME, version="1"))
        await client.__aenter__()
    try:
        yield Model(client)
    finally:
        await client.__aexit__(None, None, None)
