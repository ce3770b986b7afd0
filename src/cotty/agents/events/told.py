"""What an OpenCode server's events say of the state of its sessions. Pure: times are given.

Rules: an agent works while any of its sessions does, and asks while any request is open; a retry is work. What it does
at the beginning is asked for apart (`level`), because events tell changes only; a session that an event named meanwhile
is not set back. Only names and numbers are kept, at most `_MOST` of each.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from cotty.model import AgentState, Awaiting, AwaitingKind

_MOST: Final = 64
_LONGEST: Final = 1 << 20  # bytes of an event; longer ones are parts of replies
_MATTERS: Final = re.compile(
    rb'"type":\s*"(?:session\.(?:status|idle|error|deleted)|permission\.(?:asked|replied)|question\.(?:asked|replied|rejected))"'
)
_KINDS: Final = {"permission": AwaitingKind.PERMISSION, "question": AwaitingKind.QUESTION}


@dataclass(frozen=True, slots=True)
class Request:
    """Something a session asks a person."""

    id: str
    session: str
    kind: AwaitingKind
    question: str
    subject: str

    def awaiting(self, last_row: int) -> Awaiting:
        """As it is told while its dialog cannot be seen: no options, but never silence."""
        return Awaiting(self.kind, self.question, self.subject, (), None, self.id[-12:], "events", (0, last_row))


@dataclass(slots=True)
class Told:
    """What is believed by events alone. `since`: when that last changed; `heard`: when anything last came."""

    says: AgentState | None = None
    detail: str = ""
    since: float = 0.0
    heard: float = 0.0
    lost: str | None = None  # why nothing comes any more
    _busy: set[str] = field(default_factory=set)
    _asked: dict[str, Request] = field(default_factory=dict)
    _named: set[str] = field(default_factory=set)  # by an event
    _unfinished: bytes = b""

    @property
    def request(self) -> Request | None:
        """The oldest that is open."""
        return next(iter(self._asked.values()), None)

    def receive(self, data: bytes, now: float) -> bool:
        """Bytes of the stream; whether they changed what is believed."""
        self.heard = now
        *lines, self._unfinished = (self._unfinished + data).split(b"\n")
        if len(self._unfinished) > _LONGEST:
            self._unfinished = b"-"  # the rest of that line is no event
        changes = [self._take(line, now) for line in lines if line.startswith(b"data:") and _MATTERS.search(line)]
        return any(changes)

    def level(self, kind: str, data: object, now: float) -> bool:
        """The answer to what is so now: `session/status`, `permission` or `question`."""
        if kind == "session/status" and isinstance(data, dict):
            self._busy |= {name for name, status in data.items() if _works(status) and name not in self._named}
            return self._settle("session/status", now, known=True)
        if isinstance(data, list):
            for each in data:
                if isinstance(each, dict) and each.get("id") not in self._named:
                    self._ask(kind, each)
            return self._settle(kind, now, known=self.says is not None)
        return False

    def _take(self, line: bytes, now: float) -> bool:
        try:
            event = json.loads(line[5:])
            name, facts = str(event["type"]), event["properties"]
        except (ValueError, KeyError, TypeError):
            return False
        if not isinstance(facts, dict) or not _MATTERS.search(f'"type":"{name}"'.encode()):
            return False
        self._apply(name, facts)
        return self._settle(name, now, known=True)

    def _apply(self, name: str, facts: Mapping[str, Any]) -> None:
        session = _session(facts)
        subject, _, what = name.partition(".")
        if subject != "session":
            request = str(facts.get("requestID") or facts.get("id") or "")
            self._name(request)
            self._ask(subject, facts) if what == "asked" else self._asked.pop(request, None)
            return
        self._name(session)
        if what == "status" and _works(facts.get("status")):
            self._busy.add(session)
        elif what != "error":  # the status of a session that failed is told apart
            self._busy.discard(session)
            self._asked = {key: each for key, each in self._asked.items() if each.session != session}

    def _ask(self, subject: str, facts: Mapping[str, Any]) -> None:
        request, kind = str(facts.get("id", "")), _KINDS.get(subject)
        if kind is None or not request or len(self._asked) >= _MOST:
            return
        question, about = _asked_words(kind, facts)
        self._asked[request] = Request(request, str(facts.get("sessionID", "")), kind, question, about)

    def _name(self, name: str) -> None:
        if len(self._named) < _MOST:
            self._named.add(name)

    def _settle(self, detail: str, now: float, *, known: bool) -> bool:
        says = AgentState.PROCESSING if self._busy else AgentState.IDLE if known else None
        says = AgentState.AWAITING_INPUT if self._asked else says
        if says is self.says:
            return False
        self.says, self.detail, self.since = says, detail, now
        return True


def _session(facts: Mapping[str, Any]) -> str:
    about = facts.get("info")
    return str(facts.get("sessionID") or (about.get("id", "") if isinstance(about, dict) else ""))


def _works(status: object) -> bool:
    return isinstance(status, dict) and status.get("type") in ("busy", "retry")


def _asked_words(kind: AwaitingKind, facts: Mapping[str, Any]) -> tuple[str, str]:
    if kind is AwaitingKind.PERMISSION:
        patterns = facts.get("patterns")
        subject = ", ".join(map(str, patterns)) if isinstance(patterns, list) else ""
        return f"May it use {facts.get('permission', 'a tool')}?", subject
    questions = facts.get("questions")
    first = questions[0] if isinstance(questions, list) and questions else {}
    return str(first.get("question", "")) if isinstance(first, dict) else "", ""
