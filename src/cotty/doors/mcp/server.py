"""The server of the protocol: cotty's tools and resources, over whatever transport carries them.

Rules: who asks is told by a function of the request, because a transport knows its callers in its own way; what goes on
in the background lives as long as the server runs.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from mcp.server.lowlevel import Server
from mcp_types import (
    CallToolRequestParams,
    CallToolResult,
    ListResourcesResult,
    ListResourceTemplatesResult,
    ListToolsResult,
    ReadResourceRequestParams,
    ReadResourceResult,
)

from cotty import __version__
from cotty.doors.mcp.calling import PATIENCE, Caller, Calls
from cotty.doors.mcp.cuts import Cuts
from cotty.doors.mcp.jobs import Jobs
from cotty.doors.mcp.resources import Resources
from cotty.doors.mcp.tools import offered, tool
from cotty.doors.mcp.words import INSTRUCTIONS
from cotty.doors.runner import Runner

Identify = Callable[[Any], Caller]  # the SDK's context of a request → who asks


def server(runner: Runner, identify: Identify, *, patience: float = PATIENCE, every: bool = False) -> Server[Calls]:
    """A server that performs with that runner; `patience` is how long a call goes on before it answers a handle."""
    resources = Resources(runner)

    @asynccontextmanager
    async def lifespan(_: Server[Calls]) -> AsyncIterator[Calls]:
        async with asyncio.TaskGroup() as group:
            calls = Calls(runner, Jobs(group), Cuts(), patience, every)
            try:
                yield calls
            finally:
                calls.jobs.end()

    async def list_tools(ctx: Any, _: object) -> ListToolsResult:  # noqa: ANN401
        return ListToolsResult(tools=[tool(name) for name in offered(identify(ctx).actor.tier, every=every)])

    async def call_tool(ctx: Any, params: CallToolRequestParams) -> CallToolResult:  # noqa: ANN401
        calls: Calls = ctx.lifespan_context

        async def report(seconds: float) -> None:
            await ctx.session.report_progress(seconds, None, f"{params.name}: {seconds:.0f} s")

        return await calls.call(identify(ctx), params.name, params.arguments or {}, report)

    async def list_resources(ctx: Any, _: object) -> ListResourcesResult:  # noqa: ANN401
        return await resources.listed(identify(ctx))

    async def list_templates(_ctx: Any, _: object) -> ListResourceTemplatesResult:  # noqa: ANN401
        return resources.templates()

    async def read_resource(ctx: Any, params: ReadResourceRequestParams) -> ReadResourceResult:  # noqa: ANN401
        return await resources.read(identify(ctx), params.uri)

    return Server(
        "cotty", version=__version__, title="cotty", instructions=INSTRUCTIONS, lifespan=lifespan,
        on_list_tools=list_tools, on_call_tool=call_tool, on_list_resources=list_resources,
        on_list_resource_templates=list_templates, on_read_resource=read_resource,
    )  # fmt: skip
