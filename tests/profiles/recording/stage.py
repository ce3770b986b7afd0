"""The stage of a play: one agent CLI in a pane, the hands that move it to a scene, and the camera.

Rules: every wait is for something that is seen, with a deadline; whatever is started here is ended by its id.
"""

import asyncio
import os
import platform
import re
import shutil
import signal
import subprocess
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import cotty
from tests.beds.agents.clis import CLI
from tests.beds.agents.homes import make_home
from tests.beds.agents.leftovers import end_leftovers
from tests.beds.agents.model import Model, scripted_model
from tests.profiles.frames import write_frame

HOME: Final = Path("/home/dev")  # a path that says nothing of the machine that records
_PATIENCE: Final = 25.0
_PANE: Final = (
    "#{cursor_x} #{cursor_y} #{cursor_flag} #{alternate_on} #{history_size} #{pane_width} #{pane_height} "
    "#{version} #{pane_current_command}|#{pane_title}"
)


@dataclass(slots=True)
class Stage:
    """What a scene is played on."""

    cli: str
    tmux: tuple[str, ...]
    model: Model
    terminal: cotty.Terminal
    pane: cotty.Pane
    project: Path
    taken: list[Path] = field(default_factory=list)

    async def until(self, there: Callable[[str], bool], *, seconds: float = _PATIENCE) -> None:
        """Until the screen is so; the pane is looked at when it has printed something."""
        try:
            async with asyncio.timeout(seconds):
                async for _ in self.pane.watch():
                    if there((await self.pane.screen()).text):
                        return
        except TimeoutError:
            raise TimeoutError((await self.pane.screen()).text) from None

    async def shows(self, pattern: str, *, seconds: float = _PATIENCE) -> None:
        await self.until(lambda text: re.search(pattern, text, re.MULTILINE) is not None, seconds=seconds)

    @property
    def width(self) -> int:
        return int(self.say("display-message", "-p", "-t", self.pane.id, "#{pane_width}"))

    async def printed(self) -> None:
        """Until the program prints something more, or for the second in which it does not."""
        try:
            async with asyncio.timeout(1):
                news = self.pane.watch()
                await anext(news)
                await anext(news)
        except TimeoutError:
            pass

    async def quiet(self, seconds: float = 0.7) -> None:
        """Nothing printed for so long, or the deadline of something that never is quiet."""
        await self.pane.wait(idle_seconds=seconds, timeout=_PATIENCE / 5)

    async def type(self, words: str) -> None:
        await self.pane.send(words, enter=False, proof=False)
        await self.quiet()

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.pane.keys(key)
            await self.quiet(0.3)

    async def strike(self, key: str) -> None:
        """Without a wait for quiet: an animation has none, and what comes next is gone before."""
        await self.pane.keys(key)

    async def paste(self, words: str) -> None:
        """As a person's terminal pastes: with brackets where the program asked for them."""
        self.say("set-buffer", "-b", "pasted", "--", words)
        self.say("paste-buffer", "-p", "-d", "-b", "pasted", "-t", self.pane.id)
        await self.quiet()

    async def tell(self, words: str) -> None:
        await self.paste(words)
        await self.press("Enter")

    async def take(self, state: str, scene: str) -> None:
        """Keep what is shown now."""
        said = self.say("display-message", "-p", "-t", self.pane.id, _PANE, ";",
                        "capture-pane", "-p", "-e", "-N", "-t", self.pane.id)  # fmt: skip
        head, _, body = said.partition("\n")
        numbers, _, title = head.partition("|")
        title = (
            "" if title == platform.node() else title
        )  # tmux names a pane after the machine until somebody else does
        *figures, tmux, command = numbers.split(" ", 8)
        x, y, visible, alternate, history, width, height = map(int, figures)
        screen = cotty.Screen(
            rows=tuple(body.split("\n")[:height]), cursor_x=x, cursor_y=y, width=width, height=height, history=history,
            history_limit=2000, alternate=bool(alternate), dead=False, exit_status=None, mode=False,
            cursor_visible=bool(visible), styled=True,
        )  # fmt: skip
        told = {
            "cli": self.cli, "version": CLI[self.cli].version, "tmux": tmux, "command": command, "title": title,
            "recorded": f"{datetime.now(UTC):%Y-%m-%d}",
        }  # fmt: skip
        self.taken.append(write_frame(screen, told, state, scene))

    def say(self, *words: str) -> str:
        done = subprocess.run([*self.tmux, *words], capture_output=True, check=True, timeout=_PATIENCE)
        return done.stdout.decode("utf-8", "replace")


@dataclass(frozen=True, slots=True)
class Setting:
    """How a play begins: which CLI, how large, and how much it knows of the person."""

    cli: str
    size: tuple[int, int]
    tmux: str = "tmux"
    fresh: bool = False
    untrusted: bool = False
    from_shell: bool = False  # a shell in which the name of the CLI starts it
    arguments: tuple[str, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict)


@asynccontextmanager
async def stage(setting: Setting) -> AsyncIterator[Stage]:
    """The CLI, started in a pane of that size."""
    with tempfile.TemporaryDirectory() as folder, _home() as home:
        words = (setting.tmux, "-u", "-S", f"{folder}/tmux")
        connected = cotty.connect(
            socket_path=f"{folder}/tmux", config="/dev/null", tmux=setting.tmux, actor="agent:recorder"
        )
        async with scripted_model() as model, connected as terminal:
            seat = make_home(
                setting.cli, home, home / "project", model.url, fresh=setting.fresh, untrusted=setting.untrusted,
                arguments=setting.arguments, env=setting.env,
            )  # fmt: skip
            command = seat.shell_argv if setting.from_shell else seat.argv
            pane = await terminal.open(setting.cli, cwd=str(seat.cwd), command=command, size=setting.size)
            server = (await terminal.server()).pid
            try:
                yield Stage(setting.cli, words, model, terminal, pane, seat.cwd)
            finally:
                _end(server)
                end_leftovers(home)


def _end(server: int) -> None:
    try:
        os.kill(server, signal.SIGTERM)
    except ProcessLookupError:
        pass  # it left with its last pane


@contextmanager
def _home() -> Iterator[Path]:
    """The neutral home, made and removed here; somebody's own home is never touched."""
    HOME.mkdir(parents=True)
    try:
        yield HOME
    finally:
        shutil.rmtree(HOME)
