"""The line a person types to sit down at a session.

Rules: only shown, never run; each word is quoted for the person's shell, and the words of a remote shell once more.
"""

import os
import shlex

from cotty.doors.cli.options import Server


def attach_line(server: Server, session: str) -> str:
    """`tmux attach -t shared`, or what it takes to get that far in a container or on another host."""
    verb = "switch-client" if _is_inside(server) else "attach"
    target = session if session[:1].isalnum() else f"={session}"  # tmux takes other signs for more than a name
    return shlex.join(server.transport().typed([verb, "-t", target]))


def _is_inside(server: Server) -> bool:
    """Whether this runs in a pane of that server: there tmux refuses to attach and wants to be switched."""
    socket = os.environ.get("TMUX", "").rpartition(",")[0].rpartition(",")[0]
    if not socket or server.host != "local":
        return False
    if server.socket_path is not None:
        return os.path.realpath(server.socket_path) == os.path.realpath(socket)
    return server.socket in (None, os.path.basename(socket))
