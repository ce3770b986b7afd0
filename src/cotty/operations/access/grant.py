"""`grant`: a token for a program.

Rules: it is told once; one that is bound to panes types at most, because what makes and ends panes reaches further.
"""

from dataclasses import dataclass
from typing import Annotated, Literal

from cotty.errors import InvalidInput
from cotty.operations.access.answers import TokenRow, own_store, row_of
from cotty.operations.operation import Call, Help, Operation, Tier
from cotty.operations.policy import place_of

_DAY = 86400.0
_LONGEST = 36500.0


@dataclass(frozen=True, slots=True)
class GrantInput:
    """Whom, and how much."""

    name: Annotated[str, Help("Who will bear it: the journal and the pen show this name.")]
    tier: Annotated[Literal["read", "answer", "type", "manage"], Help("How much it may do.")] = "read"
    panes: Annotated[tuple[str, ...], Help("Bind it to these panes, as they are now; all if left out.")] = ()
    days: Annotated[float | None, Help("Days after which it ends; none if left out: until it is revoked.")] = None


@dataclass(frozen=True, slots=True)
class GrantOutput:
    """The token."""

    token: Annotated[str, Help("The secret itself; nobody can be told it again.")]
    row: Annotated[TokenRow, Help("What is kept of it.")]


async def run(call: Call, request: GrantInput) -> GrantOutput:
    _check(request)
    places = [place_of(await call.terminal.pane(each)) for each in request.panes] or None
    from cotty.store import tokens

    async with own_store() as store:
        secret, row = await tokens.make(
            store, request.name, tokens.PROGRAM, request.tier, panes=places,
            seconds=request.days * _DAY if request.days is not None else None,
        )  # fmt: skip
    return GrantOutput(secret, row_of(row))


def _check(request: GrantInput) -> None:
    if not request.name.strip() or not request.name.isprintable() or request.name.isdecimal():
        raise InvalidInput("A token has a name that can be shown and is no number.")
    if request.days is not None and not 0 < request.days <= _LONGEST:
        raise InvalidInput(f"A token lasts more than 0 and at most {_LONGEST:.0f} days.")
    if request.panes and request.tier == "manage":
        raise InvalidInput("A token of the tier manage cannot be bound to panes.", suggestion="Say --tier type.")


GRANT = Operation("grant", "Make a token with which a program may ask a server of this account.", Tier.MANAGE,
                  GrantInput, GrantOutput, run)  # fmt: skip
