"""What the kernel of this machine says of a pane's terminal: how it treats lines, and what nobody has read yet.

Rules: the terminal is opened only to be asked; None wherever it cannot tell.
"""

import fcntl
import os
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LineMode:
    """How a terminal treats what is typed: `canonical` hands over whole lines, `echo` shows them."""

    canonical: bool
    echo: bool


@contextmanager
def _terminal(tty: str) -> Iterator[int | None]:
    """The terminal, opened to be asked; None when it cannot be."""
    try:
        descriptor = os.open(tty, os.O_RDONLY | os.O_NOCTTY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        yield None
        return
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def unread_bytes(tty: str) -> int | None:
    """Bytes that were typed and that nobody has read."""
    with _terminal(tty) as descriptor:
        if descriptor is None:
            return None
        try:
            return int.from_bytes(fcntl.ioctl(descriptor, termios.FIONREAD, b"\0" * 4), sys.byteorder)
        except OSError:
            return None


def line_mode(tty: str) -> LineMode | None:
    """The line mode of a pane's terminal on this machine."""
    with _terminal(tty) as descriptor:
        if descriptor is None:
            return None
        try:
            flags = termios.tcgetattr(descriptor)[3]
        except termios.error:
            return None
    return LineMode(bool(flags & termios.ICANON), bool(flags & termios.ECHO))
