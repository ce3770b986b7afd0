"""Standard input, line by line, in a way that a signal can end.

Rules: the SDK reads it in a thread, which nothing wakes before the client's next word: a signal would wait for that;
descriptor 0 is nowhere meanwhile, so that no program started from here reads the client's words.
"""

import asyncio
import os
import stat
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

_LONGEST: Final = 64 << 20  # bytes of one message


@asynccontextmanager
async def lines() -> AsyncIterator[AsyncIterator[str] | None]:
    """The lines; None where the SDK's own way does: a file and a null device are always ready, and block nobody."""
    kind = os.fstat(0).st_mode
    if not (stat.S_ISFIFO(kind) or stat.S_ISSOCK(kind) or os.isatty(0)):
        yield None
        return
    wire, reader = os.fdopen(os.dup(0), "rb", buffering=0), asyncio.StreamReader(limit=_LONGEST)
    loop = asyncio.get_running_loop()
    transport, _ = await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), wire)
    nowhere = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nowhere, 0)
    os.close(nowhere)
    try:
        yield _decoded(reader)
    finally:
        with suppress(OSError, ValueError):  # closed by itself at the end of the input
            os.set_blocking(wire.fileno(), True)  # a terminal is shared with whoever started us
        transport.close()


async def _decoded(reader: asyncio.StreamReader) -> AsyncIterator[str]:
    while line := await _line(reader):
        yield line.decode("utf-8", "replace")


async def _line(reader: asyncio.StreamReader) -> bytes:
    try:
        return await reader.readline()
    except ValueError:  # longer than any message: the reader has dropped it, and the client is told that it is no JSON
        return b"\n"
