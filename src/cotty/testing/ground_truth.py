"""The judge: what truly happened in a fake CLI, held against what was claimed about it.

Rules:
1. A claim is a receipt: its text, its outcome, and what else it speaks of: the dialog that was meant, the reply that
   was given, the moments between which a verb was at work. Truth is the fake's log; both read the same clock.
2. What stood on the screen for less than `fair_seconds` before a key could not be known by whoever pressed it; it is
   counted as `raced`, never left out, and so is the claim that rests on it. A second key that nobody looked before is
   no race: behind one that changed the dialog, or that answered one which asks the same as the next.
3. A verdict says each complaint in a sentence; verdicts add up.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Final, Protocol, Self

from cotty.terminal.flows.cells import packed
from cotty.testing.fake_cli.starting import SHELL_SUFFIX

FAIR_SECONDS: Final = 0.03
_STOPS: Final = "Escape"
_LEAVING: Final = "/exit"
_TURNS: Final = ("turn", "replied", "interrupted")
_ENDS: Final = ("died", "left")
# What a verb does, and what may have been the last thing to happen when it says that it is done.
_DOES: Final = {
    "interrupt": ("interrupted", ("", "replied", "interrupted", *_ENDS)),
    "leave": ("left", _ENDS),
}
_SHORT: Final = 200  # letters of a reply that every screen holds whole
_TRUSTED: Final = ("confirmed", "unknown", "not_submitted")
OUTCOMES: Final = ("confirmed", "not_submitted", "unknown", "refused")


class Claim(Protocol):
    """What every receipt has. `verb`: what was asked for; `reason`: the evidence, or why it was refused."""

    @property
    def verb(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def outcome(self) -> str: ...
    @property
    def reason(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Sent:
    """What a send claims. `reason` of a refusal: dialog, draft, gone or pen."""

    text: str
    outcome: str
    reason: str = ""
    verb: str = "send"


@dataclass(frozen=True, slots=True)
class Answered:
    """What an answer claims: the option that was meant, and what the dialog was about."""

    text: str
    outcome: str
    about: str
    reason: str = ""
    verb: str = "answer"


@dataclass(frozen=True, slots=True)
class Replied:
    """What an ask claims beside its send: this is the reply to that text, and to no other. `whole`: it is all of it."""

    text: str
    outcome: str
    reply: str
    whole: bool
    reason: str = ""
    verb: str = "ask"


@dataclass(frozen=True, slots=True)
class Done:
    """What an interrupt or a leave claims, and when it was at work."""

    verb: str
    outcome: str
    began: float
    ended: float
    reason: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Record:
    """One line of the log."""

    at: float
    event: str
    facts: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Verdict:
    """How often each thing happened."""

    total: int = 0
    confirmed: int = 0
    not_submitted: int = 0
    unknown: int = 0
    refused: int = 0
    false_confirmed: int = 0  # the exact text was not submitted exactly once, or the option not chosen
    false_denied: int = 0  # not submitted or refused, and yet it was; not answered, and yet it was
    duplicates: int = 0
    lost_drafts: int = 0
    wrong_answers: int = 0
    wrong_replies: int = 0  # a reply with anything in it that this turn did not say, or without what it said
    strays: int = 0  # submitted, and nobody sent it: a suggestion, two messages in one
    shell_lines: int = 0  # typed into the shell that was left
    raced: int = 0
    complaints: tuple[str, ...] = field(default=())

    @property
    def clean(self) -> bool:
        """Nothing that is never to happen has happened."""
        return not self.complaints

    def __add__(self, other: Self) -> "Verdict":
        return Verdict(*(getattr(self, each.name) + getattr(other, each.name) for each in fields(Verdict)))


def read_log(path: Path | str) -> list[Record]:
    """The log of a fake, and what was typed into the shell behind it."""
    lines = Path(path).read_text(encoding="utf-8").splitlines()
    records = [_record(json.loads(line)) for line in lines]
    shell = Path(f"{path}{SHELL_SUFFIX}")
    typed = shell.read_text(encoding="utf-8").splitlines() if shell.exists() else []
    return [*records, *(Record(float("inf"), "shell", {"text": line}) for line in typed)]


def _record(data: dict[str, Any]) -> Record:
    return Record(data.pop("at"), data.pop("event"), data)


def submissions(log: Iterable[Record]) -> list[str]:
    """Every text that was submitted, in order."""
    return [record.facts["text"] for record in log if record.event == "submitted"]


def judge(log: Sequence[Record], receipts: Sequence[Claim], *, fair_seconds: float = FAIR_SECONDS) -> Verdict:
    """Hold the receipts of one run against its log."""
    if strange := [each.outcome for each in receipts if each.outcome not in OUTCOMES]:
        raise ValueError(f"{strange[0]!r} is no outcome")
    counted = Counter(str(receipt.outcome) for receipt in receipts)
    tally = _Tally(fair_seconds)
    sends = [each for each in receipts if each.verb == "send"]
    tally.sends(submissions(log), sends, _typed_into(log, fair_seconds))
    answered = [record for record in log if record.event == "answered"]
    tally.answers(answered, [each for each in receipts if isinstance(each, Answered)])
    for each in receipts:
        if isinstance(each, Replied):
            tally.reply(log, each)
        elif isinstance(each, Done):
            tally.done(log, each)
    tally.drafts(log)
    tally.shell(log)
    return Verdict(
        total=len(receipts), complaints=tuple(tally.complaints),
        **{outcome: counted[outcome] for outcome in OUTCOMES}, **tally.counts,
    )  # fmt: skip


class _Tally:
    """Complaints, counted by name."""

    def __init__(self, fair_seconds: float) -> None:
        self._fair = fair_seconds
        self.counts: Counter[str] = Counter()
        self.complaints: list[str] = []

    def sends(self, submitted: Sequence[str], sends: Sequence[Claim], typed_into: Sequence[str]) -> None:
        times = Counter(map(_plain, submitted))
        claims: dict[str, Counter[str]] = {}
        for sent in sends:
            claims.setdefault(_plain(sent.text), Counter())[str(sent.outcome)] += 1
        self._forget_raced(times, claims, typed_into)
        for text, outcomes in claims.items():
            self._text(text, times[text], outcomes)
        for text in times:
            if text not in claims and text.strip() != _LEAVING:
                self._complain("strays", f"{_short(text)} was submitted, and nobody sent it", times[text])

    def _forget_raced(
        self, times: Counter[str], claims: dict[str, Counter[str]], typed_into: Sequence[str]
    ) -> None:  # fmt: skip
        """A message that went with what a person typed into it in the moment of its Enter."""
        for draft in typed_into:
            strange = [text for text in times if text not in claims]
            pairs = [(text, meant) for text in strange for meant in _without(text, draft) if meant in claims]
            for text, meant in pairs:
                claim = claims.get(meant, Counter())
                outcome = next((each for each in ("confirmed", "unknown") if claim[each]), "")
                if outcome:
                    del times[text]
                    claim[outcome] -= 1
                    break

    def _text(self, text: str, times: int, outcomes: Counter[str]) -> None:
        """All claims about one text."""
        confirmed, open_to = outcomes["confirmed"], outcomes["confirmed"] + outcomes["unknown"]
        sent = outcomes.total()
        said = f"{_short(text)} was submitted {times} times, sent {sent} times and confirmed {confirmed} times"
        self._complain("duplicates", said, times - sent)
        self._complain("false_confirmed", said, max(confirmed - times, int(confirmed > 0 and times > sent)))
        self._complain("false_denied", said, min(times, sent) - open_to)

    def answers(self, answered: Sequence[Record], meant: Sequence[Answered]) -> None:
        """Each answer in the log was meant by somebody, once for each: two dialogs may ask the same. Each confirmed one
        is in the log, and none that was denied.
        """
        claims = [claim for claim in meant if claim.outcome != "refused"]
        claims.sort(key=lambda claim: _TRUSTED.index(claim.outcome))  # equal ones are told apart by nothing else
        for before, record in zip((None, *answered), answered, strict=False):
            option, about = record.facts["option"], record.facts["about"]
            if record.facts["key"] == _STOPS:  # an interrupt came too late: no option was meant
                self._or_raced("wrong_answers", f"an interrupt answered {option!r} to {about!r}", record)
                continue
            claim = next((each for each in claims if (each.text, each.about) == (option, about)), None)
            if claim is None:
                said = f"{record.facts['key']} answered {option!r} to {about!r}, which nobody meant"
                raced = self._or_raced("wrong_answers", said, record, blind=self._second(before, record))
                claim = next(iter(claims), None) if raced else None
            elif claim.outcome == "not_submitted":
                said = f"{record.facts['key']} answered {option!r} to {about!r}, and it was said that it did not"
                self._complain("false_denied", said, 1)
            if claim is not None:
                claims.remove(claim)
        for claim in claims:
            if claim.outcome == "confirmed":
                self._complain("false_confirmed", f"{claim.text!r} to {claim.about!r} was never answered", 1)

    def reply(self, log: Sequence[Record], claim: Replied) -> None:
        """What was given as the reply to one text, against what was said behind that very text."""
        turns = (record.facts for record in log if record.event == "turn")
        says = next((turn["says"] for turn in turns if turn["text"] == claim.text), "")
        given, wanted = packed(claim.reply), packed(says)
        cut = claim.whole and len(wanted) <= _SHORT and given != wanted
        if claim.outcome == "confirmed" and (cut or given not in wanted):
            said = f"{_short(claim.reply)} is given as the reply to {_short(claim.text)}, which was {_short(says)}"
            self._complain("wrong_replies", said, 1)

    def done(self, log: Sequence[Record], claim: Done) -> None:
        """What was done to the agent, while the verb was at work and when it said so."""
        does, ends = _DOES[claim.verb]
        before = [record for record in log if record.at <= claim.ended]
        last = next((each.event for each in reversed(before) if each.event in (*_TURNS, *_ENDS)), "")
        if claim.outcome == "confirmed" and last not in ends:
            said = f"{claim.verb} was confirmed, and the last thing that had happened was {last or 'nothing'}"
            self._complain("false_confirmed", said, 1)
        did = any(record.event == does and record.at >= claim.began for record in before)
        if did and claim.outcome in ("not_submitted", "refused"):
            self._complain("false_denied", f"{claim.verb} is said to have done nothing, and it did", 1)

    def drafts(self, log: Sequence[Record]) -> None:
        for record in log:
            if record.event == "draft_lost":
                said = f"the draft {_short(record.facts['text'])} was {record.facts['how']}"
                self._or_raced("lost_drafts", said, record)

    def shell(self, log: Sequence[Record]) -> None:
        for record in log:
            if record.event == "shell":
                self._complain("shell_lines", f"{_short(record.facts['text'])} was typed into the shell", 1)

    def _second(self, before: Record | None, record: Record) -> bool:
        """The key before it answered the same question, of which there was time to know."""
        if before is None or before.facts["shown_for"] < self._fair:
            return False
        return all(before.facts.get(each) == record.facts.get(each) for each in ("about", "options"))

    def _or_raced(self, name: str, said: str, record: Record, *, blind: bool = False) -> bool:
        """Whether it could not be known."""
        known = record.facts["shown_for"] >= self._fair or record.facts.get("changed_by_key", False) or blind
        if known:
            self._complain(name, said, 1)
        else:
            self.counts["raced"] += 1
        return not known

    def _complain(self, name: str, said: str, times: int) -> None:
        if times > 0:
            self.counts[name] += times
            self.complaints.append(f"{name}: {said}")


def _without(text: str, draft: str) -> Iterator[str]:
    """The text without the draft, wherever it may have been typed into it."""
    at = text.find(draft)
    while draft and at >= 0:
        yield text[:at] + text[at + len(draft) :]
        at = text.find(draft, at + 1)


def _typed_into(log: Iterable[Record], fair: float) -> list[str]:
    """Drafts that were submitted before anybody could have seen them; each is counted as raced by itself."""
    return [
        _plain(record.facts["text"])
        for record in log
        if record.event == "draft_lost" and record.facts["how"] == "submitted" and record.facts["shown_for"] < fair
    ]


def _plain(text: str) -> str:
    """Newlines as LF: a terminal has other ones."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _short(text: str) -> str:
    return repr(text if len(text) <= 60 else f"{text[:40]}…{text[-15:]}")
