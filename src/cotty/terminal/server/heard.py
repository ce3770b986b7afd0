"""What the stream of a pane has told: the last place of every mark, kept while an ear hears the pane.

Rules: a mark counts from the place it stood at; a gap in the stream forgets them all, because what ended them may be
in it. A prompt is what the shell printed between its own two marks, the first time it drew it.
"""

from typing import Protocol

from cotty.controlmode.events import Output
from cotty.terminal.server.feed import Feed
from cotty.terminal.server.marks import Mark, MarkKind, MarkScanner
from cotty.terminal.shells.plain import plain_text

_SIGNS = {
    MarkKind.BRACKETED_PASTE_ON: "paste-on",
    MarkKind.BRACKETED_PASTE_OFF: "paste-off",
    MarkKind.PROMPT_START: "prompt-start",
    MarkKind.PROMPT_END: "prompt-end",
    MarkKind.COMMAND_START: "command-start",
    MarkKind.COMMAND_END: "command-end",
}
_SHELL_SIGNS = frozenset({"prompt-start", "prompt-end", "command-start", "command-end"})
_BUSY = ("paste-off", "command-start")


class Heard:
    """Marks of one feed. `places[sign]` is the number of the byte after the last such mark. `prompt`: the last line of
    the prompt that stands there, if it was heard and drawn once.
    """

    def __init__(self, feed: Feed, nonce: str | None = None) -> None:
        self.feed = feed
        self.places: dict[str, int] = {}
        self.listeners: list[MarkListener] = []
        self.nonce = nonce
        self.prompt: str | None = None
        self.noted: str | None = None  # the prompt that was told to other processes
        self._prompt_began: int | None = None
        self._scanner = MarkScanner(nonce.encode() if nonce else None)
        self._offset = feed.position
        self._scanned = 0
        feed.taps.append(self._hear)

    def _hear(self, output: Output | None) -> None:
        if output is None:
            self.places.clear()
            self.prompt = self._prompt_began = None
            self._scanner = MarkScanner(self.nonce.encode() if self.nonce else None)
            self._offset, self._scanned = self.feed.position, 0
            for listener in self.listeners:
                listener.gap()
            return
        data = output.data
        marks = self._scanner.feed(data)
        for mark in marks:
            self._note(mark)
        self._scanned += len(data)
        for listener in self.listeners:
            listener.output(data, marks, self._scanned)

    def _note(self, mark: Mark) -> None:
        sign = _SIGNS.get(mark.kind)
        if sign is not None and (mark.trusted or sign not in _SHELL_SIGNS):
            self.places[sign] = self._offset + mark.end
        if mark.trusted and sign in _SHELL_SIGNS:
            self._note_prompt(mark)

    def _note_prompt(self, mark: Mark) -> None:
        """It is drawn again when it is resized or changes: where it ends is not known then."""
        began, self.prompt, self._prompt_began = self._prompt_began, None, None
        if mark.kind is MarkKind.PROMPT_START:
            self._prompt_began = self._offset + mark.end
        elif mark.kind is MarkKind.PROMPT_END and began is not None:
            drawn = self.feed.since(began)
            text = plain_text(drawn.data[: self._offset + mark.start - began])
            self.prompt = None if drawn.gap else text.rpartition("\n")[2] or None

    @property
    def wants_more(self) -> bool:
        """The shell took a line at its prompt and reads another, and no command has begun."""
        taken, reads = self.places.get("paste-off", -1), self.places.get("paste-on", -1)
        return self.prompt is not None and reads > taken > self.places.get("prompt-end", -1)

    def since(self, number: int) -> frozenset[str]:
        """Signs heard after that byte."""
        return frozenset(sign for sign, place in self.places.items() if place > number)

    def standing_since(self, number: int) -> frozenset[str]:
        """Signs heard after that byte that nothing has ended since: a prompt, until a command starts."""
        ended = max((self.places.get(sign, -1) for sign in _BUSY), default=-1)
        return frozenset(sign for sign, place in self.places.items() if place > max(number, ended))


class MarkListener(Protocol):
    """Somebody who follows output and marks together, as `run` does."""

    def output(self, data: bytes, marks: list[Mark], scanned: int, /) -> None:
        """The next bytes, the marks that end in them, and how many bytes the scanner has seen with them."""

    def gap(self) -> None:
        """Some output is missing here."""
