"""From an address to a terminal: `local`, `docker://name`, `ssh://user@host`.

Rules: nothing is started or asked before the first verb; every option is a list of arguments, never a string for a
shell.
"""

import os
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from cotty.agents.terminal import Terminal
from cotty.errors import InvalidInput
from cotty.settings import Settings
from cotty.terminal.terminal import DEFAULT_SESSION
from cotty.transports.base import TmuxProgram, Transport
from cotty.transports.docker import Docker
from cotty.transports.local import Local
from cotty.transports.ssh import Ssh


def connect(
    host: str = "local", *, socket: str | None = None, socket_path: str | os.PathLike[str] | None = None,
    session: str = DEFAULT_SESSION, tmux: str = "tmux", config: str | None = None, program: Sequence[str] = (),
    options: Sequence[str] = (), actor: str | None = None, settings: Settings | None = None,
) -> AbstractAsyncContextManager[Terminal]:  # fmt: skip
    """A terminal on a tmux server here, in a container or on another host, for `async with`.

    `program` replaces `docker` or `ssh` (for instance `["podman"]`), `options` go with it; `session` is the one that
    addresses without a session mean; `actor` is the name that others see while we hold a pen.
    """
    if socket is not None and socket_path is not None:
        raise InvalidInput("Name a socket or a socket path, not both.")
    path = os.fspath(socket_path) if socket_path is not None else None
    transport = transport_to(host, TmuxProgram(tmux, socket, path, config), program, options)
    return terminal_at(transport, settings=settings or Settings(), session=session, actor=actor or default_actor())


@asynccontextmanager
async def terminal_at(transport: Transport, *, settings: Settings, session: str, actor: str) -> AsyncIterator[Terminal]:
    """A terminal that is closed at the end; nothing is asked before the first verb."""
    terminal = Terminal(transport, settings=settings, session=session, actor=actor)
    try:
        yield terminal
    finally:
        await terminal.close()


def transport_to(host: str, tmux: TmuxProgram, program: Sequence[str] = (), options: Sequence[str] = ()) -> Transport:
    """The transport that an address names."""
    scheme, separator, rest = host.partition("://")
    if host in ("local", ""):
        return Local(tmux)
    if scheme == "docker" and separator:
        return Docker(rest, tmux, tuple(program) or ("docker",), tuple(options))
    if scheme == "ssh" and separator:
        name, colon, port = rest.rpartition(":")
        if not colon or not port.isdigit():
            return Ssh(rest, tmux, tuple(program) or ("ssh",), tuple(options))
        return Ssh(name, tmux, tuple(program) or ("ssh",), tuple(options), int(port))
    raise InvalidInput(f"{host!r} is not a host.", suggestion="Say local, docker://NAME or ssh://USER@HOST.")


def default_actor() -> str:
    """Who acts when nobody said: the person's account, or the agent that set COTTY_ACTOR."""
    return os.environ.get("COTTY_ACTOR") or os.environ.get("USER") or "somebody"
