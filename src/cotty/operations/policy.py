"""Who acts, and what they may do.

Rules: an actor has one tier; an operation names the tier it needs; an actor may be bound to some panes, and then does
nothing elsewhere; there is no other permission.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from cotty.errors import NotAllowed
from cotty.operations.operation import Call, Tier
from cotty.terminal.pane import Pane


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
    panes: tuple[str, ...] | None = None  # as `place_of` names them; None: all

    def __str__(self) -> str:
        return f"{self.kind}:{self.name}"


def allow(actor: Actor, name: str, tier: Tier) -> None:
    """Return when the actor may do that; raise `NotAllowed` with what it would take."""
    if not actor.tier.covers(tier):
        raise NotAllowed(
            f"{actor.name} may {actor.tier}, and `{name}` needs `{tier}`.", actor=str(actor), tier=str(actor.tier),
            needs=str(tier),
        )  # fmt: skip


async def confined(call: Call, name: str, request: Any) -> Any:  # noqa: ANN401  (each verb has its own Input)
    """The same request, about the pane that its address means now; `NotAllowed` when the actor is bound to others."""
    if call.actor.panes is None:
        return request
    if not hasattr(request, "address"):
        raise NotAllowed(
            f"{call.actor.name} may only work in some panes, and `{name}` is about more.", actor=str(call.actor)
        )
    pane = await call.terminal.pane(request.address)
    if place_of(pane) not in call.actor.panes:
        raise NotAllowed(f"{call.actor.name} may not work in {pane.id}.", actor=str(call.actor), pane=pane.id)
    return replace(request, address=pane.id)


def place_of(pane: Pane) -> str:
    """A pane of this life of its server: `%5` is another one after a restart."""
    return f"{pane.id}@{pane.server}"
