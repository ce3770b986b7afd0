"""What the fake does with what it reads: composer, turns, dialogs, and every trap. No I/O; the caller gives the time.

Rules:
1. What truly happens is written down as it happens; what a frame has shown, once the frame is whole on the terminal.
2. A dialog takes keys only from the moment it was painted, so that whoever looks at the screen can know of it.
3. A key that changes a dialog does nothing else.
"""

from typing import Final

from cotty.testing.fake_cli.composer import Composer
from cotty.testing.fake_cli.desk import Desk
from cotty.testing.fake_cli.dialogs import Dialogs
from cotty.testing.fake_cli.keys import Event, Pasted, Pressed, Typed
from cotty.testing.fake_cli.person import Person
from cotty.testing.fake_cli.turns import Turns
from cotty.testing.fake_cli.view import Shown, View
from cotty.testing.scenario import Death, Draft

_TWICE_SECONDS: Final = 1.0  # within which a second Escape clears and a second C-c leaves
_LEAVE: Final = "/exit"


class FakeAgent:
    """The program, without its terminal."""

    def __init__(self, desk: Desk) -> None:
        self.desk, self.scenario = desk, desk.scenario
        self.composer = Composer()
        self.turns = Turns(desk)
        self.dialogs = Dialogs(desk, self.turns.resume)
        self.person = Person(desk, self.composer)
        self.deaf_until = 0.0
        self.starting = self.scenario.starting_ms > 0
        self._ghost_ready = False
        self._pasting = False
        self._typed_at = self._pasted_at = float("-inf")
        self._swallowed = 0
        self._last_key, self._last_key_at = "", float("-inf")
        self._state = ""

    def begin(self, now: float) -> None:
        """Arm the traps; the program has started."""
        desk, scenario = self.desk, self.scenario
        self.dialogs.arm(scenario.popups)
        if scenario.draft:
            draft: Draft = scenario.draft
            desk.moments.arm(draft.when, lambda at: self.person.begin(draft, at, self._in_the_way))
        if scenario.stall:
            desk.moments.arm(scenario.stall.when, self._stall)
        if scenario.death:
            death: Death = scenario.death
            desk.moments.arm(death.when, lambda at: desk.end(death.how, "died", at))
        self.turns.on_rest = self._rest
        self.turns.blocked = lambda: self.dialogs.visible is not None
        desk.schedule.at(now + scenario.starting_ms / 1000, self._started)
        desk.moments.begin(now)

    def handle(self, event: Event, now: float) -> None:
        """One thing that was read."""
        self.desk.changed = True
        if self.starting:
            return
        match event:
            case Typed(text):
                self._type(text, now)
            case Pasted(text):
                self._paste(text, now)
            case Pressed(key):
                self._press(key, now)
        self.person.check(now)

    def view(self, now: float) -> View:
        """All that a frame is made of."""
        return View(
            scenario=self.scenario, state=self._state_name(), entries=self.turns.entries, queue=tuple(self.turns.queue),
            text=self.composer.shown, cursor=self.composer.shown_cursor, ghost=self._ghost(), now=now,
            dialog=self.dialogs.visible, busy_since=self.turns.busy_since, note=self._note(now),
            draft=self.person.draft,
        )  # fmt: skip

    def painted(self, shown: Shown, now: float) -> None:
        """A frame is whole on the terminal."""
        if shown.state != self._state:
            self._state = shown.state
            self.desk.log("painted", now, state=shown.state)
        self.dialogs.painted(shown.dialog, now)
        self.person.painted(now, visible=shown.drafted)

    @property
    def pasting(self) -> bool:
        """A paste is being taken."""
        return self._pasting

    def _in_the_way(self) -> bool:
        """A person would not type now."""
        return self._pasting or self.dialogs.visible is not None

    def _state_name(self) -> str:
        if self.starting:
            return "starting"
        if self.dialogs.visible:
            return "awaiting_input"
        return "processing" if self.turns.busy_since is not None else "idle"

    def _started(self, now: float) -> None:
        self.starting, self.desk.changed = False, True
        self._rest(now)

    def _rest(self, now: float) -> None:
        """Nothing is being done: a suggestion may come."""
        self._ghost_ready = False
        if self.scenario.ghost:
            self.desk.schedule.at(now + self.scenario.ghost.after_ms / 1000, self._show_ghost)

    def _show_ghost(self, now: float) -> None:
        self._ghost_ready, self.desk.changed = True, True
        self.desk.log("ghost", now, text=self.scenario.ghost.text if self.scenario.ghost else "")

    def _ghost(self) -> str:
        ghost, box = self.scenario.ghost, self.composer
        if ghost is None or not self._ghost_ready or self.turns.busy_since is not None:
            return ""
        inside = ghost.inline and box.cursor == len(box.pieces)
        return ghost.text if inside or not box.pieces else ""

    def _stall(self, now: float) -> None:
        assert self.scenario.stall is not None  # noqa: S101 - it was armed for it
        self.deaf_until = now + self.scenario.stall.ms / 1000
        self.desk.log("deaf", now, until=self.deaf_until)

    def _note(self, now: float) -> str:
        if self._pasting:
            return "Pasting text…"
        if self._last_key == "C-c" and now - self._last_key_at < _TWICE_SECONDS:
            return "Press Ctrl-C again to exit"
        return ""

    def _type(self, text: str, now: float) -> None:
        """A dialog takes characters one by one, until it is gone."""
        for at, character in enumerate(text):
            if self.dialogs.open is None:
                self.composer.type(text[at:])
                self._landed(len(text) - at, now)
                return
            self.dialogs.press(character, now)

    def _landed(self, characters: int, now: float) -> None:
        self._typed_at = now
        self.desk.moments.landed(characters, now)

    def _paste(self, text: str, now: float) -> None:
        """The escape that a paste begins with cancels a dialog."""
        if self.dialogs.open is not None:
            self.dialogs.press("Escape", now, said="paste")
            return
        self._pasting = True
        delay = self.scenario.paste.takes_ms / 1000
        if delay:
            self.desk.schedule.at(now + delay, lambda at: self._pasted(text, at, now))
        else:
            self._pasted(text, now, now)

    def _pasted(self, text: str, now: float, read_at: float) -> None:
        self._pasting, self.desk.changed = False, True
        self.composer.paste(text, self.scenario.paste)
        self._landed(len(text), now)
        self._typed_at, self._pasted_at = float("-inf"), now
        self.person.check(read_at)

    def _press(self, key: str, now: float) -> None:
        if self.dialogs.open is not None:
            self.dialogs.press(key, now)
            return
        before = self.composer.meant
        if key == "Enter":
            self.desk.log("enter", now, did=self._enter(now))
        elif key in ("Escape", "C-c"):
            self._leave_or_clear(key, now)
        elif key in ("Right", "Tab") and self._ghost():
            self._accept_ghost(key, now)
        elif key == "C-d" and not before:
            self.desk.end("exit", "left", now)
        elif self.composer.press(key) and key in ("C-j", "M-Enter"):
            self._typed_at = now
        if before and not self.composer.pieces and key != "Enter":
            self.desk.log("cleared", now, text=before, key=key)

    def _leave_or_clear(self, key: str, now: float) -> None:
        """Escape and C-c: interrupt, else dismiss a suggestion, else clear, else leave; the last two may need two."""
        again = self._last_key == key and now - self._last_key_at < _TWICE_SECONDS
        self._last_key, self._last_key_at = key, now
        if self.turns.busy_since is not None:
            self.turns.interrupt(key, now)
        elif key == "Escape" and self._ghost():
            self._ghost_ready = False
        elif self.composer.pieces and (again or key == "C-c"):
            self.composer.clear()
        elif key == "C-c" and again:
            self.desk.end("exit", "left", now)

    def _accept_ghost(self, key: str, now: float) -> None:
        text, self._ghost_ready = self._ghost(), False
        self.composer.type(text)
        self.desk.log("ghost_accepted", now, text=text, key=key)

    def _enter(self, now: float) -> str:
        """What Enter does; the word for it."""
        if self._pasting:
            return "dropped"
        if self.composer.pieces and (sprung := self._sprung(now)):
            return sprung
        if self.composer.pieces and self._swallowed < self.scenario.enter.swallowed:
            self._swallowed += 1
            return "swallowed"
        if self._too_soon(now):
            self.composer.type("\n")
            self._typed_at = now
            return "newline"
        return self._submit_or_not(now)

    def _sprung(self, now: float) -> str:
        """What a trap that waited for this Enter made of it."""
        before = self.dialogs.visible
        self.desk.moments.entered(now)
        if self.desk.ended:
            return "died"
        if self.dialogs.take_enter(now):
            return "answered"
        return "raised" if self.dialogs.visible is not before else ""

    def _too_soon(self, now: float) -> bool:
        rules = self.scenario.enter
        typed, pasted = (now - self._typed_at) * 1000, (now - self._pasted_at) * 1000
        return typed < rules.newline_within_ms or pasted < rules.newline_within_ms_of_paste

    def _submit_or_not(self, now: float) -> str:
        text, ghost = self.composer.meant, self._ghost()
        suggested = not text and bool(ghost) and self.scenario.ghost is not None and self.scenario.ghost.bare_enter
        if not text.strip() and not suggested:
            return "nothing"
        self._submit(ghost if suggested else text, suggested=suggested, now=now)
        return "submitted_ghost" if suggested else "submitted"

    def _submit(self, text: str, *, suggested: bool, now: float) -> None:
        queued = self.turns.busy_since is not None
        self.desk.log("submitted", now, text=text, suggested=suggested, queued=queued)
        self.composer.clear()
        self.person.check(now, submitted=True)
        self._swallowed, self._ghost_ready = 0, False
        self._typed_at = self._pasted_at = float("-inf")
        self.desk.moments.submitted(now)
        if text.strip() == _LEAVE:
            self.desk.end("exit", "left", now)
        else:
            self.turns.take(text, now)
