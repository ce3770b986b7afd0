"""A live view of a pane: the state as it is, then numbered changes.

Rules: a watcher holds a number and nothing else, so a slow one costs nobody anything; when what it needs is gone, or
output went missing, it is given a fresh snapshot; the snapshot's number is the place in the stream at which tmux
made it.
"""

from collections.abc import AsyncIterator

from cotty.controlmode import commands
from cotty.errors import ConnectionLost, NoServer, NotFound, TmuxRefused
from cotty.model import Chunk, ChunkKind, Place, Screen
from cotty.terminal.desk import Desk, PaneFacts
from cotty.terminal.server.eye import Numbers
from cotty.terminal.server.feed import Feed
from cotty.terminal.server.hand import accepted

_ALIVE = 10.0  # seconds after which a pane that is silent is asked about: what ends or moves it is told before


async def watch(desk: Desk, place: Place) -> AsyncIterator[Chunk]:
    """Chunks until the pane's program ends, the pane is gone or the caller stops."""
    number, last, heard = -1, None, None
    while True:
        try:
            facts = await desk.facts(place)
            if facts.dead:
                last = await desk.eye.screen(place.pane, styled=True)
                break
            feed = await desk.feed(facts)
            number, heard = (number, heard) if feed is heard else (-1, feed)
            if number < 0:
                snapshot = await _snapshot(desk, facts, feed)
                number, last = snapshot.number, snapshot.screen
                yield snapshot
            async for chunk in _until_quiet(feed, number, _ALIVE if desk.hand.live else desk.settings.poll_seconds):
                number = chunk.number
                yield chunk
            if number != feed.position:
                number = -1
            elif not desk.hand.live and (screen := await desk.eye.screen(place.pane, styled=True)) != last:
                last = screen
                yield Chunk(ChunkKind.SNAPSHOT, 0, screen=screen)
        except ConnectionLost:
            number = -1
        except (NotFound, NoServer):
            break
    yield Chunk(ChunkKind.EXIT, max(number, 0), screen=last)


async def _until_quiet(feed: Feed, number: int, seconds: float) -> AsyncIterator[Chunk]:
    """Output as it comes, until something else may have happened, or some of it is missing."""
    while True:
        await feed.wait_news(number, seconds)
        stretch = feed.since(number)
        if stretch.gap or not stretch.data:
            return
        number = stretch.end
        yield Chunk(ChunkKind.OUTPUT, number, stretch.data)


async def _snapshot(desk: Desk, facts: PaneFacts, feed: Feed) -> Chunk:
    """The screen, and the number of the first byte after it."""
    if not desk.hand.live:
        return Chunk(ChunkKind.SNAPSHOT, 0, screen=await desk.eye.screen(facts.pane, styled=True))
    for _ in range(3):
        before = feed.position
        screen, number = await _stamped(desk, facts, feed)
        if number >= before:
            return Chunk(ChunkKind.SNAPSHOT, number, screen=screen)
    raise TmuxRefused("The screen could not be taken at a known place in the stream.")


async def _stamped(desk: Desk, facts: PaneFacts, feed: Feed) -> tuple[Screen, int]:
    """Numbers and rows over the ear's own client, so that they stand in its stream."""
    ear = desk.ear(facts)
    await ear.listen()
    slot = desk.eye.slots.borrow()
    capture = commands.capture(facts.pane, slot.buffer, join=False, styled=True, blanks=True)
    try:
        async with desk.hand.changing_buffers():
            replies, number = await ear.ask([commands.look(facts.pane), capture], feed)
            numbers = Numbers.parse(facts.pane, accepted(replies[0]).text)
            accepted(replies[1])
            rows = await desk.eye.fetch(slot)
    finally:
        desk.eye.slots.give_back(slot)
    return numbers.screen(rows, styled=True), number
