"""Tokens: made, found by their secret, exchanged, listed, revoked.

Rules: a secret has 256 bits and is told once; its SHA-256 is all that is kept, so no salt is needed; a code becomes a
page's secret in one statement, so that of two who bring it one is let in.
"""

import hashlib
import secrets
import time
from collections.abc import Sequence
from typing import Any, Final, cast

from sqlalchemy import CursorResult, select, update

from cotty.store.models import Token
from cotty.store.store import Store

PROGRAM: Final = "program"
PAGE: Final = "page"
CODE: Final = "code"
CODE_SECONDS: Final = 600.0
PAGE_SECONDS: Final = 30 * 86400.0


async def make(
    store: Store, name: str, kind: str, tier: str, *, panes: Sequence[str] | None = None, seconds: float | None = None
) -> tuple[str, Token]:
    """A new secret, and what is kept of it."""
    secret, now = f"cotty_{secrets.token_urlsafe(32)}", time.time()
    row = Token(
        name=name, kind=kind, digest=digest(secret), tier=tier, panes=list(panes) if panes is not None else None,
        made=now, expires=now + seconds if seconds is not None else None,
    )  # fmt: skip
    async with store.changing_tokens() as session:
        session.add(row)
    return secret, row


async def exchange(store: Store, code: str) -> tuple[str, Token] | None:
    """The page's secret for a code that was never used and is not too old; None for any other."""
    now = time.time()
    taken = (
        update(Token)
        .where(Token.digest == digest(code), Token.kind == CODE, Token.ended.is_(None), Token.expires > now)
        .values(ended=now)
    )
    async with store.changing_tokens() as session:
        if cast("CursorResult[Any]", await session.execute(taken)).rowcount != 1:
            return None
    found = await _row(store, code)
    return None if found is None else await make(store, found.name, PAGE, found.tier, seconds=PAGE_SECONDS)


async def find(store: Store, secret: str, kind: str) -> Token | None:
    """Whose secret that is, while it is good."""
    found = await _row(store, secret)
    return found if found is not None and found.kind == kind and good(found) else None


def good(token: Token) -> bool:
    """It is neither revoked nor too old."""
    return token.ended is None and (token.expires is None or token.expires > time.time())


async def note_use(store: Store, token: Token) -> None:
    """That it was used now."""
    async with store.writing() as session:
        await session.execute(update(Token).where(Token.id == token.id).values(used=time.time()))


async def listed(store: Store) -> list[Token]:
    """All that are good, the newest last; codes are no business of anybody."""
    async with store.session() as session:
        found = await session.scalars(select(Token).where(Token.kind != CODE).order_by(Token.id))
        return [row for row in found if good(row)]


async def revoke(store: Store, name: str) -> int:
    """End every token of that name, or the one of that number; how many there were."""
    which = Token.id == int(name) if name.isdecimal() else Token.name == name
    ended = update(Token).where(which, Token.kind != CODE, Token.ended.is_(None)).values(ended=time.time())
    async with store.changing_tokens() as session:
        return cast("CursorResult[Any]", await session.execute(ended)).rowcount


def digest(secret: str) -> str:
    """What is kept of a secret."""
    return hashlib.sha256(secret.encode("utf-8", "surrogateescape")).hexdigest()


async def _row(store: Store, secret: str) -> Token | None:
    async with store.session() as session:
        found: Token | None = await session.scalar(select(Token).where(Token.digest == digest(secret)))
        return found
