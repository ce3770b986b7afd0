"""A permission dialog: what it asks, what is highlighted, what a key does to it. Pure.

Rules: a dialog has an id, and a version that grows when it changes; an answer names both, so that nobody has to guess
which question a key has answered.
"""

from dataclasses import dataclass
from itertools import count
from typing import Final

from cotty.testing.scenario import Change, Popup

_IDS: Final = count(1)


@dataclass(slots=True)
class Dialog:
    """An open dialog."""

    popup: Popup
    id: int
    about: str
    options: tuple[str, ...]
    highlight: int
    version: int = 1
    change: Change | None = None

    @classmethod
    def of(cls, popup: Popup) -> "Dialog":
        highlight = min(max(1, popup.highlight), len(popup.options))
        return cls(popup, next(_IDS), popup.about, popup.options, highlight, change=popup.change)

    def press(self, key: str) -> str | None:
        """The option that this key chose; None: the dialog stays."""
        if key in ("Up", "Down"):
            step = -1 if key == "Up" else 1
            self.highlight = (self.highlight - 1 + step) % len(self.options) + 1
            return None
        if key == "Enter":
            return self.options[self.highlight - 1]
        if key in ("Escape", "C-c"):
            return self.options[-1]
        if key.isdecimal() and self.popup.digits_act and 1 <= int(key) <= len(self.options):
            return self.options[int(key) - 1]
        return None

    def turn(self) -> bool:
        """Become what the scenario says it changes to, once."""
        change, self.change = self.change, None
        if change is None:
            return False
        self.version += 1
        self.about = change.about or f"{self.about} --force"
        self.options = change.options or self.options
        self.highlight = min(max(1, change.highlight), len(self.options))
        return True

    def facts(self) -> dict[str, object]:
        """What the log says of it."""
        return {
            "dialog": self.id,
            "version": self.version,
            "about": self.about,
            "question": self.popup.question,
            "options": list(self.options),
            "highlight": self.highlight,
        }
