"""Searches lines for a pattern in a process of its own, which can be ended: for patterns that may go back for ever.

Rules: started when the first line needs it; a line has `_SECONDS`, then the process is ended, the line given up for
good and the search said to have missed something; nothing goes on behind the deadline of whoever asked.
"""

import asyncio
import json
import re
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Iterable
from typing import Final

_SECONDS: Final = 0.5
_PROGRAM: Final = """
import json, re, sys
pattern = re.compile(*json.loads(sys.stdin.readline()))
for line in sys.stdin:
    found = pattern.search(json.loads(line))
    print(json.dumps(found and found[0]), flush=True)
"""


class Searcher:
    """The searches of one wait; `close` it."""

    def __init__(self, pattern: re.Pattern[str], until: float) -> None:
        self.missed = False
        self._pattern, self._until = pattern, until
        self._given_up: set[int] = set()
        self._process: Process | None = None

    async def first(self, lines: Iterable[str]) -> str | None:
        """What the pattern fits in the first line that it fits."""
        for line in lines:
            if hash(line) in self._given_up:
                continue
            left = self._until - time.monotonic()
            if left <= 0:
                self.missed = True
                return None
            try:
                async with asyncio.timeout(min(left, _SECONDS)):
                    found = await self._found(line)
            except (TimeoutError, OSError, ValueError):
                self.missed = True
                self._given_up.add(hash(line))
                await self.close()
                continue
            if found is not None:
                return found
        return None

    async def _found(self, line: str) -> str | None:
        if self._process is None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-I", "-S", "-c", _PROGRAM, stdin=PIPE, stdout=PIPE
            )
            self._say(self._process, [self._pattern.pattern, int(self._pattern.flags)])
        self._say(self._process, line)
        assert self._process.stdout is not None  # noqa: S101  (it was asked for)
        found = json.loads(await self._process.stdout.readline())
        return str(found) if found is not None else None

    def _say(self, process: Process, what: object) -> None:
        assert process.stdin is not None  # noqa: S101  (it was asked for)
        process.stdin.write(json.dumps(what).encode() + b"\n")

    async def close(self) -> None:
        """End the process, however busy it is."""
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            process.kill()
            await process.wait()
