"""Completion of cotty's words in bash, zsh and fish: verbs, options, addresses that are there now, names of keys.

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


def _rows(said: Namespace) -> list[Any]:
    from cotty.doors.cli.command import ask
    from cotty.errors import CottyError
    from cotty.operations.list import LIST, ListInput

    async def in_time() -> list[Any]:
        async with asyncio.timeout(_SECONDS):
            return list((await ask(said, LIST, ListInput(), noted=False)).panes)

    with contextlib.suppress(CottyError, TimeoutError, OSError):
        return asyncio.run(in_time())
    return []


COMPLETERS: Final[dict[str, Callable[..., list[str]]]] = {
    "address": _addresses, "session": _sessions, "keys": _keys,
}  # fmt: skip
