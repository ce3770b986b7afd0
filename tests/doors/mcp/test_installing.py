"""A client's file is changed in one place, with what was there kept beside it."""

import json
import os
import stat
import tomllib
from pathlib import Path
from typing import Any

import pytest

from cotty.doors.mcp.clients import CLIENTS
from cotty.doors.mcp.installing import Change, changed, write
from cotty.errors import CottyError, InvalidInput

WORDS = ("/bin/cotty", "--socket-path=/tmp/my tmux", "mcp")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home with nothing in it."""
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("XDG_CONFIG_HOME", "CODEX_HOME", "CLAUDE_CONFIG_DIR"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def installed(client: str, words: tuple[str, ...] = WORDS, folder: Path | None = None) -> Change:
    change = changed(client, words, folder=str(folder) if folder else None)
    write(change)
    return change


def servers(client: str, path: str) -> dict[str, Any]:
    row, text = CLIENTS[client], Path(path).read_text(encoding="utf-8")
    document = tomllib.loads(text) if row.toml else json.loads(text)
    return dict(document.get(row.key, {}))


@pytest.mark.promise("mcp:install")
@pytest.mark.parametrize("client", CLIENTS)
def test_it_is_installed_once_and_taken_out_again(client: str) -> None:
    first = installed(client)
    assert first.is_one
    entry = servers(client, first.path)["cotty"]
    said = entry["command"] if client == "opencode" else [entry["command"], *entry["args"]]
    assert said == list(WORDS)
    assert not installed(client).is_one
    assert installed(client, ("/bin/cotty", "mcp")).is_one
    assert installed(client, ()).is_one
    assert servers(client, first.path) == {}
    assert not installed(client, ()).is_one


@pytest.mark.parametrize("client", [name for name, row in CLIENTS.items() if not row.toml])
def test_what_else_a_json_file_says_stays_and_a_copy_is_kept(client: str, tmp_path: Path) -> None:
    row = CLIENTS[client]
    path = Path(changed(client, WORDS).path)
    path.parent.mkdir(parents=True, exist_ok=True)
    before = json.dumps({"one": "é", row.key: {"other": {"command": "x"}}, "two": [1]}, indent=4, ensure_ascii=False)
    path.write_text(before, encoding="utf-8")
    path.chmod(0o640)
    change = installed(client)
    after = json.loads(path.read_text(encoding="utf-8"))
    assert (after["one"], after["two"], after[row.key]["other"]) == ("é", [1], {"command": "x"})
    assert '\n    "one"' in path.read_text(encoding="utf-8")
    assert change.backup is not None
    assert Path(change.backup).read_text(encoding="utf-8") == before
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    installed(client, ())
    assert json.loads(path.read_text(encoding="utf-8")) == json.loads(before)
    assert not list(tmp_path.rglob("*.new-*"))


def test_comments_and_order_of_a_toml_file_stay(home: Path) -> None:
    path = home / ".codex" / "config.toml"
    path.parent.mkdir()
    before = '# mine\nmodel = "x"  # the good one\n\n[mcp_servers.other]\ncommand = "y"\n\n[tui]\nkeys = 1\n'
    path.write_text(before, encoding="utf-8")
    installed("codex")
    after = path.read_text(encoding="utf-8")
    assert after.startswith('# mine\nmodel = "x"  # the good one\n')
    assert tomllib.loads(after)["mcp_servers"]["cotty"]["env_vars"] == ["TMUX", "TMUX_PANE"]
    installed("codex", ())
    assert tomllib.loads(path.read_text(encoding="utf-8")) == tomllib.loads(before)
    assert "# the good one" in path.read_text(encoding="utf-8")


def test_a_file_that_is_new_belongs_to_its_person_alone() -> None:
    change = installed("cursor")
    assert stat.S_IMODE(os.stat(change.path).st_mode) == 0o600
    assert change.backup is None


@pytest.mark.parametrize(
    ("client", "text"),
    [("vscode", '{\n  // mine\n  "servers": {}\n}'), ("cursor", "[]"), ("cursor", '{"mcpServers": []}'),
     ("codex", "model = "), ("codex", "mcp_servers = 3"), ("gemini", "{")],
)  # fmt: skip
def test_what_would_be_lost_is_not_touched_and_what_to_add_is_said(client: str, text: str) -> None:
    path = Path(changed(client, WORDS).path)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InvalidInput) as raised:
        installed(client)
    assert "/bin/cotty" in raised.value.suggestion
    assert path.read_text(encoding="utf-8") == text


def test_a_link_stays_a_link(home: Path) -> None:
    target = home / "dotfiles.json"
    target.write_text("{}", encoding="utf-8")
    link = home / ".claude.json"
    link.symlink_to(target)
    installed("claude")
    assert link.is_symlink()
    assert "cotty" in servers("claude", str(target))


def test_a_project_has_its_own_file(tmp_path: Path) -> None:
    project = tmp_path / "project"
    found = {client: os.path.relpath(installed(client, folder=project).path, project) for client in CLIENTS}
    assert found == {
        "claude": ".mcp.json", "codex": ".codex/config.toml", "opencode": "opencode.json", "cursor": ".cursor/mcp.json",
        "vscode": ".vscode/mcp.json", "gemini": ".gemini/settings.json",
    }  # fmt: skip


def test_a_client_that_keeps_its_files_elsewhere_is_followed(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CODEX_HOME", str(home / "c"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / "x"))
    (home / "x" / "opencode").mkdir(parents=True)
    (home / "x" / "opencode" / "opencode.jsonc").write_text("{}", encoding="utf-8")
    assert changed("codex", WORDS).path == str(home / "c" / "config.toml")
    assert changed("opencode", WORDS).path == str(home / "x" / "opencode" / "opencode.jsonc")


def test_a_client_that_nobody_knows_and_a_file_that_cannot_be_written_are_errors(home: Path) -> None:
    with pytest.raises(InvalidInput, match="emacs"):
        changed("emacs", WORDS)
    (home / ".cursor").write_text("a file", encoding="utf-8")
    with pytest.raises(CottyError, match="cannot be"):
        installed("cursor")
