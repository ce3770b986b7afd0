"""The terminal that people are given: the engine's verbs, and those that need to know agents.

Rules: what agents need is loaded when one is asked for, because most commands know their pane and every one of them
would pay 25 ms for it.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import TYPE_CHECKING

from cotty.agents.pane import Pane
from cotty.model import AgentInfo, AgentReport
from cotty.terminal import pane as engine_pane
from cotty.terminal import terminal as engine

if TYPE_CHECKING:
    from cotty.agents.agent import Agent
    from cotty.profiles.profile import Profile


class Terminal(engine.Terminal):
    """All panes of one tmux server, and the agents in them."""

    async def open(
        self, address: str | None = None, *, cwd: str | None = None, command: Sequence[str] = (),
        size: tuple[int, int] = engine.SIZE,
    ) -> Pane:  # fmt: skip
        """The pane of that address; a session of that name is made if there is none.

        `cwd` and `command` (an argument list) are for the session that is made; without a command it is the person's
        shell.
        """
        return self._given(await super().open(address, cwd=cwd, command=command, size=size))

    async def pane(self, address: str | None = None) -> Pane:
        """The pane of that address, which must be there."""
        return self._given(await super().pane(address))

    async def window(
        self, *, session: str | None = None, name: str | None = None, cwd: str | None = None,
        command: Sequence[str] = (),
    ) -> Pane:  # fmt: skip
        """A new window in a session, behind the one that is shown; its pane."""
        return self._given(await super().window(session=session, name=name, cwd=cwd, command=command))

    async def split(
        self, address: str | None = None, *, direction: str = "vertical", cwd: str | None = None,
        title: str | None = None, command: Sequence[str] = (),
    ) -> Pane:  # fmt: skip
        """Split a pane: `horizontal` puts the new one beside it, `vertical` below it."""
        made = await super().split(address, direction=direction, cwd=cwd, title=title, command=command)
        return self._given(made)

    def _given(self, pane: engine_pane.Pane) -> Pane:
        """The engine's pane, with what this room adds."""
        return Pane(pane.id, pane.server, self.desk)

    async def launch(
        self, profile: "str | Profile", *, cwd: str | None = None, session: str | None = None, name: str | None = None,
        arguments: Sequence[str] = (), command: Sequence[str] = (), env: Mapping[str, str] | None = None,
    ) -> "Agent":  # fmt: skip
        """Start an agent in a window of its own, in a session that is made if absent. It may still be starting when
        this returns. `arguments` are added to what the profile starts; `command` replaces it.
        """
        from cotty.agents.reaching import Start, launch

        return await launch(self, Start(profile, cwd, session, name, arguments, command, env))

    async def adopt(self, address: str | None = None, *, profile: "str | Profile | None" = None) -> "Agent":
        """The agent that runs in that pane, however it was started. With a profile, what runs there is taken for it:
        a process of that profile, where it says how those are known, else whatever it is.
        """
        from cotty.agents.reaching import adopt

        return await adopt(self, address, profile)

    async def agents(self, session: str | None = None) -> list[AgentInfo]:
        """Every agent on this tmux server, with what it does now."""
        from cotty.agents.reaching import agents

        return await agents(self, session)

    def follow(self, session: str | None = None) -> AsyncIterator[AgentReport]:
        """What every agent does now, then every change of any; those that come and end are told, too. It goes on until
        the caller stops.
        """
        from cotty.agents.registry import follow

        return follow(self, session)
