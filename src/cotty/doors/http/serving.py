"""Sockets, and uvicorn on them.

Rules: a unix socket is 0600 in a folder that is 0700 and ours, and whoever connects is of this account; a head that
does not come in time ends its connection, and so does one that is too long; signals are the caller's.
"""

import asyncio
import contextlib
import os
import socket
import ssl
import struct
import sys
from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, Final

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from cotty.doors.http.asgi import App
from cotty.doors.http.gate import HEAD_BYTES
from cotty.doors.http.identity import PEER

HEAD_SECONDS: Final = 10.0
_GOODBYE: Final = 2  # seconds that open answers have when the server ends
_LOCAL_PEERCRED: Final = 1  # macOS: sys/un.h


@dataclass(frozen=True, slots=True)
class Listener:
    """A socket that listens, what answers on it, and its certificate, if TLS carries it."""

    socket: socket.socket
    app: App
    certificate: tuple[str, str] | None = None


async def serve(listeners: list[Listener], ended: asyncio.Event) -> None:
    """Serve until `ended` is set; then whoever is being answered has a moment."""
    servers = [_Server(_config(each)) for each in listeners]
    async with asyncio.TaskGroup() as group:
        for server, each in zip(servers, listeners, strict=True):
            group.create_task(server.serve(sockets=[each.socket]))
        await ended.wait()
        for server in servers:
            server.should_exit = True


def _config(each: Listener) -> uvicorn.Config:
    certificate, key = each.certificate or (None, None)
    return uvicorn.Config(
        each.app, http=Line, ws="none", lifespan="off", log_config=None, log_level="critical", access_log=False,
        server_header=False, proxy_headers=False, h11_max_incomplete_event_size=HEAD_BYTES,
        timeout_graceful_shutdown=_GOODBYE,
        ssl_certfile=certificate, ssl_keyfile=key,
    )  # fmt: skip


class _Server(uvicorn.Server):
    """uvicorn, without hands on the signals of the process."""

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        yield


class Line(H11Protocol):
    """One connection: who is at its other end, and a deadline for each head."""

    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)  # type: ignore[arg-type]
        line = transport.get_extra_info("socket")
        if line.family == socket.AF_UNIX:
            peer = peer_of(line)
            if peer != os.getuid():
                self.transport.abort()
                return
            self.app_state = {**self.app_state, PEER: peer}
        self._expect()

    def data_received(self, data: bytes) -> None:
        cycle: Any = self.cycle  # None before the first request, whatever uvicorn's type says
        if self._late is None and (cycle is None or cycle.response_complete):
            self._expect()
        super().data_received(data)
        if self.cycle is not cycle:
            self._stop_waiting()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def _expect(self) -> None:
        self._late = self.loop.call_later(HEAD_SECONDS, self._too_late)

    def _too_late(self) -> None:
        self._late = None
        self.transport.abort()

    def _stop_waiting(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None


def peer_of(line: Any) -> int | None:  # noqa: ANN401  (asyncio's own kind of socket)
    """The account at the other end of a unix socket, as the kernel knows it."""
    if sys.platform == "darwin":
        _version, uid = struct.unpack("=II", line.getsockopt(0, _LOCAL_PEERCRED, 8))
        return int(uid)
    _pid, uid, _gid = struct.unpack("=iII", line.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))
    return int(uid)


def tls_is_good(certificate: tuple[str, str]) -> None:
    """Raise what makes a certificate unusable, before anything listens."""
    ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(*certificate)
