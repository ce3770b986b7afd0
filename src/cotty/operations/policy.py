"""Who acts, and what they may do.

Rules: an actor has one tier; an operation names the tier it needs; there is no other permission.
"""

from dataclasses import dataclass
from enum import StrEnum

from cotty.errors import NotAllowed
from cotty.operations.operation import Tier


class Kind(StrEnum):
    """What sort of hand it is."""

    PERSON = "person"
    AGENT = "agent"
    AUTOMATION = "automation"


@dataclass(frozen=True, slots=True)
class Actor:
    """Whoever asked for it."""

    name: str
    kind: Kind = Kind.PERSON
    tier: Tier = Tier.MANAGE

    def __str__(self) -> str:
        return f"{self.kind}:{self.name}"


def allow(actor: Actor, name: str, tier: Tier) -> None:
    """Return when the actor may do that; raise `NotAllowed` with what it would take."""
    if not actor.tier.covers(tier):
        raise NotAllowed(
            f"{actor.name} may {actor.tier}, and `{name}` needs `{tier}`.", actor=str(actor), tier=str(actor.tier),
            needs=str(tier),
        )  # fmt: skip
