"""`tokens`: whoever may ask a server of this account, besides the account itself."""

from dataclasses import dataclass
from typing import Annotated

from cotty.operations.access.answers import TokenRow, own_store, row_of
from cotty.operations.operation import Call, Help, Operation, Tier


@dataclass(frozen=True, slots=True)
class TokensInput:
    """Nothing: all of them."""


@dataclass(frozen=True, slots=True)
class TokensOutput:
    """The tokens that are good, the newest last."""

    tokens: Annotated[tuple[TokenRow, ...], Help("A row for each token.")]


async def run(_call: Call, _request: TokensInput) -> TokensOutput:
    from cotty.store import tokens

    async with own_store() as store:
        return TokensOutput(tuple(map(row_of, await tokens.listed(store))))


TOKENS = Operation("tokens", "Show who may ask a server of this account, and how much each may do.", Tier.MANAGE,
                   TokensInput, TokensOutput, run)  # fmt: skip
