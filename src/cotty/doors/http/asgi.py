"""The words of ASGI that the gate uses."""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]


def header(scope: Scope, name: str) -> str | None:
    """A header's value; of several, nobody knows which is meant: none."""
    found = [value for key, value in scope["headers"] if key == name.encode()]
    return found[0].decode("utf-8", "replace") if len(found) == 1 else None


def has_header(scope: Scope, name: str) -> bool:
    return any(key == name.encode() for key, _ in scope["headers"])


def beside(app: App, path: str, other: App) -> App:
    """Another application answers at that path, this one everywhere else."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        is_there = scope["type"] == "http" and scope["path"] == path
        await (other if is_there else app)(scope, receive, send)

    return answer
