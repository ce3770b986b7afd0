"""The sends of a pane: with proof, for whoever holds the pen; without, in one command; and keys.

Rules: what is written is noted before it leaves (where in the feed, and how the text ends, in memory only), because
output may answer before tmux does; without proof nothing is looked at, and nothing of this process comes between text
and Enter; whoever may not write yet waits as long as it was told to.
"""

import contextlib
import os
import time
from collections.abc import Awaitable, Callable

from cotty.errors import CottyError, DraftThere, InvalidInput, PenHeld
from cotty.model import Outcome, Place, Receipt
from cotty.terminal.desk import Desk, PaneFacts, Typed
from cotty.terminal.driver import Driver
from cotty.terminal.flows import deliver as flow
from cotty.terminal.flows.echo import Onset, ends_like_a_prompt
from cotty.terminal.flows.prompts import Prompt, in_folder, line_before_cursor
from cotty.terminal.flows.steps import Write
from cotty.terminal.server.heard import Heard
from cotty.terminal.writing import LONGEST_LINE, checked_text, press_keys, write_text

_ENTER = ("Enter",)
_CLEAR_IT = "Submit it with `keys Enter` or clear it with `keys C-u`, if it is yours to; then ask again."


def checked(text: str, *, enter: bool) -> str:
    """The text as it will be typed; the Enter that follows it stands for a last line break."""
    text = checked_text(text)
    text = text.removesuffix("\n") if enter else text
    if not text:
        raise InvalidInput("There is no text to send.", suggestion="Press Enter alone with `keys Enter`.")
    return text


async def deliver(desk: Desk, place: Place, text: str, *, enter: bool, alone: bool = False) -> Receipt:
    """Deliver checked text, with proof, for whoever holds the pen; `alone`: behind nothing that cotty typed, either."""
    began = time.monotonic()
    facts = await desk.facts(place)
    heard = await desk.heard(facts)
    driver = Driver(desk, facts, heard, signs_after=heard.feed.position if heard else -1, asks_line_mode=True)

    async def write(step: Write) -> None:
        if step.text is None:
            await press_keys(desk, place, step.keys)
        else:
            await write_text(desk, place, step.text)

    prompt = await _prompt(desk, facts, heard, alone=alone) if enter else None
    typed = _note(desk, place, text, heard)
    steps = flow.deliver(text, enter=enter, deadline=desk.settings.proof_deadline, longest=LONGEST_LINE, prompt=prompt)
    delivered = await driver.run(steps, write)
    if delivered.evidence == (flow.DRAFT,):
        typed.ending, typed.taken = "", True  # nothing was written
        raise DraftThere(f"A draft stands at the prompt of {place.pane}.", suggestion=_CLEAR_IT, pane=place.pane)
    confirmed = delivered.outcome is Outcome.CONFIRMED
    typed.taken = confirmed and enter
    shown = None if confirmed else driver.last_text
    return Receipt(place.pane, delivered.outcome, delivered.evidence, milliseconds(began), shown)


async def _prompt(desk: Desk, facts: PaneFacts, heard: Heard | None, *, alone: bool) -> Prompt | None:
    """The prompt that stands there, as far as it is known: heard as it was drawn, or noted by whoever heard it or made
    the shell. What was noted counts only while the shell reads its terminal: a program's row may begin like a prompt.
    """
    place, text = facts.place, heard.prompt if heard is not None else None
    if text is None:
        text = await _noted(desk, place)
        if text and await desk.in_front(facts) not in ("shell-waiting", "shell-in-front"):
            return None
    if not text or alone:
        return Prompt(text) if text else None
    onset = Onset.parse(await desk.onset(place))
    return Prompt(text, onset.history + onset.row if onset is not None else None)


async def _noted(desk: Desk, place: Place) -> str:
    """The prompt that was noted, as it reads in the folder where the shell is now."""
    note, _, now = (await desk.note(place, "PROMPT", "#{pane_current_path}")).partition("|")
    prompt, _, was = note.partition(".")
    home = os.environ.get("HOME", "") if desk.hand.transport.shares_machine else ""
    return in_folder(_plain(prompt), _plain(was), now, home)


def _plain(note: str) -> str:
    """What a note holds: in hexadecimal, because it may be anything."""
    try:
        return bytes.fromhex(note).decode("utf-8", "replace")
    except ValueError:
        return ""


async def note_prompt(desk: Desk, place: Place, text: str) -> None:
    """Tell whoever sends next how the prompt reads, and in which folder, which nobody who comes later has heard."""
    with contextlib.suppress(CottyError):
        folder = await desk.folder(place.pane) or ""
        await desk.write_note(place, "PROMPT", f"{text.encode().hex()}.{folder.encode().hex()}|")


async def note_heard_prompt(desk: Desk, place: Place) -> bool:
    """The same of the prompt that was heard as it was drawn, where the shell marks it; whether there is one. A note of
    it is written once.
    """
    heard = desk.hearing(place.pane)
    if heard is None or heard.nonce is None:
        return False
    await heard.feed.lines_since(heard.feed.position)  # its marks may still be on their way
    if heard.prompt is not None and heard.noted != heard.prompt:
        await note_prompt(desk, place, heard.prompt)
        heard.noted = heard.prompt
    return heard.prompt is not None


async def note_first_prompt(desk: Desk, place: Place) -> None:
    """The same of a shell that was just made: where it marks nothing, what stands before the cursor is its prompt if it
    ends like one, unless somebody was quick.
    """
    with contextlib.suppress(CottyError):
        if await note_heard_prompt(desk, place):
            return
        line = line_before_cursor(await desk.eye.screen(place.pane))
        if ends_like_a_prompt(line) and not await desk.onset(place) and await desk.pens.person(place.pane) is None:
            await note_prompt(desk, place, line)


async def send_blindly(desk: Desk, place: Place, text: str, *, enter: bool, deadline: float) -> Receipt:
    """Write checked text, and Enter with it."""
    began = time.monotonic()
    async with desk.pens.turn(place.pane, deadline=deadline):
        _note(desk, place, text)
        await _once_free(
            desk, place, began + deadline, lambda: write_text(desk, place, text, then=_ENTER if enter else ())
        )
    return Receipt(place.pane, Outcome.UNKNOWN, ("typed",), milliseconds(began))


async def press(desk: Desk, place: Place, keys: tuple[str, ...], *, deadline: float) -> Receipt:
    """Press keys."""
    began = time.monotonic()
    async with desk.pens.turn(place.pane, deadline=deadline):
        _note(desk, place, "")
        await _once_free(desk, place, began + deadline, lambda: press_keys(desk, place, keys))
    return Receipt(place.pane, Outcome.UNKNOWN, ("pressed",), milliseconds(began))


def milliseconds(began: float) -> float:
    return round((time.monotonic() - began) * 1000, 3)


def _note(desk: Desk, place: Place, text: str, heard: Heard | None = None) -> Typed:
    heard = heard or desk.hearing(place.pane)
    typed = desk.typed[place.pane] = Typed.now(heard.feed.position if heard else -1, text)
    return typed


async def _once_free(desk: Desk, place: Place, until: float, write: Callable[[], Awaitable[None]]) -> None:
    """Write as soon as no person types there and nobody else holds the pen; refused when that lasts too long."""
    while True:
        if not desk.pens.alone:
            await desk.pens.wait_for_people(place.pane, until)
        try:
            return await write()
        except PenHeld as held:
            await desk.pens.wait_for_holder(place.pane, held, until)
