"""What the verbs of tokens share: the row of a token, and the store.

Rules: the store's libraries are loaded when a verb runs (150 ms), never with the table.
"""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from cotty.errors import CottyError
from cotty.operations.journal import state_folder
from cotty.operations.operation import Help

if TYPE_CHECKING:
    from cotty.store.models import Token
    from cotty.store.store import Store


@dataclass(frozen=True, slots=True)
class TokenRow:
    """A token as it is kept: never its secret."""

    number: Annotated[int, Help("Its number; `revoke` takes it, too.")]
    name: Annotated[str, Help("Who bears it: the actor of what is done with it.")]
    kind: Annotated[str, Help("program, or page: a browser that was let in.")]
    tier: Annotated[str, Help("read, answer, type or manage: each may do what those before it may.")]
    panes: Annotated[tuple[str, ...] | None, Help("The panes it is bound to, each of one life of tmux; null: all.")]
    made: Annotated[float, Help("When it was made, in seconds since 1970.")]
    expires: Annotated[float | None, Help("When it ends; null: when it is revoked.")]
    used: Annotated[float | None, Help("When it was last used, within a minute.")]


def row_of(token: "Token") -> TokenRow:
    """The row of a token."""
    panes = tuple(token.panes) if token.panes is not None else None
    return TokenRow(
        token.id, token.name, token.kind, token.tier, panes, token.made, token.expires, token.used
    )  # fmt: skip


def store_path() -> str:
    """The account's own store."""
    folder = state_folder()
    if folder is None:
        raise CottyError("This account has no folder for a store.", suggestion="Set XDG_STATE_HOME to one.")
    return os.path.join(folder, "cotty.db")


@asynccontextmanager
async def own_store() -> "AsyncIterator[Store]":
    """The account's own store, open."""
    from cotty.store.store import opened

    async with opened(store_path()) as store:
        yield store
