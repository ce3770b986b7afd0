"""When a turn is over, and what its reply was as far as the screen shows it. Pure.

Rules:
1. An agent that has worked since it was told, and rests now, is done. One that was never seen to work has answered
   faster than it could be looked at, which its reply shows; or it thinks in silence, which is waited for.
   Where the vendor's own events have said since that it is over, nobody waits for quiet.
2. A question, an error and the end of the program end a turn, too; and what a command opened in place of the
   conversation, once it has come to rest.
3. The reply is what stands between the last place where the prompt was repeated and the composer, without what the
   profile says is not part of it, and without what says that it was interrupted.
"""

from collections.abc import Generator
from dataclasses import dataclass
from typing import Final

from cotty.agents.flows.sighting import CALM, Sighting, sighted
from cotty.agents.flows.tracking import Tracker
from cotty.model import AgentState
from cotty.profiles.painted import plain
from cotty.profiles.profile import Profile
from cotty.terminal.flows.cells import before, cell_width, packed
from cotty.terminal.flows.steps import Glimpse, Step

_RESTS: Final = 0.3  # seconds without output, after work
_ANSWERED: Final = 1.0  # … with a reply, where no work was seen
_SILENT: Final = 10.0  # … with nothing: agents think without a sign
_HEAD: Final = 30
_PROMPT_MARKS: Final = "❯›>┃"  # what stands before the rows of a prompt that is repeated


@dataclass(frozen=True, slots=True)
class Over:
    """How a turn ended: processing or None as a state means that the time was up. `last` is None where its pane is
    gone.
    """

    state: AgentState | None
    last: Sighting | None

    @property
    def interrupted(self) -> bool:
        return self.state is AgentState.IDLE and self.last is not None and self.last.seen.interrupted

    @property
    def viewer(self) -> bool:
        return self.state is AgentState.IDLE and self.last is not None and self.last.seen.viewer


def turn_over(
    profile: Profile, tracker: Tracker, prompt: str, timeout: float, *, worked: bool, told_at: float
) -> Generator[Step, Glimpse | None, Over]:
    """Until the agent rests, asks, fails or ends. `told_at` is a moment before it was told."""
    tracker.begin()
    tracker.profile = profile
    seconds = 0.0
    while True:
        sighting = yield from sighted(profile, seconds)
        tracker.take(sighting)
        worked = worked or tracker.state is AgentState.PROCESSING
        over = tracker.idle_since(told_at) and sighting.calm
        if over or _settled(profile, tracker, sighting, prompt, worked=worked):
            return Over(tracker.state, sighting)
        if sighting.seen.viewer and tracker.state is not AgentState.PROCESSING and sighting.glimpse.quiet >= _RESTS:
            return Over(AgentState.IDLE, sighting)
        if sighting.elapsed >= timeout:
            return Over(tracker.state if tracker.state is AgentState.PROCESSING else None, sighting)
        seconds = _next_look(tracker, sighting, timeout, worked=worked)


def _settled(profile: Profile, tracker: Tracker, sighting: Sighting, prompt: str, *, worked: bool) -> bool:
    state, quiet = tracker.state, sighting.glimpse.quiet
    if tracker.unsure or state in (None, AgentState.STARTING, AgentState.PROCESSING):
        return False
    if state not in (AgentState.IDLE, AgentState.BLOCKED):
        return True
    if worked:
        return quiet >= _RESTS
    if state is AgentState.BLOCKED:  # the error may be that of the turn before: the composer is freed first
        return quiet >= _ANSWERED
    heard = tracker.events is not None and tracker.events.lost is None  # then work would be told
    return quiet >= (_ANSWERED if not heard and reply_on(sighting, prompt, profile) else _SILENT)


def _next_look(tracker: Tracker, sighting: Sighting, timeout: float, *, worked: bool) -> float:
    left = timeout - sighting.elapsed
    if tracker.again is not None:
        return min(left, tracker.again)
    if sighting.seen.viewer and sighting.glimpse.quiet < _RESTS:
        return min(left, _RESTS - sighting.glimpse.quiet + 0.005)
    if tracker.state not in (AgentState.IDLE, AgentState.BLOCKED):
        return left
    ends = (CALM, _RESTS) if worked else (CALM, _ANSWERED, _SILENT)
    return min([left, *(end - sighting.glimpse.quiet + 0.005 for end in ends if end > sighting.glimpse.quiet)])


def reply_on(sighting: Sighting, prompt: str, profile: Profile) -> str:
    """The reply to this prompt, as far as the screen shows it."""
    rows = _conversation(sighting, profile)
    kept = rows[_after_prompt(rows, prompt) :]
    skip, mark = profile.reply_skip, profile.reply_mark
    said = [row for row in kept if not (skip and skip.search(row))]
    return _without_frame([mark.sub(lambda found: " " * len(found[0]), row) for row in said] if mark else said)


def _conversation(sighting: Sighting, profile: Profile) -> list[str]:
    """The rows above the composer or the dialog, without what stands beside them."""
    seen, shape = sighting.seen, profile.composer
    rows = [plain(row).rstrip() for row in sighting.glimpse.screen.rows]
    stopped = next((said.rows[0] for said in seen.others if said.says == "interrupted" and said.rows), None)
    if seen.interrupted and stopped is not None:  # only what the rule may pass stands below
        rows[stopped:] = [""] * (len(rows) - stopped)
    if seen.awaiting is not None:
        return rows[: seen.awaiting.rows[0]]
    if seen.composer is None or shape is None:
        return rows
    edges = [row for row in rows[seen.composer.last_row :] if shape.boxed and shape.bottom and shape.bottom.search(row)]
    right = cell_width(edges[0]) if edges else sighting.glimpse.screen.width
    return [before(row, right).rstrip() for row in rows[: seen.composer.first_row]]


def _after_prompt(rows: list[str], prompt: str) -> int:
    """The row after the last place where the prompt is repeated; 0 when its beginning has scrolled away."""
    packed_rows = [packed(row).lstrip(_PROMPT_MARKS) for row in rows]
    head, wanted = packed(prompt)[:_HEAD], len(packed(prompt))
    begins = [y for y in range(len(rows)) if head and "".join(packed_rows[y : y + 3]).find(head) in (0, 1)]
    if not begins:
        return 0
    taken, y = 0, begins[-1]
    while y < len(rows) and taken < wanted:
        taken += len(packed_rows[y])
        y += 1
    return y


def _without_frame(rows: list[str]) -> str:
    """Without rules, and without the margin that all rows share."""
    filled = [row for row in rows if packed(row).strip("─━╌▔╹▀┃│╻")]
    if not filled:
        return ""
    first, last = rows.index(filled[0]), len(rows) - 1 - rows[::-1].index(filled[-1])
    margin = min(len(row) - len(row.lstrip()) for row in filled)
    return "\n".join(row[margin:] for row in rows[first : last + 1])
