"""What stands in front of everything, HTTP and WebSocket alike: may this be asked from there, and who asks?

Rules: the order is host, origin, identity, page, limits; nothing behind is reached before all have passed; the headers
that keep a browser careful stand on every answer, refusals too.
"""

from collections.abc import MutableMapping
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from typing import Any, Final
from urllib.parse import parse_qs

from cotty.doors.crashes import report_crash
from cotty.doors.http.app import ACTOR, STILL
from cotty.doors.http.asgi import App, Receive, Scope, Send, has_header, header
from cotty.doors.http.identity import Doorkeeper, address_of, check_page
from cotty.doors.http.problems import JSON, problem
from cotty.errors import CottyError, NotAdmitted, NotAuthenticated, TooLarge, WrongMethod
from cotty.store.tokens import PAGE_SECONDS

ENTER: Final = "/enter"
HEAD_BYTES: Final = 16 << 10  # h11 bounds what has not come whole yet, and nothing else
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_CAREFUL: Final = (
    (b"content-security-policy", _POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cache-control", b"no-store"),
)
_ONLY_TLS: Final = (b"strict-transport-security", b"max-age=31536000")
_POLICY_VIOLATION: Final = 1008


@dataclass(frozen=True, slots=True)
class Place:
    """Where a server is reached: the hosts that a request may name, and whether TLS carries it."""

    hosts: frozenset[str]
    secure: bool = False

    @property
    def origins(self) -> frozenset[str]:
        return frozenset(f"{'https' if self.secure else 'http'}://{host}" for host in self.hosts)


@dataclass(frozen=True, slots=True)
class Gate:
    """An ASGI application in front of another."""

    app: App
    place: Place
    keeper: Doorkeeper

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let it in, or refuse it in the one error shape."""
        if scope["type"] not in ("http", "websocket"):
            return
        careful = self._careful(send)
        try:
            self._check_place(scope)
            if scope["path"] == ENTER and scope["type"] == "http":
                await self._enter(scope, careful)
                return
            identity = await self.keeper.who(scope)
            check_page(scope, identity)
            limit = self.keeper.limits.one(identity.key) if identity.key is not None else nullcontext()
            known = {ACTOR: identity.actor, STILL: partial(self.keeper.who, scope)}
            with limit:
                await self.app({**scope, **known}, receive, careful)
        except CottyError as error:
            await _refuse(scope, careful, error)
        except Exception as error:  # noqa: BLE001  (the trace goes to a file, with its name said)
            await _refuse(scope, careful, report_crash(error))

    def _check_place(self, scope: Scope) -> None:
        """A foreign name that leads here is DNS rebinding; a foreign origin is another page."""
        if sum(len(name) + len(value) for name, value in scope["headers"]) > HEAD_BYTES:
            raise TooLarge("The head of that request is too large.")
        if (header(scope, "host") or "").lower() not in self.place.hosts:
            raise NotAdmitted("That host is not served here.", suggestion="Name more with `cotty up --allowed-host`.")
        if has_header(scope, "origin") and header(scope, "origin") not in self.place.origins:
            raise NotAdmitted("That request comes from another page.")

    async def _enter(self, scope: Scope, send: Send) -> None:
        """A one-time code becomes the cookie of this page; the address is then one without it."""
        if scope["method"] != "GET":
            raise WrongMethod
        code = parse_qs(scope["query_string"].decode("latin-1")).get("code", [""])[0]
        secret = await self.keeper.enter(code, address_of(scope))
        if secret is None:
            raise NotAuthenticated(
                "That code is used, old or none.",
                suggestion="Run `cotty up` again: it prints an address with a new one.",
            )
        flags = "; Secure" if self.place.secure else ""
        cookie = f"{self.keeper.cookie}={secret}; Path=/; HttpOnly; SameSite=Strict; Max-Age={PAGE_SECONDS:.0f}{flags}"
        await _answer(send, 303, b"", [(b"location", b"/docs"), (b"set-cookie", cookie.encode())])

    def _careful(self, send: Send) -> Send:
        more = [*_CAREFUL, _ONLY_TLS] if self.place.secure else list(_CAREFUL)

        async def careful(message: MutableMapping[str, Any]) -> None:
            if message["type"] in ("http.response.start", "websocket.accept"):
                message = {**message, "headers": [*message.get("headers", []), *more]}
            await send(message)

        return careful


async def _refuse(scope: Scope, send: Send, error: CottyError) -> None:
    if scope["type"] == "websocket":  # before it was accepted: the server answers 403
        await send({"type": "websocket.close", "code": _POLICY_VIOLATION})
        return
    status, body = problem(error)
    await _answer(send, status, body, [(b"content-type", JSON.encode())])


async def _answer(send: Send, status: int, body: bytes, headers: list[tuple[bytes, bytes]]) -> None:
    headers = [*headers, (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
