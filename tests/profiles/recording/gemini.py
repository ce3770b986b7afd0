"""The plays of Gemini CLI: short ones, because in a pane with a watcher it has been seen to leave keys unread."""

from typing import Final

from tests.beds.agents.script import Hold, ToolCall, reply
from tests.profiles.recording.play import Play
from tests.profiles.recording.stage import Stage

_COMPOSER: Final = "Type your message"
_BUSY: Final = r"\(esc to cancel"
_SIZES: Final = ((120, 40), (80, 24))


async def ready(here: Stage) -> None:
    await here.shows(_COMPOSER)
    await here.quiet(2.5)  # an Enter while it still loads does nothing


async def composer(here: Stage) -> None:
    await ready(here)
    await here.take("idle", "fresh")
    await here.type("fix the failing test")
    await here.take("idle", "draft")


async def say(here: Stage, words: str) -> None:
    """Typed: an Enter behind its first paste is a new line."""
    await here.type(words)
    await here.press("Enter")


async def turns(here: Stage) -> None:
    await ready(here)
    before, between = Hold(), Hold()
    here.model.says(reply(before, "The first half of the reply.\n\n", between, "And the second half."))
    await say(here, "explain the code")
    await here.shows(_BUSY)
    await here.take("processing", "thinking")
    before.release()
    await here.shows("first half")
    await here.take("processing", "streaming")
    between.release()
    await here.shows("second half")
    await here.quiet(1.5)
    await here.take("idle", "after-reply")


async def permission(here: Stage) -> None:
    await ready(here)
    call = ToolCall("run_shell_command", {"command": "rm -rf build", "description": "Remove the build folder"})
    here.model.says(reply("I remove it.", call), "Then not.")
    await say(here, "clean up")
    await here.shows("Allow execution")
    await here.take("awaiting_input", "permission-command-at-once")
    await here.quiet()
    await here.take("awaiting_input", "permission-command")


async def interrupt(here: Stage) -> None:
    await ready(here)
    hold = Hold()
    here.model.says(reply("I begin.\n\n", hold, "never said"))
    await say(here, "do something long")
    await here.shows("I begin")
    await here.press("Escape")
    await here.quiet(1)
    await here.take("interrupted", "escape")


PLAYS: Final = {
    "composer": Play(composer, sizes=_SIZES),
    "turns": Play(turns, sizes=_SIZES),
    "permission": Play(permission, sizes=_SIZES),
    "interrupt": Play(interrupt, sizes=_SIZES[:1]),
}
