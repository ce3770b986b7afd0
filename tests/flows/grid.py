"""A small model of what tmux keeps of a pane: history, screen and cursor, as measured on 3.1c – 3.8.

Rules, all tmux's own: text wraps at the width; a line feed on the last row scrolls one row into the history; at the
limit the history first loses max(1, L/10) rows; clear-history drops all of it; ED2 pushes the used rows into it; a new
width joins wrapped rows and cuts them again; a new height gives rows to the history or takes them back.
"""

from dataclasses import dataclass, field

from cotty.terminal.server.eye import Framing, Numbers


@dataclass(slots=True)
class Row:
    """One row; `wrapped`: its line goes on in the next."""

    text: str = ""
    wrapped: bool = False


@dataclass(slots=True)
class Grid:
    """A pane. `rows` are history and screen together; the screen is the last `height` of them."""

    width: int = 20
    height: int = 5
    limit: int = 50
    rows: list[Row] = field(default_factory=list)
    x: int = 0
    y: int = 0
    scrolled: int = 0  # rows that may come back when the height grows

    def __post_init__(self) -> None:
        self.rows = [Row() for _ in range(self.height)]

    @property
    def history(self) -> int:
        return len(self.rows) - self.height

    def show(self, text: str) -> None:
        """Print text without control characters at the cursor."""
        while text:
            if self.x == self.width:
                self._feed(wrapped=True)
                self.x = 0
            part, text = text[: self.width - self.x], text[self.width - self.x :]
            row, after = self.rows[self.history + self.y], self.x + len(part)
            row.text = row.text[: self.x].ljust(self.x) + part + row.text[after:]
            self.x = after

    def line_feed(self) -> None:
        """CR and LF, as a terminal prints the end of a line."""
        self._feed(wrapped=False)
        self.x = 0

    def _feed(self, *, wrapped: bool) -> None:
        self.rows[self.history + self.y].wrapped = wrapped
        if self.y < self.height - 1:
            self.y += 1
        else:
            self._scroll()

    def _scroll(self) -> None:
        if self.history and self.history >= self.limit:
            trimmed = min(max(1, self.limit // 10), self.history)
            del self.rows[:trimmed]
            self.scrolled = min(self.scrolled, self.history)
        self.rows.append(Row())
        self.scrolled += 1

    def clear_history(self) -> None:
        """The command of that name, or ED3."""
        del self.rows[: self.history]
        self.scrolled = 0

    def clear_screen(self) -> None:
        """Cursor home, then ED2: the used rows go into the history."""
        self.x = self.y = 0
        used = max((index + 1 for index, row in enumerate(self.rows[-self.height :]) if row.text), default=0)
        for _ in range(used):
            self._scroll()
        self.scrolled = 0

    def carriage_return(self, text: str) -> None:
        """CR, EL2 and text, as a progress bar does; a cleared row is no longer the rest of the row above it."""
        self.x = 0
        at = self.history + self.y
        self.rows[at] = Row()
        if at:
            self.rows[at - 1].wrapped = False
        self.show(text)

    def resize(self, width: int, height: int) -> None:
        """The height first, with the rows as they are; then the width."""
        if height < self.height:
            self._shrink(self.height - height)
        elif height > self.height:
            self._grow(height - self.height)
        if width != self.width:
            self._reflow(width)

    def _reflow(self, width: int) -> None:
        line, offset = self._cursor_in_line()
        lines = self._lines()
        self.width = width
        self.rows, cursor = [], 0
        for index, text in enumerate(lines):
            if index == line:
                cursor = len(self.rows) + offset // width
                self.x = offset % width
            parts = [text[at : at + width] for at in range(0, len(text), width)] or [""]
            self.rows += [Row(part, at < len(parts) - 1) for at, part in enumerate(parts)]
        if offset and offset == len(lines[line]) and offset % width == 0:
            cursor, self.x = cursor - 1, width
        self.rows += [Row() for _ in range(self.height - len(self.rows))]
        self.scrolled = min(self.scrolled, self.history)
        self.x, self.y = (self.x, cursor - self.history) if cursor >= self.history else (0, 0)

    def _lines(self) -> list[str]:
        lines, parts = [], []
        for row in self.rows:
            parts.append(row.text.ljust(self.width) if row.wrapped else row.text)
            if not row.wrapped:
                lines.append("".join(parts))
                parts = []
        return [*lines, "".join(parts)] if parts else lines

    def _cursor_in_line(self) -> tuple[int, int]:
        at = self.history + self.y
        first = at
        while first and self.rows[first - 1].wrapped:
            first -= 1
        line = sum(not row.wrapped for row in self.rows[:first])
        return line, (at - first) * self.width + self.x

    def _shrink(self, needed: int) -> None:
        below = min(needed, self.height - 1 - self.y)
        if below:
            del self.rows[-below:]
        self.height -= needed
        self.scrolled += needed - below
        self.y -= needed - below

    def _grow(self, needed: int) -> None:
        back = min(needed, self.scrolled)
        self.height += needed
        self.scrolled -= back
        self.y += back
        self.rows += [Row() for _ in range(needed - back)]

    def see(self, framing: Framing) -> tuple[Numbers, list[str]]:
        """What a joined capture from `framing.start` on gives, and the numbers of the same moment."""
        numbers = Numbers(
            self.x, self.y, self.width, self.height, self.history, self.limit, False, False, None, False, True
        )
        start = -self.history if framing.start == "-" else max(int(framing.start), -self.history)
        shown, parts = [], []
        for row in self.rows[self.history + start :]:
            parts.append(row.text.ljust(self.width) if row.wrapped else row.text)
            if not row.wrapped or not framing.join:
                shown.append("".join(parts).rstrip())
                parts = []
        return numbers, [*shown, "".join(parts).rstrip()] if parts else shown
