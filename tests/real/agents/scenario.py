"""The scenario that every real CLI has to pass: come up, ten turns that grow, a permission yes and no, an interrupt,
leave.

Rules: only the public verbs; what the model was asked is the truth that receipts are held against.
"""

from dataclasses import dataclass
from typing import Any, Final

import cotty
from cotty.agents.agent import Agent
from cotty.model import AgentState, Outcome
from tests.beds.agents.fixtures import AgentBed
from tests.beds.agents.script import Hold, ToolCall, reply

SIZES: Final = (10, 40, 150, 400, 900, 1500, 3000, 6000, 12_000, 20_000)
_START: Final = 60.0


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


def message(number: int, size: int) -> str:
    """A message of about that size, with code, quotes, lines and letters of several scripts."""
    lines = [f'Turn {number}: please read this; it\'s -x "quoted" `code` $HOME #{{pane}} 日本 café.']
    while sum(map(len, lines)) + len(lines) < size:
        lines.append(f"    def line_{len(lines)}(x):  # {number}\n        return x + {len(lines)};")
    return "\n".join(lines)


def plain(text: str) -> str:
    return "".join(text.split())


class Play:
    """One run of the scenario."""

    def __init__(self, terminal: cotty.Terminal, bed: AgentBed) -> None:
        self.terminal, self.bed, self.model, self.tool = terminal, bed, bed.model, TOOLS[bed.name]

    async def comes_up(self) -> Agent:
        """Started as a newcomer is: whatever it asks first is answered by its first option."""
        agent = await self.terminal.launch(self.bed.name, session="agents", cwd=self.bed.cwd, command=self.bed.argv)
        while (seen := await agent.wait(timeout=_START)).state is AgentState.AWAITING_INPUT:
            assert seen.awaiting is not None
            said = await agent.answer(1, fingerprint=seen.awaiting.fingerprint)
            assert said.outcome is Outcome.CONFIRMED, (said, said.screen)
        assert seen.state is AgentState.IDLE, (seen, (await agent.pane.screen()).text)
        return agent

    async def ten_turns(self, agent: Agent) -> list[float]:
        """Milliseconds of each submission."""
        taken = []
        for number, size in enumerate(SIZES, 1):
            text = message(number, size)
            answer = f"Answer {number}.\n\n" + "\n".join(f"{line}. a line of the reply" for line in range(number * 8))
            self.model.says(answer)
            turn = await agent.ask(text, timeout=_START)
            shown = turn.receipt.screen or (await agent.pane.screen()).text
            assert turn.receipt.outcome is Outcome.CONFIRMED, (number, turn.receipt.evidence, shown)
            assert turn.state is AgentState.IDLE, (number, turn, shown)
            assert plain(self.model.prompts[-1]) == plain(text), (number, self.model.prompts[-1][:300])
            assert plain(turn.reply) == plain(answer), (number, turn.source, turn.reply[:500], shown)
            taken.append(turn.receipt.milliseconds)
        assert len(self.model.prompts) == len(SIZES), [prompt[:40] for prompt in self.model.prompts]
        return taken

    async def permission(self, agent: Agent, option: str, *, allowed: bool) -> None:
        made = self.bed.home.cwd / "made-by-the-agent"
        made.unlink(missing_ok=True)
        self.model.says(reply(self.tool.call), "It is done.")
        turn = await agent.ask("make the file", timeout=_START)
        assert turn.state is AgentState.AWAITING_INPUT, (turn, (await agent.pane.screen()).text)
        assert turn.awaiting is not None
        assert _RUN in turn.awaiting.subject + turn.awaiting.question, turn.awaiting
        said = await agent.answer(option, fingerprint=turn.awaiting.fingerprint)
        assert said.outcome is Outcome.CONFIRMED, (said, said.screen)
        after = await agent.wait("idle", timeout=_START)
        assert after.state is AgentState.IDLE, (after, (await agent.pane.screen()).text)
        assert made.exists() is allowed

    async def interrupted(self, agent: Agent) -> None:
        self.model.says(reply("I begin.\n\n", Hold(), "never said"))
        receipt = await agent.send("do something long")
        assert receipt.outcome is Outcome.CONFIRMED, (receipt, receipt.screen)
        busy = await agent.wait("processing", timeout=_START)
        assert busy.state is AgentState.PROCESSING, busy
        stopped = await agent.interrupt()
        assert stopped.outcome is Outcome.CONFIRMED, (stopped, stopped.screen)
        assert (await agent.wait("idle", timeout=_START)).state is AgentState.IDLE

    async def leaves(self, agent: Agent) -> None:
        left = await agent.leave()
        assert left.outcome is Outcome.CONFIRMED, (left, left.screen)


async def play(terminal: cotty.Terminal, bed: AgentBed) -> dict[str, Any]:
    """The whole scenario; what it measured."""
    run = Play(terminal, bed)
    agent = await run.comes_up()
    taken = await run.ten_turns(agent)
    await run.permission(agent, run.tool.yes, allowed=True)
    await run.permission(agent, run.tool.no, allowed=False)
    await run.interrupted(agent)
    await run.leaves(agent)
    return {"submit_ms": taken}
