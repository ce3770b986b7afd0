"""Completion of cotty's words in bash, zsh and fish: verbs, options, addresses and agents that are there now, what an
agent offers, names of profiles and keys.

Rules: what cannot be had in time is not offered; nothing is ever printed but the words.
"""

import asyncio
import contextlib
from argparse import Namespace
from collections.abc import Callable
from typing import Any, Final

_SECONDS: Final = 2.0
COMMON_KEYS: Final = (
    "Enter", "Escape", "Tab", "BTab", "BSpace", "Space", "Up", "Down", "Left", "Right", "Home", "End", "PageUp",
    "PageDown", "Delete", "Insert", "C-c", "C-d", "C-z", "C-l", "C-u", "C-a", "C-e", "C-r",
    *(f"F{number}" for number in range(1, 13)),
)  # fmt: skip


def print_script(shell: str) -> int:
    """What the shell has to evaluate."""
    from argcomplete.shell_integration import shellcode

    print(shellcode(["cotty"], True, shell))
    return 0


def complete() -> None:
    """Answer the shell and end the process."""
    import argcomplete

    from cotty.doors.cli.parser import build

    argcomplete.autocomplete(build(), always_complete_options=False)


def _addresses(prefix: str, parsed_args: Namespace, **_: object) -> list[str]:
    rows = _rows(parsed_args)
    places = [row.session for row in rows if row.active] + [row.address for row in rows]
    ids = [row.id for row in rows] if prefix.startswith("%") else []
    return [word for word in dict.fromkeys(places + ids) if word.startswith(prefix)]


def _sessions(prefix: str, parsed_args: Namespace, **_: object) -> list[str]:
    names = dict.fromkeys(row.session for row in _rows(parsed_args))
    return [name for name in names if name.startswith(prefix)]


def _keys(prefix: str, **_: object) -> list[str]:
    return [name for name in COMMON_KEYS if name.startswith(prefix)]


def _agents(prefix: str, parsed_args: Namespace, **_: object) -> list[str]:
    """An address is what a person reads, an id what a script has."""
    rows = _agent_rows(parsed_args)
    words = [row.pane for row in rows] if prefix.startswith("%") else [row.address for row in rows]
    return [word for word in words if word.startswith(prefix)]


def _options(prefix: str, parsed_args: Namespace, **_: object) -> list[str]:
    """The labels of the dialog that stands there."""
    address = getattr(parsed_args, "input.address", None)
    rows = [row for row in _agent_rows(parsed_args) if row.awaiting and address in (row.pane, row.address)]
    return [each.label for row in rows for each in row.awaiting.options if each.label.startswith(prefix)]


def _profiles(prefix: str, **_: object) -> list[str]:
    from cotty.profiles.registry import profiles

    return [row.name for row in profiles() if row.problem is None and row.name.startswith(prefix)]


def _rows(said: Namespace) -> list[Any]:
    from cotty.operations.list import LIST, ListInput

    return list(getattr(_asked(said, LIST, ListInput()), "panes", ()))


def _agent_rows(said: Namespace) -> list[Any]:
    from cotty.operations.agents.list import AGENTS, AgentsInput

    return list(getattr(_asked(said, AGENTS, AgentsInput()), "agents", ()))


def _asked(said: Namespace, row: Any, request: Any) -> object:  # noqa: ANN401  (the table's rows differ in their types)
    from cotty.doors.cli.command import ask
    from cotty.errors import CottyError

    async def in_time() -> object:
        async with asyncio.timeout(_SECONDS):
            return await ask(said, row, request, noted=False)

    with contextlib.suppress(CottyError, TimeoutError, OSError):
        return asyncio.run(in_time())
    return None


COMPLETERS: Final[dict[str, Callable[..., list[str]]]] = {
    "address": _addresses, "session": _sessions, "keys": _keys, "agent": _agents, "option": _options,
    "profile": _profiles,
}  # fmt: skip
