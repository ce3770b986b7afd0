"""Fake CLIs in real panes, two senders to try on them, and what they wait for."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

import cotty
from cotty.model import AgentState
from cotty.profiles import Seen, look
from cotty.testing.fake_cli.starting import fake_command
from cotty.testing.fake_profiles import fake_profile
from cotty.testing.ground_truth import Claim, Record, Verdict, judge, read_log
from cotty.testing.scenario import Scenario
from tests.real.terminal.conftest import terminal

__all__ = ["terminal"]

_SECONDS: Final = 15


@dataclass(frozen=True)
class Fake:
    """A fake that runs in a pane."""

    scenario: Scenario
    pane: cotty.Pane
    terminal: cotty.Terminal
    log: Path

    async def look(self) -> Seen:
        """What its profile sees now."""
        screen = await self.pane.screen(styled=True)
        title = next(row.title for row in await self.terminal.list() if row.id == self.pane.id)
        return look(fake_profile(self.scenario), screen, title)

    async def shows(self, wanted: Callable[[cotty.Screen], bool]) -> cotty.Screen:
        """The first screen that is as wanted."""
        try:
            async with asyncio.timeout(_SECONDS):
                async for _ in self.pane.watch():
                    screen = await self.pane.screen(styled=True)
                    if wanted(screen):
                        return screen
        except TimeoutError:
            pass  # the assertion below shows the screen
        raise AssertionError(f"not seen on\n{(await self.pane.screen()).text}\n{self.records()[1:]}")

    async def sees(self, wanted: Callable[[Seen], bool]) -> Seen:
        """The first look that is as wanted."""
        profile = fake_profile(self.scenario)
        return look(profile, await self.shows(lambda screen: wanted(look(profile, screen))))

    async def rests(self) -> Seen:
        """Idle again."""
        return await self.sees(lambda seen: seen.state is AgentState.IDLE)

    def records(self, event: str = "") -> list[Record]:
        return [record for record in read_log(self.log) if event in ("", record.event)]

    def texts(self) -> list[str]:
        return [record.facts["text"] for record in self.records("submitted")]

    def enters(self) -> list[str]:
        """What each Enter did."""
        return [record.facts["did"] for record in self.records("enter")]

    def verdict(self, *receipts: Claim) -> Verdict:
        return judge(read_log(self.log), receipts)

    async def type(self, text: str) -> None:
        await self.pane.send(text, enter=False, proof=False)

    async def lands(self, text: str) -> Seen:
        """The text, broken or not, stands in the composer."""
        packed = "".join(text.split())
        return await self.sees(lambda seen: seen.composer is not None and packed == "".join(seen.composer.text.split()))


StartFake = Callable[..., Awaitable[Fake]]


@pytest.fixture
def start_fake(terminal: cotty.Terminal, tmp_path: Path) -> StartFake:
    """`await start_fake(Scenario(…))` is a fake that can be typed to."""

    async def start(scenario: Scenario | None = None, *, wait: bool = True) -> Fake:
        scenario = scenario or Scenario()
        log = tmp_path / "truth.jsonl"
        pane = await terminal.open("fake", command=fake_command(scenario, log), size=(80, 24))
        fake = Fake(scenario, pane, terminal, log)
        if wait:
            await fake.shows(lambda screen: "Welcome" in screen.text)
        return fake

    return start
