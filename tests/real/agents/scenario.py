"""The scenario that every real CLI has to pass: come up, ten turns that grow, a permission yes and no, an interrupt,
leave.

Rules: only the public verbs; what the model was asked is the truth that receipts are held against.
"""

import re
import statistics
import time
from dataclasses import dataclass
from typing import Final

import pytest

import cotty
from cotty.agents.agent import Agent
from cotty.errors import DialogOpen
from cotty.model import AgentState, Outcome, Receipt
from cotty.profiles.profile import Profile
from tests.beds.agents.fixtures import AgentBed
from tests.beds.agents.script import Hold, ToolCall, reply

SIZES: Final = (10, 40, 150, 400, 900, 1500, 3000, 6000, 12_000, 20_000)
START: Final = 60.0
# What a newcomer chooses, whichever place it stands at; of a list without any of these, its first option.
TRUSTS: Final = re.compile(r"^Yes, I trust|^Trust and continue|^Yes, continue|^Dark mode$|^Continue$")


@dataclass(frozen=True, slots=True)
class Tool:
    """How the model of one CLI asks for something that a person has to allow, and the options that say yes and no."""

    call: ToolCall
    yes: str
    no: str


_RUN: Final = "touch made-by-the-agent"
TOOLS: Final = {
    "claude_code": Tool(ToolCall("Bash", {"command": _RUN, "description": "Make a file"}), "Yes", "No"),
    "codex": Tool(
        ToolCall("exec_command", {"cmd": _RUN, "sandbox_permissions": "require_escalated", "justification": "May I?"}),
        "Yes, proceed", "No",
    ),
    "opencode": Tool(ToolCall("bash", {"command": _RUN, "description": "Make a file"}), "Allow once", "Reject"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Measured:
    """What one run of the scenario took."""

    submit_ms: float  # the median of its ten submissions
    seconds: float


def message(number: int, size: int) -> str:
    """A message of about that size, with code, quotes, lines and letters of several scripts."""
    lines = [f'Turn {number}: please read this; it\'s -x "quoted" `code` $HOME #{{pane}} 日本 café.']
    while sum(map(len, lines)) + len(lines) < size:
        lines.append(f"    def line_{len(lines)}(x):  # {number}\n        return x + {len(lines)};")
    return "\n".join(lines)


def packed(text: str) -> str:
    """A composer breaks lines as it likes."""
    return "".join(text.split())


class Play:
    """One run of the scenario."""

    def __init__(self, terminal: cotty.Terminal, bed: AgentBed) -> None:
        self.terminal, self.bed, self.model, self.tool = terminal, bed, bed.model, TOOLS.get(bed.name)

    async def launched(self, profile: Profile | None = None) -> Agent:
        """Started by cotty, and at its composer."""
        agent = await self.terminal.launch(
            profile or self.bed.name, session="agents", cwd=self.bed.cwd, command=self.bed.argv
        )
        await self.comes_up(agent)
        return agent

    async def comes_up(self, agent: Agent) -> None:
        """Whatever it asks a newcomer is answered as a newcomer does who wants to work."""
        while (seen := await agent.wait(timeout=START)).state is AgentState.AWAITING_INPUT:
            assert seen.awaiting is not None
            options = seen.awaiting.options
            chosen = next((each for each in options if TRUSTS.search(each.label)), options[0])
            said = await agent.answer(chosen.number, fingerprint=seen.awaiting.fingerprint)
            # One question of the welcome follows another at once: whose key it was then cannot be proved.
            proved = said.outcome is Outcome.CONFIRMED or said.evidence[-1] == "other-dialog"
            assert proved, (said, said.screen)
        assert seen.state is AgentState.IDLE, await self.told(agent, seen)
        told = None if self.bed.name == "aider" else self.bed.version  # only npm packages say which they are
        assert (seen.version, seen.covered) == (told, True)

    async def turn(self, agent: Agent, text: str, answer: str, *, source: str = "transcript") -> Receipt:
        """One message, told once, and the reply to it alone."""
        before = len(self.model.prompts)
        self.model.says(answer)
        turn = await agent.ask(text, timeout=START)
        assert turn.receipt.outcome is Outcome.CONFIRMED, await self.told(agent, turn.receipt)
        assert turn.state is AgentState.IDLE, await self.told(agent, turn)
        heard = [packed(prompt) for prompt in self.model.prompts[before:]]
        assert heard == [packed(text)], [prompt[:200] for prompt in heard]
        assert turn.source == source, await self.told(agent, turn)
        assert turn.reply == answer, await self.told(agent, turn)
        return turn.receipt

    async def ten_turns(self, agent: Agent) -> list[float]:
        """Milliseconds of each submission."""
        return [
            (await self.turn(agent, message(number, size), _answer(number))).milliseconds
            for number, size in enumerate(SIZES, 1)
        ]

    async def permission(self, agent: Agent, *, allowed: bool) -> None:
        """Asked, answered, and heard by the CLI; what is sent meanwhile is refused and reaches nobody."""
        assert self.tool is not None
        made = self.bed.home.cwd / "made-by-the-agent"
        made.unlink(missing_ok=True)
        self.model.says(reply(self.tool.call), *(["It is done."] if allowed else []))  # who is refused may not go on
        turn = await agent.ask("make the file", timeout=START)
        assert turn.state is AgentState.AWAITING_INPUT, await self.told(agent, turn)
        assert turn.awaiting is not None
        assert _RUN in turn.awaiting.subject + turn.awaiting.question, turn.awaiting
        asked = len(self.model.questions)
        with pytest.raises(DialogOpen) as refused:
            await agent.send("this answers nothing")
        assert refused.value.facts["fingerprint"] == turn.awaiting.fingerprint
        option = self.tool.yes if allowed else self.tool.no
        said = await agent.answer(option, fingerprint=turn.awaiting.fingerprint)
        assert said.outcome is Outcome.CONFIRMED, (said, said.screen)
        after = await agent.wait("idle", timeout=START)
        assert after.state is AgentState.IDLE, await self.told(agent, after)
        assert made.exists() is allowed
        assert not any("answers nothing" in str(question.said) for question in self.model.questions[asked:])

    async def interrupted(self, agent: Agent) -> None:
        self.model.says(reply("I begin.\n\n", Hold(), "never said"))
        asked = len(self.model.turns)
        receipt = await agent.send("do something long")
        assert receipt.outcome is Outcome.CONFIRMED, (receipt, receipt.screen)
        await self.model.asked(asked + 1)
        busy = await agent.wait("processing", timeout=START)
        assert busy.state is AgentState.PROCESSING, await self.told(agent, busy)
        stopped = await agent.interrupt()
        assert stopped.outcome is Outcome.CONFIRMED, (stopped, stopped.screen)
        rests = await agent.wait("idle", timeout=START)
        assert rests.state is AgentState.IDLE, await self.told(agent, rests)

    async def leaves(self, agent: Agent) -> None:
        """Its process ends, and what it is resumed by is kept."""
        left = await agent.leave()
        assert left.outcome is Outcome.CONFIRMED, (left, left.screen)
        assert agent.resume_id
        assert (await agent.wait("ended", timeout=START)).state is AgentState.ENDED

    async def told(self, agent: Agent, found: object) -> str:
        """What a failure has to say: what was found, and the screen."""
        try:
            shown = (await agent.pane.screen()).text
        except cotty.CottyError as error:
            shown = repr(error)
        return f"{found!r}\n{shown}"


def _answer(number: int) -> str:
    return f"Answer {number}.\n\n" + "\n".join(f"{line}. a line of the reply" for line in range(1, number * 8))


async def play(terminal: cotty.Terminal, bed: AgentBed) -> Measured:
    """The whole scenario; what it took."""
    began, run = time.monotonic(), Play(terminal, bed)
    agent = await run.launched()
    taken = await run.ten_turns(agent)
    await run.permission(agent, allowed=True)
    await run.permission(agent, allowed=False)
    await run.turn(agent, "go on", "I went on.")
    await run.interrupted(agent)
    await run.turn(agent, "and again", "Once more.")
    await run.leaves(agent)
    return Measured(statistics.median(taken), time.monotonic() - began)
