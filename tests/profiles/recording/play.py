"""A play: how an agent CLI is set up, and the act that takes its frames; and the acts that suit every CLI.

Rules: an act takes a frame only of what it waited for; a play may be run at any size.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from cotty.profiles import load
from tests.beds.agents.script import Hold, reply
from tests.profiles.recording.stage import Setting, Stage, stage

SIZES: Final[tuple[tuple[int, int], ...]] = ((120, 40), (80, 24), (200, 50))
_LONG: Final = "\n".join(f"{number}. A line of a reply that is longer than the screen." for number in range(1, 91))
_WIDE: Final = "héllo 漢字 かな 😀 ｗｉｄｅ"
Act = Callable[[Stage], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Play:
    """One start of a CLI, and what is done with it."""

    act: Act
    fresh: bool = False
    untrusted: bool = False
    from_shell: bool = False
    arguments: tuple[str, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict)
    sizes: tuple[tuple[int, int], ...] = SIZES

    async def run(self, cli: str, size: tuple[int, int], tmux: str) -> list[str]:
        """Play it; the names of the frames it took."""
        setting = Setting(cli, size, tmux, self.fresh, self.untrusted, self.from_shell, self.arguments, self.env)
        async with stage(setting) as here:
            try:
                await self.act(here)
            finally:
                taken = [f"{path.parent.name}/{path.stem}" for path in here.taken]
        return taken


async def drafts(here: Stage, *, clear: str = "C-c", pasted: int = 30) -> None:
    """The composer with a person's words in it: short, on two lines, wrapped, wide, and pasted."""
    await here.type("fix the failing test")
    await here.take("idle", "draft")
    await here.press(clear)
    await here.type("first line")
    await here.press(*load(here.cli).delivery.newline)
    await here.type("second line")
    await here.take("idle", "draft-lines")
    await here.press(clear)
    await here.paste("words that wrap " * (here.width // 8))
    await here.take("idle", "draft-wrapped")
    await here.press(clear)
    await here.paste(_WIDE)
    await here.take("idle", "draft-wide")
    await here.press(clear)
    await here.paste("\n".join(f"line {number} of what was pasted" for number in range(1, pasted + 1)))
    await here.take("idle", "draft-pasted")


async def turn(here: Stage, *, busy: str, done: str, frames: int = 3, streams: str = "") -> None:
    """A turn from the Enter to the composer that is free again; `streams` is shown once a reply comes."""
    before, between = Hold(), Hold()
    here.model.says(reply(before, "The first half of the reply.\n\n", between, "And the second half."))
    await here.tell("explain the code")
    await here.model.asked(len(here.model.turns) or 1)
    await here.shows(busy)
    for number in range(1, frames + 1):
        await here.take("processing", f"thinking-{number}")
        await here.printed()
    before.release()
    await here.shows("first half")
    await here.shows(streams or busy)
    await here.take("processing", "streaming")
    await here.type("and then")
    await here.take("processing", "draft")
    between.release()
    await here.shows("second half")
    await here.shows(done)
    await here.quiet()
    await here.take("idle", "after-reply-with-draft")


async def long_reply(here: Stage) -> None:
    """A conversation that is longer than the screen."""
    here.model.says(_LONG)
    await here.tell("count to ninety")
    await here.shows("90\\. A line")
    await here.quiet(1.5)
    await here.take("idle", "after-long-reply")


async def quoting(here: Stage, words: str, *, shown: str, scene: str) -> None:
    """A reply that quotes what this very CLI shows when it works or asks."""
    here.model.says(words)
    await here.tell("what does it look like when you ask")
    await here.shows(shown)
    await here.quiet(1.5)
    await here.take("idle", scene)
