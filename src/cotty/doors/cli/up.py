"""`cotty up`: the default session is there, and a person knows what to do next."""

import asyncio
import shlex
import shutil
import sys
from argparse import Namespace
from typing import Any

from cotty.doors.cli.attach import attach_line
from cotty.doors.cli.command import ask
from cotty.doors.cli.options import chosen_server, same_server
from cotty.doors.cli.output import coloured
from cotty.doors.cli.show import clean, put, show_json
from cotty.operations.open import OPEN, OpenInput


def up(said: Namespace) -> int:
    """Open the default session, and say how to look, type and read."""
    row = asyncio.run(ask(said, OPEN, OpenInput()))
    if hasattr(said, "json"):
        show_json(row)
    else:
        _say(said, row)
    return 0


def _say(said: Namespace, row: Any) -> None:  # noqa: ANN401
    name, cotty = clean(row.session), " ".join([shlex.quote(_own_name()), *same_server(said)])
    put(f"The session {coloured(name, 'bold', sys.stdout)} is ready: pane {row.id}, "
        f"{clean(row.command)} in {clean(row.cwd)}.\n\n")  # fmt: skip
    for word, line in (
        ("look", attach_line(chosen_server(said), row.session)),
        ("type", f'{cotty} send {name} "echo hello"'),
        ("read", f"{cotty} read {name}"),
        ("run", f'{cotty} run {name} "ls -la"'),
        ("more", f"{_own_name()} --help"),
    ):
        put(f"  {coloured(word, 'dim', sys.stdout)}{'':{8 - len(word)}}{line}\n")


def _own_name() -> str:
    """What a person types to run this program again: its name, or the way it was called where the name is not found."""
    return "cotty" if shutil.which("cotty") else sys.argv[0]
