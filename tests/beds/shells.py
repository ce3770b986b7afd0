"""Shells and a compiler from the system's packages.

Rules: one package a bed; a bed is there when its file is, however it came.
"""

import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.beds import debian


@dataclass(frozen=True, slots=True)
class Package:
    """Something that one Debian package, or the machine itself, brings: a program or a file."""

    name: str
    packages: tuple[str, ...]
    files: tuple[Path, ...] = ()

    def found(self) -> str | None:
        """Where it is."""
        if self.files:
            return next((str(file) for file in self.files if file.exists()), None)
        return shutil.which(self.name)

    def missing(self) -> str | None:
        return None if self.found() else "not installed"

    def prepare(self) -> None:
        debian.install(self.packages)


_GHOST_TEXT: Final = ("/usr/share/zsh-autosuggestions", "/opt/homebrew/share/zsh-autosuggestions")

PACKAGES: Final = (
    Package("zsh", ("zsh",)),
    Package("fish", ("fish",)),
    Package(
        "zsh-autosuggestions",
        ("zsh-autosuggestions",),
        tuple(Path(folder) / "zsh-autosuggestions.zsh" for folder in _GHOST_TEXT),
    ),
    Package("mksh", ("mksh",)),
    Package("busybox", ("busybox",)),
    Package("gcc", ("gcc", "libc6-dev")),
)
