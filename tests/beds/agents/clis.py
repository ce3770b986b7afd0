"""The agent CLIs, their pinned versions, and how each is installed into the beds.

Rules: built aside and renamed, so what is in place is whole; a version is a folder, so a new pin is a new bed and the
old one stays for whoever still uses it; a CLI is checked by asking it for its version.
"""

import os
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.beds.commands import CannotPrepare, run
from tests.beds.places import beds, partial


@dataclass(frozen=True, slots=True)
class Cli:
    """One agent CLI: the name tests use, the package that brings it, and the program in it."""

    name: str
    package: str
    version: str
    command: str
    source: str = "npm"
    says_version: bool = True

    @property
    def folder(self) -> Path:
        return beds() / "agents" / f"{self.name}-{self.version}"

    @property
    def program(self) -> Path:
        """The program, by the name a person would start it with."""
        return self.folder / ("node_modules/.bin" if self.source == "npm" else "bin") / self.command

    def missing(self) -> str | None:
        if not self.program.exists():
            return "not installed"
        return _node_missing() if self.source == "npm" else None

    def prepare(self) -> None:
        """Install it and see that it answers."""
        {"npm": _from_npm, "pypi": _from_pypi}[self.source](self)


CLIS: Final = (
    Cli("claude_code", "@anthropic-ai/claude-code", "2.1.327", "claude"),
    Cli("codex", "@openai/codex", "0.169.0", "codex"),
    Cli("opencode", "opencode-ai", "1.18.33", "opencode"),
    Cli("gemini", "@google/gemini-cli", "0.61.0", "gemini"),
    Cli("aider", "aider-chat", "0.86.2", "aider", source="pypi"),
)
CLI: Final = {cli.name: cli for cli in CLIS}
# No agent: the client that the authors of the protocol give to those who write servers.
INSPECTOR: Final = Cli(
    "mcp_inspector", "@modelcontextprotocol/inspector", "2.12.0", "mcp-inspector", says_version=False
)


def _node_missing() -> str | None:
    absent = [name for name in ("node", "npm") if shutil.which(name) is None]
    return f"not installed: {', '.join(absent)}" if absent else None


def _from_npm(cli: Cli) -> None:
    """npm may be told to run no install scripts: whether the program is whole, its version says."""
    if why := _node_missing():
        raise CannotPrepare(why)
    made = _emptied(partial(cli.folder.name))
    options = ("--no-audit", "--no-fund", "--no-save", "--fetch-retries=1", "--fetch-timeout=60000", "--loglevel=error")
    run(["npm", "install", "--prefix", str(made), *options, f"{cli.package}@{cli.version}"])
    _put_in_place(cli, made)


def _from_pypi(cli: Cli) -> None:
    """A virtual environment names its own folder in its programs, so it is made where it stays, unnamed until whole."""
    made = _emptied(cli.folder.with_name(f"{cli.folder.name}.files"))
    run([sys.executable, "-m", "venv", str(made)])
    options = ("--quiet", "--disable-pip-version-check", "--retries=1")
    run([str(made / "bin/python"), "-m", "pip", "install", *options, f"{cli.package}=={cli.version}"])
    expect_version(cli, made / "bin" / cli.command)
    cli.folder.unlink(missing_ok=True)
    cli.folder.symlink_to(made.name)


def _put_in_place(cli: Cli, made: Path) -> None:
    expect_version(cli, made / cli.program.relative_to(cli.folder))
    cli.folder.parent.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(cli.folder, ignore_errors=True)
    os.replace(made, cli.folder)


def expect_version(cli: Cli, program: Path) -> None:
    """Asked in an empty home: some write settings when they are only asked for their version."""
    if not cli.says_version:
        if not program.exists():
            raise CannotPrepare(f"{cli.package} brings no {cli.command}: see tests/beds/agents/clis.py")
        return
    home = _emptied(partial(f"{cli.folder.name}-home"))
    said = run([str(program), "--version"], env={"HOME": str(home)}, seconds=120)
    shutil.rmtree(home, ignore_errors=True)
    if cli.version not in said.split():
        raise CannotPrepare(f"{cli.package} answers {said.strip()!r}, not {cli.version}: see tests/beds/agents/clis.py")


def _emptied(folder: Path) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder
