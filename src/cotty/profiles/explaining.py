"""Why a screen was read as it was: every rule of a profile, in its order of trust, with what it said; and what other
evidence of an agent there is. Pure.
"""

from dataclasses import dataclass

from cotty.model import AgentState, Evidence, Screen
from cotty.profiles.looking import DEAD, asked, settled
from cotty.profiles.profile import Profile
from cotty.profiles.seen import Said, Seen, Span


@dataclass(frozen=True, slots=True)
class Asked:
    """One rule: what it would say, whether it fired, on which rows, and what was there or why not."""

    rule: str
    would_say: str
    fired: bool
    decided: bool
    rows: Span | None
    detail: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """One look, with every rule that was asked. Of an agent also what is believed of it, by which evidence, `age`
    seconds after the look; `could_not_look` says why all of this is of an earlier look, or of none. `covered`: the
    profile was made for the version of that program.
    """

    profile: str
    seen: Seen
    asked: tuple[Asked, ...]
    evidence: tuple[Evidence, ...] = ()
    state: AgentState | None = None
    age: float = 0.0
    could_not_look: str | None = None
    version: str | None = None
    covered: bool = True

    def lines(self) -> list[str]:
        """For people: what is believed and by which evidence, the verdict of the screen, then a row for each rule."""
        return [*self._believed(), *self._shown()]

    def _believed(self) -> list[str]:
        if not self.evidence and self.could_not_look is None:
            return []
        head = [f"could not look: {self.could_not_look}"] if self.could_not_look is not None else []
        believed = f"believed: {self.state or 'nothing'}, {self.age:.1f} s old"
        return [*head, believed, *map(_row, self.evidence), ""]

    def _shown(self) -> list[str]:
        seen = self.seen
        verdict = "viewer" if seen.viewer else str(seen.state) if seen.state else "nothing"
        head = [f"{self.profile}: {verdict}" + (f" ({seen.rule})" if seen.rule else "")]
        if seen.composer is not None:
            shown = {"text": seen.composer.text, "ghost": seen.composer.ghost, "placeholder": seen.composer.placeholder}
            head.append(
                "composer: " + (", ".join(f"{name} {text!r}" for name, text in shown.items() if text) or "empty")
            )
        if seen.awaiting is not None:
            head += [f"asks: {seen.awaiting.question!r}", *(f"  {o.number}. {o.label}" for o in seen.awaiting.options)]
        return head + [_line(each) for each in self.asked]


def explain(profile: Profile, screen: Screen, title: str = "") -> Explanation:
    """Look, and keep what every rule said."""
    sight, verdicts, said = asked(profile, screen, title)
    seen = settled(sight, said)
    rows = [_asked(rule.name, rule.says, each, seen) for rule, each in zip(profile.rules, verdicts, strict=True)]
    dead = [_asked(DEAD.rule, DEAD.says, DEAD, seen)] if screen.dead else []
    return Explanation(profile.name, seen, (*dead, *rows))


def _asked(name: str, says: str, verdict: Said | str, seen: Seen) -> Asked:
    if isinstance(verdict, str):
        return Asked(name, says, False, False, None, verdict)
    return Asked(name, says, True, name == seen.rule, verdict.rows, verdict.text)


def _row(evidence: Evidence) -> str:
    mark = "→" if evidence.decided else "!" if evidence.lost else " "
    says = evidence.says or "nothing"
    since = f", for {evidence.lasting:.1f} s" if evidence.lasting else ""
    rule = f" by {evidence.rule}" if evidence.rule else ""
    rows = "" if evidence.rows is None else f" rows {evidence.rows[0]}-{evidence.rows[1]}"
    return f"{mark} {evidence.source}: {says}{rule}{rows} ({evidence.age:.1f} s old{since}) {evidence.detail}".rstrip()


def _line(asked: Asked) -> str:
    mark = "→" if asked.decided else "+" if asked.fired else " "
    rows = "" if asked.rows is None else f" rows {asked.rows[0]}-{asked.rows[1]}"
    return f"{mark} {asked.rule} ({asked.would_say}){rows}: {asked.detail}".rstrip(": ")
