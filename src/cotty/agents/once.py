"""A message that carries a key is told once, whichever process of cotty tells it.

Rules: the note stands on the tmux server before the first letter is typed, so that nobody tells it again, whatever
became of this process; it holds a digest, never the text; it is read and written under the pen.
"""

from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from cotty.model import Outcome, Place, Receipt
from cotty.terminal.desk import Desk

_KEPT: Final = 16  # messages whose keys a pane remembers
_NOTE: Final = "TOLD"
_BEGUN: Final = "begun"


@dataclass(frozen=True, slots=True)
class Once:
    """One key at one pane."""

    desk: Desk
    place: Place
    key: str

    async def before(self) -> Receipt | None:
        """What became of the message with this key; unknown, if whoever told it did not live to say."""
        noted = (await self._notes()).get(_digest(self.key))
        if noted is None or noted == Outcome.NOT_SUBMITTED:
            return None
        outcome = Outcome.UNKNOWN if noted == _BEGUN else Outcome(noted)
        return Receipt(self.place.pane, outcome, ("told-before",))

    async def begin(self) -> None:
        """It is about to be typed."""
        await self._note(_BEGUN)

    async def end(self, outcome: Outcome | None) -> None:
        """What became of it; None: it was refused and not told, so it may be told again."""
        await self._note(None if outcome is None else str(outcome))

    async def _note(self, word: str | None) -> None:
        notes = await self._notes()
        notes.pop(_digest(self.key), None)
        if word is not None:
            notes[_digest(self.key)] = word
        kept = list(notes.items())[-_KEPT:]
        await self.desk.write_note(self.place, _NOTE, " ".join(f"{digest}:{word}" for digest, word in kept))

    async def _notes(self) -> dict[str, str]:
        words = (word.partition(":") for word in (await self.desk.note(self.place, _NOTE)).split())
        return {digest: outcome for digest, _, outcome in words}


def _digest(key: str) -> str:
    return sha256(key.encode("utf-8", "replace")).hexdigest()[:12]
