"""Finds a pattern in a pane's stream, for lines that scroll away before anybody can look. Pure.

Rules: only finished lines count, as text a person would call the output; the first ones are left out, because they may
be the rest of a line or the echo of what was typed, and so are later echoes that a filter knows; the first line that
fits is kept and ends the search.
"""

import re
from collections.abc import Iterator, Sequence

from cotty.terminal.flows.echo import EchoFilter
from cotty.terminal.shells.plain import plain_text

LONGEST_LINE = 4096  # characters of a line that a pattern is tried on


class Sieve:
    """One search of one stream. `hit` is the line that fits; `missed`: output came that could not be searched."""

    def __init__(
        self, pattern: re.Pattern[str], *, skip: int, reach: int = LONGEST_LINE, echo: EchoFilter | None = None
    ) -> None:
        self.hit: str | None = None
        self.missed = False
        self._pattern, self._skip, self._reach, self._echo = pattern, skip, reach, echo
        self._in_text = re.compile(pattern.pattern, pattern.flags | re.MULTILINE)
        self._rest = b""

    def output(self, data: bytes, _marks: Sequence[object] = (), _scanned: int = 0) -> None:
        """The next bytes of the stream."""
        if self.hit is not None:
            return
        end = data.rfind(b"\n") + 1
        if not end:
            self._rest = (self._rest + data)[: 4 * LONGEST_LINE]
            return
        lines, self._rest = self._rest + data[:end], data[end:]
        while self._skip and lines:
            line, _, lines = lines.partition(b"\n")
            self._skip -= 1
            if self._echo is not None:
                self._echo.echoed(plain_text(line))
        if lines:
            text = plain_text(_closed(lines))
            self.hit = next((hit for piece in self._pieces(text) if (hit := self._first_fit(piece)) is not None), None)

    def gap(self) -> None:
        """Some output is missing here, and the line that it broke off is nobody's."""
        self.missed, self._rest, self._skip = True, b"", max(self._skip, 1)

    def _pieces(self, text: str) -> Iterator[str]:
        """Whole lines, together no longer than one may be: a pattern may run across them. A line that is longer by
        itself is searched elsewhere, if it stays.
        """
        at = 0
        while at < len(text):
            end = text.rfind("\n", at, at + self._reach + 1) + 1
            if end > at:
                yield text[at:end]
            else:
                end = text.find("\n", at) + 1 or len(text)
                if self._reach == LONGEST_LINE:
                    yield f"{text[at : at + LONGEST_LINE]}\n"
                else:
                    self.missed = True
            at = end

    def _first_fit(self, text: str) -> str | None:
        """Tried on all lines at once, which costs a hundredth of trying each, then on those that may fit."""
        at = 0
        while at < len(text) and (found := self._in_text.search(text, at)):
            start = text.rfind("\n", 0, found.start()) + 1
            at = text.find("\n", found.end()) + 1 or len(text)
            for line in text[start:at].split("\n")[:-1]:
                if self._pattern.search(line[:LONGEST_LINE]) and (self._echo is None or self._echo.output(line)):
                    return line
        return None


def _closed(lines: bytes) -> bytes:
    """An escape string that never ends is cancelled at the end of its line, wherever the stream was cut."""
    return lines.replace(b"\n", b"\x18\n") if b"\x1b" in lines else lines
