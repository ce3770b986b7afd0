"""The event server of a running OpenCode: found by its own command line and sockets, followed while it is there.

Rules: nothing is started or configured; it is used when the process was told to listen (`--port`) and holds a listening
socket on loopback, so a password from its environment goes to that process and to nobody else; one that is lost is
looked for again when somebody next asks, at the earliest after `_AGAIN` seconds.
"""

import asyncio
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from cotty.agents.events.get import Address, Get
from cotty.agents.events.told import Told

_AGAIN: Final = 1.0
_LEVELS: Final = ("session/status", "permission", "question")
_LEVEL_BYTES: Final = 1 << 20


@dataclass(slots=True)
class EventServer:
    """One per process. `changed` is called when what is believed has changed."""

    pid: int
    changed: Callable[[], None]
    deadline: float
    told: Told = field(default_factory=Told)
    _gets: list[Get] = field(default_factory=list)
    _tried: float = 0.0
    _open: bool = False
    _answered: asyncio.Event = field(default_factory=asyncio.Event)
    _left: int = 0  # levels that were asked and not answered

    @property
    def there(self) -> bool:
        """There is, or was, such a server."""
        return self._open or self.told.heard > 0

    def listen(self) -> None:
        """Follow it, if it is there and not followed already."""
        now = time.monotonic()
        if self._open or now - self._tried < _AGAIN:
            return
        self._tried = now
        address = address_of(self.pid)
        if address is None:
            self.told.lost = self.told.lost or "it does not listen"
            self._answered.set()
            return
        self._open, self._answered = True, asyncio.Event()
        fresh = Told(heard=self.told.heard, lost="it has not answered yet")
        self.told = fresh
        stream = Get(
            address, "event", body=self._receive, ended=self._lose, deadline=self.deadline, stream=True
        )  # fmt: skip
        self._gets = [stream]
        self._left = len(_LEVELS)
        for path in _LEVELS:
            self._ask(address, path, fresh)

    async def answered(self) -> None:
        """Wait until it has said what is so now, or until it is plain that it will not."""
        try:
            async with asyncio.timeout(self.deadline):
                await self._answered.wait()
        except TimeoutError:
            pass  # the screen has to do

    def close(self) -> None:
        for get in list(self._gets):
            get.close()
        self._gets.clear()

    def _ask(self, address: Address, path: str, told: Told) -> None:
        kept = bytearray()

        def take(data: bytes) -> None:
            kept.extend(data[: _LEVEL_BYTES - len(kept)])

        def whole(reason: str) -> None:
            self._left -= 1
            if not reason and self._take_level(path, bytes(kept), told):
                self.changed()
            if self._left <= 0:
                self._answered.set()

        self._gets.append(Get(address, path, body=take, ended=whole, deadline=self.deadline))

    def _take_level(self, path: str, data: bytes, told: Told) -> bool:
        try:
            return told.level(path, json.loads(data), time.monotonic())
        except ValueError:
            return False

    def _receive(self, data: bytes) -> None:
        self.told.lost = None
        if self.told.receive(data, time.monotonic()):
            self.changed()

    def _lose(self, reason: str) -> None:
        self._open, self.told.lost = False, reason or "the server ended it"
        self.close()
        self._answered.set()
        self.changed()


def address_of(pid: int) -> Address | None:
    """Where that process serves its events, on this machine's loopback; None where it does not."""
    import psutil  # costs 15 ms, and most commands ask no agent

    try:
        process = psutil.Process(pid)
        words = process.cmdline()
        if not (wanted := port_named(words)):
            return None
        listens = getattr(process, "net_connections", None) or process.connections  # its name up to psutil 5
        places = [c.laddr for c in listens(kind="tcp") if c.status == psutil.CONN_LISTEN]
        environment = process.environ()
    except (psutil.Error, OSError):
        return None
    hosts = {"127.0.0.1": "127.0.0.1", "::1": "::1", "0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104  (what it listens on)
    for place in places:
        if place.ip in hosts and wanted in (place.port, -1):
            user = environment.get("OPENCODE_SERVER_USERNAME") or "opencode"
            return Address(hosts[place.ip], place.port, environment.get("OPENCODE_SERVER_PASSWORD"), user)
    return None


def port_named(words: Sequence[str]) -> int:
    """The port in a command line; -1 for any that the system gives (`--port 0`), 0 where none is named."""
    for at, word in enumerate(words):
        name, has_value, value = word.partition("=")
        if name == "--port":
            value = value if has_value else next(iter(words[at + 1 :]), "")
            return (int(value) or -1) if value.isdigit() else 0
    return 0
