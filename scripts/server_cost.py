"""What an HTTP server costs under one small Quart application: a request, a WebSocket echo, an event to many readers.

Rules: each server is a process of its own, reached over a unix socket and over TCP on this machine; the same clients,
one after another, interleaved in rounds; the median of all rounds counts.

    python scripts/server_cost.py [--rounds 5] [uvicorn hypercorn]
"""

import argparse
import asyncio
import http.client
import json
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, contextmanager
from typing import Any

ASKED, SUBSCRIBERS = 500, 300


def application() -> Any:  # noqa: ANN401
    """Answers JSON, echoes, and passes an event on."""
    from quart import Quart, request, websocket

    app = Quart("cost")
    waiting: set[asyncio.Queue[str]] = set()

    @app.post("/ask")
    async def ask() -> tuple[str | bytes, int, dict[str, str]]:
        return await request.get_data(), 200, {"content-type": "application/json"}

    @app.post("/tell")
    async def tell() -> dict[str, int]:
        for queue in waiting:
            queue.put_nowait("data: x\n\n")
        return {"told": len(waiting)}

    @app.get("/events")
    async def events() -> Any:  # noqa: ANN401
        async def told() -> AsyncIterator[str]:
            queue = asyncio.Queue[str](10)
            waiting.add(queue)
            yield ": begin\n\n"
            while True:
                yield await queue.get()

        return told(), 200, {"content-type": "text/event-stream"}

    @app.websocket("/echo")
    async def echo() -> None:
        while True:
            await websocket.send(await websocket.receive())

    return app


def serve(server: str, address: str) -> None:
    """Serve until the process is ended."""
    path, _, port = address.partition(":")
    if server == "uvicorn":
        import uvicorn

        more: dict[str, Any] = {"uds": path} if path else {"host": "127.0.0.1", "port": int(port)}
        uvicorn.run(application(), http="h11", log_level="error", access_log=False, **more)
    else:
        from hypercorn.asyncio import serve as serve_hypercorn
        from hypercorn.config import Config

        config = Config()
        config.bind = [f"unix:{path}" if path else f"127.0.0.1:{port}"]
        asyncio.run(serve_hypercorn(application(), config))


def connected(address: str) -> socket.socket:
    """A socket to that address."""
    path, _, port = address.partition(":")
    made = socket.socket(socket.AF_UNIX if path else socket.AF_INET)
    if not path:
        made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    made.settimeout(20)
    made.connect(path or ("127.0.0.1", int(port)))
    return made


@contextmanager
def served(server: str, address: str) -> Iterator[None]:
    """A server that answers, until this ends."""
    process = subprocess.Popen([sys.executable, __file__, "--serve", server, address])
    try:
        until = time.monotonic() + 20
        while True:
            try:
                connected(address).close()
                break
            except OSError:
                if time.monotonic() > until or process.poll() is not None:
                    raise
        yield
    finally:
        process.terminate()
        process.wait(20)


def requests(address: str) -> list[float]:
    """Milliseconds of each of many requests on one connection."""
    line = http.client.HTTPConnection("127.0.0.1")
    line.sock = connected(address)
    body, times = json.dumps({"address": "%5", "lines": 100}), []
    for _ in range(ASKED):
        began = time.perf_counter()
        line.request("POST", "/ask", body, {"content-type": "application/json"})
        line.getresponse().read()
        times.append((time.perf_counter() - began) * 1000)
    line.close()
    return times


async def echoes(address: str) -> list[float]:
    """Milliseconds of each of many echoes on one WebSocket."""
    from websockets.asyncio.client import connect

    times = []
    async with connect("ws://127.0.0.1/echo", sock=connected(address), compression=None) as line:
        for _ in range(ASKED):
            began = time.perf_counter()
            await line.send("k")
            await line.recv()
            times.append((time.perf_counter() - began) * 1000)
    return times


async def fanned_out(address: str) -> float:
    """Milliseconds until the last of many readers has one event."""
    async with AsyncExitStack() as stack:
        readers = []
        for _ in range(SUBSCRIBERS):
            reader, writer = await asyncio.open_connection(sock=connected(address))
            stack.callback(writer.close)
            writer.write(b"GET /events HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n")
            await reader.readuntil(b": begin\n\n")
            readers.append(reader)
        reader, writer = await asyncio.open_connection(sock=connected(address))
        stack.callback(writer.close)
        began = time.perf_counter()
        writer.write(b"POST /tell HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 0\r\n\r\n")
        await asyncio.gather(*(each.readuntil(b"data: x\n\n") for each in readers))
        return (time.perf_counter() - began) * 1000


def measured(servers: list[str], rounds: int) -> dict[tuple[str, str], list[float]]:
    """Every figure of every round."""
    found: dict[tuple[str, str], list[float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for number, server in ((number, server) for number in range(rounds) for server in servers):
            for where, address in (("unix", f"{folder}/{server}{number}:"), ("tcp", f":{free_port()}")):
                with served(server, address):
                    found.setdefault((f"request, {where}", server), []).extend(requests(address)[50:])
                    found.setdefault((f"WebSocket echo, {where}", server), []).extend(asyncio.run(echoes(address)))
                    told = asyncio.run(fanned_out(address))
                    found.setdefault((f"event to {SUBSCRIBERS}, {where}", server), []).append(told)
    return found


def free_port() -> int:
    """One that nothing listens on now."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def main() -> None:
    """Print a row for each figure and server."""
    said = argparse.ArgumentParser()
    said.add_argument("--rounds", type=int, default=5)
    said.add_argument("--serve", nargs=2)
    said.add_argument("servers", nargs="*", default=["uvicorn", "hypercorn"])
    given = said.parse_args()
    if given.serve:
        serve(*given.serve)
        return
    for (figure, server), times in sorted(measured(given.servers, given.rounds).items()):
        middle, late = statistics.median(times), sorted(times)[int(len(times) * 0.95)]
        print(f"{figure:28} {server:10} median {middle:7.3f} ms  p95 {late:7.3f} ms")


if __name__ == "__main__":
    main()
