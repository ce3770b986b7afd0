"""What each source says of an agent, and which of them is believed. Pure.

Rules, in this order:
1. The end of the program or of its pane is the end, whoever else speaks.
2. A dialog or an error that stands on the screen outranks whoever says that it works or rests: it can be seen.
3. Whoever began to say "it works" later than a stronger source last said something else is believed: work is shown
   before it is reported, and a "waiting" that is older than the work is stale.
4. Otherwise the strongest that speaks: vendor events, title, screen, hooks, transcript. The order of title and screen
   is that of the profile's rules. Weak evidence counts only where nothing else speaks, lost evidence never.
"""

from collections.abc import Collection, Iterable, Iterator
from typing import Final

from cotty.model import AgentState, Evidence, Source
from cotty.profiles.profile import Profile
from cotty.profiles.seen import Seen

ORDER: Final = tuple(Source)
_BLOCKERS: Final = (AgentState.AWAITING_INPUT, AgentState.BLOCKED)
_SHOWN: Final = (Source.TITLE, Source.SCREEN)


def fuse(found: Iterable[Evidence]) -> Evidence | None:
    """The evidence that decides; None where nobody says anything."""
    speaking = sorted((each for each in found if each.says is not None and not each.lost), key=_rank)
    if not speaking:
        return None
    ended = next((each for each in speaking if each.says is AgentState.ENDED), None)
    return ended or _blocker(speaking) or _newer_work(speaking) or speaking[0]


def _rank(evidence: Evidence) -> tuple[bool, int]:
    return evidence.weak, ORDER.index(evidence.source)


def _blocker(speaking: Collection[Evidence]) -> Evidence | None:
    shown = (each for each in speaking if each.source is Source.SCREEN and not each.weak)
    return next((each for each in shown if each.says in _BLOCKERS), None)


def _newer_work(speaking: Collection[Evidence]) -> Evidence | None:
    strongest, *others = speaking
    if strongest.says is AgentState.PROCESSING:
        return None
    shown = (each for each in others if each.source in _SHOWN and not each.weak)
    return next((e for e in shown if e.says is AgentState.PROCESSING and e.lasting < strongest.lasting), None)


def shown(profile: Profile, seen: Seen, title: str = "") -> Iterator[Evidence]:
    """What a look says: the verdict of the profile's rules, and what the other of title and screen says beside it. A
    viewer leaves the state as it is, so there is nothing beside it.
    """
    by_title = {rule.name for rule in profile.rules if rule.title is not None}
    source = Source.TITLE if seen.rule in by_title else Source.SCREEN
    if seen.rule is not None:
        yield Evidence(source, seen.state, 0.0, detail=_verdict(seen), rule=seen.rule, rows=seen.rows)
    else:
        yield Evidence(source, None, 0.0, detail="no rule fired")
    if seen.viewer:
        return
    beside = Source.SCREEN if source is Source.TITLE else Source.TITLE
    for said in seen.others:
        if isinstance(said.says, AgentState) and (said.rule in by_title) is (beside is Source.TITLE):
            yield Evidence(beside, said.says, 0.0, detail=said.text, rule=said.rule, rows=said.rows, weak=True)
            return
    if by_title and beside is Source.TITLE and title:
        yield Evidence(beside, None, 0.0, detail=title)


def _verdict(seen: Seen) -> str:
    if seen.viewer:
        return "something else than the conversation is shown"
    return seen.awaiting.question if seen.awaiting is not None else ""
