"""What follows a submission: busy, a reply line by line, at rest again; what comes meanwhile is queued. Pure.

Rules: one turn at a time; a turn that was interrupted prints no more; while a dialog is open a turn does not end.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from cotty.testing.fake_cli.desk import Desk

_QUOTED: Final = """The dialog will look like this:
 Bash command

   rm -rf quoted

 Do you want to proceed?
 ❯ 1. Yes
   2. No, and say what to do differently

 Esc to cancel · Tab to amend
No answer is needed: it is a quotation."""

_REPEATED: Final = 80  # letters of a message that a reply says again


@dataclass(frozen=True, slots=True)
class Entry:
    """A part of the conversation: welcome, user, reply or note."""

    kind: str
    text: str


class Turns:
    """The conversation."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._turn = 0
        self._held = False
        self._lines: list[str] = []
        self._first = True
        self.entries: list[Entry] = [Entry("welcome", "Welcome to the fake CLI!")]
        self.queue: list[str] = []
        self.busy_since: float | None = None
        self.blocked: Callable[[], bool] = lambda: False
        self.on_rest: Callable[[float], None] = lambda _: None

    def take(self, text: str, now: float) -> None:
        """A submission: a turn begins, or it waits for the one that runs."""
        if self.busy_since is None:
            self._begin(text, now)
        else:
            self.queue.append(text)

    def interrupt(self, key: str, now: float) -> None:
        self._turn += 1
        self._desk.log("interrupted", now, key=key)
        self.entries.append(Entry("note", "Interrupted · What should I do instead?"))
        self._rest(now)

    def resume(self, now: float) -> None:
        """A dialog was answered: the turn that waited for it goes on."""
        if self._held:
            self._held = False
            turn = self._turn
            self._desk.schedule.at(now + self._desk.scenario.reply.busy_ms / 2000, lambda at: self._speak(turn, at))

    def _begin(self, text: str, now: float) -> None:
        self._turn += 1
        self.busy_since, self._held = now, False
        turn, reply = self._turn, self._desk.scenario.reply
        said = reply.text.replace("{prompt}", text.partition("\n")[0][:_REPEATED])
        says = f"{said}\n{_QUOTED}" if reply.quotes_dialog else said
        self._desk.log("turn", now, number=turn, text=text, says=says)
        if reply.echo:
            self.entries.append(Entry("user", text))
        self._lines = says.split("\n")
        self._first = True
        self._desk.schedule.at(now + reply.busy_ms / 1000, lambda at: self._speak(turn, at))

    def _speak(self, turn: int, now: float) -> None:
        """The next line of the reply, or all of it."""
        if turn != self._turn:
            return
        if self.blocked():
            self._held = True
            return
        self._desk.changed = True
        pause = self._desk.scenario.reply.line_ms / 1000
        while self._lines:
            self.entries.append(Entry("reply" if self._first else "more", self._lines.pop(0)))
            self._first = False
            if pause and self._lines:
                self._desk.schedule.at(now + pause, lambda at: self._speak(turn, at))
                return
        self._desk.log("replied", now, number=turn)
        self._rest(now)

    def _rest(self, now: float) -> None:
        self.busy_since, self._desk.changed = None, True
        if self.queue:
            self._begin(self.queue.pop(0), now)
        else:
            self.on_rest(now)
