"""`watch`: a pane as it is, then what it prints, as it comes."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

from cotty.model import Chunk
from cotty.operations.operation import Address, Call, Stream, Tier


@dataclass(frozen=True, slots=True)
class WatchInput:
    """Which pane."""

    address: Address = None


async def run(call: Call, request: WatchInput) -> AsyncIterator[Chunk]:
    return (await call.terminal.pane(request.address)).watch()


WATCH = Stream("watch", "Follow a pane: its screen, then its output as it comes.", Tier.READ, WatchInput, run)
