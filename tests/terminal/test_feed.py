"""What a pane printed, by number: whole however it comes and goes, bounded, and honest about gaps."""

import asyncio
import tracemalloc
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotty.controlmode.events import Output
from cotty.errors import ConnectionLost
from cotty.terminal.server.feed import Feed, Stretch


def output(data: bytes) -> Output:
    escaped = b"".join(b"\\%03o" % byte if byte < 32 or byte == 0x5C else bytes([byte]) for byte in data)
    return Output("%0", escaped)


def fed(*parts: bytes | None, keep: int = 1 << 20) -> Feed:
    """A feed of these parts; None is a gap."""
    feed = Feed(keep)
    for part in parts:
        if part is None:
            feed.break_here()
        else:
            feed.append(output(part))
    return feed


@pytest.mark.promise("feed:numbered")
def test_bytes_are_numbered_from_the_first_on() -> None:
    feed = fed(b"ab\r\n", b"c\\d")
    assert feed.position == 7
    assert feed.since(0) == Stretch(0, 7, b"ab\r\nc\\d", gap=False)


@pytest.mark.parametrize("number", range(8))
def test_since_goes_across_pieces_and_into_the_middle_of_one(number: int) -> None:
    feed = fed(b"ab", b"\x1b[1m", b"c")
    assert feed.since(number) == Stretch(number, 7, b"ab\x1b[1mc"[number:], gap=False)


@pytest.mark.promise("feed:numbered")
def test_a_gap_is_told_once_to_each_reader_and_takes_a_number() -> None:
    feed = fed(b"abc", None, b"def")
    late, early = feed.since(0), feed.since(3)
    assert late == early == Stretch(4, 7, b"def", gap=True)
    assert feed.since(late.end) == Stretch(7, 7, b"", gap=False)
    assert feed.since(5) == Stretch(5, 7, b"ef", gap=False)


def test_a_gap_without_anything_after_it_is_told_at_once() -> None:
    feed = fed(b"abc", None)
    assert feed.since(3) == Stretch(4, 4, b"", gap=True)
    assert feed.since(4) == Stretch(4, 4, b"", gap=False)


def test_gaps_that_follow_each_other_are_one_gap_to_a_reader() -> None:
    assert fed(b"a", None, None, b"b").since(0) == Stretch(3, 4, b"b", gap=True)


@pytest.mark.promise("feed:slow-watcher")
def test_memory_is_bounded_and_whoever_falls_behind_is_told() -> None:
    feed = fed(*[b"%04d" % number for number in range(1000)], keep=400)
    stretch = feed.since(0)
    assert stretch.gap
    assert len(stretch.data) <= 400
    assert stretch.data.endswith(b"0999")
    assert (stretch.end, stretch.end - stretch.start) == (4000, len(stretch.data))


def test_one_piece_larger_than_the_bound_is_kept_whole() -> None:
    assert fed(b"a", b"x" * 50, keep=10).since(1).data == b"x" * 50


def test_line_feeds_are_counted_as_they_were_printed() -> None:
    feed = fed(b"a\nb\\012c\n", b"\r\n")
    assert feed.line_feeds == 3


def test_a_count_of_line_feeds_has_another_identity_after_a_gap() -> None:
    """From the gap to the next output nothing is counted: the pane may be paused, and print."""
    feed = fed(b"a\n")
    before = feed.identity
    feed.append(output(b"\n"))
    assert (feed.identity, feed.line_feeds) == (before, 2)
    feed.break_here()
    assert (feed.identity, feed.line_feeds) == (0, 0)
    feed.append(output(b"\n\n"))
    assert feed.identity not in (before, 0)
    assert feed.line_feeds == 2


@pytest.mark.promise("feed:slow-watcher")
def test_the_bound_holds_for_thousands_of_tiny_pieces_too() -> None:
    feed = Feed(keep := 1 << 16)
    piece = output(b"|\x08")
    tracemalloc.start()
    for _ in range(4_000):
        feed.append(Output("%0", bytes(piece.escaped)))
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert taken < 2 * keep


async def test_a_count_is_given_for_a_moment_at_which_nothing_came() -> None:
    feed = Feed(catch_up=nothing)
    feed.append(output(b"a\r\n"))
    assert await feed.lines_since(feed.position) == (feed.identity, 1)
    assert await feed.lines_since(feed.position - 1) is None
    assert await Feed().lines_since(0) is None


@pytest.mark.parametrize("happens", ["output", "gap", "lost", "ended"])
async def test_no_count_is_given_when_something_happens_meanwhile(happens: str) -> None:
    async def meanwhile() -> None:
        if happens == "output":
            feed.append(output(b"late\r\n"))
        elif happens == "gap":
            feed.break_here()
        elif happens == "lost":
            raise ConnectionLost

    feed = Feed(catch_up=meanwhile)
    feed.append(output(b"a\r\n"))
    if happens == "ended":
        feed.end("closed")
    assert await feed.lines_since(feed.position) is None


async def nothing() -> None:
    """All was heard."""


def test_a_feed_is_in_use_while_it_is_held_and_wanted_again_from_then_on() -> None:
    feed = Feed()
    with feed.held(), feed.held():
        feed.append(output(b"xyz"))
        meanwhile = feed.in_use, feed.unwanted
    assert meanwhile == (True, 3)
    assert (feed.in_use, feed.unwanted) == (False, 0)


async def test_a_feed_is_in_use_while_somebody_waits() -> None:
    feed, in_use = Feed(), list[bool]()
    async with asyncio.timeout(5), asyncio.TaskGroup() as tasks:
        waiting = tasks.create_task(feed.wait_news(0, 4))
        await asyncio.sleep(0)
        in_use.append(feed.in_use)
        feed.nudge()
        await waiting
    assert [*in_use, feed.in_use] == [True, False]


def test_taps_hear_every_output_and_every_gap() -> None:
    feed, heard = Feed(), list[Output | None]()
    feed.taps.append(heard.append)
    feed.append(output(b"a"))
    feed.break_here()
    assert heard == [output(b"a"), None]


# ------------------------------------------------------------------------------------------ wake-ups


async def woken(feed: Feed, number: int, happens: str) -> bool:
    """Wait for news while that happens."""
    async with asyncio.timeout(5), asyncio.TaskGroup() as tasks:
        waiting = tasks.create_task(feed.wait_news(number, 4))
        await asyncio.sleep(0)
        assert not waiting.done()
        match happens:
            case "append":
                feed.append(output(b"x"))
            case "gap":
                feed.break_here()
            case "end":
                feed.end("closed")
            case "nudge":
                feed.nudge()
        return await waiting


@pytest.mark.parametrize("happens", ["append", "gap", "end", "nudge"])
async def test_whoever_waits_is_woken(happens: str) -> None:
    assert await woken(fed(b"abc"), 3, happens)


async def test_nobody_waits_for_what_is_there_already() -> None:
    feed = fed(b"abc")
    assert await feed.wait_news(2, 0)
    feed.end("closed")
    assert await feed.wait_news(99, None)


async def test_a_wait_for_nothing_ends_in_time() -> None:
    assert not await fed(b"abc").wait_news(3, 0.01)
    assert not await fed(b"abc").wait_news(3, 0)


async def test_everybody_who_waits_is_woken_and_a_wait_that_was_given_up_leaves_nothing() -> None:
    feed = Feed()
    async with asyncio.timeout(5), asyncio.TaskGroup() as tasks:
        waiting = [tasks.create_task(feed.wait_news(0, None)) for _ in range(5)]
        await asyncio.sleep(0)
        waiting[0].cancel()
        await asyncio.sleep(0)
        feed.append(output(b"x"))
    assert [task.cancelled() or task.result() for task in waiting] == [True] * 5
    assert waiting[0].cancelled()
    assert not feed._waiters


def test_the_first_reason_of_an_end_stays() -> None:
    feed = Feed()
    feed.end("exited")
    feed.end("closed")
    assert feed.ended == "exited"


# ------------------------------------------------------------------------ any interleaving of reading and printing


@dataclass
class Follower:
    """A reader that asks now and then, and what it was given."""

    number: int
    got: bytes = b""
    gaps: int = 0


parts = st.one_of(st.none(), st.binary(min_size=1, max_size=20))
moves = st.lists(st.tuples(st.sampled_from(["print", "read 0", "read 1", "join"]), parts), max_size=40)


@pytest.mark.promise("feed:numbered")
@given(moves, st.sampled_from([16, 64, 1 << 20]))
def test_however_reading_and_printing_interleave_every_byte_comes_once_or_a_gap_is_told(
    each: list[tuple[str, bytes | None]], keep: int
) -> None:
    feed, truth, followers = Feed(keep), dict[int, int](), [Follower(0), Follower(0)]
    last = 0
    for move, part in each:
        if move == "print":
            if part is None:
                feed.break_here()
            else:
                truth |= {feed.position + offset: byte for offset, byte in enumerate(part)}
                feed.append(output(part))
        elif move == "join":
            followers.append(Follower(feed.position))
        else:
            follower = followers[int(move[-1])]
            stretch = feed.since(follower.number)
            check(stretch, follower.number, truth)
            follower.number, follower.got = stretch.end, follower.got + stretch.data
        assert feed.position >= last
        last = feed.position
    for follower in followers:
        check(feed.since(follower.number), follower.number, truth)


def check(stretch: Stretch, asked: int, truth: dict[int, int]) -> None:
    """The stretch is what was printed, and says so when it is not all."""
    assert asked <= stretch.start <= stretch.end
    assert stretch.data == bytes(truth[number] for number in range(stretch.start, stretch.end))
    assert stretch.gap is (stretch.start > asked)
