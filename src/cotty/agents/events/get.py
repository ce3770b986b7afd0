"""One GET of a server on this machine, driven by the loop: nobody waits for it, and it waits for nobody.

Rules: the address is a loopback one or nothing is opened; it has a deadline, which for a stream ends with the head of
the reply; the end is told once, with its reason.
"""

import asyncio
import base64
import ipaddress
import os
import socket
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from cotty.agents.events.reply import BadReply, Reply

_READ: Final = 1 << 16
_OK: Final = 200


@dataclass(frozen=True, slots=True)
class Address:
    """Where a server listens, and what it wants to be told to answer."""

    host: str
    port: int
    password: str | None = field(default=None, repr=False)
    user: str = "opencode"

    def request(self, path: str) -> bytes:
        lines = [f"GET /{path} HTTP/1.1", f"Host: {self.host}:{self.port}", "Accept: */*"]
        if self.password is not None:
            known = base64.b64encode(f"{self.user}:{self.password}".encode()).decode()
            lines.append(f"Authorization: Basic {known}")
        return "\r\n".join([*lines, "", ""]).encode()


class Get:
    """`body` is given the bytes of the reply as they come, `ended` the reason when nothing more comes ("": whole)."""

    def __init__(
        self,
        address: Address,
        path: str,
        *,
        body: Callable[[bytes], None],
        ended: Callable[[str], None],
        deadline: float,
        stream: bool = False,
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._body, self._ended, self._stream = body, ended, stream
        self._reply, self._request = Reply(), address.request(path)
        self._open = True
        family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
        self._socket = socket.socket(family, socket.SOCK_STREAM)
        self._socket.setblocking(False)
        self._timer = self._loop.call_later(deadline, self.close, f"no answer within {deadline:g} s")
        if not ipaddress.ip_address(address.host).is_loopback:
            self._loop.call_soon(self.close, f"{address.host} is not this machine")
            return
        try:
            self._socket.connect((address.host, address.port))
        except BlockingIOError:
            pass  # it is under way
        except OSError as error:
            self._loop.call_soon(self.close, _why(error))
            return
        self._loop.add_writer(self._socket, self._connected)

    def close(self, reason: str = "closed") -> None:
        """End it, with a reason for whoever asked."""
        if not self._open:
            return
        self._open = False
        self._timer.cancel()
        self._loop.remove_writer(self._socket)
        self._loop.remove_reader(self._socket)
        self._socket.close()
        self._ended(reason)

    def _connected(self) -> None:
        """A request of a few hundred bytes fits the buffer of a new socket whole."""
        self._loop.remove_writer(self._socket)
        error = self._socket.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)
        if error:
            self.close(_why(OSError(error, "")))
            return
        try:
            self._socket.send(self._request)
        except OSError as problem:
            self.close(_why(problem))
            return
        self._loop.add_reader(self._socket, self._readable)

    def _readable(self) -> None:
        try:
            data = self._socket.recv(_READ)
        except (BlockingIOError, InterruptedError):
            return
        except OSError as problem:
            self.close(_why(problem))
            return
        if not data:
            self.close("the server ended it")
            return
        try:
            body = self._reply.receive(data)
        except BadReply as problem:
            self.close(str(problem))
            return
        self._take(body)

    def _take(self, body: bytes) -> None:
        if not self._reply.status:
            return
        if self._stream:
            self._timer.cancel()
        if self._reply.status != _OK:
            self.close(f"it answers {self._reply.status}")
            return
        if body:
            self._body(body)
        if self._reply.over:
            self.close("")


def _why(error: OSError) -> str:
    return "nobody listens there" if isinstance(error, ConnectionRefusedError) else os.strerror(error.errno or 0)
