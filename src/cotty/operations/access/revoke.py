"""`revoke`: end tokens; what bears them is let in no more, from its next request on."""

from dataclasses import dataclass
from typing import Annotated

from cotty.errors import NotFound
from cotty.operations.access.answers import own_store
from cotty.operations.operation import Call, Help, Operation, Tier


@dataclass(frozen=True, slots=True)
class RevokeInput:
    """Which."""

    name: Annotated[str, Help("Every token of this name, or the one of this number.")]


@dataclass(frozen=True, slots=True)
class RevokeOutput:
    """What ended."""

    revoked: Annotated[int, Help("How many tokens.")]


async def run(_call: Call, request: RevokeInput) -> RevokeOutput:
    from cotty.store import tokens

    async with own_store() as store:
        count = await tokens.revoke(store, request.name)
    if not count:
        raise NotFound(f"There is no token {request.name!r}.", suggestion="Run `cotty tokens` to see them.")
    return RevokeOutput(count)


REVOKE = Operation("revoke", "End tokens: whoever bears them is let in no more.", Tier.MANAGE, RevokeInput,
                   RevokeOutput, run)  # fmt: skip
