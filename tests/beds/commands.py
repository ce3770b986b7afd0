"""Run other programs for the beds, and say in one line why one failed.

Rules: argument lists; every command has a deadline; a failure is `CannotPrepare` with the last line the program said.
"""

import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from typing import Final

BUILD_SECONDS: Final = 900  # a debootstrap takes 40 s here; a slow line ten times that


class CannotPrepare(Exception):
    """A bed cannot be had on this machine; the text is the reason."""


def run(argv: Sequence[str], *, env: Mapping[str, str] | None = None, seconds: float = BUILD_SECONDS) -> str:
    """What the command printed."""
    environment = {**os.environ, "LC_ALL": "C.UTF-8", **(env or {})}
    try:
        done = subprocess.run(
            argv, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace",
            env=environment, timeout=seconds, check=False,
        )  # fmt: skip
    except OSError as error:
        raise CannotPrepare(f"cannot run {argv[0]}: {error.strerror}") from error
    except subprocess.TimeoutExpired as error:
        raise CannotPrepare(f"{argv[0]} took longer than {seconds:g} s") from error
    if done.returncode:
        raise CannotPrepare(f"{argv[0]} failed: {_last_words(done.stderr, done.stdout, done.returncode)}")
    return done.stdout


def as_root(argv: Sequence[str]) -> list[str]:
    """The command line that runs this as root, without a question."""
    if os.geteuid() == 0:
        return list(argv)
    if shutil.which("sudo") is None:
        raise CannotPrepare("needs root, and there is no sudo")
    try:
        run(["sudo", "-n", "true"], seconds=10)
    except CannotPrepare:
        raise CannotPrepare("needs root: sudo asks for a password here") from None
    return ["sudo", "-n", "env", "DEBIAN_FRONTEND=noninteractive", *argv]


def _last_words(complaint: str, output: str, status: int) -> str:
    lines = [line.strip() for line in (complaint.strip() or output.strip()).splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith(("E:", "Error:", "error:"))]
    return (errors or lines or [f"status {status}"])[-1][:200]
