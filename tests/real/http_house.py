"""A server of cotty in this process, on sockets of its own, for as long as a test needs it."""

import asyncio
import atexit
import shutil
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import httpx

from cotty.doors.http.house import Open, Plan, run
from cotty.doors.runner import Connect
from cotty.store.store import Store

SECONDS = 40


@dataclass(frozen=True, slots=True)
class House:
    """A server that listens."""

    path: str  # of its unix socket
    address: str  # for a browser; empty without one
    store: Store
    opened: Open

    def client(self, **more: Any) -> httpx.AsyncClient:  # noqa: ANN401  (what httpx takes)
        """A client of the account itself, over the unix socket."""
        line = httpx.AsyncHTTPTransport(uds=self.path)
        return httpx.AsyncClient(transport=line, base_url="http://localhost", timeout=SECONDS, **more)

    def stranger(self, **more: Any) -> httpx.AsyncClient:  # noqa: ANN401
        """A client of whom nothing is known, over TCP."""
        return httpx.AsyncClient(base_url=self.address, timeout=SECONDS, **more)


@asynccontextmanager
async def housed(
    connect: Connect, *, path: str | None = None, store: str | None = None, **more: Any  # noqa: ANN401
) -> AsyncIterator[House]:  # fmt: skip
    """A server over those terminals, until this ends."""
    folder = tempfile.mkdtemp(prefix="cotty-")  # a socket's path is short
    ended, there = asyncio.Event(), asyncio.get_running_loop().create_future()

    async def ready(opened: Open) -> None:
        there.set_result(opened)

    plan = Plan(
        connect,
        path or f"{folder}/h.sock",
        store or shared_store(),
        "tester",
        **{"terminal": "test", "listen": ("127.0.0.1", 0), **more},
    )
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(run(plan, ended, ready))
            async with asyncio.timeout(SECONDS):
                opened = await there
            try:
                yield House(plan.meeting, opened.address or "", opened.store, opened)
            finally:
                ended.set()
    finally:
        shutil.rmtree(folder)


@cache
def shared_store() -> str:
    """Tables take half a second to make; what stands in them is nobody's business but each test's."""
    folder = tempfile.mkdtemp(prefix="cotty-store-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return str(Path(folder) / "cotty" / "cotty.db")
