"""One event to a thousand followers, and 200 events a second to a hundred: who had what, when, and in which order.

Rule: the server is a process of its own; both read the machine's monotonic clock; an event carries when it was told.

    python -m benchmarks.limits --only events
"""

import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import cotty
from benchmarks.bed import Bed
from benchmarks.figures import Figure, p95
from cotty.doors.http.house import Open, Plan, run
from cotty.operations.happenings.happening import Happened, Happening
from cotty.terminal.terminal import Terminal

MANY, SOME = 1000, 100
RATE: Final = 200
SECONDS: Final = 5.0
_WANTED_SECONDS: Final = 5.0
_DEADLINE: Final = 60.0
_ASK: Final = b"GET /api/events/stream?types=session_opened HTTP/1.1\r\nhost: localhost\r\n\r\n"


@dataclass(slots=True)
class Follower:
    """One connection: what it heard, and how late."""

    reader: asyncio.StreamReader
    ids: list[int] = field(default_factory=list)
    late: list[float] = field(default_factory=list)  # milliseconds

    async def hear(self, count: int) -> None:
        """So many events."""
        while len(self.ids) < count:
            line = await self.reader.readline()
            if line.startswith(b"data: "):
                facts = json.loads(line[6:])
                self.ids.append(facts["id"])
                self.late.append((time.monotonic() - facts["session"]["told"]) * 1000)


async def measure(server: Bed, _terminal: Terminal, seconds: float = SECONDS) -> list[Figure]:
    """The last of many to have one event; and whether a stream of them comes whole and in order."""
    async with told_by(server) as (teller, path):
        async with followers(path, MANY) as many:
            await _heard(teller, many, 1, RATE)
        async with followers(path, SOME) as some:
            began, count = time.monotonic(), round(RATE * seconds)
            await _heard(teller, some, count, RATE)
            rate = count / (time.monotonic() - began)
    wanted = some[0].ids
    lost = sum(count - len(set(each.ids)) for each in some)
    return [
        Figure(f"one event to {MANY} followers: the last has it", max(each.late[0] for each in many), "ms", 250),
        Figure(f"{RATE} events/s to {SOME} followers: lost", lost, "", 0),
        Figure("followers that heard another order", sum(each.ids != sorted(wanted) for each in some), "", 0),
        Figure("events told and heard", rate, "/s", 0.95 * RATE, at_most=False).over(seconds, _WANTED_SECONDS, "s"),
        Figure("an event told → heard, p95", p95([late for each in some for late in each.late]), "ms"),
    ]


async def _heard(teller: asyncio.subprocess.Process, those: list[Follower], count: int, rate: int) -> None:
    assert teller.stdin is not None
    teller.stdin.write(f"{count} {rate}\n".encode())
    async with asyncio.timeout(_DEADLINE):
        await asyncio.gather(*(each.hear(count) for each in those))


@asynccontextmanager
async def followers(path: str, count: int) -> AsyncIterator[list[Follower]]:
    """So many, each on a connection of its own, after the head of its answer."""
    async with AsyncExitStack() as stack, asyncio.timeout(_DEADLINE):
        made = []
        for _ in range(count):
            reader, writer = await asyncio.open_unix_connection(path)
            stack.callback(writer.close)
            writer.write(_ASK)
            await reader.readuntil(b"retry: ")
            made.append(Follower(reader))
        yield made


@asynccontextmanager
async def told_by(server: Bed) -> AsyncIterator[tuple[asyncio.subprocess.Process, str]]:
    """A server in a process of its own that tells as many events as a line on its standard input says."""
    with tempfile.TemporaryDirectory(prefix="cotty-sse-") as folder:
        path = str(Path(folder, "line"))
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "benchmarks.over_sse", path, server.socket, server.program,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip
        assert process.stdout is not None
        try:
            async with asyncio.timeout(_DEADLINE):
                await process.stdout.readline()
            yield process, path
        finally:
            process.terminate()
            await process.wait()


async def _serve(path: str, socket_path: str, tmux: str) -> None:
    ended = asyncio.Event()
    store = str(Path(path).with_name("state") / "cotty.db")

    async def ready(opened: Open) -> None:
        lines = asyncio.StreamReader()
        loop = asyncio.get_running_loop()
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
        print("ready", flush=True)
        while line := await lines.readline():
            count, rate = map(int, line.split())
            await _tell(opened, count, rate)

    def connect(actor: str) -> AbstractAsyncContextManager[cotty.Terminal]:
        return cotty.connect(socket_path=socket_path, tmux=tmux, actor=actor)

    await run(Plan(connect, path, store, "bench", "bench", listen=None), ended, ready)


async def _tell(opened: Open, count: int, rate: int) -> None:
    began, never = asyncio.get_running_loop().time(), asyncio.Event()
    for number in range(count):
        try:
            async with asyncio.timeout_at(began + number / rate):
                await never.wait()
        except TimeoutError:
            facts = {"session": {"told": time.monotonic()}}
            await opened.feed.tell(Happening(Happened.SESSION_OPENED, None, facts), "local")


if __name__ == "__main__":
    asyncio.run(_serve(*sys.argv[1:4]))
