"""`journal`: who did what, where, and how it ended."""

from dataclasses import dataclass
from typing import Annotated, Any

from cotty.errors import CottyError, InvalidInput
from cotty.operations.operation import Call, Help, Operation, Tier

_MOST = 100_000


@dataclass(frozen=True, slots=True)
class JournalInput:
    """Which entries."""

    lines: Annotated[int, Help("How many of the last.")] = 100
    actor: Annotated[str | None, Help("Only those of this actor: a name, or kind:name.")] = None
    operation: Annotated[str | None, Help("Only those of this verb.")] = None
    pane: Annotated[str | None, Help("Only those in this pane, by its id or the address that was said.")] = None
    outcome: Annotated[str | None, Help("Only those that ended so: ok, confirmed, pen_held ….")] = None
    since: Annotated[str | None, Help("Only those from then on, as 2026-01-31 or 2026-01-31T12:00, in UTC.")] = None


@dataclass(frozen=True, slots=True)
class EntryRow:
    """One action."""

    time: Annotated[str, Help("When it ended, in UTC.")]
    actor: Annotated[str, Help("Who: kind:name.")]
    operation: Annotated[str, Help("The verb.")]
    pane: Annotated[str | None, Help("Where: the pane's id, or the address that was said if none was found.")]
    host: Annotated[str, Help("On which host.")]
    outcome: Annotated[str, Help("How it ended: an outcome, a reason, or the code of an error.")]
    milliseconds: Annotated[float, Help("How long it took.")]


@dataclass(frozen=True, slots=True)
class JournalOutput:
    """The entries, the newest last."""

    entries: Annotated[tuple[EntryRow, ...], Help("A row for each.")]


async def run(call: Call, request: JournalInput) -> JournalOutput:
    if not 0 < request.lines <= _MOST:
        raise InvalidInput(f"Ask for 1 to {_MOST} lines.")
    try:
        found = [facts for facts in call.journal.entries() if _wanted(facts, request)]
    except OSError as error:
        raise CottyError(f"The journal cannot be read: {error.strerror}.") from None
    return JournalOutput(tuple(EntryRow(**facts) for facts in found[-request.lines :]))


def _wanted(facts: dict[str, Any], request: JournalInput) -> bool:
    return (
        request.actor in (None, facts["actor"], facts["actor"].partition(":")[2])
        and request.operation in (None, facts["operation"])
        and request.pane in (None, facts["pane"])
        and request.outcome in (None, facts["outcome"])
        and (request.since is None or facts["time"] >= request.since)
    )


JOURNAL = Operation("journal", "Show who did what, where, and how it ended; never what was typed.", Tier.READ,
                    JournalInput, JournalOutput, run)  # fmt: skip
