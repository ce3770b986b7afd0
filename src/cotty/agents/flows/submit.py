"""Tell an agent something: see that it can be told, type, see it land, wait out its gap, submit, see it go. Pure.

Rules:
1. Nothing is typed while a dialog is open, into somebody's draft, or where no composer is to be seen.
2. Enter is pressed only while the whole text, and nothing else, stands in the composer, on a look right before it.
3. It went when the composer is free of it and the agent works, repeats it in the conversation, or, where it repeats
   nothing, the screen has come to rest so: where it does, an empty composer may be a person's work. A dialog that came
   with Enter hides the composer: then only the conversation or the work can tell.
4. Enter is pressed again only while the text still stands there and the program has read the last one, says the kernel;
   never once a line was added, or a dialog came.
"""

from collections.abc import Generator
from dataclasses import dataclass

from cotty.agents.flows.sighting import SURE, Sighting, conversation, fills_the_screen, sighted, told
from cotty.agents.flows.standing import Standing, standing, stands_with_more
from cotty.model import AgentState, Outcome
from cotty.profiles.profile import Profile
from cotty.terminal.flows.steps import Glimpse, Step, Write

_PATIENCE = 0.6  # seconds before Enter is pressed again: programs paint up to half a second late
_ENTERS = 4
_SOON = 0.03  # seconds between looks for a whole frame, once the time is up
_COMPARED = 5  # rows at the end of a conversation that are held against those of before
_FOREIGN = 0.1  # seconds after which text that is not ours is no frame that was painted in part
_COMMANDS = ("/", "!", "#")  # what CLIs do not send to their model
_LASTING = 0.4  # seconds for which an emptied composer that never rests has to stay so

Flow = Generator[Step, Glimpse | None, "Submitted"]
_Judged = tuple[Outcome, str]


@dataclass(frozen=True, slots=True)
class Submitted:
    """How it ended. `refusal` is why nothing was typed: dialog, draft, gone or not-ready."""

    outcome: Outcome | None
    evidence: tuple[str, ...]
    last: Sighting
    refusal: str | None = None


@dataclass(frozen=True, slots=True)
class Message:
    """What is to be submitted, and how long each proof may take."""

    text: str
    gap: float
    deadline: float
    settling: float = 0.0  # seconds for which the composer has to have been empty: an earlier text may still come

    @property
    def lines(self) -> int:
        return self.text.count("\n") + 1


def submit(profile: Profile, message: Message) -> Flow:
    """Deliver one message to the composer of an agent, or say why not."""
    first = yield from _until_free(profile, message)
    if isinstance(first, Submitted):
        return first
    yield Write(message.text, pasted=is_pasted(profile, message.text))
    landed = yield from _landing(profile, message)
    if isinstance(landed, Submitted):
        return landed
    return (yield from _entering(profile, message, landed))


def is_pasted(profile: Profile, text: str) -> bool:
    """Whether the CLI wants this text as one paste."""
    rules = profile.delivery
    if rules.paste == "lines":
        return "\n" in text or len(text) > rules.paste_above
    return rules.paste == "bracketed"


# ----------------------------------------------------------------------------------------------------- may it be told?


def _until_free(profile: Profile, message: Message) -> Generator[Step, Glimpse | None, Sighting | Submitted]:
    """The look at an empty composer that nothing has touched for a moment; or the refusal. A look that shows neither
    composer nor dialog is a frame that is half painted, until it has gone on for too long.
    """
    since, before, told_apart, seconds = 0.0, "", 0.0, 0.0
    while True:
        sighting = yield from sighted(profile, seconds)
        obstacle = _obstacle(sighting)
        if obstacle == "gone" or (obstacle == "not-ready" and sighting.elapsed - told_apart >= message.deadline):
            return Submitted(None, (), sighting, obstacle)
        seconds = message.deadline - (sighting.elapsed - told_apart)
        if obstacle == "not-ready":
            continue
        if obstacle != before:
            since, before = sighting.elapsed, obstacle
        told_apart = sighting.elapsed
        stood = sighting.elapsed - since
        sure = (sighting.calm and (obstacle or stood >= message.settling)) or stood >= max(SURE, message.settling)
        if sure or sighting.elapsed >= message.deadline:
            return Submitted(None, (), sighting, obstacle) if obstacle else sighting
        seconds = _until_calm(sighting) if not sighting.calm else message.settling - stood


def _obstacle(sighting: Sighting) -> str:
    """Why nothing may be typed now; empty: it may."""
    seen = sighting.seen
    if sighting.gone:
        return "gone"
    if seen.awaiting is not None:
        return "dialog"
    if seen.composer is None or seen.viewer or seen.state is AgentState.STARTING:  # it may be drawn before it listens
        return "not-ready"
    return "draft" if seen.composer.text.strip() else ""


def _until_calm(sighting: Sighting) -> float:
    return max(0.001, 0.04 - sighting.glimpse.quiet)


# ------------------------------------------------------------------------------------------------------ has it landed?


def _landing(profile: Profile, message: Message) -> Generator[Step, Glimpse | None, Sighting | Submitted]:
    """The look right before Enter: the text has stood for the gap, and stands still. Somebody else's text that was seen
    on the way stands there still, though a long text may hide it.
    """
    began = since = mixed = None
    while True:
        sighting = yield from sighted(profile, _landing_pause(since or mixed, message))
        began = sighting.elapsed if began is None else began
        stands = _standing(profile, message, sighting)
        if sighting.gone or sighting.seen.awaiting is not None:
            return Submitted(Outcome.NOT_SUBMITTED, ("gone" if sighting.gone else "dialog",), sighting)
        mixed = (mixed or sighting) if stands is Standing.MIXED else None if _shows_all(stands) else mixed
        since = None if stands is Standing.MIXED else since or (sighting if stands.stands else None)
        if mixed is not None and (sighting.calm or sighting.elapsed - mixed.elapsed >= _FOREIGN):
            return Submitted(Outcome.NOT_SUBMITTED, ("mixed",), sighting)
        if since is not None and stands.stands and _settled(message, since, sighting, stands):
            return sighting
        if sighting.elapsed - began >= message.deadline + message.gap:
            return _not_landed(stands, message, sighting)


def _standing(profile: Profile, message: Message, sighting: Sighting) -> Standing:
    return standing(sighting.seen.composer, message.text, pasted=is_pasted(profile, message.text))


def _shows_all(stands: Standing) -> bool:
    """Nothing else can stand there: the end of a text may hide what stands above it."""
    return stands in (Standing.WHOLE, Standing.PASTED)


def _landing_pause(since: Sighting | None, message: Message) -> float:
    """Until the gap is over; before that, until something moves."""
    return max(0.01, message.gap) if since is not None else message.deadline


def _settled(message: Message, since: Sighting, now: Sighting, stands: Standing) -> bool:
    stood = now.elapsed - since.elapsed
    if stood < message.gap:
        return False
    # The end of a text that repeats itself looks like the end before the end has come.
    return stands is not Standing.END or now.calm or stood >= SURE


def _not_landed(stands: Standing, message: Message, sighting: Sighting) -> Submitted:
    """Lines that were not taken as one paste may each have been submitted."""
    outcome = Outcome.NOT_SUBMITTED if message.lines == 1 or stands is not Standing.UNSEEN else Outcome.UNKNOWN
    return Submitted(outcome, ("mixed" if stands is Standing.MIXED else "not-seen",), sighting)


# -------------------------------------------------------------------------------------------------------- has it gone?


def _entering(profile: Profile, message: Message, landed: Sighting) -> Flow:
    evidence: tuple[str, ...] = ("landed",)
    last = landed
    for attempt in range(1, _ENTERS + 1):
        yield Write(keys=profile.delivery.submit)
        evidence += ("enter" if attempt == 1 else f"enter-{attempt}",)
        going = _Going(profile, message, landed, last.elapsed)
        outcome, proof, last = yield from going.watched(last=attempt == _ENTERS)
        if outcome is not None:
            return Submitted(outcome, (*evidence, proof), last)
    raise ValueError("the last Enter settles it")


@dataclass(slots=True)
class _Going:
    """What becomes of one Enter."""

    profile: Profile
    message: Message
    landed: Sighting
    began: float  # when Enter was pressed
    free_since: float | None = None  # the composer has been free of the text on every look since
    asked_since: float | None = None

    def watched(self, *, last: bool) -> Generator[Step, Glimpse | None, tuple[Outcome | None, str, Sighting]]:
        """Outcome and proof; no outcome: the Enter was swallowed, and another one may be pressed."""
        seconds, ask = _PATIENCE, False
        while True:
            sighting = yield from sighted(self.profile, seconds, ask=ask)
            judged = self._judged(sighting)
            if judged is not None:
                return *judged, sighting
            stays = _standing(self.profile, self.message, sighting).stands
            waited = sighting.elapsed - self.began
            if stays and ask and sighting.glimpse.took_all and not last and not self._grew(sighting):
                return None, "swallowed", sighting
            late = waited - self.message.deadline
            given_up = self._given_up(sighting, stays=stays)
            if late >= SURE or (late >= 0 and given_up[0] is not Outcome.UNKNOWN):
                return *given_up, sighting  # a frame that is cut shows nothing: the next one may
            ask = stays and not ask and waited >= _PATIENCE
            seconds = 0.0 if ask else self._pause(sighting, stays=stays, waited=waited)

    def _pause(self, sighting: Sighting, *, stays: bool, waited: float) -> float:
        left = max(_SOON, self.message.deadline - waited)
        if self.free_since is not None and not sighting.calm:
            return min(left, _until_calm(sighting))
        return min(left, max(0.05, _PATIENCE - waited)) if stays else left

    def _judged(self, sighting: Sighting) -> _Judged | None:
        """What this look proves, if anything."""
        seen = sighting.seen
        sign = self._sign(sighting)
        if sighting.gone:
            return (Outcome.CONFIRMED, sign) if sign else (Outcome.UNKNOWN, "gone")
        stands = _standing(self.profile, self.message, sighting)
        free = stands is Standing.NONE or (stands is Standing.MIXED and not self._stands_with_more(sighting))
        if free and self.free_since is None:
            self.free_since = sighting.elapsed
        elif not free and stands is not Standing.UNSEEN:
            self.free_since = None
        if seen.awaiting is not None:
            return self._hidden(sighting, sign)
        if sign and (free or stands is Standing.UNSEEN):
            return Outcome.CONFIRMED, sign
        if sign == "echoed" and stands is Standing.PART and sighting.calm:
            return Outcome.CONFIRMED, sign  # somebody types already, and it happens to be in the text, too
        lasting = self.free_since is not None and sighting.elapsed - self.free_since >= _LASTING
        if seen.viewer and stands is Standing.UNSEEN and sighting.calm and self.message.text.startswith("/"):
            return Outcome.CONFIRMED, "viewer-opened"  # a command that opens a panel in place of the composer
        if stands is Standing.NONE and (sighting.calm or lasting) and self._emptied_by_enter(sighting):
            return Outcome.CONFIRMED, "emptied"
        return None

    def _emptied_by_enter(self, sighting: Sighting) -> bool:
        """Whoever repeats what it takes, and has not, has not taken it. A text that stood there before cannot be
        counted where rows scroll away; then a conversation that goes on tells. So does one of which nothing is left:
        the text has scrolled away with it, behind a reply that was faster than a look.
        """
        if not self._repeats:
            return True
        before, now = conversation(self.landed), conversation(sighting)
        stood = told(self.message.text, self.landed) > 0 and told(self.message.text, sighting) > 0
        return (stood and not _same_end(before, now)) or (not self.landed.busy and self._all_new(before, sighting))

    @property
    def _repeats(self) -> bool:
        """What was submitted would stand in the conversation; a command may leave nothing there, or open a dialog."""
        return self.profile.delivery.echoes and not self.message.text.startswith(_COMMANDS)

    def _all_new(self, before: list[str], sighting: Sighting) -> bool:
        """The conversation has gone on by more than the screen holds: its end is not to be found there, and most of the
        rows that stand in its place are others; a clock changes one. Where there is room left nothing was pushed out,
        but drawn anew, as a banner is after a line that says what starts. So is all in a pane of another size.
        """
        was, screen = self.landed.glimpse.screen, sighting.glimpse.screen
        stood = [row for row in before if row][-_COMPARED:]
        shown = [row for row in conversation(sighting) if row]
        found = any(shown[at : at + len(stood)] == stood for at in range(len(shown)))
        alike = sum(one == other for one, other in zip(reversed(stood), reversed(shown), strict=False))
        same_size = (was.width, was.height) == (screen.width, screen.height)
        pushed_out = same_size and fills_the_screen(sighting)
        return pushed_out and len(stood) > 1 and not found and alike <= len(stood) // 2

    def _hidden(self, sighting: Sighting, sign: str) -> _Judged | None:
        """A dialog stands where the composer was."""
        if sign:
            return Outcome.CONFIRMED, sign
        if not (sighting.calm or self._late(sighting)):
            return None
        # What was submitted would stand in the conversation, which is as it was.
        proved = self._repeats and _same_end(conversation(self.landed), conversation(sighting))
        return Outcome.NOT_SUBMITTED if proved else Outcome.UNKNOWN, "dialog"

    def _late(self, sighting: Sighting) -> bool:
        return sighting.elapsed - self.began >= SURE

    def _sign(self, sighting: Sighting) -> str:
        """That the agent has taken it: it works and did not before, or repeats it."""
        if told(self.message.text, sighting) > told(self.message.text, self.landed):
            return "echoed"
        return "busy" if sighting.busy and not self.landed.busy else ""

    def _grew(self, sighting: Sighting) -> bool:
        """Enter became a newline: the composer has more rows than it had, or the cursor stands farther down in it. One
        that shows only the end of a text has as many rows as there is room; there the cursor has left the end.
        """
        now, before = sighting.glimpse.screen, self.landed.glimpse.screen
        landed = _standing(self.profile, self.message, self.landed)
        if landed is Standing.END and sighting.calm and now.cursor_visible and before.cursor_visible:
            return now.cursor_x != before.cursor_x
        pairs = list(zip(_depths(sighting), _depths(self.landed), strict=False))
        # a frame that is being painted drags the cursor along
        return any(now > before for now, before in (pairs if sighting.calm else pairs[:1]))

    def _given_up(self, sighting: Sighting, *, stays: bool) -> _Judged:
        if stays:
            return Outcome.NOT_SUBMITTED, "newline" if self._grew(sighting) else "text-stays"
        if self._stands_with_more(sighting) and self._sign(sighting) != "echoed":
            return Outcome.NOT_SUBMITTED, "mixed"
        shown = _standing(self.profile, self.message, sighting)
        return Outcome.UNKNOWN, "emptied" if shown is Standing.NONE else "unproved"

    def _stands_with_more(self, sighting: Sighting) -> bool:
        return stands_with_more(sighting.seen.composer, self.message.text, self.landed.seen.composer)


def _same_end(before: list[str], now: list[str]) -> bool:
    """The conversation ends as it did; one of which nothing was to be seen shows nothing new."""
    last = [row for row in before if row][-_COMPARED:]
    shown = [row for row in now if row]
    return shown[-len(last) :] == last if last else not shown


def _depths(sighting: Sighting) -> tuple[int, ...]:
    """Rows of the composer, and those down to the cursor, where it is seen; none without a composer."""
    composer, screen = sighting.seen.composer, sighting.glimpse.screen
    if composer is None:
        return ()
    rows = composer.last_row - composer.first_row
    return (rows, screen.cursor_y - composer.first_row) if screen.cursor_visible else (rows,)
