"""The server over streamable HTTP, for whichever door lets requests in.

Rules: that door has found out who asks and says so in the scope; nothing is kept between two requests but what belongs
to the actor (handles, and what was cut out), so there is no session that another could take over.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any, Final

from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings

from cotty.doors.mcp.calling import Caller
from cotty.doors.mcp.server import server
from cotty.doors.runner import Runner
from cotty.operations.policy import Kind

PATH: Final = "/mcp"


@asynccontextmanager
async def over_http(runner: Runner, who: str) -> AsyncIterator[Any]:
    """An ASGI application; the actor stands in the scope by the name `who`."""

    def caller(ctx: Any) -> Caller:  # noqa: ANN401  (the SDK's own context)
        return Caller(replace(ctx.request.scope[who], kind=Kind.AGENT))

    guarded_already = TransportSecuritySettings(enable_dns_rebinding_protection=False)
    manager = StreamableHTTPSessionManager(server(runner, caller), stateless=True, security_settings=guarded_already)
    async with manager.run():
        yield manager.handle_request
