"""Tell a client to start `cotty mcp`, or no longer: its file, changed in one place.

Rules: a file that says so already is not written; what was there is kept beside it; the new file takes the old one's
place whole; what cannot be read, or would lose a person's comments, is not touched and the lines to add are said.
"""

import json
import os
import shutil
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from cotty.doors.mcp.clients import CLIENTS, NAME, Client
from cotty.errors import CottyError, InvalidInput

_BACKUP: Final = ".before-cotty"


@dataclass(frozen=True, slots=True)
class Change:
    """What a file says, and what it shall say."""

    client: str
    path: str
    before: str | None
    after: str
    hint: str

    @property
    def is_one(self) -> bool:
        return self.after != (self.before or "")

    @property
    def backup(self) -> str | None:
        """Where what was there is kept."""
        return self.path + _BACKUP if self.is_one and self.before is not None else None


def changed(client: str, words: Sequence[str], *, folder: str | None = None) -> Change:
    """With the words that start the server, or without any to take it out."""
    if client not in CLIENTS:
        raise InvalidInput(f"There is no client {client!r} that cotty knows.", suggestion=f"Say {', '.join(CLIENTS)}.")
    row = CLIENTS[client]
    path = os.path.realpath(row.path(folder, os.environ))  # a link stays one
    before = _read(path)
    entry = row.entry(words[0], list(words[1:])) if words else None
    after = _edited(row, path, before, entry)
    return Change(client, path, before, after, row.hint if words else f"{row.title} no longer starts cotty.")


def write(change: Change) -> None:
    """Write it, if it is a change."""
    if not change.is_one:
        return
    try:
        os.makedirs(os.path.dirname(change.path), exist_ok=True)
        if change.backup:
            shutil.copy2(change.path, change.backup)
        new = f"{change.path}.new-{os.getpid()}"
        mode = os.stat(change.path).st_mode & 0o777 if change.before is not None else 0o600
        with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "w", encoding="utf-8") as file:
            os.fchmod(file.fileno(), mode)
            file.write(change.after)
        os.replace(new, change.path)
    except OSError as error:
        raise CottyError(
            f"{change.path} cannot be written: {error.strerror}.", suggestion="`--print` shows what belongs there."
        ) from None


def _read(path: str) -> str | None:
    try:
        with open(path, encoding="utf-8", newline="") as file:
            return file.read()
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise CottyError(f"{path} cannot be read: {error}.", suggestion="`--folder` names another place.") from None


def _edited(row: Client, path: str, before: str | None, entry: dict[str, Any] | None) -> str:
    edit = _edited_toml if row.toml else _edited_json
    try:
        return edit(row.key, before or "", entry)
    except ValueError as error:
        lines = edit(row.key, "", entry) if entry else f"the entry {NAME!r} below {row.key!r}"
        raise InvalidInput(
            f"{path} cannot be changed without losing what stands there: {error}.",
            suggestion=f"{'Add' if entry else 'Take out'} by hand: {lines.strip()}",
        ) from None


def _edited_json(key: str, before: str, entry: dict[str, Any] | None) -> str:
    document = json.loads(before) if before.strip() else {}
    if not isinstance(document, dict) or not isinstance(document.get(key, {}), dict):
        raise ValueError("it is no table")
    servers = document.get(key, {})
    if servers.get(NAME) == entry:
        return before
    if entry is None:
        del servers[NAME]
    else:
        document[key] = {**servers, NAME: entry}
    return json.dumps(document, ensure_ascii=False, indent=_indent(before)) + "\n"


def _indent(text: str) -> int | str:
    """As the file has it."""
    with suppress(StopIteration):
        line = next(line for line in text.splitlines() if line[:1] in (" ", "\t") and line.strip())
        return line[: len(line) - len(line.lstrip())]
    return 2


def _edited_toml(key: str, before: str, entry: dict[str, Any] | None) -> str:
    import tomlkit

    document = tomlkit.parse(before)
    servers = document.get(key, {})
    if not isinstance(servers, dict):
        raise ValueError("it is no table")
    if (servers[NAME].unwrap() if NAME in servers else None) == entry:
        return before
    if entry is None:
        del servers[NAME]
        return tomlkit.dumps(document)
    if key not in document:
        document[key] = tomlkit.table(is_super_table=True)
    table = tomlkit.table()
    table.update(entry)
    document[key][NAME] = table
    return tomlkit.dumps(document)
