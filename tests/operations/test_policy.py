"""An actor may do what its tier allows and nothing more."""

import pytest

from cotty.errors import NotAllowed
from cotty.operations.operation import Tier
from cotty.operations.policy import Actor, Kind, allow

TIERS = list(Tier)


@pytest.mark.promise("operations:tiers")
@pytest.mark.parametrize("has", TIERS)
@pytest.mark.parametrize("needs", TIERS)
def test_each_tier_covers_itself_and_those_before_it(has: Tier, needs: Tier) -> None:
    allowed = TIERS.index(has) >= TIERS.index(needs)
    if allowed:
        allow(Actor("ann", tier=has), "verb", needs)
    else:
        with pytest.raises(NotAllowed):
            allow(Actor("ann", tier=has), "verb", needs)


def test_a_refusal_names_who_and_what_it_would_take() -> None:
    with pytest.raises(NotAllowed) as raised:
        allow(Actor("bot", Kind.AGENT, Tier.READ), "kill", Tier.MANAGE)
    assert raised.value.message == "bot may read, and `kill` needs `manage`."
    assert raised.value.facts == {"actor": "agent:bot", "tier": "read", "needs": "manage"}
