"""`cotty mcp`: serve one client on standard input and output; `install` and `uninstall` tell a client to start that.

Rules: which clients there are and what their files look like is known to `cotty.doors.mcp`; here words become a plan.
"""

import asyncio
import json
import os
import shlex
import shutil
import sys
from argparse import SUPPRESS, ArgumentParser, Namespace
from typing import TYPE_CHECKING, Any, Final

from cotty.doors.cli.options import chosen_actor, chosen_server, same_server
from cotty.doors.cli.output import coloured
from cotty.doors.cli.show import clean, put
from cotty.errors import InvalidInput
from cotty.operations.operation import Tier

if TYPE_CHECKING:
    from cotty.doors.mcp.installing import Change

_PLACES: Final = (("action", "ACTION", "install or uninstall; nothing: serve"),
                  ("client", "CLIENT", "claude, codex, opencode, cursor, vscode or gemini"))  # fmt: skip
_OPTIONS: Final = (
    ("--print", {"action": "store_true", "dest": "only_print", "help": "install: show what would be written"}),
    ("--folder", {"metavar": "FOLDER", "help": "install: for that project alone, not for all of yours"}),
    ("--tier", {"choices": list(map(str, Tier)), "help": "what the client may do at most; manage: everything"}),
    ("--every-tool", {"action": "store_true", "help": "offer every operation, not only those a model needs most"}),
    ("--patience", {"metavar": "SECONDS", "type": float, "help": "until a call that goes on answers a handle; 45"}),
)


def add_arguments(parser: ArgumentParser) -> None:
    """What the command takes beside the options of every command."""
    for name, metavar, sentence in _PLACES:
        parser.add_argument(name, nargs="?", metavar=metavar, help=sentence)
    for option, more in _OPTIONS:
        parser.add_argument(option, default=SUPPRESS, **more)
    parser.usage = "%(prog)s [options] [install CLIENT | uninstall CLIENT]"


def mcp(said: Namespace) -> int:
    """Do it; the exit code."""
    if said.action is None:
        return _serve(said)
    if said.action not in ("install", "uninstall") or said.client is None:
        raise InvalidInput(
            f"`cotty mcp` does not know how to {said.action}." if said.client else f"{said.action} for which client?",
            suggestion="Say `cotty mcp install CLIENT` or `cotty mcp uninstall CLIENT`.",
        )  # fmt: skip
    return _set_up(said)


def _serve(said: Namespace) -> int:
    from cotty.doors.mcp.serving import Manner, serve

    manner = Manner(
        name=chosen_actor(said).name if hasattr(said, "actor") or os.environ.get("COTTY_ACTOR") else None,
        tier=Tier(getattr(said, "tier", Tier.MANAGE)), every=hasattr(said, "every_tool"), **_patience(said),
    )  # fmt: skip
    asyncio.run(serve(chosen_server(said).connect, manner))
    return 0


def _patience(said: Namespace) -> dict[str, Any]:
    if (seconds := getattr(said, "patience", None)) is None:
        return {}
    if not 0 < seconds < 3600:
        raise InvalidInput("A patience is a number of seconds from 0 to 3600.")
    return {"patience": seconds}


def _set_up(said: Namespace) -> int:
    from cotty.doors.mcp.installing import changed, write

    words = [] if said.action == "uninstall" else [_program(), *_same_words(said), "mcp", *_serving_words(said)]
    change = changed(said.client, words, folder=getattr(said, "folder", None))
    if not hasattr(said, "only_print"):
        write(change)
    _tell(said, change)
    return 0


def _tell(said: Namespace, change: "Change") -> None:
    only_print = hasattr(said, "only_print")
    if hasattr(said, "json"):
        facts = {"client": change.client, "file": change.path, "changed": change.is_one, "backup": change.backup,
                 "written": change.is_one and not only_print, "text": change.after}  # fmt: skip
        put(json.dumps(facts, ensure_ascii=False) + "\n")
    elif only_print:
        put(change.after if change.after.endswith("\n") or not change.after else change.after + "\n")
    elif not change.is_one:
        put(f"{clean(change.path)} says so already; nothing was written.\n")
    else:
        put(f"{coloured('written', 'green', sys.stdout)}: {clean(change.path)}\n")
        if change.backup:
            put(f"as it was: {clean(change.backup)}\n")
        put(f"{change.hint}\n")


def _program() -> str:
    """The whole path: a client may be started with another PATH."""
    found = shutil.which(sys.argv[0]) or shutil.which("cotty")
    return os.path.abspath(found) if found else os.path.abspath(sys.argv[0])


def _same_words(said: Namespace) -> list[str]:
    """The options that choose the server; what the environment chooses, too, because clients pass little of it on."""
    words = [word for each in same_server(said) for word in shlex.split(each)]
    chosen = chosen_server(said)
    for name in ("host", "socket", "socket_path", "session"):
        value = getattr(chosen, name)
        if value not in (None, "local") and not hasattr(said, name):
            words.append(f"--{name.replace('_', '-')}={value}")
    return [*words, f"--session={said.session}"] if hasattr(said, "session") else words


def _serving_words(said: Namespace) -> list[str]:
    """What the client's server is started with, as it was said here."""
    words = [f"--tier={said.tier}"] if hasattr(said, "tier") else []
    words += ["--every-tool"] if hasattr(said, "every_tool") else []
    words += [f"--patience={said.patience:g}"] if hasattr(said, "patience") else []
    return words
