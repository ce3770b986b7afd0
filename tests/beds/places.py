"""Where the beds lie, and which versions of tmux they hold.

Rules: a folder under `roots/` or a program under `bin/` is whole (it was renamed into place); whatever is half built
lies under `partial/`.
"""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final


@dataclass(frozen=True, slots=True)
class Tmux:
    """One version of tmux and the Debian release that carries it."""

    version: str
    suite: str

    @property
    def root(self) -> Path:
        """The file system of that release."""
        return beds() / "roots" / self.version

    @property
    def program(self) -> Path:
        """Its tmux, made to run on this machine."""
        return beds() / "bin" / f"tmux-{self.version}"

    @property
    def image(self) -> str:
        """The container image made of the root."""
        return f"localhost/cotty-test-bed:{self.version}"


VERSIONS: Final = (
    Tmux("3.1c", "bullseye"),
    Tmux("3.3a", "bookworm"),
    Tmux("3.5a", "trixie"),
    Tmux("3.8", "sid"),
)
TMUX: Final = {tmux.version: tmux for tmux in VERSIONS}


def beds() -> Path:
    """The folder of the beds, the same for every checkout of this person."""
    if chosen := os.environ.get("COTTY_TEST_BEDS"):
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "cotty-test-beds"


def partial(name: str) -> Path:
    """Where something of this name is built before it is renamed into place."""
    folder = beds() / "partial"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / name
