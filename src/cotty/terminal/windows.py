"""End and resize panes without harm to what stands around them.

Rules: no session ends with a pane, one into which its window is linked neither; what was counted is compared again in
the command that ends it; a size that was not taken is no success; a person's zoom and window size stay theirs.
"""

from cotty.controlmode import commands
from cotty.controlmode.commands import Words
from cotty.controlmode.guards import holds, when
from cotty.controlmode.refusals import refusal
from cotty.errors import LastPane, PaneNotFound, Refused, TmuxRefused
from cotty.terminal.desk import Desk

_TRIES = 5  # windows may come and go while they are counted
# Every session with its windows: `$0@0@2 $1@2 `; nothing here is a name.
_WINDOWS = "#{S:#{session_id}#{W:#{window_id}} }"
_CHANGED = "changed"


async def end(desk: Desk, pane: str, *, window: bool) -> None:
    """End a pane or its window; refused when a session would end with it."""
    for _ in range(_TRIES):
        reply = (
            await desk.hand.look(commands.say(f"#{{pane_id}} #{{window_id}} #{{window_panes}} {_WINDOWS}", pane=pane))
        )[0]
        found, own, panes, *sessions = reply.text.split(" ")
        if not reply.ok or found != pane:
            raise PaneNotFound(f"There is no pane {pane}.")
        if (window or panes == "1") and any(own in each and not _others(each, own) for each in sessions):
            raise LastPane
        same = f"#{{==:#{{window_id}} #{{window_panes}} {_WINDOWS},{own} {panes} {' '.join(sessions)}}}"
        words: Words = ("kill-window" if window else "kill-pane", "-t", pane)
        done = (await desk.hand.ask(when(pane, holds(pane, same), [words], commands.say(_CHANGED))))[0]
        if not done.ok:
            raise refusal(done.text)
        if not done.lines:
            return
    raise TmuxRefused(f"The windows around {pane} change too quickly to end it safely.", suggestion="Ask again.")


def _others(session: str, window: str) -> bool:
    """Windows of a session that stay when that one ends; it may be linked there more than once."""
    return bool(set(session.split("@")[1:]) - {window[1:]})


async def keeping_zoom(desk: Desk, pane: str) -> Words:
    """What a split needs so that a zoomed window stays zoomed."""
    zoomed = (await desk.hand.must(commands.say("#{window_zoomed_flag}", pane=pane)))[0].text == "1"
    if zoomed and not desk.hand.version.has("zoomed-split"):
        raise Refused(
            f"The window of {pane} is zoomed, and this tmux would undo that.",
            suggestion=f"Undo it yourself with `tmux resize-pane -Z -t {pane}` first.",
        )
    return ("-Z",) if zoomed else ()


async def resize(desk: Desk, pane: str, width: int | None, height: int | None) -> None:
    """Give a pane a size; alone in its window, it takes the window along."""
    panes, zoomed = (await desk.hand.must(commands.say("#{window_panes} #{window_zoomed_flag}", pane=pane)))[
        0
    ].text.split(" ")
    if zoomed == "1":
        raise Refused(
            f"The window of {pane} is zoomed, and a new size would undo that.",
            suggestion=f"Undo it yourself with `tmux resize-pane -Z -t {pane}` first.",
        )
    size = [word for flag, value in (("-x", width), ("-y", height)) if value for word in (flag, str(value))]
    if panes == "1":
        await _resize_window(desk, pane, size)
    else:
        await desk.hand.must(("resize-pane", *size, "-t", pane))
    now = (await desk.hand.must(commands.say("#{pane_width} #{pane_height}", pane=pane)))[0].text.split(" ")
    _check_size(pane, (int(now[0]), int(now[1])), (width, height), alone=panes == "1")


async def _resize_window(desk: Desk, pane: str, size: list[str]) -> None:
    """tmux makes the size of a window fixed for good when it is given one, and it would not fit the terminal of whoever
    attaches next: what was not set before is unset again.
    """
    was = (await desk.hand.must(("show-options", "-wv", "-t", pane, "window-size")))[0].text
    back: list[Words] = [] if was else [("set-option", "-wu", "-t", pane, "window-size")]
    await desk.hand.must(("resize-window", *size, "-t", pane), *back)


def _check_size(pane: str, now: tuple[int, int], wanted: tuple[int | None, int | None], *, alone: bool) -> None:
    if all(want in (None, have) for want, have in zip(wanted, now, strict=True)):
        return
    why = "its window has the size of the terminal in which a person looks at it" if alone else (
        "the panes beside it, above it and below it share the window"
    )  # fmt: skip
    raise Refused(
        f"Pane {pane} is {now[0]}×{now[1]} now, and nearer to that size it does not come: {why}.",
        suggestion="Ask for what can be had, or resize the window.", width=now[0], height=now[1],
    )  # fmt: skip
