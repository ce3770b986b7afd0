"""What `cotty mcp install` says and writes, and what it refuses."""

import json
from pathlib import Path

import pytest

from cotty.doors.cli.main import answer


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home with nothing in it, and nothing chosen by the environment."""
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("COTTY_SOCKET", "COTTY_SOCKET_PATH", "COTTY_HOST", "COTTY_SESSION", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def said(capfd: pytest.CaptureFixture[str], *words: str, status: int = 0) -> str:
    assert answer(["mcp", *words]) == status
    captured = capfd.readouterr()
    return captured.out if status == 0 else captured.err


def entry(home: Path) -> list[str]:
    document = json.loads((home / ".cursor" / "mcp.json").read_text(encoding="utf-8"))
    return list(document["mcpServers"]["cotty"]["args"])


def test_it_says_what_was_written_and_what_was_there(home: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert f"written: {home}/.cursor/mcp.json" in said(capfd, "install", "cursor")
    assert "says so already" in said(capfd, "install", "cursor")
    assert "mcp.json.before-cotty" in said(capfd, "uninstall", "cursor")
    assert "says so already" in said(capfd, "uninstall", "cursor")


def test_printing_writes_nothing(home: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert '"cotty"' in said(capfd, "install", "cursor", "--print")
    assert not (home / ".cursor").exists()
    facts = json.loads(said(capfd, "install", "cursor", "--print", "--json"))
    assert (facts["changed"], facts["written"], facts["backup"]) == (True, False, None)


def test_the_chosen_server_and_the_manner_are_written_down(
    home: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    said(capfd, "install", "cursor", "--socket", "mine", "--tier", "read", "--patience", "20", "--every-tool")
    assert entry(home) == ["--socket=mine", "mcp", "--tier=read", "--every-tool", "--patience=20"]
    monkeypatch.setenv("COTTY_SOCKET_PATH", "/tmp/of the environment")
    monkeypatch.setenv("COTTY_SESSION", "work")
    said(capfd, "install", "cursor")
    assert entry(home) == ["--socket-path=/tmp/of the environment", "--session=work", "mcp"]


@pytest.mark.parametrize(
    ("words", "told"),
    [("install", "for which client"), ("install emacs", "emacs"), ("remove claude", "remove"),
     ("--patience 0", "patience"), ("--patience nan", "patience")],
)  # fmt: skip
def test_what_cannot_be_meant_is_one_line(capfd: pytest.CaptureFixture[str], words: str, told: str) -> None:
    assert told in said(capfd, *words.split(), status=2)
