"""`python -m cotty.testing.conformance.beside`: a second process of cotty, which tells a fake what it is ordered to.

Rules: the order is one line of JSON, `ready` says that the fake was found, and the next line that comes in begins it;
what it claims is one line of JSON; a fake that has died is found by nobody.
"""

import asyncio
import json
import sys
from typing import Any

from cotty.connecting import connect
from cotty.errors import AgentNotFound
from cotty.testing.conformance.scenes import tell
from cotty.testing.fake_profiles import spoken_to
from cotty.testing.scenario import Scenario


async def main(order: dict[str, Any]) -> None:
    """Tell every message of the order."""
    profile = spoken_to(Scenario.from_data(order["scenario"]), order["profile"])
    where = {"socket_path": order["socket"], "config": "/dev/null", "tmux": order["tmux"]}
    async with connect(**where, actor="automation:beside") as terminal:
        try:
            agent = await terminal.adopt(order["pane"], profile=profile)
        except AgentNotFound:
            print("gone", flush=True)
            return
        print("ready", flush=True)
        sys.stdin.readline()
        claims = [await tell(agent, text, key) for text, key in order["messages"]]
    print(json.dumps([(claim.text, str(claim.outcome), claim.reason) for claim in claims]), flush=True)


if __name__ == "__main__":
    asyncio.run(main(json.loads(sys.stdin.readline())))
