"""A person at the same keyboard, whose draft stands in the composer; what became of it is written down. Pure.

Rules: a draft is lost when a key of somebody else submits it, clears it, or adds to it; one that was begun behind text
that already stood there is lost only when it is submitted or cleared; it is lost once. It was shown while a frame with
it stood on the terminal.
"""

from collections.abc import Callable

from cotty.testing.fake_cli.composer import Composer
from cotty.testing.fake_cli.desk import Desk
from cotty.testing.scenario import Draft

_LOOKS_AGAIN_SECONDS = 0.2  # after which a person sees whether what was in the way is gone


class Person:
    """Who types a draft."""

    def __init__(self, desk: Desk, composer: Composer) -> None:
        self._desk, self._composer = desk, composer
        self._text = ""
        self._behind = ""  # what stood in the composer already
        self._visible_since: float | None = None
        self._visible_for = 0.0
        self._lost = False

    @property
    def draft(self) -> str:
        """What was typed and is not lost."""
        return "" if self._lost else self._text

    def begin(self, draft: Draft, now: float, in_the_way: Callable[[], bool]) -> None:
        """Start typing, once nothing is in the way."""
        if in_the_way():
            self._desk.schedule.at(now + _LOOKS_AGAIN_SECONDS, lambda at: self.begin(draft, at, in_the_way))
            return
        self._behind = self._composer.meant
        self._desk.log("draft", now, text=draft.text, behind=self._behind)
        self._type(draft.text, draft.per_key_ms, now)

    def painted(self, now: float, *, visible: bool) -> None:
        """A frame is whole on the terminal: with the draft, or without it."""
        if visible and self._visible_since is None:
            self._visible_since = now
            self._desk.log("draft_shown", now)
        elif not visible and self._visible_since is not None:
            self._visible_for += now - self._visible_since
            self._visible_since = None

    def check(self, now: float, *, submitted: bool = False) -> None:
        """What the last key did to the draft."""
        if not self.draft:
            return
        meant = self._composer.meant
        if submitted:
            self._lose("submitted", now)
        elif not _within(self._text, meant):
            self._lose("cleared", now)
        elif meant != self._text and not self._behind:
            self._lose("merged", now)

    def _lose(self, how: str, now: float) -> None:
        self._lost = True
        shown_for = self._visible_for + (now - self._visible_since if self._visible_since is not None else 0.0)
        self._desk.log("draft_lost", now, how=how, text=self._text, shown_for=shown_for)

    def _type(self, text: str, per_key_ms: int, now: float) -> None:
        length = 1 if per_key_ms else len(text)
        if not text or self._lost:
            return
        self._composer.type(text[:length])
        self._text += text[:length]
        self._desk.changed = True
        self._desk.schedule.at(now + per_key_ms / 1000, lambda at: self._type(text[length:], per_key_ms, at))


def _within(text: str, whole: str) -> bool:
    """All characters of the text are still there, in order."""
    rest = iter(whole)
    return all(character in rest for character in text)
