"""The files the gates look at.

Rules: only files git knows or would add are seen, so a build folder or a virtualenv never counts; a tree is made when
it is asked for and goes with its source: kept, all of them cost the garbage collector two seconds in the tests after.
"""

import ast
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Source:
    """One Python file: its path from the root of the repository, and its text."""

    path: str
    text: str

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text, filename=self.path)

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        """All of the tree, walked once for all the habits."""
        return tuple(ast.walk(self.tree))

    @cached_property
    def calls(self) -> tuple[ast.Call, ...]:
        return tuple(node for node in self.nodes if isinstance(node, ast.Call))

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


def sources() -> Iterator[Source]:
    for path in tracked(".py"):
        yield Source(path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8"))


def packages() -> dict[str, int]:
    """Each package of cotty and how many modules stand directly in it, `__init__.py` not counted."""
    modules = [path.relative_to(ROOT) for path in tracked(".py") if path.is_relative_to(ROOT / "src/cotty")]
    counts = {path.parent.as_posix(): 0 for path in modules}
    for path in modules:
        counts[path.parent.as_posix()] += path.name != "__init__.py"
    return counts
