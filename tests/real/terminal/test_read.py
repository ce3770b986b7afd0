"""What a read gives, and that `since` gives exactly what is new whatever happens to the history."""

import asyncio
import json
import os
import random
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TextIO

import pytest

import cotty
from cotty.controlmode import commands
from cotty.errors import InvalidInput
from cotty.model import Page
from cotty.terminal.server.eye import Numbers
from tests.real.terminal.conftest import Program

pytestmark = pytest.mark.real
_LIMIT: Final = 200  # lines of history
_FULL: Final = _LIMIT - _LIMIT // 10  # from here on tmux may have trimmed a tenth of it


@pytest.mark.promise("A-04")
async def test_read_gives_the_last_lines_as_plain_text(bash: cotty.Pane) -> None:
    await bash.run(r"printf '\033[1;31mred\033[0m\n'; seq 1 200")
    page = await bash.read(lines=3)
    assert page.lines == ("199", "200", "ready>")
    assert page.has_more
    everything = await bash.read(all=True)
    assert "red" in everything.lines
    assert not everything.has_more
    assert "\x1b" not in everything.text


async def test_a_wrapped_line_is_one_line(bash: cotty.Pane) -> None:
    await bash.run("printf '%0500d\\n' 7")
    assert (await bash.read()).lines[-2] == "7".rjust(500, "0")


async def test_an_empty_pane_has_no_lines(terminal: cotty.Terminal) -> None:
    pane = await terminal.open("shared", command=["cat"])
    assert (await pane.read()).lines == ()


@pytest.mark.parametrize("wrong", [{"lines": 0}, {"lines": -5}, {"since": "nonsense"}, {"since": ""}])
async def test_what_cannot_be_read_is_refused(bash: cotty.Pane, wrong: dict[str, str]) -> None:
    with pytest.raises(InvalidInput):
        await bash.read(**wrong)  # type: ignore[arg-type]


@pytest.mark.promise("C-03")
async def test_since_gives_what_is_new_and_the_line_that_changed(bash: cotty.Pane) -> None:
    page = await bash.read()
    assert (await bash.read(since=page.cursor)).lines == ()
    await bash.run("seq 1 3")
    news = await bash.read(since=page.cursor)
    assert news.lines == ("ready> seq 1 3", "1", "2", "3", "ready>")
    assert (await bash.read(since=news.cursor)).lines == ()


async def test_a_cursor_is_of_use_to_another_process(bash: cotty.Pane, tmp_path: Path) -> None:
    cursor = (await bash.read()).cursor
    await bash.run("echo new")
    async with cotty.connect(socket_path=tmp_path / "tmux", config="/dev/null") as other:
        news = await (await other.pane(bash.id)).read(since=cursor)
    assert news.lines == ("ready> echo new", "new", "ready>")


def accounts_for(page: Page, new: list[str], held: list[str], happened: set[str]) -> bool:
    """Every new line that tmux still holds is given, the others are counted, and doubt has a reason.

    `held` is what tmux itself says. It forgets that a row was wrapped when a program leaves the alternate screen: the
    same text, more lines.
    """
    got = list(page.lines)
    if got != held[len(held) - len(got) :]:
        return False
    if page.redrawn:  # nothing was; a pane that was cleared and printed anew looks like it
        return page.missed is None and "cleared" in happened
    if page.missed == 0:
        return "".join(got) == "".join(new)
    nothing_left_out = len(got) >= min(len(new), len(held))
    if page.missed is None:
        return nothing_left_out and bool(happened)
    return nothing_left_out and page.missed == len(new) - len(got)


@pytest.mark.parametrize(
    ("page", "happened", "right"),
    [
        ({"lines": ("b", "c")}, set(), True),
        ({"lines": ("c",), "missed": 1}, set(), False),  # tmux holds b
        ({"lines": ()}, set(), False),
        ({"lines": ("b",)}, set(), False),
        ({"lines": ("a", "b", "c")}, set(), False),
        ({"lines": ("b", "c"), "missed": 1}, set(), False),
        ({"lines": ("b", "c"), "missed": None}, set(), False),
        ({"lines": ("b", "c"), "redrawn": True, "missed": None}, {"resized", "full"}, False),
        ({"lines": ("a", "b", "c"), "missed": None}, {"resized"}, True),
        ({"lines": ("c",), "missed": None}, {"cleared"}, False),
        ({"lines": ("c",), "redrawn": True, "missed": None}, {"cleared"}, True),
    ],
)
def test_a_page_that_leaves_out_a_line_or_doubts_without_a_reason_is_found(
    page: dict[str, Any], happened: set[str], right: bool
) -> None:
    assert accounts_for(Page("%0", cursor="", **page), ["b", "c"], ["a", "b", "c"], happened) is right


@pytest.mark.parametrize(("missed", "right"), [(0, False), (1, False), (2, True), (3, False)])
def test_lines_that_tmux_has_lost_are_counted_exactly(missed: int, right: bool) -> None:
    assert accounts_for(Page("%0", ("c",), "", missed), ["a", "b", "c"], ["c"], {"cleared"}) is right


@dataclass
class Story:
    """A pane whose every line is known: what was printed and not yet read, and what happened to it meanwhile."""

    terminal: cotty.Terminal
    pane: cotty.Pane
    commands: TextIO
    acks: TextIO
    chance: random.Random
    duplicates: float
    listened: bool
    count: int = 0
    partial: str = ""
    partial_read: str = ""
    unread: list[str] = field(default_factory=list)
    happened: set[str] = field(default_factory=set)

    async def say(self, text: str) -> None:
        """Print, and return once tmux shows it."""
        self.commands.write(json.dumps(text) + "\n")
        self.commands.flush()
        await asyncio.to_thread(self.acks.readline)
        last = None
        while last != (last := await self._numbers()):
            await asyncio.wait_for(asyncio.to_thread(os.sched_yield), 5)
        if self.listened:
            await self.pane.wait(pattern="no such line", idle_seconds=0.03, timeout=5)

    async def _numbers(self) -> str:
        reply = (await self.terminal.desk.hand.ask(commands.look(self.pane.id)))[0]
        numbers = Numbers.parse(self.pane.id, reply.text)
        if numbers.history + numbers.cursor_y >= _FULL:
            self.happened.add("full")
        return reply.text

    async def step(self) -> None:
        """Something happens to the pane."""
        kind = self.chance.random()
        if kind < 0.7:
            await self._print_lines()
        elif kind < 0.8:
            self.happened.add("cleared")
            await self.terminal.desk.hand.must(("clear-history", "-t", self.pane.id))
        elif kind < 0.9:
            self.happened.add("resized")
            await self.terminal.resize(self.pane.id, width=self.chance.choice([40, 60, 61, 90]))
        else:
            await self.say("\x1b[?1049h\x1b[2J\x1b[Hfull screen\x1b[?1049l")

    async def _print_lines(self) -> None:
        lines = [self._line() for _ in range(self.chance.choice([0, 1, 2, 5, 19, 25, 60, 150, 300]))]
        rest = self.chance.choice(["", "", "part"])
        await self.say("".join(f"{line}\r\n" for line in lines) + rest)
        if lines:
            lines[0], self.partial = self.partial + lines[0], rest
        else:
            self.partial += rest
        self.unread += lines

    def _line(self) -> str:
        self.count += 1
        same = self.chance.random() < self.duplicates
        return "same" if same else f"line {self.count} " + "x" * self.chance.choice([1, 5, 70, 130])

    async def check(self, cursor: str) -> Page:
        """Read on; the page is exactly what is new, or says what is not."""
        await self._numbers()
        page, held = await self.pane.read(since=cursor), await self._held()
        unfinished = [self.partial] if self.partial and (self.unread or self.partial != self.partial_read) else []
        assert accounts_for(page, [*self.unread, *unfinished], held, self.happened)
        self.unread, self.partial_read, self.happened = [], self.partial, set()
        return page

    async def _held(self) -> list[str]:
        """The lines that tmux still has."""
        capture = ("capture-pane", "-p", "-J", "-S", "-", "-t", self.pane.id)
        reply = (await self.terminal.desk.hand.must(capture))[0]
        return reply.text.rstrip("\n").split("\n")


@pytest.mark.slow
@pytest.mark.promise("read:trimmed", "C-03")
@pytest.mark.parametrize("told", [(1, 0.2, False, 35), (2, 0.97, False, 8), (3, 0.2, True, 55), (4, 1.0, True, 40)])
async def test_since_is_exact_or_says_what_was_missed(
    terminal: cotty.Terminal, program: Program, tmp_path: Path, told: tuple[int, float, bool, int]
) -> None:
    seed, duplicates, listened, surely = told
    pipes = [tmp_path / "commands", tmp_path / "acks"]
    for pipe in pipes:
        os.mkfifo(pipe)
    await terminal.open("first", command=["cat"])
    await terminal.desk.hand.must(("set-option", "-g", "history-limit", str(_LIMIT)))
    pane = await terminal.open("story", command=program("printer.py", *pipes), size=(60, 20))
    with pipes[0].open("w", encoding="utf-8") as orders, pipes[1].open(encoding="utf-8") as acks:
        story = Story(terminal, pane, orders, acks, random.Random(seed), duplicates, listened)  # noqa: S311  (a story that can be told again)
        if listened:
            await pane.wait(timeout=0)
        await story.say("first line\r\nsecond line\r\n")
        cursor, sure = (await pane.read()).cursor, 0
        for _ in range(120):
            await story.step()
            if story.chance.random() < 0.5:
                page = await story.check(cursor)
                cursor, sure = page.cursor, sure + (page.missed is not None)
        assert sure >= surely
