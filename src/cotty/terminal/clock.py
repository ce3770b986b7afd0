"""The only place that lets time go by: pacing between two looks, where nothing tells that something moved.

Rules: never in place of knowing. Whoever paces looks again afterwards and has a deadline of its own; what can be waited
for is waited for.
"""

import asyncio
import time


async def pace(seconds: float) -> None:
    """Leave room before the next look: nothing will say when one is due, or looks have used up their share."""
    await asyncio.sleep(seconds)


def pace_thread(seconds: float) -> None:
    """The same for code without a loop, which asks again and again by its nature."""
    time.sleep(seconds)
