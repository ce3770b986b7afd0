"""A whole server: its sockets, its store, its gate, and the application behind it, until it is told to end.

Rules: nothing listens that is not guarded; an address that other machines reach takes TLS, or a proxy that was named;
one server serves one meeting place; nothing of tmux ends with it.
"""

import asyncio
import fcntl
import os
import resource
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import (
    AbstractAsyncContextManager,
    AsyncExitStack,
    aclosing,
    asynccontextmanager,
    contextmanager,
    suppress,
)
from dataclasses import dataclass
from functools import partial
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any, Final, cast

from cotty.doors.http.app import ACTOR, application
from cotty.doors.http.asgi import App, beside
from cotty.doors.http.events.feed import Feed
from cotty.doors.http.gate import ENTER, Gate, Place
from cotty.doors.http.identity import Doorkeeper
from cotty.doors.http.limits import Limits
from cotty.doors.http.serving import Listener, serve, tls_is_good
from cotty.doors.meeting import prepare
from cotty.doors.runner import Connect, Runner, running
from cotty.errors import CottyError, InvalidInput, Refused
from cotty.operations.happenings.agents import agents_happen
from cotty.operations.happenings.happening import Happening
from cotty.operations.happenings.panes import panes_happen
from cotty.operations.operation import Tier
from cotty.operations.policy import Actor, Kind
from cotty.store import tokens
from cotty.store.store import Store, opened

if TYPE_CHECKING:
    from cotty.agents.terminal import Terminal

HOST: Final = "127.0.0.1"
PORT: Final = 7780  # where a browser looks first; another one if it is taken
# An application over the same runner, which finds the actor in the scope by the name that it is given.
OtherDoor = Callable[[Runner, str], AbstractAsyncContextManager[App]]
_WAITING: Final = 128  # connections that were not accepted yet
_CONNECTIONS: Final = 65_536
_BEGINS: Final = 5.0  # seconds until panes must have been listed, so that what happens then is told


@dataclass(frozen=True, slots=True)
class Plan:
    """What to serve, and where. `listen`: None for the unix socket alone; a port of 0: any that is free."""

    connect: Connect
    meeting: str
    store: str
    person: str
    terminal: str  # the same for the same tmux server, whatever else was told
    listen: tuple[str, int] | None = (HOST, PORT)
    certificate: tuple[str, str] | None = None
    behind_proxy: bool = False
    allowed_hosts: tuple[str, ...] = ()
    limits: Limits | None = None
    doors: tuple[tuple[str, OtherDoor], ...] = ()  # what else is served, and at which path


@dataclass(frozen=True, slots=True)
class Open:
    """A server that listens. `address` is where a browser goes; None without one."""

    address: str | None
    store: Store
    person: str
    feed: Feed

    async def entrance(self) -> str | None:
        """The address with a new one-time code."""
        return await entrance(self.store, self.address, self.person) if self.address is not None else None


async def entrance(store: Store, address: str, person: str) -> str:
    """The address with a new one-time code."""
    code, _ = await tokens.make(store, person, tokens.CODE, "manage", seconds=tokens.CODE_SECONDS)
    return f"{address}{ENTER}?code={code}"


async def run(plan: Plan, ended: asyncio.Event, ready: Callable[[Open], Any]) -> None:
    """Serve until `ended` is set; `ready` is awaited once it listens."""
    check(plan)
    _allow_many_connections()
    async with AsyncExitStack() as stack:
        line = stack.enter_context(_unix(plan.meeting))
        tcp = stack.enter_context(_tcp(plan)) if plan.listen is not None else None
        store = await stack.enter_async_context(opened(plan.store))
        runner = await stack.enter_async_context(running(plan.connect))
        address, place = _reached(plan, tcp)
        feed = Feed(store, plan.terminal)
        await feed.begin()
        app = cast("App", application(runner, feed, address))
        for path, door in plan.doors:
            app = beside(app, path, await stack.enter_async_context(door(runner, ACTOR)))
        limits = plan.limits or Limits()
        keeper = Doorkeeper(store, limits, _cookie(plan, tcp))
        listeners = [Listener(line, Gate(app, Place(frozenset({"localhost"})), keeper))]
        if tcp is not None:
            listeners.append(Listener(tcp, Gate(app, place, keeper), plan.certificate))
        async with serving(listeners, feed, runner, ended):
            await ready(Open(address, store, plan.person, feed))
            await ended.wait()
            feed.close()


@asynccontextmanager
async def serving(
    listeners: list[Listener], feed: Feed, runner: Runner, ended: asyncio.Event
) -> AsyncIterator[None]:  # fmt: skip
    """Served until this ends, while all that happens is told."""
    try:
        async with asyncio.TaskGroup() as group:
            server = group.create_task(serve(listeners, ended))
            began = asyncio.Event()
            happenings = (agents_happen, partial(panes_happen, began=began))
            tellers = [group.create_task(_tell(feed, runner, each)) for each in happenings]
            tellers.append(group.create_task(feed.write()))
            server.add_done_callback(lambda _: [each.cancel() for each in tellers])
            with suppress(TimeoutError):  # a tmux that stands still keeps nobody from being served
                async with asyncio.timeout(_BEGINS):
                    await began.wait()
            try:
                yield
            finally:
                ended.set()
    except BaseExceptionGroup as several:
        raise several.exceptions[0] from None  # the first is why the others were cancelled


async def _tell(feed: Feed, runner: Runner, happens: Callable[["Terminal"], AsyncIterator[Happening]]) -> None:
    """Tell what happens, on a terminal that is the server's own."""
    nobody = Actor("cotty", Kind.AUTOMATION, Tier.READ)
    async with (
        runner.call(nobody, stands_in=None) as call,
        aclosing(cast("Any", happens(call.terminal))) as happenings,
    ):
        async for each in happenings:
            await feed.tell(each, call.terminal.name)


def _allow_many_connections() -> None:
    """As many as the account may have: the usual 1024 are fewer than the followers that are promised."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, _CONNECTIONS) if most > 0 else _CONNECTIONS, most))


def check(plan: Plan) -> None:
    """Raise why that must not be served."""
    if plan.certificate is not None:
        try:
            tls_is_good(plan.certificate)
        except OSError as error:
            raise InvalidInput(f"That certificate cannot be used: {error}.") from None
    if plan.listen is None:
        return
    if plan.behind_proxy and not plan.allowed_hosts:
        raise InvalidInput("Behind a proxy, name the hosts that it serves.", suggestion="Add `--allowed-host NAME`.")
    if not _is_loopback(plan.listen[0]) and plan.certificate is None and not plan.behind_proxy:
        raise Refused(
            f"Other machines reach {plan.listen[0]}, and nothing would hide what is typed.",
            suggestion="Give a certificate, or `--behind-proxy` with `--allowed-host NAME`.",
        )


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        raise InvalidInput(
            f"{host!r} is not the address of a network card.", suggestion="Say 127.0.0.1:7780."
        ) from None


def _reached(plan: Plan, tcp: socket.socket | None) -> tuple[str | None, Place]:
    """Where a browser goes, and the hosts that a request may name."""
    if tcp is None or plan.listen is None:
        return None, Place(frozenset())
    port, secure = tcp.getsockname()[1], plan.certificate is not None or plan.behind_proxy
    shown = f"[{plan.listen[0]}]" if ":" in plan.listen[0] else plan.listen[0]
    own = () if plan.behind_proxy else (f"{shown}:{port}", f"localhost:{port}")
    hosts = frozenset(each.lower() for each in (*own, *plan.allowed_hosts))
    named = plan.allowed_hosts and (plan.behind_proxy or not _is_loopback(plan.listen[0]))
    first = plan.allowed_hosts[0] if named else f"{shown}:{port}"
    return f"{'https' if secure else 'http'}://{first}", Place(hosts, secure)


def _cookie(plan: Plan, tcp: socket.socket | None) -> str:
    """Browsers give the cookies of one port to all others of that host, so the port is in the name."""
    name = f"cotty-{tcp.getsockname()[1]}" if tcp is not None else "cotty"
    return f"__Host-{name}" if plan.certificate is not None or plan.behind_proxy else name


@contextmanager
def _unix(path: str) -> Any:  # noqa: ANN401
    """The socket of a meeting place; whoever holds the lock beside it may replace what an ended server left."""
    prepare(path)
    lock = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Refused("A server of this tmux server runs already.", suggestion="Use it, or end it first.") from None
        with suppress(FileNotFoundError):
            os.unlink(path)
        before = os.umask(0o177)
        try:
            line = socket.socket(socket.AF_UNIX)
            line.bind(path)
        finally:
            os.umask(before)
        line.listen(_WAITING)
        try:
            yield line
        finally:
            line.close()
            with suppress(FileNotFoundError):
                os.unlink(path)
    finally:
        os.close(lock)


@contextmanager
def _tcp(plan: Plan) -> Any:  # noqa: ANN401
    """The socket for browsers. asyncio sends at once only what it knows to be TCP: else each answer takes 44 ms."""
    host, port = plan.listen or (HOST, PORT)
    line = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            line.bind((host, port))
        except OSError as error:
            if port != PORT:
                raise CottyError(f"Nothing can listen on {host}:{port}: {error.strerror}.",
                                 suggestion="Name another port with `--listen`.") from None  # fmt: skip
            line.bind((host, 0))
        line.listen(_WAITING)
        yield line
    finally:
        line.close()
