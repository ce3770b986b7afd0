"""What a run has shown: figures with their bars, how often each trap was sprung, the failures by seed. Pure."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from cotty.testing.conformance.bars import Figure, least_of, percent, quantile
from cotty.testing.conformance.cases import Case
from cotty.testing.conformance.playing import Played
from cotty.testing.conformance.scenes import LONG_MS
from cotty.testing.conformance.speed import Speed
from cotty.testing.conformance.traps import ALL, NONE, asks_once, free
from cotty.testing.ground_truth import OUTCOMES, Answered, Claim, Verdict

_NEVER: Final = {
    "false_confirmed": "confirmed, and it was not so",
    "duplicates": "duplicates",
    "lost_drafts": "lost drafts",
    "wrong_answers": "answers to the wrong dialog",
    "wrong_replies": "replies with more or less than this turn said",
    "strays": "submitted, and nobody sent it",
    "shell_lines": "typed into a shell",
    "false_denied": "denied, and it was so",
}
# Of what can be confirmed: what it is called, and how many of a hundred have to be.
_CONFIRMED: Final = {
    "send": ("sends confirmed where nobody asks, types or dies", 98.0),
    "answer": ("answers confirmed where one dialog asks and stays", 95.0),
    "ask": ("replies read where nobody asks, types or dies", 95.0),
    "interrupt": ("interrupts confirmed there", 90.0),
    "leave": ("leaves confirmed there", 90.0),
}
_ANOTHER: Final = ("other-dialog", "same-dialog")  # stands where the answered one did; nobody can know more


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
    claims: Counter[tuple[str, str, str]]  # verb, outcome, reason
    clear: Counter[tuple[str, bool]]  # verb, and whether it was confirmed: where it can be
    crashes: int
    traps: Counter[str]
    speed: Speed
    failures: tuple[Failure, ...]
    held_back: int = 0  # sends to a fake without traps that were not confirmed

    def reasons(self, outcome: str, *verbs: str) -> Counter[str]:
        """Why so many have this outcome; of these verbs, or of all."""
        found = Counter[str]()
        for (verb, was, why), times in self.claims.items():
            if was == outcome and (not verbs or verb in verbs):
                found[f"{why or '—'}" if verb == "send" else f"{verb} {why}".rstrip()] += times
        return found

    def count(self, *verbs: str) -> int:
        return sum(times for (verb, _, _), times in self.claims.items() if verb in verbs)

    @property
    def reached(self) -> bool:
        return all(figure.reached for figure in self.figures)

    @property
    def figures(self) -> tuple[Figure, ...]:
        """Every figure beside its bar."""
        answers, another = self.reasons("unknown", "answer"), f"answer [^ ]*({'|'.join(_ANOTHER)})"
        replaced = sum(times for why, times in answers.items() if re.fullmatch(another, why))
        figures = [
            *(Figure(said, getattr(self.verdict, name), bar=0) for name, said in _NEVER.items()),
            Figure("Enter came too soon and became a new line", self._newlines(), bar=0),
            Figure("not confirmed where there is no trap", self.held_back, bar=0),
            Figure("crashes", self.crashes, bar=0),
            *(least_of(said, self.clear[verb, True], self.clear[verb, True] + self.clear[verb, False], bar)
              for verb, (said, bar) in _CONFIRMED.items()),
            Figure("sends whose outcome is unknown", self._unknown("send"), "%", 1, below=True),
            Figure("answers unknown: another dialog stands there", percent(replaced, self.count("answer")), "%"),
            Figure("answers unknown otherwise", percent(answers.total() - replaced, self.count("answer")), "%"),
            Figure("raced: nobody could know in time", percent(self.verdict.raced, self.verdict.total), "%", 1),
        ]  # fmt: skip
        return (*figures, *self._times()) if self.speed.submits or self.speed.news else tuple(figures)

    def _unknown(self, verb: str) -> float | None:
        return percent(self.reasons("unknown", verb).total(), self.count(verb))

    def _newlines(self) -> int:
        reasons = self.reasons("not_submitted", "send")
        return sum(times for why, times in reasons.items() if why.split("+")[-1] == "newline")

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
            "played": {verb: self.count(verb) for verb in _CONFIRMED},
            "outcomes": {name: getattr(self.verdict, name) for name in OUTCOMES},
            "raced": self.verdict.raced,
            "refused": dict(self.reasons("refused").most_common()),
            "unknown": dict(self.reasons("unknown").most_common()),
            "not_submitted": dict(self.reasons("not_submitted").most_common()),
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
    failed = sorted((each for each in played if not each.clean), key=lambda each: each.case.seed)
    claims = [(each.case, claim) for each in played for claim in each.claims]
    clear = [(case, claim) for case, claim in claims if _possible(case, claim)]
    return Report(
        verdict=sum((each.verdict for each in played), Verdict()),
        claims=Counter((claim.verb, str(claim.outcome), claim.reason) for _, claim in claims),
        clear=Counter((claim.verb, claim.outcome == "confirmed") for _, claim in clear),
        crashes=sum(bool(each.crash) for each in played),
        traps=Counter(trap for each in played for trap in each.case.traps for _ in each.case.messages),
        speed=speed,
        failures=tuple(Failure(each.case.seed, complaints_of(each)) for each in failed),
        held_back=sum(
            claim.outcome != "confirmed" and claim.verb != "ask" for case, claim in clear if NONE in case.traps
        ),
    )


def _possible(case: Case, claim: Claim) -> bool:
    """It can be confirmed: nothing of this fake may keep it from that, and it was not asked to leave."""
    if isinstance(claim, Answered):  # what is quoted may be taken for a dialog while it is painted, and is not answered
        return asks_once(case.scenario) and claim.about == case.scenario.popups[0].about
    if claim.verb == "interrupt" and case.scenario.reply.busy_ms < LONG_MS:
        return False  # it may be done by then
    return free(case.scenario) and (claim.verb == "leave" or case.scene != "leave")


def complaints_of(played: Played) -> tuple[str, ...]:
    return (*played.verdict.complaints, *((f"crashed: {played.crash}",) if played.crash else ()))


def _listed(gaps: Sequence[int]) -> str:
    return " / ".join(map(str, gaps))
