"""The line a person types to sit down at a session.

Rules: only shown, never run; each word is quoted for the person's shell, and the words of a remote shell once more.
"""

import os
import shlex

from cotty.doors.cli.options import Server


def attach_line(server: Server, session: str) -> str:
    """`tmux attach -t shared`, or what it takes to get that far in a container or on another host."""
    scheme, separator, rest = server.host.partition("://")
    if not separator:
        return shlex.join(_tmux(server, "switch-client" if _is_inside(server) else "attach", session))
    words = _tmux(server, "attach", session)
    if scheme == "docker":
        program = server.program or ("docker",)
        middle = ("--",) if program[0].endswith("kubectl") else ()
        return shlex.join([*program, "exec", "-it", *server.options, rest, *middle, *words])
    name, colon, port = rest.rpartition(":")
    there = ["-p", port, name] if colon and port.isdigit() else [rest]
    return shlex.join(["ssh", "-t", *server.options, *there, shlex.join(words)])


def _tmux(server: Server, verb: str, session: str) -> list[str]:
    words = [server.tmux]
    if server.socket_path is not None:
        words += ["-S", server.socket_path]
    elif server.socket is not None:
        words += ["-L", server.socket]
    return [*words, verb, "-t", session]


def _is_inside(server: Server) -> bool:
    """Whether this runs in a pane of that server: there tmux refuses to attach and wants to be switched."""
    socket = os.environ.get("TMUX", "").rpartition(",")[0].rpartition(",")[0]
    if not socket:
        return False
    if server.socket_path is not None:
        return os.path.realpath(server.socket_path) == os.path.realpath(socket)
    return server.socket in (None, os.path.basename(socket))
