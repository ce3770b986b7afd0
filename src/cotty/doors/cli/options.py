"""Options that every command takes, and their stand-ins in the environment: which server, who asks, and the numbers of
`cotty.settings`.

Rules: an option beats the environment; naming a socket by one option sets aside both variables; nothing is a string
for a shell; a setting whose name or value cannot be is one error that names it.
"""

import math
import os
from argparse import SUPPRESS, ArgumentParser, Namespace
from collections.abc import Iterable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from cotty.errors import InvalidInput
from cotty.settings import Settings, least, sentences

if TYPE_CHECKING:
    from cotty.agents.terminal import Terminal
    from cotty.operations.policy import Actor
    from cotty.transports.base import Transport

# option, what argparse needs to know, the variable that stands in for it
_OPTIONS: Final = (
    ("--host", {"metavar": "HOST", "help": "local, docker://NAME or ssh://[USER@]HOST[:PORT] (COTTY_HOST)"}),
    ("--socket", {"metavar": "NAME", "help": "the tmux server of that name, tmux's -L (COTTY_SOCKET)"}),
    ("--socket-path", {"metavar": "PATH", "help": "the tmux server on that socket, tmux's -S (COTTY_SOCKET_PATH)"}),
    ("--session", {"metavar": "NAME", "help": "the session meant where none is named; shared (COTTY_SESSION)"}),
    ("--actor", {"metavar": "NAME", "help": "who asks: NAME, person:NAME or automation:NAME (COTTY_ACTOR)"}),
    ("--tmux", {"metavar": "PROGRAM", "help": "the tmux to run there"}),
    ("--config-file", {"metavar": "FILE", "help": "the configuration of a server that has to be started, tmux's -f"}),
    (
        "--container-program",
        {"metavar": "WORDS", "action": "append", "help": "instead of docker: podman, 'podman --url …', kubectl"},
    ),
    (
        "--container-option",
        {"metavar": "WORD", "action": "append", "help": "one word for its exec, as --container-option=-u; repeatable"},
    ),
    (
        "--ssh-option",
        {"metavar": "WORD", "action": "append", "help": "one word for ssh, as --ssh-option=-v; repeatable"},
    ),
    (
        "--set",
        {"metavar": "NAME=VALUE", "action": "append", "help": "a setting for this command; repeatable (COTTY_<NAME>)"},
    ),
    ("--json", {"action": "store_true", "help": "print the answer, or the error, as JSON"}),
)
SHARED: Final = "which server, and who asks"
# Those that choose the server.
_CHOOSING: Final = ("--host", "--socket", "--socket-path", "--tmux", "--container-program", "--container-option",
                    "--ssh-option")  # fmt: skip


def add_options(parser: ArgumentParser) -> None:
    """The same for the program and for each command, so that they may stand before and after the verb."""
    group = parser.add_argument_group(SHARED)
    for name, more in _OPTIONS:
        group.add_argument(name, default=SUPPRESS, **more)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Server:
    """The tmux server that the options choose."""

    host: str = "local"
    socket: str | None = None
    socket_path: str | None = None
    session: str | None = None
    tmux: str = "tmux"
    config: str | None = None
    program: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    set: tuple[str, ...] = ()

    def connect(self, actor: str) -> AbstractAsyncContextManager["Terminal"]:
        from cotty.connecting import connect  # the engine is loaded once the words were understood
        from cotty.terminal.terminal import DEFAULT_SESSION

        return connect(
            self.host, socket=self.socket, socket_path=self.socket_path, tmux=self.tmux, config=self.config,
            program=self.program, options=self.options, actor=actor,
            session=self.session or DEFAULT_SESSION, settings=chosen_settings(self.set),
        )  # fmt: skip

    def transport(self) -> "Transport":
        """How that server is reached."""
        from cotty.connecting import transport_to
        from cotty.transports.base import TmuxProgram

        tmux = TmuxProgram(self.tmux, self.socket, self.socket_path, self.config)
        return transport_to(self.host, tmux, self.program, self.options)


def chosen_server(said: Namespace) -> Server:
    """What the options say, else the environment."""
    socket, socket_path = getattr(said, "socket", None), getattr(said, "socket_path", None)
    if socket is None and socket_path is None:
        socket, socket_path = _variable("COTTY_SOCKET"), _variable("COTTY_SOCKET_PATH")
    host = getattr(said, "host", None) or _variable("COTTY_HOST") or "local"
    is_ssh = host.startswith("ssh:")
    return Server(
        host=host, socket=socket, socket_path=socket_path,
        session=getattr(said, "session", None) or _variable("COTTY_SESSION"),
        tmux=getattr(said, "tmux", "tmux"), config=getattr(said, "config_file", None),
        program=() if is_ssh else _words(getattr(said, "container_program", [])),
        options=tuple(getattr(said, "ssh_option" if is_ssh else "container_option", [])),
        set=tuple(getattr(said, "set", [])),
    )  # fmt: skip


def same_server(said: Namespace) -> list[str]:
    """The options that a later command has to repeat, as a shell takes them; what came from the environment will be
    there again.
    """
    import shlex

    words = []
    for option in _CHOOSING:
        value = getattr(said, option[2:].replace("-", "_"), [])
        words += [shlex.quote(f"{option}={each}") for each in (value if isinstance(value, list) else [value])]
    return words


def chosen_actor(said: Namespace) -> "Actor":
    """Who asks. Whoever gave a name is an agent unless it says otherwise; else it is the person whose account it is."""
    from cotty.operations.policy import Actor, Kind

    name = getattr(said, "actor", None) or _variable("COTTY_ACTOR")
    if name is None:
        return Actor(os.environ.get("USER") or _account())
    kind, colon, rest = name.partition(":")
    if colon and rest and kind in list(Kind):
        return Actor(rest, Kind(kind))
    return Actor(name, Kind.AGENT)


def _account() -> str:
    import pwd

    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:  # a container may run as a number without a name
        return str(os.getuid())


def _variable(name: str) -> str | None:
    return os.environ.get(name) or None


def _words(values: list[str]) -> tuple[str, ...]:
    import shlex

    return tuple(word for value in values for word in shlex.split(value))


def variable(name: str) -> str:
    """The variable that stands in for a setting."""
    return f"COTTY_{name.upper()}"


def chosen_settings(said: Sequence[str]) -> Settings:
    """The environment, then what was said."""
    given = {name: _number(variable(name), name, os.environ[variable(name)]) for name in sentences()
             if os.environ.get(variable(name))}  # fmt: skip
    for word in said:
        name, equals, value = word.partition("=")
        name = name.strip().lower().replace("-", "_")
        if name not in sentences() or not equals:
            raise InvalidInput(f"{word!r} sets nothing.", suggestion=_near(name))
        given[name] = _number(f"--set {name}", name, value)
    return Settings(**given)


def setting_lines() -> Iterable[str]:
    """Every setting with its default and its meaning."""
    usual = Settings()
    width = max(map(len, sentences()))
    return (f"  {name:{width}}  {sentence} ({getattr(usual, name):g})" for name, sentence in sentences().items())


def _number(where: str, name: str, text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value) or value < least(name):
        raise InvalidInput(
            f"{where}: {text!r} is not a number from {least(name):g} on.",
            suggestion=f"{name}: {sentences()[name]}; {getattr(Settings(), name):g} unless it is set.",
        )
    return value


def _near(name: str) -> str:
    import difflib

    near = difflib.get_close_matches(name, sentences(), n=1)
    hint = f"Did you mean {near[0]}? " if near else ""
    return f"{hint}Say NAME=VALUE; the names: {', '.join(sentences())}."
