"""Every operation by name, each loaded when it is first asked for.

Rules: the order is the order of the help; a value is `module:NAME`.
"""

import importlib
from collections.abc import Iterator
from typing import Any, Final, cast

from cotty.errors import InvalidInput
from cotty.operations.operation import Operation, Stream

OPERATIONS: Final = {
    "open": "cotty.operations.open:OPEN",
    "list": "cotty.operations.list:LIST",
    "send": "cotty.operations.send:SEND",
    "keys": "cotty.operations.keys:KEYS",
    "read": "cotty.operations.read:READ",
    "wait": "cotty.operations.wait:WAIT",
    "run": "cotty.operations.run:RUN",
    "screen": "cotty.operations.screen:SCREEN",
    "window": "cotty.operations.window:WINDOW",
    "split": "cotty.operations.split:SPLIT",
    "resize": "cotty.operations.resize:RESIZE",
    "kill": "cotty.operations.kill:KILL",
    "agents": "cotty.operations.agents.list:AGENTS",
    "launch": "cotty.operations.agents.launch:LAUNCH",
    "adopt": "cotty.operations.agents.adopt:ADOPT",
    "ask": "cotty.operations.agents.ask:ASK",
    "answer": "cotty.operations.agents.answer:ANSWER",
    "interrupt": "cotty.operations.agents.interrupt:INTERRUPT",
    "leave": "cotty.operations.agents.leave:LEAVE",
    "explain": "cotty.operations.agents.explain:EXPLAIN",
    "profiles": "cotty.operations.agents.profiles:PROFILES",
    "journal": "cotty.operations.access.past:JOURNAL",
    "tokens": "cotty.operations.access.tokens:TOKENS",
    "grant": "cotty.operations.access.grant:GRANT",
    "revoke": "cotty.operations.access.revoke:REVOKE",
    "doctor": "cotty.operations.doctor.check:DOCTOR",
}
STREAMS: Final = {"watch": "cotty.operations.watch:WATCH"}


def operation(name: str) -> Operation[Any, Any]:
    """The operation of that name."""
    return cast("Operation[Any, Any]", _load(OPERATIONS, name))


def stream(name: str) -> Stream[Any]:
    """The stream of that name."""
    return cast("Stream[Any]", _load(STREAMS, name))


def every_operation() -> Iterator[Operation[Any, Any]]:
    """The whole table, for reference pages, schemas and tests; loads every verb."""
    return (operation(name) for name in OPERATIONS)


def _load(table: dict[str, str], name: str) -> object:
    if name not in table:
        import difflib  # only for a mistake

        near = difflib.get_close_matches(name, table, n=1)
        hint = f"Did you mean {near[0]}? " if near else ""
        raise InvalidInput(f"There is no operation {name!r}.", suggestion=f"{hint}There are: {', '.join(table)}.")
    module, _, variable = table[name].partition(":")
    return getattr(importlib.import_module(module), variable)
