"""Is the program in the pane waiting for input? The wait of a terminal, as a flow.

Evidence, strongest first: the program ended · the pattern stands in output newer than the last send · the shell's own
marks in the stream · a shell in the foreground that reads its terminal · another program blocked in a read of its
terminal · quiet.

Rules: what was true before the wait began counts (level-triggered); the echo of what was typed never matches;
silence is called quiet, never ready; evidence that comes without an event is looked at again at growing distances,
at the most every `_LAST_GAP` seconds.
"""

import re
from collections.abc import Generator, Sequence
from dataclasses import dataclass

from cotty.errors import InvalidInput
from cotty.model import Reason, Screen
from cotty.terminal.flows.cells import before_cursor
from cotty.terminal.flows.reach import reach
from cotty.terminal.flows.sieve import LONGEST_LINE
from cotty.terminal.flows.steps import Glimpse, Step, watched

_FIRST_GAP, _LAST_GAP = 0.001, 0.1
_STATUS_COMES = 0.3
_SEEMS_READY = 0.3  # seconds of quiet after which a shell in front, as tmux sees it, is asked for at the kernel
_LAST_ASK = 2.0  # seconds between two such questions at the most: far away each is a process

Flow = Generator[Step, Glimpse | None, "Settled"]


@dataclass(frozen=True, slots=True)
class Settled:
    """How the wait ended."""

    reason: Reason
    evidence: str
    glimpse: Glimpse
    match: str | None = None

    @property
    def lacks_status(self) -> bool:
        """The program ended, and tmux, which still has its pane, does not say how."""
        return self.reason is Reason.EXITED and not self.glimpse.gone and self.glimpse.screen.exit_status is None


@dataclass(frozen=True, slots=True)
class Wanted:
    """What ends the wait, beside the end of the program and the deadline."""

    pattern: re.Pattern[str] | None = None
    idle_seconds: float | None = None
    timeout: float = 60.0


def compiled(pattern: str | None) -> re.Pattern[str] | None:
    """A pattern as a person wrote it."""
    try:
        return re.compile(pattern) if pattern is not None else None
    except re.error as error:
        raise InvalidInput(f"{pattern!r} is not a regular expression: {error}.") from None


def ready(wanted: Wanted) -> Flow:
    """Look whenever something moved, until something settles it."""
    gap, patience, asks = _FIRST_GAP, _SEEMS_READY, False
    seconds, died = 0.0, None
    while True:
        glimpse = yield from watched(seconds, ask=asks)
        settled = judge(wanted, glimpse) or (_unasked(glimpse) if asks else None)
        died = glimpse.elapsed if died is None and glimpse.screen.dead else died
        if settled is not None and not _status_may_come(settled, died):
            return settled
        gap = _FIRST_GAP if glimpse.moved else min(gap * 2, _LAST_GAP)
        if asks:
            patience = glimpse.quiet + min(patience, _LAST_ASK)
        elif glimpse.moved:
            patience = _SEEMS_READY
        asks = not asks and _seems_to_wait(glimpse, patience)
        seconds = 0.0 if asks else _next_look(wanted, glimpse, gap)


def _status_may_come(settled: Settled, died: float | None) -> bool:
    """tmux calls a pane dead when its terminal closes, a moment before it knows how the program ended."""
    return settled.lacks_status and died is not None and settled.glimpse.elapsed - died < _STATUS_COMES


def judge(wanted: Wanted, glimpse: Glimpse) -> Settled | None:
    """What this glimpse settles, if anything."""
    if glimpse.gone or glimpse.screen.dead:
        return Settled(Reason.EXITED, "the program ended", glimpse)
    if wanted.pattern is not None:
        match = _matched(wanted.pattern, glimpse)
        if match is not None:
            return Settled(Reason.PROMPT, "the pattern stands in new output", glimpse, match)
    elif (waiting := _waiting(glimpse)) is not None:
        return waiting
    if wanted.idle_seconds is not None and glimpse.quiet >= wanted.idle_seconds:
        return Settled(Reason.QUIET, f"no output for {wanted.idle_seconds:g} s", glimpse)
    if glimpse.elapsed >= wanted.timeout:
        missed = "; some output could not be searched" if glimpse.missed else ""
        return Settled(Reason.TIMEOUT, f"nothing settled it within {wanted.timeout:g} s{missed}", glimpse)
    return None


def _waiting(glimpse: Glimpse) -> Settled | None:
    """A mark with the shell's nonce is its own word; a program at work may turn bracketed paste on."""
    signs = {"prompt-end"} if glimpse.foreground == "busy" else {"prompt-end", "paste-on"}
    if (heard := sorted(signs & glimpse.signs)) and before_cursor(glimpse.screen).strip():
        return Settled(Reason.PROMPT, heard[-1], glimpse)
    if glimpse.foreground == "shell-waiting":
        return Settled(Reason.PROMPT, "the shell reads its terminal", glimpse)
    if glimpse.foreground == "reading":
        return Settled(Reason.IDLE, "the program is blocked in a read of its terminal", glimpse)
    return None


def _seems_to_wait(glimpse: Glimpse, patience: float) -> bool:
    in_front = glimpse.foreground == "shell-in-front" and glimpse.quiet >= patience
    return in_front and bool(before_cursor(glimpse.screen).strip())


def _unasked(glimpse: Glimpse) -> Settled | None:
    """The kernel was to be asked and told nothing."""
    if glimpse.foreground is not None:
        return None
    return Settled(Reason.QUIET, "a shell is in front, as tmux sees it, and printed nothing for a moment", glimpse)


def _matched(pattern: re.Pattern[str], glimpse: Glimpse) -> str | None:
    """The newest text that the pattern fits: the cursor's line first, then back through what was printed."""
    here = reach(pattern.pattern)
    for line in candidates(glimpse.news, glimpse.screen):
        found = pattern.search(line) if len(line) <= here else None
        if found is not None:
            return found[0]
    return glimpse.match


def candidates(news: Sequence[str], screen: Screen) -> list[str]:
    """What a pattern is tried on, the newest first. The cursor's line is tried with the blank that a prompt ends in,
    too.
    """
    lines = list(news)
    here = before_cursor(screen)
    if lines and here.rstrip() and lines[-1].rstrip().endswith(here.rstrip()):
        padding = screen.cursor_x - len(here)
        lines.append(here + " " * max(0, padding))
    return [line[:LONGEST_LINE] for line in reversed(lines)]


def _next_look(wanted: Wanted, glimpse: Glimpse, gap: float) -> float:
    """Seconds until something that makes no event may have changed."""
    ends = [wanted.timeout - glimpse.elapsed]
    if wanted.idle_seconds is not None:
        ends.append(wanted.idle_seconds - glimpse.quiet)
    if glimpse.screen.dead or (wanted.pattern is None and glimpse.foreground is not None):
        ends.append(gap)
    return max(0.0, min(ends))
