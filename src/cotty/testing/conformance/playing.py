"""Play one case through cotty's public verbs, and have it judged.

Rules: who tells is a parameter, so that the same report shows what a sender without eyes does; what the verbs refuse is
a claim like any other; what they raise beside that is a crash, and counted.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from cotty.agents.agent import Agent
from cotty.errors import AgentNotReady, CottyError, NotFound, Refused
from cotty.model import Awaiting
from cotty.profiles.profile import Profile
from cotty.testing.conformance.bed import Bed, Fake
from cotty.testing.conformance.cases import Case
from cotty.testing.ground_truth import Answered, Claim, Record, Sent, Verdict, judge

Teller = Callable[[Agent, str, str], Awaitable[Sent]]
_ROUNDS = 3  # dialogs that are answered behind one message
_DECLINED = (Refused, NotFound, AgentNotReady)


@dataclass(frozen=True, slots=True)
class Played:
    """What became of one case."""

    case: Case
    verdict: Verdict
    claims: tuple[Claim, ...]
    log: tuple[Record, ...] = ()
    crash: str = ""

    @property
    def clean(self) -> bool:
        return self.verdict.clean and not self.crash


async def tell(agent: Agent, text: str, key: str) -> Sent:
    """cotty's own send."""
    try:
        receipt = await agent.send(text, key=key)
    except _DECLINED as error:
        return Sent(text, "refused", error.code)
    return Sent(text, receipt.outcome, "+".join(receipt.evidence))


async def tell_blindly(agent: Agent, text: str, key: str) -> Sent:
    """Text and Enter in one write, believed at once: what the report has to catch."""
    del key
    try:
        await agent.pane.send(text, proof=False)
    except _DECLINED as error:
        return Sent(text, "refused", error.code)
    return Sent(text, "confirmed")


async def play(bed: Bed, case: Case, profile: Profile, teller: Teller = tell) -> Played:
    """All messages of a case, the answers to what was asked meanwhile, and the verdict."""
    claims: list[Claim] = []
    async with bed.fake(case.scenario, profile, case.size) as fake:
        crash = ""
        try:
            for number in range(len(case.messages)):
                claims += await _told_and_answered(fake, case, number, teller)
        except CottyError as error:
            crash = f"{type(error).__name__}: {error.message}"
        log = await fake.finished()
    return Played(case, judge(log, claims), tuple(claims), tuple(log), crash)


async def _told_and_answered(fake: Fake, case: Case, number: int, teller: Teller) -> list[Claim]:
    """One message, and the answers to what is asked behind it."""
    told, key = case.messages[number], f"{case.seed}.{number}"
    sent = await teller(fake.agent, told.text, key)
    claims: list[Claim] = [sent]
    if told.again and teller is tell and sent.outcome in ("confirmed", "unknown"):
        await teller(fake.agent, told.text, key)  # the same message: no claim of its own, for it must not be told twice
    seen = await fake.agent.wait(timeout=told.rest)
    while seen.awaiting is not None and len(claims) <= _ROUNDS:
        if case.thinks:
            await fake.agent.wait("idle", timeout=case.thinks)
        claims.append(await _answered(fake.agent, seen.awaiting, case))
        seen = await fake.agent.look()
    return claims


async def _answered(agent: Agent, asked: Awaiting, case: Case) -> Answered:
    """One answer, to the very dialog that was read."""
    option = asked.options[case.option % len(asked.options)]
    about = _about(case, asked)
    try:
        said = option.label if case.by_label else option.number
        receipt = await agent.answer(said, fingerprint=asked.fingerprint)
    except _DECLINED:
        return Answered(option.label, "refused", about)
    return Answered(option.label, receipt.outcome, about)


def _about(case: Case, asked: Awaiting) -> str:
    """What the dialog is about, in the words of the scenario: a screen may break them, and has more around them."""
    shown = "".join(asked.subject.split())
    known = [popup.about for popup in case.scenario.popups]
    known += [popup.change.about for popup in case.scenario.popups if popup.change is not None]
    found = [about for about in known if "".join(about.split()) in shown]
    return max(found, key=len, default=asked.subject)
