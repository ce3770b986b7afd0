"""Reading `since` a cursor on a model of tmux's history: exactly what was printed, or it is said that some is missing.

What cannot be told is not asked of it: without an ear that counted the line feeds, a history that was cleared and
printed again with the same lines looks as it did before.
"""

from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test

from cotty.controlmode.commands import Words
from cotty.controlmode.events import Output, Reply
from cotty.model import Page, ServerId
from cotty.terminal import reading
from cotty.terminal.desk import Desk
from cotty.terminal.flows.read import Bookmark
from cotty.terminal.server.eye import Framing, Numbers
from cotty.terminal.server.feed import Feed
from tests.flows.grid import Grid

PANE = "%1"
_SCREEN = Framing()


def now(coroutine: Coroutine[Any, Any, Page]) -> Page:
    """The answer of a coroutine that waits for nothing."""
    try:
        coroutine.send(None)
    except StopIteration as end:
        return cast("Page", end.value)
    raise AssertionError("the model answers at once")


async def at_once() -> None:
    """Everything that the model has shown was heard."""


@dataclass
class ModelDesk:
    """Of a desk what reading needs: an eye, a hand that knows the numbers, and an ear if somebody listens."""

    grid: Grid
    heard: bool
    hello: SimpleNamespace = field(default_factory=lambda: SimpleNamespace(server=ServerId(7, 1_700_000_000)))
    feed: Feed = field(default_factory=lambda: Feed(catch_up=at_once))

    @property
    def desk(self) -> Desk:
        return cast("Desk", SimpleNamespace(eye=self, hand=self, hearing=self.hearing))

    async def see(self, _pane: str, framing: Framing = _SCREEN) -> tuple[Numbers, list[str]]:
        return self.grid.see(framing)

    async def look(self, *_asked: Words) -> list[Reply]:
        grid = self.grid
        words = [PANE, grid.x, grid.y, grid.width, grid.height, grid.history, grid.limit, 0, 0, "", "", 0, 1]
        return [Reply(None, ok=True, lines=(" ".join(map(str, words)).encode(),))]

    def hearing(self, _pane: str) -> SimpleNamespace | None:
        return SimpleNamespace(feed=self.feed) if self.heard else None


class Reader(RuleBasedStateMachine):
    """A program prints, a person clears and resizes, a reader asks for what is new. `printed` is the truth."""

    heard = False
    clears = True
    widths = True
    repeats = True

    @initialize(limit=st.sampled_from([10, 19, 50, 200, 2000]), width=st.integers(8, 60), height=st.integers(2, 24))
    def begin(self, limit: int, width: int, height: int) -> None:
        self.grid = Grid(width, height, limit)
        self.model = ModelDesk(self.grid, self.heard)
        self.printed, self.number, self.cleared = [""], 0, False
        self.read_all()

    def lines(self, *texts: str) -> None:
        for text in texts:
            self.grid.show(text)
            self.grid.line_feed()
            self.printed[-1] += text
            self.printed.append("")
        self.model.feed.append(Output(PANE, b"\\015\\012" * len(texts)))
        self.moved = True

    @rule(count=st.integers(1, 80), size=st.integers(0, 70))
    def lines_that_differ(self, count: int, size: int) -> None:
        numbers = range(self.number + 1, self.number + count + 1)
        self.number += count
        self.lines(*(f"{number} {'x' * (size * number % 71)}".rstrip() for number in numbers))

    @precondition(lambda self: self.repeats)
    @rule(count=st.integers(1, 400), text=st.sampled_from(["y", "", "no such file", "y" * 30]))
    def the_same_line_over_and_over(self, count: int, text: str) -> None:
        self.lines(*[text] * count)

    @precondition(lambda self: self.heard)
    @rule(count=st.integers(1, 3))
    def the_same_command_again(self, count: int) -> None:
        self.lines(*[f"test {number} passed" for number in range(20)] * count)

    @rule(text=st.sampled_from(["$ ", "ab", "y", "loading "]))
    def a_part_of_a_line(self, text: str) -> None:
        self.grid.show(text)
        self.printed[-1] += text
        self.moved = True

    @precondition(lambda self: self.clears)
    @rule()
    def clear_history(self) -> None:
        self.grid.clear_history()
        self.cleared = self.moved = True

    @rule(height=st.integers(2, 24))
    def a_new_height(self, height: int) -> None:
        self.grid.resize(self.grid.width, height)
        self.moved = True

    @precondition(lambda self: self.widths)
    @rule(width=st.integers(8, 60))
    def a_new_width(self, width: int) -> None:
        self.grid.resize(width, self.grid.height)
        self.moved = True

    @precondition(lambda self: self.moved)
    @rule()
    def read_all(self) -> None:
        self.note(now(reading.read_lines(self.model.desk, PANE, lines=None)))

    @precondition(lambda self: self.moved)
    @rule(lines=st.integers(1, 100))
    def read_some(self, lines: int) -> None:
        self.note(now(reading.read_lines(self.model.desk, PANE, lines=lines)))

    @precondition(lambda self: self.moved)
    @rule()
    def read_what_is_new(self) -> None:
        if self.cleared and not self.can_tell():
            return
        page = now(reading.read_since(self.model.desk, PANE, self.cursor))
        expected = finished(self.expected())
        if (
            self.cleared
            and page.lines
            and len(expected) >= len(page.lines)
            and expected[-len(page.lines)].endswith(page.lines[0])
        ):
            expected[-len(page.lines)] = page.lines[0]  # a wrapped line may have been cleared away in part
        judge(page, expected, lost_tail=self.printed[self.at])
        self.note(page)

    def can_tell(self) -> bool:
        """A cleared pane looks like a new one; without an ear it takes a dozen lines to know a place again."""
        return self.heard or Bookmark.decode(self.cursor).available >= 12

    def expected(self) -> list[str]:
        changed = self.printed[self.at] != self.tail
        return [line.rstrip() for line in self.printed[self.at if changed else self.at + 1 :]]

    def note(self, page: Page) -> None:
        self.cursor, self.at, self.tail = page.cursor, len(self.printed) - 1, self.printed[-1]
        self.cleared = self.moved = False


def finished(lines: Sequence[str]) -> list[str]:
    """Without the empty line that the cursor stands on: nobody printed it yet."""
    return list(lines[:-1] if lines and not lines[-1] else lines)


def judge(page: Page, expected: list[str], lost_tail: str) -> None:
    """Exact, or said to be incomplete: then the end of what was expected, the first line perhaps cut."""
    got = list(page.lines)
    if page.missed == 0 and not page.redrawn:
        assert got == expected
        return
    if page.missed is not None and page.missed > 0:
        assert len(expected) - len(got) in (page.missed, page.missed - 1), (len(expected), len(got), page.missed)
    overlap = min(len(got), len(expected))
    assert page.missed is None or len(got) <= len(expected) or page.redrawn
    if page.missed == 0:
        assert len(got) >= len(expected), "redrawn gives lines again, it leaves none out"
    if overlap:
        assert got[len(got) - overlap + 1 :] == expected[len(expected) - overlap + 1 :]
        assert expected[-overlap].endswith(got[-overlap]) or got[-overlap] == lost_tail.rstrip()


class Listening(Reader):
    """An ear counted the line feeds: any lines, any mishap."""

    heard = True


class Numbered(Reader):
    """Nobody listened; no line is printed twice."""

    repeats = False


class Repeating(Reader):
    """Nobody listened; lines repeat; the history is trimmed, and nothing else happens to it."""

    clears = False
    widths = False


@pytest.mark.promise("read:trimmed")
@pytest.mark.parametrize("machine", [Listening, Numbered, Repeating])
def test_since_gives_exactly_what_was_printed_or_says_that_some_is_missing(machine: type[Reader]) -> None:
    thorough = settings(stateful_step_count=20, suppress_health_check=list(HealthCheck))
    run_state_machine_as_test(machine, settings=thorough)


# --------------------------------------------------------------------- what must be exact, and not merely honest


def reader(machine: type[Reader], *, limit: int = 2000, width: int = 80, height: int = 24, before: int = 100) -> Reader:
    """A reader of a pane on which that many lines stand."""
    made = machine()
    made.begin(limit, width, height)
    if before:
        made.lines_that_differ(before, 9)
    made.read_all()
    return made


def news(made: Reader) -> tuple[int | None, int]:
    """What was missed, and how many lines came; they were judged."""
    page = now(reading.read_since(made.model.desk, PANE, made.cursor))
    judge(page, finished(made.expected()), lost_tail=made.printed[made.at])
    made.note(page)
    return page.missed, len(finished(page.lines))


@pytest.mark.promise("C-03")
@pytest.mark.parametrize("machine", [Listening, Numbered])
@pytest.mark.parametrize("count", [0, 1, 5, 100, 1500])
def test_new_lines_are_given_once(machine: type[Reader], count: int) -> None:
    made = reader(machine)
    made.lines_that_differ(count, 9)
    assert news(made) == (0, count)
    assert news(made) == (0, 0)


@pytest.mark.promise("read:trimmed")
@pytest.mark.parametrize("machine", [Listening, Numbered])
@pytest.mark.parametrize("count", [1, 199, 200, 201, 1000, 1700])
def test_a_history_that_is_trimmed_meanwhile_hides_nothing(machine: type[Reader], count: int) -> None:
    made = reader(machine, before=5000)
    made.lines_that_differ(count, 9)
    assert news(made) == (0, count)


@pytest.mark.promise("read:trimmed")
def test_what_was_trimmed_away_is_counted_where_an_ear_listened_and_said_where_none_did() -> None:
    heard, unheard = reader(Listening, before=3000), reader(Numbered, before=3000)
    for made in (heard, unheard):
        made.lines_that_differ(4000, 0)
    kept = heard.grid.history + heard.grid.height - 1
    missed, came = news(heard)
    assert came == kept
    assert missed == 4000 - kept
    assert news(unheard) == (None, kept)


@pytest.mark.promise("read:trimmed")
def test_a_flood_of_one_line_is_counted_where_an_ear_listened() -> None:
    made = reader(Listening, before=3000)
    made.the_same_line_over_and_over(700, "y")
    assert news(made) == (0, 700)
    made.the_same_line_over_and_over(700, "y")
    assert news(made) == (0, 700)


@pytest.mark.promise("read:trimmed")
def test_a_flood_of_one_line_is_never_guessed_at_where_none_did() -> None:
    made = reader(Repeating, before=3000)
    made.the_same_line_over_and_over(700, "y")
    news(made)
    made.the_same_line_over_and_over(700, "y")
    assert news(made)[0] is None


@pytest.mark.promise("read:trimmed")
@pytest.mark.parametrize("machine", [Listening, Numbered])
def test_a_cleared_history_hides_nothing_that_still_stands_on_the_screen(machine: type[Reader]) -> None:
    made = reader(machine)
    made.lines_that_differ(5, 9)
    made.clear_history()
    made.lines_that_differ(60, 9)
    assert news(made) == (0, 65)


@pytest.mark.promise("read:trimmed")
@pytest.mark.parametrize("machine", [Listening, Numbered])
def test_a_cleared_history_is_told_when_new_lines_went_with_it(machine: type[Reader]) -> None:
    made = reader(machine)
    made.lines_that_differ(100, 0)
    made.clear_history()
    made.lines_that_differ(200, 0)
    missed, came = news(made)
    assert missed == (77 if made.heard else None)
    assert came == 223 if made.heard else came > 0


@pytest.mark.promise("read:trimmed")
@pytest.mark.parametrize("machine", [Listening, Numbered])
@pytest.mark.parametrize("width", [20, 40, 79, 200])
def test_a_new_width_changes_nothing(machine: type[Reader], width: int) -> None:
    made = reader(machine)
    made.lines_that_differ(30, 60)
    made.a_new_width(width)
    made.lines_that_differ(30, 60)
    assert news(made) == (0, 60)


@pytest.mark.promise("read:trimmed")
@pytest.mark.parametrize("machine", [Listening, Numbered])
@pytest.mark.parametrize("height", [2, 10, 60])
def test_a_new_height_changes_nothing(machine: type[Reader], height: int) -> None:
    made = reader(machine)
    made.lines_that_differ(30, 60)
    made.a_new_height(height)
    made.lines_that_differ(30, 60)
    assert news(made) == (0, 60)


@pytest.mark.promise("C-03")
def test_the_line_with_the_cursor_is_given_again_when_it_has_changed() -> None:
    made = reader(Numbered)
    made.a_part_of_a_line("loading ")
    made.read_all()
    assert news(made) == (0, 0)
    made.a_part_of_a_line("ab")
    assert news(made) == (0, 1)
    made.lines("done")
    assert news(made) == (0, 1)


@pytest.mark.promise("C-03")
def test_an_empty_line_that_the_cursor_stands_on_is_not_new() -> None:
    """Pages that are put together would have a blank line between them that nobody printed."""
    made = reader(Numbered)
    made.lines("one")
    page = now(reading.read_since(made.model.desk, PANE, made.cursor))
    assert page.lines == ("one",)
    made.lines("two")
    assert now(reading.read_since(made.model.desk, PANE, page.cursor)).lines == ("two",)
