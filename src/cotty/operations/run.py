"""`run`: a command in a pane's shell, to its end."""

from dataclasses import dataclass
from typing import Annotated

from cotty.operations.operation import Address, Call, Help, Operation, Tier, reached, shaped
from cotty.operations.waits.going_on import program_in, told_when_interrupted
from cotty.operations.waits.own_pane import refuse_own_pane


@dataclass(frozen=True, slots=True)
class RunInput:
    """What to run, and where."""

    command: Annotated[str, Help("A line for the shell of that pane.")]
    address: Address = None
    timeout: Annotated[float | None, Help("Seconds it may take; 600 if left out. It is not stopped then.")] = None


@dataclass(frozen=True, slots=True)
class RunOutput:
    """What the command left."""

    pane: Annotated[str, Help("The id of the pane.")]
    exit_code: Annotated[int | None, Help("Its exit code; null when nothing could prove it.")]
    output: Annotated[str, Help("What it printed, without escapes.")]
    cwd: Annotated[str | None, Help("The shell's folder afterwards.")]
    evidence: Annotated[str, Help("How its end was known.")]
    seconds: Annotated[float, Help("How long it took.")]
    finished: Annotated[bool, Help("It ended before the time was up.")]
    missed_bytes: Annotated[int, Help("Bytes left out in the middle of the output.")]


async def run(call: Call, request: RunInput) -> RunOutput:
    pane = await reached(call, request.address, request.timeout)
    refuse_own_pane(call, pane)
    async with told_when_interrupted(call, program_in(call, pane)):
        return shaped(RunOutput, await pane.run(request.command, timeout=request.timeout))


RUN = Operation("run", "Run a command in a pane's shell; give its exit code, output and folder.", Tier.TYPE, RunInput,
                RunOutput, run)  # fmt: skip
