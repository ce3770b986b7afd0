"""A command that asks a running server instead of tmux, when there is one for the same thing.

Rules: the standard library alone, and nothing is loaded until a socket stands at the meeting place; what starts a
program is never sent, because it starts with the folder, the PATH and the environment of where it was typed; a server
that does not answer is none; one that ends in the middle is an error, for what was asked may have been done.
"""

import json
import os
import socket
from argparse import Namespace
from collections.abc import Mapping
from dataclasses import asdict, fields, is_dataclass
from enum import StrEnum
from types import NoneType
from typing import TYPE_CHECKING, Any, Final, Literal, get_args, get_origin

from cotty import __version__
from cotty.doors.cli.options import Server, chosen_actor, chosen_server, chosen_settings
from cotty.doors.meeting import is_ours, meeting_place
from cotty.errors import ConnectionLost, CottyError, every_error
from cotty.settings import Settings

if TYPE_CHECKING:
    from http.client import HTTPConnection

# Those that start something, and those that are about this process's own machine and account.
ALONE: Final = frozenset({"open", "window", "split", "launch", "doctor", "profiles", "journal", "tokens", "grant",
                           "revoke"})  # fmt: skip
NOBODY: Final = object()
_CONNECTS: Final = 5  # seconds
_GRACE: Final = 60.0
_LONGEST: Final = 30 * 86_400.0


def place_of(server: Server) -> str:
    """Where a server of that tmux server would be met: told the same, by the same version, with the same files."""
    from cotty.operations.journal import state_folder

    settings = chosen_settings(server.set)
    told = {
        "version": __version__, "host": server.host, "socket": socket_of(server), "session": server.session,
        "tmux": server.tmux, "program": server.program, "options": server.options, "settings": asdict(settings),
        "state": state_folder(), "profiles": os.environ.get("XDG_CONFIG_HOME"), "home": os.environ.get("HOME"),
    }  # fmt: skip
    return meeting_place(told)


def asked(said: Namespace, row: Any, request: Any, told: list[str]) -> Any:  # noqa: ANN401  (rows differ in their types)
    """The answer of the server; `NOBODY` when there is none. What a call that was interrupted has to say is `told`."""
    if row.name in ALONE:
        return NOBODY
    line = connected(place_of(chosen_server(said)))
    if line is None:
        return NOBODY
    try:
        body = json.dumps(asdict(request), ensure_ascii=False).encode()
        headers = _headers(said, name := os.urandom(8).hex())
    except UnicodeEncodeError:  # bytes that are no text: JSON does not carry them
        line.close()
        return NOBODY
    line.sock.settimeout(_patience(row.name, request, chosen_settings(chosen_server(said).set)))
    try:
        return _answer(line, row, body, headers)
    except KeyboardInterrupt:
        told += _ended(said, name)
        raise
    finally:
        line.close()


def connected(path: str) -> "HTTPConnection | None":
    """A connection to the server at that place, if one listens."""
    if not os.path.exists(path) or not is_ours(os.path.dirname(path)):
        return None
    from http.client import HTTPConnection  # 20 ms

    line = socket.socket(socket.AF_UNIX)
    line.settimeout(_CONNECTS)
    try:
        line.connect(path)
    except OSError:
        line.close()
        return None
    line.settimeout(None)
    made = HTTPConnection("localhost")
    made.sock = line
    return made


def _answer(line: "HTTPConnection", row: Any, body: bytes, headers: "dict[str, str | bytes]") -> Any:  # noqa: ANN401
    from http.client import HTTPException

    try:
        line.request("POST", f"/api/{row.name}", body, headers)
        reply = line.getresponse()
        status, said = reply.status, json.loads(reply.read())
    except (OSError, HTTPException, ValueError) as error:
        raise ConnectionLost(
            f"The server ended before it answered, or says nothing ({type(error).__name__}).",
            suggestion="What was asked may have been done: look before you ask again.",
        ) from None
    if status != 200:
        raise _error(said["error"])
    return revived(row.Output, said)


def _patience(name: str, request: Any, settings: Settings) -> float:  # noqa: ANN401
    """Seconds after which a server that says nothing has lost the call: longer than the verb's own deadlines."""
    usual = {"wait": settings.wait_deadline, "run": settings.run_deadline, "ask": settings.turn_deadline}.get(name, 0.0)
    named = getattr(request, "timeout", None)
    waits = (usual if named is None else max(named, 0.0)) + (getattr(request, "pen_timeout", None) or 0.0)
    return min(waits, _LONGEST) + _GRACE


def _headers(said: Namespace, name: str) -> "dict[str, str | bytes]":
    from cotty.operations.waits.standing import own_pane

    own = own_pane()
    actor = "".join(sign if sign.isprintable() else " " for sign in str(chosen_actor(said))).encode()
    more: dict[str, str | bytes] = {"Cotty-Pane": own} if own is not None else {}
    return {"Content-Type": "application/json", "Cotty-Actor": actor, "Cotty-Call": name, **more}


def _ended(said: Namespace, name: str) -> list[str]:
    """End the call of that name, and give what it has to say."""
    line = connected(place_of(chosen_server(said)))
    if line is None:
        return []
    try:
        line.request("POST", f"/calls/{name}/end", b"", _headers(said, name))
        return [str(each) for each in json.loads(line.getresponse().read()).get("told", [])]
    except (OSError, ValueError):
        return []
    finally:
        line.close()


def _error(said: dict[str, Any]) -> CottyError:
    """The error that the server raised."""
    kind = next((each for each in every_error() if each.code == said["code"]), CottyError)
    error = kind(said["message"], suggestion=said["suggestion"])
    error.facts = said["facts"]
    return error


def revived(kind: Any, value: Any) -> Any:  # noqa: ANN401  (any type of a field)
    """A value of that type, from what JSON has of it."""
    if hasattr(kind, "__metadata__"):
        return revived(get_args(kind)[0], value)
    inner = get_args(kind)
    if value is None or get_origin(kind) is Literal:
        return value
    if NoneType in inner:
        return revived(next(each for each in inner if each is not NoneType), value)
    if get_origin(kind) is tuple:
        return tuple(revived(inner[0], each) for each in value)
    if get_origin(kind) is Mapping:
        return dict(value)
    if is_dataclass(kind):
        return kind(**{row.name: revived(row.type, value[row.name]) for row in fields(kind)})  # type: ignore[operator]
    return kind(value) if isinstance(kind, type) and issubclass(kind, StrEnum) else value


def socket_of(server: Server) -> str:
    """The socket as a path, where it is on this machine: two names of one socket are one server."""
    if server.host != "local":
        return f"{server.socket} {server.socket_path}"
    folder = os.path.join(os.environ.get("TMUX_TMPDIR") or "/tmp", f"tmux-{os.getuid()}")  # noqa: S108  (tmux's own)
    return os.path.realpath(server.socket_path or os.path.join(folder, server.socket or "default"))
