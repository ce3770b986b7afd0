"""Play one case through cotty's public verbs, and have it judged.

Rules: who answers means the very dialog that was read; a fake that has died before anybody could take it for an agent
is told nothing, and that is a refusal.
"""

from dataclasses import dataclass
from typing import Final

from cotty.agents.agent import Agent
from cotty.errors import AgentNotFound, CottyError
from cotty.model import Awaiting
from cotty.testing.conformance.bed import Bed
from cotty.testing.conformance.cases import Case
from cotty.testing.conformance.scenes import DECLINED, SCENES, SEND, Line, Stage, Teller, tell
from cotty.testing.fake_profiles import spoken_to
from cotty.testing.ground_truth import Answered, Claim, Record, Sent, Verdict, judge

_ROUNDS: Final = 3  # dialogs that are answered behind one message


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


async def play(bed: Bed, case: Case, profile: str = "", teller: Teller = tell) -> Played:
    """All messages of a case, the answers to what was asked meanwhile, and the verdict."""
    claims: list[Claim] = []
    async with bed.fake(case.scenario, case.size) as fake:
        crash, agent = "", await fake.adopted(spoken_to(case.scenario, profile))
        if agent is None:
            claims += [Sent(told.text, "refused", AgentNotFound.code) for told in case.messages]
        else:
            stage = Stage(fake, agent, case.scenario, profile, teller)
            try:
                for number in range(len(case.messages)):
                    claims += await _played_and_answered(stage, case, number)
            except CottyError as error:
                crash = f"{type(error).__name__}: {error.message}"
        log = await fake.finished(agent)
    return Played(case, judge(log, claims), tuple(claims), tuple(log), crash)


async def _played_and_answered(stage: Stage, case: Case, number: int) -> list[Claim]:
    """The scene of one message, and the answers to what is asked behind it."""
    told = case.messages[number]
    scene = SCENES[case.scene if stage.teller is tell else SEND]
    claims = await scene.plays(stage, Line(told.text, f"{case.seed}.{number}", told.rest, told.again))
    seen, answered = await stage.agent.wait(timeout=told.rest), 0
    while seen.awaiting is not None and answered < _ROUNDS:
        if case.thinks:
            await stage.agent.wait("idle", timeout=case.thinks)
        claims.append(await _answered(stage.agent, seen.awaiting, case))
        answered += 1
        seen = await stage.agent.look()
    return claims


async def _answered(agent: Agent, asked: Awaiting, case: Case) -> Answered:
    """One answer, to the very dialog that was read."""
    option = asked.options[case.option % len(asked.options)]
    about = _about(case, asked)
    try:
        said = option.label if case.by_label else option.number
        receipt = await agent.answer(said, fingerprint=asked.fingerprint)
    except DECLINED as error:
        return Answered(option.label, "refused", about, error.code)
    return Answered(option.label, receipt.outcome, about, "+".join(receipt.evidence))


def _about(case: Case, asked: Awaiting) -> str:
    """What the dialog is about, in the words of the scenario: a screen may break them, and has more around them."""
    shown = "".join(asked.subject.split())
    known = [popup.about for popup in case.scenario.popups]
    known += [popup.change.about for popup in case.scenario.popups if popup.change is not None]
    found = [about for about in known if "".join(about.split()) in shown]
    return max(found, key=len, default=asked.subject)
