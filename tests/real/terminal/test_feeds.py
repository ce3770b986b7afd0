"""Feeds come and go with their panes; what somebody holds is heard whole, and a listing keeps the notes in order."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import nullcontext
from pathlib import Path

import pytest

import cotty
from cotty.controlmode import commands
from cotty.settings import Settings
from cotty.terminal.server.ear import Ear
from cotty.terminal.server.feed import Feed

pytestmark = pytest.mark.real
_FLOOD = "yes 'some text to fill a line with' | head -c 9000000; echo; echo over"
_UNHEARD = 4 << 20  # bytes that an ear hears of a pane that nobody wants


@pytest.fixture
async def ear(terminal: cotty.Terminal) -> AsyncIterator[Ear]:
    """An ear of the session in which the test's panes are."""
    pane = await terminal.open("kept", command=["cat"])
    session = (await terminal.desk.hand.must(commands.say("#{session_id}", pane=pane.id)))[0].text
    ear = Ear(terminal.desk.hand.transport, Settings(), session, terminal.desk.hand.gate)
    yield ear
    await ear.close()


async def windows(terminal: cotty.Terminal, number: int) -> list[str]:
    return [(await terminal.window(session="kept", command=["cat"])).id for _ in range(number)]


async def until_dropped(ear: Ear, pane: str, panes: set[str]) -> None:
    """Ask for a feed until the ear has heard that those panes are gone."""
    async with asyncio.timeout(10):
        while ear.panes & panes:
            await (await ear.feed(pane)).lines_since(0)


@pytest.mark.promise("feed:slow-watcher")
async def test_feeds_of_panes_that_are_gone_are_dropped(terminal: cotty.Terminal, ear: Ear) -> None:
    kept, *gone = await windows(terminal, 12)
    feeds = {pane: await ear.feed(pane) for pane in gone}
    held = feeds[gone[0]]
    stays = await ear.feed(kept)
    with held.held():
        for pane in gone:
            await terminal.kill(pane)
        await until_dropped(ear, kept, set(gone[1:]))
        assert ear.panes == {kept, gone[0]}
    assert held.ended is None
    assert {feed.ended for pane, feed in feeds.items() if pane != gone[0]} == {"gone"}
    assert await ear.feed(kept) is stays


async def test_a_few_feeds_are_kept_without_asking(terminal: cotty.Terminal, ear: Ear) -> None:
    kept, gone = await windows(terminal, 2)
    await ear.feed(gone)
    await terminal.kill(gone)
    await ear.feed(kept)
    assert ear.panes == {kept, gone}
    ear.drop([gone, "%999"])
    assert ear.panes == {kept}


async def test_a_pane_that_was_dropped_is_heard_again(terminal: cotty.Terminal, ear: Ear) -> None:
    """It printed meanwhile, so it was paused."""
    pane = await terminal.window(session="kept", command=["cat"])
    await ear.feed(pane.id)
    ear.drop([pane.id])
    await pane.send("unheard")
    feed = await ear.feed(pane.id)
    await pane.send("heard")
    await until_heard(feed, b"heard")
    assert b"unheard" not in feed.since(0).data


async def until_heard(feed: Feed, text: bytes) -> None:
    async with asyncio.timeout(20):
        while text not in feed.since(0).data:
            await feed.wait_news(feed.position, 1)


async def flood(terminal: cotty.Terminal, ear: Ear, tmp_path: Path, *, held: bool) -> Feed:
    """A flood goes by that nobody waits for; returns once another client has seen its end."""
    pane = await terminal.window(session="kept", command=["sh", "-c", f"read x; {_FLOOD}; read x"])
    feed = await ear.feed(pane.id)
    async with cotty.connect(socket_path=tmp_path / "tmux", config="/dev/null") as other:
        seen = await other.pane(pane.id)
        with feed.held() if held else nullcontext():
            await seen.keys("Enter")
            assert (await seen.wait(pattern="^over$", timeout=30)).reason is cotty.Reason.PROMPT
            await feed.lines_since(feed.position)
    return feed


async def test_a_feed_that_is_held_is_heard_between_two_looks(
    terminal: cotty.Terminal, ear: Ear, tmp_path: Path
) -> None:
    feed = await flood(terminal, ear, tmp_path, held=True)
    assert feed.position > 9_000_000
    assert b"over" in feed.since(0).data


async def test_a_flood_that_nobody_holds_costs_little_and_is_not_counted(
    terminal: cotty.Terminal, ear: Ear, tmp_path: Path
) -> None:
    feed = await flood(terminal, ear, tmp_path, held=False)
    assert _UNHEARD < feed.position < 2 * _UNHEARD
    assert feed.identity == 0


@pytest.mark.promise("C-05")
async def test_a_folder_that_is_called_like_a_row_makes_none(terminal: cotty.Terminal, tmp_path: Path) -> None:
    row = "%7\tkept\t0\t0\t1\t1\t80\t24\t1\t0\t\tw\tcat\t\tT\t"
    folder = tmp_path / f"x\n{row}\n\n%end 1 2 1\ny"
    folder.mkdir()
    real = await terminal.open("kept", cwd=str(folder), command=["cat"])
    rows = await terminal.list()
    assert [(each.id, each.cwd, each.title) for each in rows] == [(real.id, str(folder), rows[0].title)]


async def test_a_listing_sweeps_the_notes_of_panes_that_are_gone(terminal: cotty.Terminal) -> None:
    kept = await terminal.open("kept", command=["cat"])
    gone = await terminal.window(session="kept", command=["cat"])
    for pane in (kept, gone):
        await pane.send("something")
    assert about(await noted(terminal)) == {kept.id, gone.id}
    await terminal.kill(gone.id)
    await terminal.list()
    assert about(await noted(terminal)) == {kept.id}
    assert "COTTY_NOT_OURS" in (await noted(terminal, set_also="COTTY_NOT_OURS"))


async def noted(terminal: cotty.Terminal, set_also: str | None = None) -> list[str]:
    if set_also:
        await terminal.desk.hand.must(("set-environment", "-gh", set_also, "1"))
        await terminal.list()
    return [line.partition("=")[0] for line in (await terminal.desk.hand.must(commands.show_notes()))[0].text.split()]


def about(notes: list[str]) -> set[str]:
    return {f"%{name.rpartition('_')[2]}" for name in notes if name.startswith("COTTY_")}


async def test_a_pen_whose_lease_has_ended_is_nobodys(terminal: cotty.Terminal) -> None:
    pane = await terminal.open("kept", command=["cat"])
    number, now = pane.id[1:], terminal.desk.hand.now()
    for until, holder in ((now - 2, None), (now + 60, "ada")):
        value = f"{until} ada/1-f"
        await terminal.desk.hand.must(("set-environment", "-gh", f"COTTY_PEN_{number}", value))
        assert [row.pen for row in await terminal.list()] == [holder]
