"""What is played with one message: it is sent, asked, interrupted, left at, or told by two processes at once.

Rules: a scene is a row: how often it is played, what it makes of the fake, what it does; who tells is a parameter of
the plan. What the verbs refuse is a claim like any other; what they raise beside that is a crash, and counted. A
message that was told before is no claim of its own: it must not be told twice.
"""

import asyncio
import json
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from cotty.agents.agent import Agent
from cotty.errors import AgentNotReady, CottyError, NotFound, Refused
from cotty.model import AgentState, Receipt
from cotty.testing.conformance.bed import Fake
from cotty.testing.ground_truth import Claim, Done, Replied, Sent
from cotty.testing.scenario import Scenario

Teller = Callable[[Agent, str, str], Awaitable[Sent]]
DECLINED: Final = (Refused, NotFound, AgentNotReady)
TOLD_BEFORE: Final = "told-before"
_TURN: Final = 12.0  # seconds for one reply: work without a sign is waited for
_OTHER: Final = 30.0  # … for the other process to begin, and to end
_BESIDE: Final = ("-m", "cotty.testing.conformance.beside")
_WORKS: Final = ("processing", "awaiting_input", "blocked", "ended")
LONG_MS: Final = 5000
_MARKS: Final = "●• "  # what fakes draw before a reply
_QUOTES: Final = ("❯", ">")  # a reply with a line like a prompt may be cut there


@dataclass(frozen=True, slots=True)
class Stage:
    """One fake, and how it is spoken to."""

    fake: Fake
    agent: Agent
    scenario: Scenario
    profile: str
    teller: Teller


@dataclass(frozen=True, slots=True)
class Line:
    """One message of a scene, and its key."""

    text: str
    key: str
    rest: float
    again: bool


async def tell(agent: Agent, text: str, key: str) -> Sent:
    """cotty's own send."""
    try:
        receipt = await agent.send(text, key=key)
    except DECLINED as error:
        return Sent(text, "refused", error.code)
    return Sent(text, receipt.outcome, "+".join(receipt.evidence))


async def tell_blindly(agent: Agent, text: str, key: str) -> Sent:
    """Text and Enter in one write, believed at once: what the report has to catch."""
    del key
    try:
        await agent.pane.send(text, proof=False)
    except DECLINED as error:
        return Sent(text, "refused", error.code)
    return Sent(text, "confirmed")


async def _send(stage: Stage, line: Line) -> list[Claim]:
    sent = await stage.teller(stage.agent, line.text, line.key)
    if line.again and stage.teller is tell and sent.outcome in ("confirmed", "unknown"):
        await stage.teller(stage.agent, line.text, line.key)
    return [sent]


async def _ask(stage: Stage, line: Line) -> list[Claim]:
    try:
        turn = await stage.agent.ask(line.text, key=line.key, timeout=_TURN)
    except DECLINED as error:
        return [Sent(line.text, "refused", error.code)]
    sent = Sent(line.text, turn.receipt.outcome, "+".join(turn.receipt.evidence))
    if sent.outcome == "not_submitted":
        return [sent]
    said = stage.scenario.reply
    whole = turn.state is AgentState.IDLE and not any(mark in said.text for mark in _QUOTES)
    outcome = "confirmed" if turn.reply else "unknown"
    return [sent, Replied(line.text, outcome, turn.reply.lstrip(_MARKS), whole, str(turn.state or "no state"))]


async def _interrupt(stage: Stage, line: Line) -> list[Claim]:
    sent = await stage.teller(stage.agent, line.text, line.key)
    await stage.agent.wait(*_WORKS, timeout=line.rest)
    return [sent, await _done("interrupt", stage.agent.interrupt)]


async def _leave(stage: Stage, line: Line) -> list[Claim]:
    sent = await stage.teller(stage.agent, line.text, line.key)
    await stage.agent.wait(timeout=line.rest)
    return [sent, await _done("leave", stage.agent.leave)]


async def _done(verb: str, does: Callable[[], Awaitable[Receipt]]) -> Done:
    began = time.monotonic()
    try:
        receipt = await does()
    except DECLINED as error:
        return Done(verb, "refused", began, time.monotonic(), error.code)
    return Done(verb, receipt.outcome, began, time.monotonic(), "+".join(receipt.evidence))


async def _beside(stage: Stage, line: Line) -> list[Claim]:
    """Another process tells the same message with the same key, and one of its own, while this one tells its own."""
    own = f"beside {line.text} beside"  # begins and ends like no other
    async with _other(stage, [(line.text, line.key), (own, f"{line.key}.beside")]) as process:
        if await _said(process) != "ready":  # the fake has died before it could be adopted there
            return [await stage.teller(stage.agent, line.text, line.key)]
        await _go(process)
        sent = await stage.teller(stage.agent, line.text, line.key)
        claims = [sent, *(Sent(*each) for each in json.loads(await _said(process)))]
    return [claim for claim in claims if claim.reason != TOLD_BEFORE]


async def _go(process: Process) -> None:
    if process.stdin is not None:
        process.stdin.write(b"go\n")
        await process.stdin.drain()


async def _said(process: Process) -> str:
    """The next line of the other process."""
    if process.stdout is None:
        return ""
    async with asyncio.timeout(_OTHER):
        line = await process.stdout.readline()
    if not line:
        raise CottyError("The other process ended before it had said what it did.")
    return line.decode().strip()


@asynccontextmanager
async def _other(stage: Stage, messages: list[tuple[str, str]]) -> AsyncIterator[Process]:
    """A second process of cotty that has found the fake; it has ended at the end."""
    order = {
        "socket": str(stage.fake.server.socket), "tmux": stage.fake.server.tmux, "pane": stage.fake.pane.id,
        "scenario": stage.scenario.to_data(), "profile": stage.profile,
    }  # fmt: skip
    process = await asyncio.create_subprocess_exec(sys.executable, *_BESIDE, stdin=PIPE, stdout=PIPE, limit=1 << 20)
    try:
        if process.stdin is not None:
            process.stdin.write(json.dumps({**order, "messages": messages}).encode() + b"\n")
            await process.stdin.drain()
        yield process
        async with asyncio.timeout(_OTHER):
            await process.wait()
    except (TimeoutError, ConnectionError) as error:
        raise CottyError(f"The other process has ended, or took more than {_OTHER:g} seconds: {error!r}.") from error
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


def _as_it_is(scenario: Scenario, dice: Random) -> Scenario:
    del dice
    return scenario


def _works_on(scenario: Scenario, dice: Random) -> Scenario:
    """There is something to interrupt."""
    return replace(scenario, reply=replace(scenario.reply, busy_ms=dice.choice((400, LONG_MS, LONG_MS))))


@dataclass(frozen=True, slots=True)
class Scene:
    """`share` of all cases are played so; the first row has what is left."""

    share: float
    fits: Callable[[Scenario, Random], Scenario]
    plays: Callable[[Stage, Line], Awaitable[list[Claim]]]


SEND: Final = "send"
SCENES: Final[dict[str, Scene]] = {
    SEND: Scene(0.8, _as_it_is, _send),
    "ask": Scene(0.06, _as_it_is, _ask),
    "interrupt": Scene(0.06, _works_on, _interrupt),
    "leave": Scene(0.04, _as_it_is, _leave),
    "two processes": Scene(0.04, _as_it_is, _beside),
}


def drawn(dice: Random) -> str:
    """Which scene a case is played as."""
    names = list(SCENES)
    return dice.choices(names, [SCENES[name].share for name in names])[0]
