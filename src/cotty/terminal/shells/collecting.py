"""The output of one run, cut out of the stream between the shell's own marks.

Rules: only marks with the pane's nonce count, but for bracketed paste, which says that the shell took a line and that
it wants another; the output ends at the end mark, or at the prompt where a person's own settings took that mark away;
bytes are kept up to a limit, and beyond it the head and the tail stay and the rest is counted; a gap in the stream is
remembered.
"""

from cotty.terminal.server.marks import Mark, MarkKind
from cotty.terminal.shells.plain import plain_text

_PROMPT = (MarkKind.PROMPT_START, MarkKind.PROMPT_END)


class Collector:
    """Follows one run: the bytes between command start and command end, and what the marks said."""

    def __init__(self, limit: int) -> None:
        self._half = max(limit // 2, 1)
        self._head, self._tail = bytearray(), bytearray()
        self._dropped = 0
        self._inside = False
        self.exit_code: int | None = None
        self.cwd: str | None = None
        self.started = False
        self.nothing = False  # the prompt came back and no command had begun
        self.wants_more = False  # the line was taken, and another is read before any command began
        self._line_taken = False
        self.missing = False
        self.over = False  # the shell is about to draw its prompt
        self.drawn = False  # and has done so

    def output(self, data: bytes, marks: list[Mark], scanned: int) -> None:
        start = scanned - len(data)
        place = start
        for mark in marks:
            if not (self.started or self.over):
                place = self._before(mark, data, start, place)
            if mark.kind is MarkKind.CWD and mark.trusted:
                self.cwd = mark.value
            if not mark.trusted or self.drawn:
                continue
            if self._inside:
                self._take(data[max(place - start, 0) : max(mark.start - start, 0)])
                self._retract(start - mark.start)
                self._inside, self.exit_code = False, mark.exit_code
            if mark.kind is MarkKind.COMMAND_START and not self.over:
                self._inside, self.started, place = True, True, mark.end
            elif mark.kind in _PROMPT and (self.started or self.nothing):
                self.over, self.drawn = True, mark.kind is MarkKind.PROMPT_END
        if self._inside or (self._line_taken and not (self.started or self.over)):
            self._take(data[max(place - start, 0) :])

    def _before(self, mark: Mark, data: bytes, start: int, place: int) -> int:
        """A mark before any command has begun: what the shell itself says between the line and its prompt is kept."""
        if mark.kind is MarkKind.BRACKETED_PASTE_OFF:
            self._line_taken, self.wants_more = True, False
            self._clear()
            return mark.end
        if mark.kind is MarkKind.BRACKETED_PASTE_ON:
            self.wants_more = self._line_taken
        elif mark.trusted and mark.kind is MarkKind.COMMAND_START:
            self._clear()
        elif mark.trusted and mark.kind is MarkKind.PROMPT_START:
            if self._line_taken:
                self._take(data[max(place - start, 0) : max(mark.start - start, 0)])
                self._retract(start - mark.start)
            self.nothing = self.over = True
        return place

    def _clear(self) -> None:
        self._head, self._tail, self._dropped = bytearray(), bytearray(), 0

    @property
    def told(self) -> bool:
        """What became of the line is known, or cannot be any more."""
        return self.started or self.over or self.wants_more or self.missing

    def gap(self) -> None:
        self.missing = True

    def _take(self, data: bytes) -> None:
        room = self._half - len(self._head)
        if room > 0:
            self._head += data[:room]
            data = data[room:]
        self._tail += data
        if len(self._tail) > 2 * self._half:
            self._dropped += len(self._tail) - self._half
            del self._tail[: -self._half]

    def _retract(self, count: int) -> None:
        """The mark began in an earlier piece of output: its first bytes were taken for output."""
        if count > 0:
            kept = self._tail or self._head
            del kept[-count:]

    @property
    def dropped(self) -> int:
        return self._dropped + max(0, len(self._tail) - self._half)

    def text(self) -> str:
        tail = self._tail[-self._half :]
        if not self.dropped:
            return plain_text(bytes(self._head + tail))
        return f"{plain_text(bytes(self._head))}\n[… {self.dropped} bytes left out …]\n{plain_text(bytes(tail))}"
