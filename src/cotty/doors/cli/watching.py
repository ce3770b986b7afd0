"""`cotty watch`: a pane as it is, then what it prints, until it ends or C-c.

Rules: a person's terminal is left as it was found, whatever the program did to the view; a pipe gets text; `--json`
gives an object for each chunk; output that was missed is said, and the screen comes anew.
"""

import asyncio
import codecs
import json
import os
import re
import sys
from argparse import Namespace
from contextlib import aclosing
from dataclasses import asdict
from typing import Any, Final, Protocol, cast

from cotty.doors.cli.arguments import input_from
from cotty.doors.cli.complaint import note
from cotty.doors.cli.options import chosen_actor, chosen_server
from cotty.doors.cli.output import write
from cotty.doors.cli.plainness import Filter
from cotty.doors.cli.show import is_person, put
from cotty.model import Chunk, ChunkKind, Screen
from cotty.operations.table import stream

_SGR: Final = re.compile(r"\x1b\[[0-9;:]*m")
_CLEARED: Final = "\033[0m\033[H\033[2J"
# Scrolling region, alternate screen, wrapping, character set, cursor, colours: as a shell wants to find them.
_LEAVE: Final = "\0337\033[r\0338\033[?7h\017\033[?25h\033[0m"


class View(Protocol):
    """A way to show chunks."""

    def show(self, chunk: Chunk) -> None:
        """The next chunk."""

    def leave(self) -> None:
        """There will be no more."""


def watch(said: Namespace) -> int:
    """Follow the pane until it ends."""
    view: View = JsonView() if hasattr(said, "json") else PersonView() if is_person() else PipeView()
    try:
        asyncio.run(_follow(said, view))
    finally:
        view.leave()
    return 0


async def _follow(said: Namespace, view: View) -> None:
    from cotty.operations.journal import own_journal
    from cotty.operations.operation import Call
    from cotty.operations.perform import follow

    row, actor = stream("watch"), chosen_actor(said)
    request = input_from(said, row.Input, ())
    async with chosen_server(said).connect(actor.name) as terminal:
        chunks = follow(row, request, Call(terminal, actor, own_journal()))
        async with aclosing(cast("Any", chunks)) as running:
            async for chunk in running:
                view.show(chunk)


class JsonView:
    """An object a line; bytes as text, a split character waits for its end."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")

    def show(self, chunk: Chunk) -> None:
        facts = {
            "kind": chunk.kind, "number": chunk.number, "data": self._decoder.decode(chunk.data),
            "screen": asdict(chunk.screen) if chunk.screen else None,
        }  # fmt: skip
        line = json.dumps(facts, ensure_ascii=False) + "\n"
        write(line.encode("utf-8", "backslashreplace"))

    def leave(self) -> None:
        pass


class PipeView:
    """Text alone."""

    def __init__(self) -> None:
        self._filter = Filter(keep_drawing=False)
        self._began = False

    def show(self, chunk: Chunk) -> None:
        if chunk.kind is ChunkKind.SNAPSHOT and chunk.screen is not None:
            if self._began:
                note("some output was missed; the screen as it is now follows.")
            self._began = True
            self._filter = Filter(keep_drawing=False)
            put(_text_to_cursor(chunk.screen))
        elif chunk.kind is ChunkKind.OUTPUT:
            put(self._filter.feed(chunk.data))

    def leave(self) -> None:
        pass


class PersonView:
    """The screen drawn, then what draws on it."""

    def __init__(self) -> None:
        self._filter = Filter(keep_drawing=True)
        self._began = False
        self._ended = False
        self._alternate = False
        self._size = (0, 0)

    def show(self, chunk: Chunk) -> None:
        if chunk.kind is ChunkKind.SNAPSHOT and chunk.screen is not None:
            self._began, self._filter = True, Filter(keep_drawing=True)
            self._size = (chunk.screen.width, chunk.screen.height)
            put(_drawn(chunk.screen))
        elif chunk.kind is ChunkKind.OUTPUT:
            text = self._filter.feed(chunk.data)
            for sign in re.findall(r"\x1b\[\?(?:[0-9;]*;)?(?:47|1047|1049)(?:;[0-9;]*)?([hl])", text):
                self._alternate = sign == "h"
            put(text)
        elif chunk.kind is ChunkKind.EXIT:
            self._ended = True

    def leave(self) -> None:
        if not self._began:
            return
        put(("\033[?1049l" if self._alternate else "") + _LEAVE + "\r\n")
        if self._ended:
            note("the program of that pane has ended.")
        width, height = os.get_terminal_size(sys.stdout.fileno())
        if width < self._size[0] or height < self._size[1]:
            note(
                f"the pane is {self._size[0]}×{self._size[1]} and this terminal {width}×{height}: what a full-screen"
                " program draws does not fit."
            )


def _drawn(screen: Screen) -> str:
    """The rows, and the text cursor where it stands; rows that this terminal has no room for scroll away."""
    height = os.get_terminal_size(sys.stdout.fileno()).lines
    first = max(0, screen.cursor_y + 1 - height)
    rows = [row.rstrip() for row in screen.rows[first : first + height]]
    place = f"\033[{screen.cursor_y - first + 1};{screen.cursor_x + 1}H"
    return _CLEARED + "\033[0m\r\n".join(rows).rstrip("\r\n") + "\033[0m" + place


def _text_to_cursor(screen: Screen) -> str:
    """The rows as text, up to the text cursor: what is printed next goes on from there."""
    rows = [_SGR.sub("", row) for row in screen.rows[: screen.cursor_y + 1]]
    last = rows.pop() if rows else ""
    return "".join(row.rstrip() + "\n" for row in rows) + last[: max(screen.cursor_x, len(last.rstrip()))]
