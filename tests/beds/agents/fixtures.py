"""`agent_cli("codex")` gives a test a real agent CLI with a home and a scripted model of its own.

Rules: a CLI that is not there skips the test by name; each test has its own model and homes; what a CLI leaves
running ends with the test.
"""

from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final

import pytest

from tests.beds.agents.clis import CLI
from tests.beds.agents.homes import Home, make_home
from tests.beds.agents.leftovers import end_leftovers
from tests.beds.agents.model import Model, scripted_model
from tests.beds.fixtures import or_skip

CLI_NAMES: Final = tuple(CLI)
_NONE: Final[Mapping[str, str]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class AgentBed:
    """One CLI, ready to be the command of a pane: `terminal.open(name, cwd=bed.cwd, command=bed.argv)`."""

    name: str
    version: str
    home: Home
    model: Model

    @property
    def argv(self) -> list[str]:
        return self.home.argv

    @property
    def cwd(self) -> str:
        return str(self.home.cwd)


GiveAgent = Callable[..., AgentBed]


@pytest.fixture
async def agent_cli(tmp_path: Path) -> AsyncIterator[GiveAgent]:
    """`agent_cli(name, *arguments, fresh=…, untrusted=…, env=…)`: each call is one more home, all ask one model."""
    homes: list[Path] = []

    def give(
        name: str, *arguments: str, fresh: bool = False, untrusted: bool = False, env: Mapping[str, str] = _NONE
    ) -> AgentBed:
        or_skip(name, CLI[name].missing())
        path = tmp_path / f"{name}-home-{len(homes)}"
        homes.append(path)
        home = make_home(
            name,
            path,
            tmp_path / "project",
            model.url,
            fresh=fresh,
            untrusted=untrusted,
            arguments=arguments,
            env=env,
        )
        return AgentBed(name, CLI[name].version, home, model)

    async with scripted_model() as model:
        yield give
    for path in homes:
        end_leftovers(path)
