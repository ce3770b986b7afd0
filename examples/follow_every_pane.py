"""What every pane prints, as it comes: `python examples/follow_every_pane.py [SECONDS]`.

A watcher that falls behind is given a fresh screen instead of slowing the pane, so nothing here can hold up a program.
"""

import asyncio
import sys

import cotty


async def follow(pane: cotty.Pane, name: str) -> None:
    async for chunk in pane.watch():
        if chunk.kind == "output":
            print(f"{name} {chunk.number}: {len(chunk.data)} bytes {chunk.data[:40]!r}")
        else:
            print(f"{name} {chunk.number}: {chunk.kind}")


async def main(seconds: float) -> None:
    async with cotty.connect() as terminal:
        rows = await terminal.list()
        try:
            async with asyncio.timeout(seconds), asyncio.TaskGroup() as group:
                for row in rows:
                    group.create_task(follow(await terminal.pane(row.id), row.address))
        except TimeoutError:
            print(f"watched {len(rows)} panes for {seconds:g} s")


asyncio.run(main(float(sys.argv[1]) if len(sys.argv) > 1 else 60))
