"""A message that carries a key is told once, whichever process of cotty tells it.

Rules:
1. The note stands on the tmux server before the first letter is typed, so that nobody tells it again, whatever became
   of this process; it is read and written under the pen. It holds digests, never the key or the text.
2. A key is one message's: with another text it is refused, because neither "told" nor "told again" would be true.
3. A key is remembered for `KEPT_FOR` seconds at least, and `_MOST` of them as long as the pane lives. Where one more
   cannot be remembered, its message is refused and not typed.
"""

from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from cotty.errors import InvalidInput, KeyTaken
from cotty.model import Outcome, Place, Receipt
from cotty.terminal.desk import Desk

KEPT_FOR: Final = 3600  # seconds, on the clock of the tmux server
_MOST: Final = 100  # notes of 50 letters; a command of tmux may have 16 000
_NOTE: Final = "TOLD"
_BEGUN: Final = "begun"
_FIELDS: Final = 4


@dataclass(frozen=True, slots=True)
class Noted:
    """What stands of a key. `at`: when its message was begun, in seconds since 1970."""

    word: str
    text: str
    at: int

    def receipt(self, pane: str) -> Receipt:
        """What became of it; unknown, if whoever told it did not live to say."""
        outcome = Outcome.UNKNOWN if self.word == _BEGUN else Outcome(self.word)
        return Receipt(pane, outcome, ("told-before",))


@dataclass(frozen=True, slots=True)
class Once:
    """One key at one pane, for this text."""

    desk: Desk
    place: Place
    key: str
    text: str

    async def before(self) -> Noted | None:
        """What became of the message with this key; None: it was not told yet."""
        noted = (await self._notes()).get(_digest(self.key))
        if noted is None or noted.word == Outcome.NOT_SUBMITTED:
            return None
        if noted.text != _digest(self.text):
            raise KeyTaken(f"Another message was told in {self.place.pane} with this key.", pane=self.place.pane)
        return noted

    async def begin(self) -> None:
        """It is about to be typed."""
        notes = await self._notes()
        notes.pop(_digest(self.key), None)
        now = self.desk.hand.now()
        old = [name for name, noted in notes.items() if now - noted.at >= KEPT_FOR]
        for name in old[: max(0, len(notes) + 1 - _MOST)]:
            del notes[name]
        if len(notes) >= _MOST:
            raise InvalidInput(
                f"{self.place.pane} remembers {_MOST} keys of the last hour, and cannot remember another.",
                suggestion="Send it without a key, or wait until the oldest is an hour old.",
            )
        await self._write({**notes, _digest(self.key): Noted(_BEGUN, _digest(self.text), now)})

    async def end(self, outcome: Outcome | None) -> None:
        """What became of it; None: it was refused and not told, so it may be told again."""
        notes = await self._notes()
        noted = notes.pop(_digest(self.key), None)
        if outcome is not None:
            began = noted.at if noted is not None else self.desk.hand.now()
            notes[_digest(self.key)] = Noted(str(outcome), _digest(self.text), began)
        await self._write(notes)

    async def _write(self, notes: dict[str, Noted]) -> None:
        lines = (f"{name}:{noted.word}:{noted.text}:{noted.at}" for name, noted in notes.items())
        await self.desk.write_note(self.place, _NOTE, " ".join(lines))

    async def _notes(self) -> dict[str, Noted]:
        """The oldest first."""
        found = (word.split(":") for word in (await self.desk.note(self.place, _NOTE)).split())
        return {name: Noted(word, text, int(at)) for name, word, text, at in filter(_is_note, found)}


def _is_note(fields: list[str]) -> bool:
    return len(fields) == _FIELDS and fields[-1].isdigit()


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "replace")).hexdigest()[:12]
