"""What a run has shown: figures with their bars, how often each trap was sprung, the failures by seed. Pure."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from cotty.testing.conformance.bars import Figure, quantile
from cotty.testing.conformance.playing import Played
from cotty.testing.conformance.speed import Speed
from cotty.testing.conformance.traps import ALL, NONE
from cotty.testing.ground_truth import OUTCOMES, Answered, Claim, Verdict

_NEVER: Final = {
    "false_confirmed": "confirmed, and it was not so",
    "duplicates": "duplicates",
    "lost_drafts": "lost drafts",
    "wrong_answers": "answers to the wrong dialog",
    "strays": "submitted, and nobody sent it",
    "shell_lines": "typed into a shell",
    "false_denied": "denied, and it was so",
}


@dataclass(frozen=True, slots=True)
class Failure:
    """A case that went wrong, and how to see it again."""

    seed: int
    complaints: tuple[str, ...]

    @property
    def replay(self) -> str:
        return f"cotty conformance --replay {self.seed}"


@dataclass(frozen=True, slots=True)
class Report:
    """One run."""

    verdict: Verdict
    sends: int
    answers: int
    crashes: int
    refused: Counter[str]
    unknown: Counter[str]
    not_submitted: Counter[str]
    traps: Counter[str]
    speed: Speed
    failures: tuple[Failure, ...]
    held_back: int = 0  # sends to a fake without traps that were not confirmed

    @property
    def reached(self) -> bool:
        return all(figure.reached for figure in self.figures)

    @property
    def figures(self) -> tuple[Figure, ...]:
        """Every figure beside its bar."""
        total, unknown = self.verdict.total, self.unknown.total() - self.unknown["answer"]
        figures = [
            *(Figure(said, getattr(self.verdict, name), bar=0) for name, said in _NEVER.items()),
            Figure("Enter came too soon and became a new line", _ending(self.not_submitted, "newline"), bar=0),
            Figure("not confirmed where there is no trap", self.held_back, bar=0),
            Figure("crashes", self.crashes, bar=0),
            Figure("sends whose outcome is unknown", _percent(unknown, self.sends), "%", 1, below=True),
            Figure("answers whose outcome is unknown", _percent(self.unknown["answer"], self.answers), "%"),
            Figure("raced: nobody could know in time", _percent(self.verdict.raced, total), "%", 1),
        ]
        return (*figures, *self._times()) if self.speed.submits or self.speed.news else tuple(figures)

    def _times(self) -> Iterable[Figure]:
        submits, news = self.speed.submits, self.speed.news
        gaps = sorted(set(self.speed.gaps))
        yield Figure(
            f"verified submit beyond its gap (of {_listed(gaps)} ms), median", quantile(submits, 0.5), "ms", 60
        )
        yield Figure("verified submit beyond its gap, p95", quantile(submits, 0.95), "ms")
        yield Figure("state on the screen → its news, p95", quantile(news, 0.95), "ms", 150)
        yield Figure("state on the screen → its news, median", quantile(news, 0.5), "ms")

    def data(self) -> dict[str, Any]:
        """For a file."""
        return {
            "sends": self.sends,
            "answers": self.answers,
            "outcomes": {name: getattr(self.verdict, name) for name in OUTCOMES},
            "raced": self.verdict.raced,
            "refused": dict(self.refused.most_common()),
            "unknown": dict(self.unknown.most_common()),
            "not_submitted": dict(self.not_submitted.most_common()),
            "traps": {name: self.traps[name] for name in ALL},
            "figures": [figure.data() for figure in self.figures],
            "failures": [
                {"seed": each.seed, "complaints": list(each.complaints), "replay": each.replay}
                for each in self.failures
            ],
            "reached": self.reached,
        }  # fmt: skip


def report_of(played: Sequence[Played], speed: Speed) -> Report:
    """Add up what became of every case."""
    claims = [claim for each in played for claim in each.claims]
    failed = sorted((each for each in played if not each.clean), key=lambda each: each.case.seed)
    return Report(
        verdict=sum((each.verdict for each in played), Verdict()),
        sends=sum(not isinstance(claim, Answered) for claim in claims),
        answers=sum(isinstance(claim, Answered) for claim in claims),
        crashes=sum(bool(each.crash) for each in played),
        refused=Counter(_why(claim) for claim in claims if claim.outcome == "refused"),
        unknown=Counter(_why(claim) for claim in claims if claim.outcome == "unknown"),
        not_submitted=Counter(_why(claim) for claim in claims if claim.outcome == "not_submitted"),
        traps=Counter(trap for each in played for trap in each.case.traps for _ in each.case.messages),
        speed=speed,
        failures=tuple(Failure(each.case.seed, complaints_of(each)) for each in failed),
        held_back=sum(
            claim.outcome != "confirmed" for each in played if NONE in each.case.traps for claim in each.claims
        ),
    )


def complaints_of(played: Played) -> tuple[str, ...]:
    return (*played.verdict.complaints, *((f"crashed: {played.crash}",) if played.crash else ()))


def _why(claim: Claim) -> str:
    return "answer" if isinstance(claim, Answered) else str(getattr(claim, "reason", "")) or "—"


def _ending(reasons: Counter[str], word: str) -> int:
    return sum(times for reason, times in reasons.items() if reason.split("+")[-1] == word)


def _percent(part: int, whole: int) -> float | None:
    return 100 * part / whole if whole else None


def _listed(gaps: Sequence[int]) -> str:
    return " / ".join(map(str, gaps))
