"""The plays of aider."""

from typing import Final

from tests.beds.agents.script import Hold, reply
from tests.profiles.recording.play import Play
from tests.profiles.recording.stage import Stage

_PROMPT: Final = r"^> ?$"
_SIZES: Final = ((120, 40),)


async def ready(here: Stage) -> None:
    await here.shows(_PROMPT)
    await here.quiet(1)


async def turns(here: Stage) -> None:
    await ready(here)
    await here.take("idle", "fresh")
    await here.type("fix the failing test")
    await here.take("idle", "draft")
    await here.press("C-u")
    before, between = Hold(), Hold()
    here.model.says(reply(before, "The first half of the reply.\n\n", between, "And the second half."))
    await here.tell("explain the code")
    await here.model.asked(1)
    await here.printed()
    await here.take("processing", "thinking")
    before.release()
    await here.shows("first half")
    await here.take("processing", "streaming")
    between.release()
    await here.shows("second half")
    await here.quiet(1)
    await here.take("idle", "after-reply")


async def interrupt(here: Stage) -> None:
    await ready(here)
    here.model.says(reply("I begin.\n\n", Hold(), "never said"))
    await here.tell("do something long")
    await here.shows("I begin")
    await here.press("C-c")
    await here.quiet(1)
    await here.take("interrupted", "ctrl-c")


PLAYS: Final = {"turns": Play(turns, sizes=_SIZES), "interrupt": Play(interrupt, sizes=_SIZES)}
