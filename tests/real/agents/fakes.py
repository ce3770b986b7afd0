"""Fake CLIs as agents of a real terminal: launched with their profile, which is also where a person drops one."""

from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, cast

import pytest

import cotty
from cotty.agents.agent import Agent
from cotty.model import AgentReport, AgentState
from cotty.testing.fake_cli.starting import fake_command
from cotty.testing.fake_profiles import fake_profile
from cotty.testing.ground_truth import Record, read_log
from cotty.testing.scenario import Scenario


def drop_fake_profile(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a person makes a CLI known: a file in the config folder."""
    target = folder / "cotty" / "profiles" / "fake_boxed.toml"
    target.parent.mkdir(parents=True)
    source = files("cotty.testing").joinpath("profiles", "fake_boxed.toml")
    target.write_text(source.read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder))


@dataclass(frozen=True)
class Fake:
    """A fake that was launched, and what it says of itself."""

    agent: Agent
    log: Path

    @property
    def pane(self) -> str:
        return self.agent.pane.id

    def painted(self, state: AgentState) -> list[float]:
        """When a frame of that state was whole on its terminal."""
        return [record.at for record in self._records() if record.event == "painted" and record.facts["state"] == state]

    def _records(self) -> list[Record]:
        return read_log(self.log)


async def launch_fake(
    terminal: cotty.Terminal, folder: Path, name: str = "fake", scenario: Scenario | None = None, *, shell: bool = False
) -> Fake:
    """A fake at its composer, in a window of the session `fakes`."""
    scenario = scenario or Scenario()
    log = folder / f"{name}.jsonl"
    command = fake_command(scenario, log, shell=shell)
    agent = await terminal.launch(fake_profile(scenario), session="fakes", name=name, command=command)
    ready = await agent.wait("idle", timeout=15)
    assert ready.state is AgentState.IDLE, (await agent.pane.screen()).text
    return Fake(agent, log)


@asynccontextmanager
async def following(terminal: cotty.Terminal) -> AsyncIterator[AsyncIterator[AgentReport]]:
    """What `follow` tells, until the block ends."""
    reports = terminal.follow()
    async with aclosing(cast("Any", reports)):
        yield reports
