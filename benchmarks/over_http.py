"""A call over HTTP beside the same call in Python: what the door adds, over the unix socket and over TCP with a token.

Rule: the two take turns on panes of their own kind, the server is a process of its own (`cotty up`), and the client is
the standard library's on one connection, so that it adds little.
"""

import asyncio
import http.client
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from benchmarks.bed import SESSION, Bed
from benchmarks.figures import Figure, median, p95
from cotty.terminal.terminal import Terminal

_TURN: Final = 10
ROUNDS: Final = 40
_COTTY: Final = str(Path(sys.executable).with_name("cotty"))
Call = Callable[[], Awaitable[object]]


async def measure(server: Bed, terminal: Terminal) -> list[Figure]:
    """What each operation takes by each way, and what the door adds at most."""
    full, typed = server.full_screen(), server.window("cat")
    here, there = await terminal.pane(full), await terminal.pane(typed)
    python: dict[str, Call] = {
        "list": terminal.list, "read": lambda: here.read(), "screen": lambda: here.screen(),
        "send": lambda: there.send("x", enter=False, proof=False),
    }  # fmt: skip
    asked: dict[str, dict[str, Any]] = {
        "list": {}, "read": {"address": full}, "screen": {"address": full},
        "send": {"address": typed, "text": "x", "enter": False, "proof": False},
    }  # fmt: skip
    with serving(server) as (unix, tcp):
        found = {name: await _turns(python[name], unix, tcp, name, asked[name]) for name in python}
    figures = [
        Figure(f"{name} {way}: median beyond the same call in Python", round(median(times[way]) - alone, 3), "ms", 2)
        for name, times in found.items() for alone in [median(times["in Python"])]
        for way in ("over the unix socket", "over TCP with a token")
    ]  # fmt: skip
    told = [
        Figure(f"{name} {way}, p95", round(p95(values), 3), "ms")
        for name, times in found.items() for way, values in times.items()
    ]  # fmt: skip
    return figures + told


async def _turns(call: Call, unix: "Line", tcp: "Line", verb: str, asked: dict[str, Any]) -> dict[str, list[float]]:
    """Milliseconds of every call by each way, without the first round."""
    times: dict[str, list[float]] = {"in Python": [], "over the unix socket": [], "over TCP with a token": []}
    for number in range(ROUNDS + 1):
        taken = {
            "in Python": [await _timed(call) for _ in range(_TURN)],
            "over the unix socket": [unix.timed(verb, asked) for _ in range(_TURN)],
            "over TCP with a token": [tcp.timed(verb, asked) for _ in range(_TURN)],
        }
        for way, values in taken.items():
            times[way] += values if number else []
        await asyncio.sleep(0)  # this process's own connection is heard
    return times


async def _timed(call: Call) -> float:
    began = time.perf_counter()
    await call()
    return (time.perf_counter() - began) * 1000


class Line:
    """One connection to a server."""

    def __init__(self, sock: socket.socket, host: str, headers: dict[str, str]) -> None:
        self._line, self._headers = http.client.HTTPConnection(host), {"Content-Type": "application/json", **headers}
        self._line.sock = sock

    def timed(self, verb: str, asked: dict[str, Any]) -> float:
        """Milliseconds until the answer is here as JSON."""
        began = time.perf_counter()
        self._line.request("POST", f"/api/{verb}", json.dumps(asked), self._headers)
        answer = self._line.getresponse()
        said = json.loads(answer.read())
        taken = (time.perf_counter() - began) * 1000
        if answer.status != 200:
            raise RuntimeError(said)
        return taken


@contextmanager
def serving(server: Bed) -> Iterator[tuple[Line, Line]]:
    """A server of that tmux, asked by its own account and by a program with a token."""
    environment = {
        **os.environ, "HOME": str(server.folder), "XDG_STATE_HOME": str(server.folder / "state"),
        "XDG_RUNTIME_DIR": str(server.folder / "run"), "COTTY_SOCKET_PATH": server.socket, "COTTY_SESSION": SESSION,
    }  # fmt: skip
    words = [_COTTY, "up", "--json", "--tmux", server.program, "--listen", "127.0.0.1:0"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, env=environment) as process:
        try:
            assert process.stdout is not None
            there = urlsplit(json.loads(process.stdout.readline())["address"])
            granted = [_COTTY, "grant", "bench", "--tier", "manage"]
            token = subprocess.run(granted, capture_output=True, text=True, env=environment, check=True).stdout.strip()
            (path,) = (server.folder / "run" / "cotty").glob("*.sock")
            unix = socket.socket(socket.AF_UNIX)
            unix.connect(str(path))
            tcp = socket.create_connection(("127.0.0.1", there.port or 0))
            tcp.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            with unix, tcp:
                yield Line(unix, "localhost", {}), Line(tcp, there.netloc, {"Authorization": f"Bearer {token}"})
        finally:
            process.terminate()
