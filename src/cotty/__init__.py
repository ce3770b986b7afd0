"""cotty: one terminal, shared by people and agents.

    async with cotty.connect() as terminal:
        pane = await terminal.open("shared")
        receipt = await pane.send("make test")

The public names are these, with `cotty.errors` and, without `await`, `cotty.sync`. Each is loaded when it is
first used, so that `import cotty` costs nothing.
"""

import importlib
from typing import TYPE_CHECKING, Final

__version__ = "0.1.0"

if TYPE_CHECKING:
    from cotty import errors as errors
    from cotty import sync as sync
    from cotty.agents.agent import Agent as Agent
    from cotty.agents.pane import Pane as Pane
    from cotty.agents.terminal import Terminal as Terminal
    from cotty.connecting import connect as connect
    from cotty.errors import CottyError as CottyError
    from cotty.model import AgentInfo as AgentInfo
    from cotty.model import AgentReport as AgentReport
    from cotty.model import AgentState as AgentState
    from cotty.model import Awaiting as Awaiting
    from cotty.model import Chunk as Chunk
    from cotty.model import ChunkKind as ChunkKind
    from cotty.model import Evidence as Evidence
    from cotty.model import Option as Option
    from cotty.model import Outcome as Outcome
    from cotty.model import Page as Page
    from cotty.model import PaneInfo as PaneInfo
    from cotty.model import Pen as Pen
    from cotty.model import Ready as Ready
    from cotty.model import Reason as Reason
    from cotty.model import Receipt as Receipt
    from cotty.model import Result as Result
    from cotty.model import Screen as Screen
    from cotty.model import Source as Source
    from cotty.model import Turn as Turn
    from cotty.settings import Settings as Settings

_NOUNS: Final = (
    *("AgentInfo", "AgentReport", "AgentState", "Awaiting", "Chunk", "ChunkKind", "Evidence", "Option"),
    *("Outcome", "Page", "PaneInfo", "Pen", "Ready", "Reason", "Receipt", "Result", "Screen", "Source", "Turn"),
)
_MODULES: Final = ("errors", "sync")
_HOMES: Final = dict.fromkeys(_NOUNS, "cotty.model") | {
    "Agent": "cotty.agents.agent",
    "CottyError": "cotty.errors",
    "Pane": "cotty.agents.pane",
    "Settings": "cotty.settings",
    "Terminal": "cotty.agents.terminal",
    "connect": "cotty.connecting",
}

__all__ = sorted([*_HOMES, *_MODULES])


def __dir__() -> list[str]:
    return list(__all__)


if not TYPE_CHECKING:  # a type checker that saw this would believe in every name

    def __getattr__(name: str) -> object:
        if name in _HOMES:
            return getattr(importlib.import_module(_HOMES[name]), name)
        if name in _MODULES:
            return importlib.import_module(f"cotty.{name}")
        message = f"module 'cotty' has no attribute {name!r}"
        raise AttributeError(message)
