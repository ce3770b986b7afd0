"""Who asks: the account at the other end of a unix socket, the bearer of a token, or a page with its cookie.

Rules: a unix socket needs nothing more, the operating system knows who it is; over TCP nobody is let in without a
secret, this machine's own programs neither; a cookie counts only with what a foreign page cannot send; an address that
failed too often is asked for no more secrets, but who is known already stays known.
"""

import os
import pwd
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from typing import Final

from cotty.doors.http.asgi import Scope, has_header, header
from cotty.doors.http.limits import Limits
from cotty.errors import NotAdmitted, NotAuthenticated
from cotty.operations.operation import Tier
from cotty.operations.policy import Actor, Kind
from cotty.store import tokens
from cotty.store.models import Token
from cotty.store.store import Store

PEER: Final = "cotty.peer"  # in the state of a connection: the account at the other end, on a unix socket
ACTOR_HEADER: Final = "cotty-actor"  # who asks, where the account itself may say so
CSRF_HEADER: Final = "cotty-request"  # a foreign page cannot set it
_NOTED: Final = 60.0  # seconds between two notes of a token's use
_KNOWN: Final = 1000


@dataclass(frozen=True, slots=True)
class Identity:
    """Whoever asks. `key` is what limits count by; None: not counted."""

    actor: Actor
    key: str | None
    by_cookie: bool = False


@dataclass(slots=True)
class Doorkeeper:
    """Knows everybody whom one server lets in. `cookie` is the name of its cookie: ports share cookies."""

    store: Store
    limits: Limits
    cookie: str
    _known: "OrderedDict[str, tuple[int, Token]]" = field(default_factory=OrderedDict)

    async def who(self, scope: Scope) -> Identity:
        """Who asks; `NotAuthenticated` when nobody does."""
        peer = scope.get("state", {}).get(PEER)
        if peer is not None:
            return _of_account(peer, header(scope, ACTOR_HEADER))
        if has_header(scope, "authorization"):
            scheme, _, secret = (header(scope, "authorization") or "").partition(" ")
            kind = tokens.PROGRAM if scheme.lower() == "bearer" else ""
        else:
            secret, kind = self._cookie_of(scope) or "", tokens.PAGE
        if not (secret and kind):
            raise NotAuthenticated
        token = await self._token(secret, kind, address_of(scope))
        by_page = kind == tokens.PAGE
        actor = Actor(token.name, Kind.PERSON if by_page else Kind.AUTOMATION, Tier(token.tier), _panes(token))
        return Identity(actor, f"token {token.id}", by_cookie=by_page)

    async def enter(self, code: str, address: str) -> str | None:
        """The cookie's secret for a one-time code; None for a code that is none, used or old."""
        self.limits.check(address)
        found = await tokens.exchange(self.store, code)
        if found is None:
            self.limits.fail(address)
            return None
        return found[0]

    async def _token(self, secret: str, kind: str, address: str) -> Token:
        """The token of a secret; asked anew when anything was written; noted as used now and then."""
        key, signature = f"{kind} {tokens.digest(secret)}", self.store.signature()
        before, token = self._known.pop(key, (None, None))
        if token is None:
            self.limits.check(address)
        if token is None or before != signature:
            token = await tokens.find(self.store, secret, kind)
            if token is None:
                self.limits.fail(address)
                raise NotAuthenticated("That token is not known here, or no longer.")
        self._known[key] = (signature, token)
        if len(self._known) > _KNOWN:
            self._known.popitem(last=False)
        if not tokens.good(token):
            raise NotAuthenticated("That token is too old.")
        if time.time() - (token.used or 0) > _NOTED:
            token.used = time.time()
            await tokens.note_use(self.store, token)
        return token

    def _cookie_of(self, scope: Scope) -> str | None:
        try:
            found = SimpleCookie(header(scope, "cookie") or "").get(self.cookie)
        except CookieError:
            return None
        return found.value if found is not None else None


def check_page(scope: Scope, identity: Identity) -> None:
    """`NotAdmitted` for what a foreign page could have a browser do with the cookie of ours."""
    if not identity.by_cookie:
        return
    if header(scope, "sec-fetch-site") not in (None, "same-origin", "none"):
        raise NotAdmitted("That request comes from another page.")
    if scope["type"] == "websocket":
        if not has_header(scope, "origin"):
            raise NotAdmitted("A WebSocket by cookie says its origin.")
    elif scope["method"] not in ("GET", "HEAD") and header(scope, CSRF_HEADER) != "1":
        raise NotAdmitted(
            "A request by cookie says that it is meant.", suggestion="Send the header `Cotty-Request: 1`."
        )


def address_of(scope: Scope) -> str:
    """Where a request comes from."""
    return str((scope.get("client") or ("unix",))[0])


def _of_account(uid: int, said: str | None) -> Identity:
    """The account itself may act in any name, as it may on the command line."""
    if not said:
        return Identity(Actor(_name_of(uid)), None)
    kind, colon, name = said.partition(":")
    known = colon and name and kind in list(Kind)
    return Identity(Actor(name, Kind(kind)) if known else Actor(said, Kind.AGENT), None)


def _name_of(uid: int) -> str:
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:  # a container may run as a number without a name
        return str(os.getuid())


def _panes(token: Token) -> tuple[str, ...] | None:
    return tuple(token.panes) if token.panes is not None else None
