"""The files the gates look at, each read and parsed once.

Only files git knows or would add are seen, so a build folder or a virtualenv never counts.
"""

import ast
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class Source:
    """One Python file: its path from the root of the repository, its text and its tree."""

    path: str
    text: str
    tree: ast.Module

    @property
    def is_test(self) -> bool:
        return self.path.startswith("tests/")

    @property
    def lines(self) -> int:
        return self.text.count("\n")


@cache
def tracked(suffix: str = "") -> tuple[Path, ...]:
    """Every file of the repository with this suffix; a copy without git is walked instead."""
    listing = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    if listing.returncode == 0:
        names = listing.stdout.decode().split("\0")
        found = (ROOT / name for name in names if name)
    else:
        found = (path for path in ROOT.rglob("*") if not {".venv", ".git"} & set(path.parts))
    return tuple(sorted(path for path in found if path.name.endswith(suffix) and path.is_file()))


@cache
def sources() -> tuple[Source, ...]:
    return tuple(_read_all())


def _read_all() -> Iterator[Source]:
    for path in tracked(".py"):
        text = path.read_text(encoding="utf-8")
        yield Source(path.relative_to(ROOT).as_posix(), text, ast.parse(text, filename=str(path)))


def packages() -> dict[str, int]:
    """Each package of cotty and how many modules stand directly in it, `__init__.py` not counted."""
    modules = [Path(source.path) for source in sources() if source.path.startswith("src/cotty/")]
    counts = {path.parent.as_posix(): 0 for path in modules}
    for path in modules:
        counts[path.parent.as_posix()] += path.name != "__init__.py"
    return counts
