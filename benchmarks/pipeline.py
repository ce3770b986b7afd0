"""How many no-op commands one connection carries in a second, when many are asked together.

Rule: each command is asked through the engine's hand and its reply is looked at; two ways of asking are measured and
both are named.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable

from cotty.controlmode.commands import say
from cotty.terminal.server.hand import Hand

_TOGETHER = 64


async def measure(hand: Hand, seconds: float) -> dict[str, float]:
    """Commands per second: 64 tasks that ask one at a time, and batches of 64."""
    return {
        "tasks_64": await _rate(_by_tasks, hand, seconds),
        "batches_of_64": await _rate(_by_batches, hand, seconds),
    }


async def _rate(way: Callable[[Hand, float], Awaitable[int]], hand: Hand, seconds: float) -> float:
    await way(hand, seconds / 10)
    began = time.perf_counter()
    count = await way(hand, seconds)
    return round(count / (time.perf_counter() - began))


async def _by_tasks(hand: Hand, seconds: float) -> int:
    until, count, words = time.perf_counter() + seconds, 0, say("")

    async def one() -> None:
        nonlocal count
        while time.perf_counter() < until:
            replies = await hand.ask(words)  # awaited first: `count +=` would have read the count before
            count += replies[0].ok

    async with asyncio.TaskGroup() as group:
        for _ in range(_TOGETHER):
            group.create_task(one())
    return count


async def _by_batches(hand: Hand, seconds: float) -> int:
    until, count, words = time.perf_counter() + seconds, 0, [say("")] * _TOGETHER
    while time.perf_counter() < until:
        replies = await hand.ask(*words)
        count += sum(reply.ok for reply in replies)
    return count
