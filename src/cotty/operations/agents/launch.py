"""`launch`: start an agent as the program of a new window, never by typing into a shell."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated

from cotty.operations.agents.answers import AgentRow, row_of
from cotty.operations.operation import Call, Help, Operation, Tier


@dataclass(frozen=True, slots=True)
class LaunchInput:
    """What to start, and where."""

    profile: Annotated[str, Help("Which CLI, by the name of its profile; `cotty profiles` lists them.")]
    cwd: Annotated[str | None, Help("The folder to start in.")] = None
    session: Annotated[str | None, Help("The session, made if absent; the default one if left out.")] = None
    name: Annotated[str | None, Help("A name for the window; that of the profile if left out.")] = None
    arguments: Annotated[tuple[str, ...], Help("Words that follow what the profile starts.")] = ()
    command: Annotated[tuple[str, ...], Help("Words that replace what the profile starts: a program and its own.")] = ()
    env: Annotated[Mapping[str, str] | None, Help("Settings of its environment.")] = None
    wait: Annotated[bool, Help("Wait until it has come up: idle, with a question, or blocked.")] = False
    timeout: Annotated[float | None, Help("Seconds that waiting for it may take; 60 if left out.")] = None


async def run(call: Call, request: LaunchInput) -> AgentRow:
    agent = await call.terminal.launch(
        request.profile, cwd=request.cwd, session=request.session, name=request.name, arguments=request.arguments,
        command=request.command, env=request.env,
    )  # fmt: skip
    if not request.wait:
        return await row_of(call, agent, await agent.look())
    report = await agent.wait(timeout=request.timeout)
    return replace(await row_of(call, agent, report), hint=await agent.why_unknown() or None)


LAUNCH = Operation("launch", "Start an agent in a window of its own.", Tier.MANAGE, LaunchInput, AgentRow, run)
