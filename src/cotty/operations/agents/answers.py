"""Answers that more than one verb of agents gives, and what each of them is asked.

Rules: an agent is looked at by the agents room; here its report becomes a row and nothing is decided.
"""

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from cotty.errors import AgentNotFound, NoServer
from cotty.model import AgentInfo, AgentReport, AgentState, Awaiting, AwaitingKind, Source
from cotty.operations.operation import Call, Help, shaped

if TYPE_CHECKING:
    from cotty.agents.agent import Agent

AgentAddress = Annotated[
    str | None,
    Help("The agent's pane: `%7`, `shared:1.0` or `shared`; left out, the one that the default session shows."),
]
TakenFor = Annotated[
    str | None,
    Help(
        "Take what runs there for the CLI of this profile; it has to run there, where the profile says how its process "
        "is known. Left out, it is known by its process."
    ),
]
Key = Annotated[
    str | None,
    Help(
        "A name for this very message: with the same one it is never sent twice, by any process. It is remembered for "
        "an hour at least; another text with it is refused, and so is a key that cannot be remembered."
    ),
]


@dataclass(frozen=True, slots=True)
class OptionRow:
    """One answer that a dialog offers."""

    number: Annotated[int, Help("Its number, from 1.")]
    label: Annotated[str, Help("What it says.")]
    highlighted: Annotated[bool, Help("Enter would choose it.")]
    key: Annotated[str, Help("The keys that choose it on this very screen.")]


@dataclass(frozen=True, slots=True)
class AwaitingRow:
    """What an agent asks."""

    kind: Annotated[AwaitingKind, Help("permission, question, plan or startup.")]
    question: Annotated[str, Help("The question.")]
    subject: Annotated[str, Help("The command or the diff that it is about.")]
    options: Annotated[tuple[OptionRow, ...], Help("What it offers.")]
    highlighted: Annotated[int | None, Help("The number of the option that Enter would choose.")]
    fingerprint: Annotated[str, Help("Names this dialog: `answer` refuses any other one.")]
    rule: Annotated[str, Help("The rule of the profile that recognised it.")]
    rows: Annotated[tuple[int, ...], Help("Its first and its last row on the screen, from 0.")]


@dataclass(frozen=True, slots=True)
class AgentRow:
    """An agent as it is now."""

    pane: Annotated[str, Help("The id of its pane.")]
    address: Annotated[str, Help("Where it is: session:window.pane.")]
    profile: Annotated[str, Help("Which CLI it is, by the name of its profile.")]
    pid: Annotated[int, Help("Its process; 0 where it cannot be known.")]
    cwd: Annotated[str, Help("The folder it works in.")]
    state: Annotated[
        AgentState | None,
        Help("starting, idle, processing, awaiting_input, blocked, ended; null: nothing is to be seen."),
    ]
    awaiting: Annotated[AwaitingRow | None, Help("What it asks, in the state awaiting_input.")]
    blocked_why: Annotated[str | None, Help("login, limit or model, in the state blocked.")]
    interrupted: Annotated[bool, Help("Its last turn was interrupted.")]
    viewer: Annotated[bool, Help("It shows something else than the conversation.")]
    draft: Annotated[str, Help("What somebody typed into its composer and did not submit.")]
    rule: Annotated[str | None, Help("The rule of the profile that the state rests on.")]
    rows: Annotated[tuple[int, ...] | None, Help("The rows of the screen that it rests on, from 0.")]
    title: Annotated[str, Help("The title that it gave its pane.")]
    age: Annotated[float, Help("Seconds since it was looked at.")]
    source: Annotated[
        Source | None, Help("The evidence that decided: events, title, screen, hooks, transcript, process or quiet.")
    ]
    could_not_look: Annotated[str | None, Help("Why there was no look: then all this is what was believed before.")]
    version: Annotated[str | None, Help("The version of the CLI, where it can be known without asking it.")]
    covered: Annotated[bool, Help("The profile was made for that version; true where it is not known.")]
    hint: Annotated[str | None, Help("After `launch --wait`: why its state is not known, where that can be told.")] = (
        None
    )


def row_of_info(info: AgentInfo) -> AgentRow:
    """A row of the list."""
    return _row(info.report, info.address, info.pid, info.cwd)


async def row_of(call: Call, agent: "Agent", report: AgentReport) -> AgentRow:
    """The row of an agent that was there a moment ago."""
    with suppress(NoServer):
        for pane in await call.terminal.list():
            if pane.id == agent.pane.id:
                return _row(report, pane.address, agent.pid, pane.cwd)
    raise AgentNotFound(
        f"{agent.profile} in {agent.pane.id} has ended, and its pane with it.", pane=agent.pane.id,
        suggestion="Run its program in a shell to see why.",
    )  # fmt: skip


def _row(report: AgentReport, address: str, pid: int, cwd: str) -> AgentRow:
    awaiting = awaiting_row(report.awaiting)
    return shaped(AgentRow, report, address=address, pid=pid, cwd=cwd, awaiting=awaiting, hint=None)


def awaiting_row(awaiting: Awaiting | None) -> AwaitingRow | None:
    """What is asked, if anything is."""
    if awaiting is None:
        return None
    return shaped(AwaitingRow, awaiting, options=tuple(shaped(OptionRow, each) for each in awaiting.options))
