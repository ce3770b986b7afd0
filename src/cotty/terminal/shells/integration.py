"""The command of a pane that becomes the person's own shell and marks where each command begins and ends.

Rules: no I/O but reading the scripts of this package; no file of ours exists where the command runs, so it carries
everything in its arguments and nothing in the environment; the nonce is the caller's, a new one for each pane.
"""

import re
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Final

from cotty.errors import InvalidInput

# A nonce goes into scripts of three shells and into escape sequences unquoted.
_NONCE: Final = re.compile(r"[A-Za-z0-9]{8,64}")
_SHELLS: Final = ("bash", "zsh", "fish")
_COMMENT: Final = re.compile(r"^[ \t]*(#.*)?(\n|\Z)|^[ \t]+", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class ShellStart:
    """What a new pane runs: its argv, and what its environment needs beyond tmux's own (nothing so far)."""

    argv: tuple[str, ...]
    environment: dict[str, str] = field(default_factory=dict)


def start_command(*, shell: str | None, nonce: str, login: bool = True) -> ShellStart:
    """Return what starts `shell`, or the person's own, with marks that carry `nonce`.

    A shell that is not there gives way to $SHELL, that of the account, then /bin/sh; another shell than bash, zsh or
    fish starts without marks. tmux exposes the whole command, nonce included, as `pane_start_command`: the nonce
    guards against what a program prints, not against one that asks tmux.
    """
    if not _NONCE.fullmatch(nonce):
        raise InvalidInput("A nonce is 8 to 64 letters and digits.")
    scripts = (_script(f"integration.{name}") if _may_be(shell, name) else "" for name in _SHELLS)
    mode = "login" if login else ""
    return ShellStart(("sh", "-c", _script("bootstrap.sh"), "cotty-shell", nonce, shell or "", mode, *scripts))


def _may_be(shell: str | None, name: str) -> bool:
    """Whether the script of `name` can be needed: all are when the other side decides, or may have to."""
    kind = (shell or "").rpartition("/")[2]
    return not kind.startswith(_SHELLS) or kind.startswith(name)


@cache
def _script(name: str) -> str:
    """Return a script without comments, empty lines and indentation: a tmux command has 16 KB in all."""
    return _COMMENT.sub("", files(__package__).joinpath(name).read_text(encoding="utf-8"))
