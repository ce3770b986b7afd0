"""Which version of its CLI an agent runs, where that can be known without asking the program.

Rules: only what the kernel and one small file say, on this machine: where the program or its script lies. A package of
npm has its version beside it; some programs are a file that is called like their version. Anything else is not known.
"""

import json
import os
import re
from functools import lru_cache
from pathlib import Path
from typing import Final

_PACKAGE: Final = re.compile(r"(.*/node_modules/(?:@[^/]+/)?[^/@.][^/]*)/")  # the innermost one
_NAMED: Final = re.compile(r"/versions/(\d+(?:\.\d+)+)$")


def version_of(pid: int) -> str | None:
    """The version of the program that this process runs."""
    return next((found for path in _paths(pid) if (found := _version_at(path)) is not None), None)


def _paths(pid: int) -> list[str]:
    """The script that an interpreter runs, and the program itself; none where there is no /proc."""
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes().decode("utf-8", "replace").split("\0")
        program = os.readlink(f"/proc/{pid}/exe")
    except OSError:
        return []
    return [os.path.realpath(path) for path in (*words[:2], program) if path.startswith("/")]


@lru_cache(64)
def _version_at(path: str) -> str | None:
    if (named := _NAMED.search(path)) is not None:
        return named[1]
    if (package := _PACKAGE.match(path)) is None:
        return None
    try:
        facts = json.loads(Path(package[1], "package.json").read_bytes())
    except (OSError, ValueError):
        return None
    version = facts.get("version") if isinstance(facts, dict) else None
    return version if isinstance(version, str) else None
