"""The echo of what was typed, known by an imprint of it: in any process, and without the text. Pure.

Rules:
1. An imprint is the number of characters of the last line typed, blanks left out, and 16 bits of the checksum of the
   last of them: enough to know a line again, too little to find a password with.
2. What is typed at a busy shell is echoed twice: by the terminal, and by the shell at its next prompt. So a line that
   ends in it is an echo where something like a prompt stands before it. Where nothing or other words do, it is output.
"""

import re
from dataclasses import dataclass
from zlib import crc32

DIGITS = 7  # of an imprint
TELLING = 4  # characters of a text that nothing else ends in by chance
_SUMMED = 40  # characters at the end that are summed up
_LONGEST = 0xFFF
_NOTE = re.compile(
    r"(?P<history>\d+) (?P<row>\d+) (?P<width>\d+) (?P<breaks>\d+)(?P<pressed>k?) (?P<imprint>[0-9a-f]{7}\b)?"
)
# Signs that prompts end in, with the blank that follows; "50% done" and "a -> b" are no prompts.
_PROMPT = re.compile(r"(?:[$#❯➜»›λ⟩▶✗]|^\(\w+\)|(?<!\d)%|(?<!\s[-=])>)\s+\Z")


def ends_like_a_prompt(line: str) -> bool:
    """A line ends in a sign that prompts end in, and a blank."""
    return _PROMPT.search(line) is not None


def last_line(text: str) -> str:
    """The end of the last line of a text, as much as an imprint can cover."""
    return text.rstrip("\n").rpartition("\n")[2][-_LONGEST:]


def imprint_of(text: str) -> str:
    """What is noted of a text that is typed."""
    if "\n" in text or len(text) > _LONGEST:
        text = last_line(text)
    dense = "".join(text.split())
    return f"{len(dense):03x}{_checksum(dense):04x}"


def _checksum(dense: str) -> int:
    return crc32(dense[-_SUMMED:].encode("utf-8", "replace")) & 0xFFFF


@dataclass(frozen=True, slots=True)
class Echo:
    """What an imprint tells of lines."""

    length: int = 0
    checksum: int = 0

    @property
    def telling(self) -> bool:
        return self.length >= TELLING

    def before(self, line: str) -> str | None:
        """What stands before the text on a line that ends in it; None where the line does not."""
        ending, at = "", len(line)
        while at and len(ending) < self.length:
            at -= 1
            ending = ending if line[at].isspace() else line[at] + ending
        if not self.length or len(ending) < self.length or _checksum(ending) != self.checksum:
            return None
        return line[:at]

    def at_prompt(self, line: str, prompt: str = "") -> bool:
        """The line is a prompt, this one or any, with the text behind it."""
        before = self.before(line)
        return bool(before and before.strip()) and (before == prompt or _PROMPT.search(before or "") is not None)


@dataclass(frozen=True, slots=True)
class Onset:
    """What the note says of where typing began."""

    history: int
    row: int
    width: int
    breaks: int
    pressed: bool  # keys, not text; the imprint is still that of the last text
    echo: Echo

    @classmethod
    def parse(cls, note: str) -> "Onset | None":
        found = _NOTE.match(note)
        if found is None:
            return None
        history, row, width, breaks = (int(found[name]) for name in ("history", "row", "width", "breaks"))
        known = found["imprint"] or "0" * DIGITS
        return cls(history, row, width, breaks, bool(found["pressed"]), Echo(int(known[:3], 16), int(known[3:], 16)))


class EchoFilter:
    """Leaves the echoes out of what came since one onset, however many looks it comes in."""

    def __init__(self, onset: Onset) -> None:
        self._echo = onset.echo
        self._prompt = ""
        # What was in flight as somebody typed is printed before the echo, which stands farther down then.
        self._late = onset.echo.telling and not onset.pressed

    def output(self, line: str, *, finished: bool = True) -> bool:
        """The next line is output. One that is not finished comes again."""
        before = self._echo.before(line)
        if before is None:
            return True
        if self._late:
            if finished:
                self.echoed(line)
            return False
        if not finished and self._echo.telling and before.strip():
            return False  # a draft: nobody has answered it yet
        return not self._echo.at_prompt(line, self._prompt)

    def echoed(self, line: str) -> None:
        """A line where typing began: what it ends in came back, and what stands before that is the prompt."""
        before = self._echo.before(line)
        if before is not None:
            self._prompt, self._late = before, False

    def after(self, lines: list[str]) -> list[str] | None:
        """The lines behind the last one that ends in the text, where rows cannot be named; None where none does."""
        for at in range(len(lines) - 1, -1, -1):
            if self._echo.telling and self._echo.before(lines[at]) is not None:
                return lines[at + 1 :]
        return None
