"""`explain`: why an agent's screen, or a saved one, is read as it is: every rule, in its order of trust.

Rules: the agents room and the profiles say it, here it becomes rows; a saved screen needs no tmux.
"""

from dataclasses import dataclass
from typing import Annotated

from cotty.errors import InvalidInput
from cotty.model import AgentState, Source
from cotty.operations.agents.answers import AgentAddress, AwaitingRow, awaiting_row
from cotty.operations.operation import Call, Help, Operation, Tier, shaped
from cotty.profiles.explaining import Explanation, explain
from cotty.profiles.guessing import guess
from cotty.profiles.registry import load
from cotty.profiles.saved import saved_screen


@dataclass(frozen=True, slots=True)
class ExplainInput:
    """An agent, or a saved screen."""

    address: AgentAddress = None
    screen: Annotated[str | None, Help("A saved screen instead, plain or as `tmux capture-pane -p -e` prints it.")] = (
        None
    )
    profile: Annotated[
        str | None, Help("Read it by this profile; left out, by that of the process or, saved, the one that fits.")
    ] = None
    title: Annotated[str | None, Help("The title of the pane that the saved screen was of.")] = None
    cursor_hidden: Annotated[bool, Help("That pane hid its text cursor; some dialogs are known by it.")] = False


@dataclass(frozen=True, slots=True)
class AskedRow:
    """One rule of the profile."""

    rule: Annotated[str, Help("Its name in the file.")]
    would_say: Annotated[str, Help("What it means when it fires: a state, viewer or interrupted.")]
    fired: Annotated[bool, Help("What it looks for is there.")]
    decided: Annotated[bool, Help("The state rests on it.")]
    rows: Annotated[tuple[int, ...] | None, Help("Where it fired, from 0.")]
    detail: Annotated[str, Help("What was there, or why it did not fire.")]


@dataclass(frozen=True, slots=True)
class ComposerRow:
    """What stands where one types."""

    text: Annotated[str, Help("What was typed: a draft.")]
    ghost: Annotated[str, Help("A suggestion that nobody typed.")]
    placeholder: Annotated[str, Help("A hint that goes with the first letter.")]
    pastes: Annotated[tuple[str, ...], Help("What stands for large pastes; they are part of the text.")]
    first_row: Annotated[int, Help("Its first row, from 0.")]
    last_row: Annotated[int, Help("Its last row.")]
    has_cursor: Annotated[bool, Help("The text cursor stands in it.")]


@dataclass(frozen=True, slots=True)
class EvidenceRow:
    """What one source says of an agent's state."""

    source: Annotated[Source, Help("events, title, screen, hooks, transcript, process or quiet; the strongest first.")]
    says: Annotated[AgentState | None, Help("The state that it speaks for; null: for none.")]
    age: Annotated[float, Help("Seconds since it was last heard or looked at.")]
    lasting: Annotated[float, Help("Seconds since it first said so.")]
    detail: Annotated[str, Help("What was there.")]
    rule: Annotated[str | None, Help("The rule of the profile that read it.")]
    rows: Annotated[tuple[int, ...] | None, Help("Where, from 0.")]
    weak: Annotated[bool, Help("It counts only where nothing else speaks.")]
    lost: Annotated[bool, Help("It cannot be heard now, and does not count.")]
    decided: Annotated[bool, Help("The state rests on it.")]


@dataclass(frozen=True, slots=True)
class ExplainOutput:
    """How one screen was read, and why."""

    pane: Annotated[str | None, Help("The id of the pane; null for a saved screen.")]
    profile: Annotated[str, Help("The profile that it was read by.")]
    source: Annotated[str, Help("The file of that profile.")]
    state: Annotated[AgentState | None, Help("What is believed of the agent; of a saved screen, what it shows.")]
    shows: Annotated[AgentState | None, Help("What the screen shows; null: nothing that a rule knows.")]
    age: Annotated[float, Help("Seconds since the look.")]
    could_not_look: Annotated[str | None, Help("Why there was no look now: then all this is of an earlier one.")]
    viewer: Annotated[bool, Help("It shows something else than the conversation.")]
    rule: Annotated[str | None, Help("The rule that decided.")]
    composer: Annotated[ComposerRow | None, Help("Where one types, if it is to be seen.")]
    awaiting: Annotated[AwaitingRow | None, Help("What is asked, if anything is.")]
    version: Annotated[str | None, Help("The version of the CLI, where it can be known without asking it.")]
    covered: Annotated[bool, Help("The profile was made for that version; true where it is not known.")]
    evidence: Annotated[tuple[EvidenceRow, ...], Help("What each source says, the strongest first; none when saved.")]
    asked: Annotated[tuple[AskedRow, ...], Help("Every rule, in its order of trust.")]


async def run(call: Call, request: ExplainInput) -> ExplainOutput:
    if request.screen is not None:
        return _saved(request)
    if request.title is not None or request.cursor_hidden:
        raise InvalidInput("A title and a cursor are told of a saved screen only; a pane has its own.")
    agent = await call.terminal.adopt(request.address, profile=request.profile)
    return _told(agent.pane.id, await agent.explain())


def _saved(request: ExplainInput) -> ExplainOutput:
    if request.address is not None:
        raise InvalidInput("Name an agent or a saved screen, not both.")
    screen, title = saved_screen(request.screen or "", cursor_visible=not request.cursor_hidden), request.title or ""
    profile = load(request.profile) if request.profile is not None else guess(screen=screen, title=title)
    return _told(None, explain(profile, screen, title))


def _told(pane: str | None, explanation: Explanation) -> ExplainOutput:
    seen = explanation.seen
    return ExplainOutput(
        pane=pane, profile=explanation.profile, source=load(explanation.profile).source,
        state=seen.state if pane is None else explanation.state, shows=seen.state, age=explanation.age,
        could_not_look=explanation.could_not_look, viewer=seen.viewer, rule=seen.rule,
        version=explanation.version, covered=explanation.covered,
        composer=shaped(ComposerRow, seen.composer) if seen.composer is not None else None,
        awaiting=awaiting_row(seen.awaiting),
        evidence=tuple(shaped(EvidenceRow, each) for each in explanation.evidence),
        asked=tuple(shaped(AskedRow, each) for each in explanation.asked),
    )  # fmt: skip


EXPLAIN = Operation(
    "explain", "Say why an agent is believed to be in its state: which rule fired, on which rows, what else speaks.",
    Tier.READ, ExplainInput, ExplainOutput, run,
)  # fmt: skip
