"""Start a tmux server where none runs, by making its first session.

Rules: what stands where the socket belongs is not removed unless it is a socket (tmux 3.1 – 3.8 unlink whatever is
there, a file too); the server keeps the command line it was started with, so its first pane runs a short one; tmux
reports a socket that it cannot make with status 0, so only the printed id is success.
"""

import os
import stat
from collections.abc import Sequence

from cotty.controlmode import commands
from cotty.controlmode.commands import Words
from cotty.controlmode.refusals import refusal
from cotty.errors import InvalidInput, TmuxRefused
from cotty.transports.base import Transport
from cotty.transports.carrier import run_once, run_tmux

_PLACEHOLDER = ("cat", "-u")
_FREE_OR_SOCKET = '[ ! -e "$1" ] || [ -S "$1" ]'


async def start_server(transport: Transport, words: Words, *, deadline: float) -> str:
    """Make a session by these words, with a program that does nothing yet; the id of its pane."""
    path = transport.tmux.socket_path
    if path is not None and not await _may_be_socket(transport, path, deadline):
        raise InvalidInput(f"{path} is not a socket, and tmux would put one in its place.")
    starting = commands.as_arguments((*words, "--", *_PLACEHOLDER))
    done = await run_tmux(transport, starting, deadline=deadline)
    if done.status:
        raise refusal(done.complaint)
    return printed_id(done.output.split(), done.complaint)


async def _may_be_socket(transport: Transport, path: str, deadline: float) -> bool:
    if transport.shares_machine:
        return _is_free_or_socket(path)
    asked = ("sh", "-c", _FREE_OR_SOCKET, "sh", path)
    return (await run_once(transport, asked, deadline=deadline)).status == 0


def _is_free_or_socket(path: str) -> bool:
    return not os.path.exists(path) or stat.S_ISSOCK(os.stat(path).st_mode)


def printed_id(lines: Sequence[bytes], complaint: str = "") -> str:
    """The id of a new pane, among lines that may be notices, too."""
    for line in lines:
        if line.startswith(b"%") and line[1:].isdigit():
            return line.decode()
    said = complaint.strip() or b" ".join(lines).decode("utf-8", "replace")
    raise TmuxRefused(f"tmux made no pane: {said or 'no reason given'}.")
