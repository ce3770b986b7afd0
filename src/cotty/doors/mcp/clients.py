"""The clients that can be told of cotty: where each keeps its servers, and how it writes one down.

Rules: data and nothing else; each row is that program's own format, as its own `mcp add` writes it where it has one.
"""

import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

NAME: Final = "cotty"
Entry = Callable[[str, list[str]], dict[str, Any]]
_MILLISECONDS: Final = 60_000


@dataclass(frozen=True, slots=True)
class Client:
    """`own` may name several files: the first that is there is meant, else the first of all."""

    title: str
    own: tuple[str, ...]  # below the home folder, or below what a variable names
    project: str  # below the folder of a project
    key: str  # the table of all servers in it
    entry: Entry
    hint: str  # what a person does next
    toml: bool = False

    def path(self, folder: str | None, environment: Mapping[str, str]) -> str:
        """The file that is meant."""
        if folder is not None:
            return os.path.join(os.path.abspath(folder), self.project)
        paths = [os.path.expanduser(os.path.expandvars(_filled(each, environment))) for each in self.own]
        return next((path for path in paths if os.path.exists(path)), paths[0])


def _filled(path: str, environment: Mapping[str, str]) -> str:
    """`{NAME:usual}` is what the variable says, else the usual."""
    if not path.startswith("{"):
        return path
    name, _, rest = path[1:].partition(":")
    usual, _, below = rest.partition("}")
    return (environment.get(name) or usual) + below


def _stdio(command: str, words: list[str]) -> dict[str, Any]:
    return {"type": "stdio", "command": command, "args": words}


def _plain(command: str, words: list[str]) -> dict[str, Any]:
    return {"command": command, "args": words}


def _codex(command: str, words: list[str]) -> dict[str, Any]:
    """Codex passes on a few variables of its environment, and those that are named."""
    return {"command": command, "args": words, "env_vars": ["TMUX", "TMUX_PANE"]}


def _opencode(command: str, words: list[str]) -> dict[str, Any]:
    """Its own limit is shorter than a call may take before it answers with a handle."""
    return {"type": "local", "command": [command, *words], "enabled": True, "timeout": _MILLISECONDS}


_CODE: Final = (
    "~/Library/Application Support/Code/User" if sys.platform == "darwin" else "{XDG_CONFIG_HOME:~/.config}/Code/User"
)
CLIENTS: Final = {
    "claude": Client(
        "Claude Code", ("{CLAUDE_CONFIG_DIR:~}/.claude.json",), ".mcp.json", "mcpServers", _stdio,
        "`claude mcp get cotty` shows it; a session that runs already has to be started anew.",
    ),
    "codex": Client(
        "Codex", ("{CODEX_HOME:~/.codex}/config.toml",), ".codex/config.toml", "mcp_servers", _codex,
        "`codex mcp get cotty` shows it; a session that runs already has to be started anew.", toml=True,
    ),
    "opencode": Client(
        "OpenCode",
        ("{XDG_CONFIG_HOME:~/.config}/opencode/opencode.jsonc", "{XDG_CONFIG_HOME:~/.config}/opencode/opencode.json"),
        "opencode.json", "mcp", _opencode, "`opencode mcp list` shows it.",
    ),
    "cursor": Client(
        "Cursor", ("~/.cursor/mcp.json",), ".cursor/mcp.json", "mcpServers", _stdio,
        "Cursor asks whether to start it; its settings list it under MCP.",
    ),
    "vscode": Client(
        "VS Code", (f"{_CODE}/mcp.json",), ".vscode/mcp.json", "servers", _stdio,
        "`MCP: List Servers` in the palette of commands starts it.",
    ),
    "gemini": Client(
        "Gemini CLI", ("~/.gemini/settings.json",), ".gemini/settings.json", "mcpServers", _plain,
        "`gemini mcp list` shows it, in a folder that it trusts.",
    ),
}  # fmt: skip
