"""One call of a tool, from its arguments to its result.

Rules: the operation is performed by the runner, which decides and writes down; here a model's spelling becomes the
table's (a list may be one string, null is left out) and an answer is fitted to what a model can read at once.
"""

import json
import shlex
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from mcp_types import CallToolResult

from cotty.doors.crashes import report_crash
from cotty.doors.mcp import results
from cotty.doors.mcp.cuts import BUDGET, LEAST, Cuts, is_cut
from cotty.doors.mcp.jobs import Jobs, Report
from cotty.doors.mcp.tools import given, offered
from cotty.doors.mcp.words import LEFT_OUT, LONG
from cotty.doors.runner import Runner
from cotty.doors.schemas import answered, from_fields
from cotty.errors import CottyError, InvalidInput
from cotty.operations.perform import perform
from cotty.operations.policy import Actor
from cotty.operations.table import operation

PATIENCE: Final = 45.0  # seconds: clients give up after 60, some count their own start


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks, and the pane that they stand in, as a `Call` names it."""

    actor: Actor
    stands_in: str | None = None

    async def ask(self, runner: Runner, name: str, fields: dict[str, Any]) -> Any:  # noqa: ANN401
        """Perform an operation for them."""
        request = from_fields(name, _spelt(name, fields))
        async with runner.call(self.actor, stands_in=self.stands_in) as call:
            return await perform(operation(name), request, call)


@dataclass(slots=True)
class Calls:
    """What all calls of one door share."""

    runner: Runner
    jobs: Jobs
    cuts: Cuts
    patience: float = PATIENCE
    every: bool = False  # every operation is a tool

    async def call(self, caller: Caller, name: str, arguments: dict[str, Any], report: Report) -> CallToolResult:
        """Carry it out; whatever goes wrong is a result, too."""
        try:
            if name not in offered(caller.actor.tier, every=self.every):
                raise InvalidInput(f"There is no tool {name!r} here.", suggestion="List the tools.")
            return await self._called(caller, name, arguments, report)
        except CottyError as error:
            return results.failed(error)
        except Exception as error:  # noqa: BLE001  (the last line of defence: the trace goes to a file, with its name said)
            return results.failed(report_crash(error))

    async def _called(self, caller: Caller, name: str, arguments: dict[str, Any], report: Report) -> CallToolResult:
        fields = {field: value for field, value in arguments.items() if value is not None}
        budget = _number(fields.pop("characters", BUDGET))
        handle = fields.pop("handle", None) if name in LONG else None
        if name == "read" and is_cut(fields.get("since")):
            return results.answered(self.cuts.read_on(str(caller.actor), fields["since"], budget))
        if name not in LONG:
            return results.answered(await self._answer(caller, name, fields, budget))
        job = (
            self.jobs.named(str(caller.actor), name, str(handle)) if handle
            else self.jobs.begin(str(caller.actor), name, lambda: self._answer(caller, name, fields, budget))
        )  # fmt: skip
        if not await self.jobs.attend(job, self.patience, report):
            return results.goes_on(job)
        if job.error is not None:
            raise job.error
        return results.answered(job.answer)

    async def _answer(self, caller: Caller, name: str, fields: dict[str, Any], budget: int) -> dict[str, Any]:
        """What an operation answers, cut at once: one that waits to be fetched holds no more than a model reads."""
        answer = answered(await caller.ask(self.runner, name, fields))
        kept = {field: value for field, value in answer.items() if field not in LEFT_OUT.get(name, ())}
        return self.cuts.fitted(str(caller.actor), kept, budget)


def _number(characters: object) -> int:
    with suppress(ValueError, TypeError):
        if (number := int(str(characters))) >= LEAST:
            return number
    raise InvalidInput(f"`characters` is a whole number from {LEAST} on.", suggestion="Leave it out, or say 20000.")


def _spelt(name: str, fields: dict[str, Any]) -> dict[str, Any]:
    """Models write a list as one string, or as JSON in a string, and the text `2` as a number."""
    kinds = given(name)["properties"]
    return {field: _as_kind(kinds.get(field, {}).get("type"), value) for field, value in fields.items()}


def _as_kind(kind: str | None, value: Any) -> Any:  # noqa: ANN401
    if kind == "array" and isinstance(value, str):
        return _listed(value)
    return str(value) if kind == "string" and type(value) in (int, float) else value


def _listed(text: str) -> Any:  # noqa: ANN401
    with suppress(ValueError):
        if text.lstrip().startswith("["):
            return json.loads(text)
        return shlex.split(text)
    return [text]
