"""Panes are opened, addressed, split, listed, resized and ended, and nothing else is."""

import asyncio
import os
import signal
from pathlib import Path

import pytest

import cotty
from cotty.controlmode import commands
from cotty.errors import (
    CottyError,
    ForeignPane,
    InvalidAddress,
    InvalidInput,
    LastPane,
    NoServer,
    PaneNotFound,
    Refused,
    SessionNotFound,
    WindowNotFound,
)
from tests.beds.fixtures import every_tmux

pytestmark = pytest.mark.real

CAT = ["cat"]


@pytest.mark.promise("C-08")
async def test_every_way_to_address_a_pane_means_the_same_pane(terminal: cotty.Terminal) -> None:
    first = await terminal.open("shared", command=CAT)
    beside = await terminal.split("shared", direction="horizontal", command=CAT)
    window = await terminal.window(name="build", command=CAT)
    assert (await terminal.pane("shared")).id == first.id
    assert (await terminal.pane("0.0")).id == first.id
    assert (await terminal.pane("shared:0.1")).id == beside.id
    assert (await terminal.pane("shared:build")).id == window.id
    assert (await terminal.pane(beside.id)).id == beside.id


async def test_addresses_hold_with_another_base_index(terminal: cotty.Terminal) -> None:
    await terminal.open("first", command=CAT)
    await terminal.desk.hand.must(("set-option", "-g", "base-index", "1"))
    await terminal.desk.hand.must(("set-option", "-gw", "pane-base-index", "1"))
    pane = await terminal.open("second", command=CAT)
    assert (await terminal.pane("second:1.1")).id == pane.id
    with pytest.raises(WindowNotFound):
        await terminal.pane("second:0.0")


async def test_a_name_never_matches_a_longer_one(terminal: cotty.Terminal) -> None:
    await terminal.open("shared-other", command=CAT)
    with pytest.raises(SessionNotFound):
        await terminal.pane("shared")
    made = await terminal.open("shared", command=CAT)
    assert (await terminal.pane("shared")).id == made.id


async def test_open_gives_the_pane_that_is_there(terminal: cotty.Terminal) -> None:
    first = await terminal.open("shared", command=CAT)
    assert (await terminal.open("shared", command=["ls"])).id == first.id


@pytest.mark.promise("C-04")
async def test_split_takes_title_folder_and_direction(terminal: cotty.Terminal, tmp_path: Path) -> None:
    folder = tmp_path / "odd #{x} name"
    folder.mkdir()
    await terminal.open("shared", command=CAT)
    made = await terminal.split("shared", direction="horizontal", title="#{b}uild", cwd=str(folder), command=CAT)
    await made.wait(timeout=10)  # a folder can be told once the program runs
    row = next(row for row in await terminal.list() if row.id == made.id)
    assert (row.title, row.cwd, row.address) == ("#{b}uild", str(folder), "shared:0.1")
    assert row.height == 50
    with pytest.raises(InvalidInput):
        await terminal.split("shared", direction="diagonal")


# What tmux would run, expand or shorten; a folder can be called so as well.
ODD_TEXTS = (
    "#(touch pwned)",
    "a#b",
    "a#[fg=red]",
    "a##[x]",
    "#",
    "##",
    "###[",
    "#S %H",
    "#{pane_id}",
    "#{l:#[}[]",
    "#,}",
)


@every_tmux
async def test_a_name_a_title_and_a_folder_mean_themselves_and_run_nothing(
    terminal: cotty.Terminal, tmp_path: Path
) -> None:
    await terminal.open("shared", cwd=str(tmp_path), command=CAT)
    for text in ODD_TEXTS:
        folder = tmp_path / "in" / text
        folder.mkdir(parents=True)
        window = await terminal.window(name=text, cwd=str(folder), command=CAT)
        made = await terminal.split(window.id, title=text, cwd=str(folder), command=CAT)
        await made.wait(timeout=10)  # a folder can be told once the program runs
        row = next(row for row in await terminal.list() if row.id == made.id)
        assert (row.window_name, row.title, row.cwd) == (text, text, str(folder))
        await terminal.kill(window.id, window=True)


ODD_SESSIONS = ("my project", "-dash", "=eq", "{x}", "$1", "$0", "@1", "!", "~", "+", "%x", "a#b", "a,b", "[x]*", "7")


@every_tmux
async def test_whatever_session_tmux_has_can_be_addressed_and_used(terminal: cotty.Terminal) -> None:
    await terminal.open("shared", command=CAT)
    for name in ODD_SESSIONS:
        await terminal.desk.hand.must(("new-session", "-d", "-s", name, "cat"))
        pane = await terminal.pane(name)
        assert [row.id for row in await terminal.list(name)] == [pane.id]
        window = await terminal.window(session=name, command=CAT)
        beside = await terminal.split(f"{name}:1", command=CAT)
        listed = {row.id: row.address for row in await terminal.list(name)}
        assert listed == {pane.id: f"{name}:0.0", window.id: f"{name}:1.0", beside.id: f"{name}:1.1"}
        assert (await terminal.open(name)).id == pane.id
        await beside.send("typed", proof=False)
        assert (await beside.wait(pattern="typed", timeout=10)).match == "typed"
        await terminal.kill(f"{name}:1", window=True)
        with pytest.raises(LastPane):
            await terminal.kill(name)


async def test_two_who_open_the_same_session_at_once_get_the_same_pane(terminal: cotty.Terminal) -> None:
    await terminal.open("first", command=CAT)
    async with asyncio.timeout(30), asyncio.TaskGroup() as group:
        opening = [group.create_task(terminal.open("second", command=CAT)) for _ in range(4)]
    assert len({task.result().id for task in opening}) == 1
    with pytest.raises(InvalidInput):
        await terminal.open("third", cwd="/no/such/folder")


@pytest.mark.promise("C-05", "C-07")
async def test_list_says_what_is_there(terminal: cotty.Terminal, tmp_path: Path) -> None:
    await terminal.open("shared", command=CAT)
    made = await terminal.window(name="work", cwd=str(tmp_path), command=["sleep", "1000"])
    await made.wait(idle_seconds=0.2, timeout=10)
    rows = await terminal.list()
    assert [(row.address, row.active, row.command) for row in rows] == [
        ("shared:0.0", True, "cat"),
        ("shared:1.0", False, "sleep"),
    ]
    assert (rows[1].window_name, rows[1].cwd) == ("work", str(tmp_path))


@pytest.mark.promise("C-06")
async def test_kill_ends_what_was_named_and_never_the_session(terminal: cotty.Terminal) -> None:
    first = await terminal.open("shared", command=CAT)
    beside = await terminal.split("shared", command=CAT)
    window = await terminal.window(command=CAT)
    await terminal.split(window.id, command=CAT)
    await terminal.kill(window.id, window=True)
    assert [row.id for row in await terminal.list()] == [first.id, beside.id]
    with pytest.raises(LastPane):
        await terminal.kill("shared", window=True)
    await terminal.kill(beside.id)
    with pytest.raises(LastPane):
        await terminal.kill("shared")
    assert [row.id for row in await terminal.list()] == [first.id]
    with pytest.raises(PaneNotFound):
        await terminal.kill(beside.id)


@every_tmux
@pytest.mark.promise("C-06")
async def test_a_session_into_which_the_window_is_linked_does_not_end_either(terminal: cotty.Terminal) -> None:
    """tmux counts the windows of the session that it happens to prefer."""
    await terminal.open("many", command=CAT)
    linked = await terminal.window(session="many", command=CAT)
    await terminal.open("one", command=CAT)
    ask = terminal.desk.hand.must
    await ask(("link-window", "-s", linked.id, "-t", "=one:5"), ("link-window", "-s", linked.id, "-t", "=one:7"))
    await ask(("kill-window", "-t", "=one:0"))
    for window in (False, True):
        with pytest.raises(LastPane):
            await terminal.kill(linked.id, window=window)
    more = await terminal.split(linked.id, command=CAT)
    with pytest.raises(LastPane):
        await terminal.kill(linked.id, window=True)
    await terminal.kill(more.id)
    other = await terminal.window(session="one", command=CAT)
    await terminal.kill(linked.id)
    assert [(row.session, row.id) for row in await terminal.list("one")] == [("one", other.id)]


async def test_a_size_that_was_not_taken_is_no_success(terminal: cotty.Terminal) -> None:
    pane = await terminal.open("shared", size=(80, 24), command=CAT)
    below = await terminal.split(pane.id, command=CAT)
    with pytest.raises(Refused, match="80×") as refused:
        await terminal.resize(pane.id, width=40)
    assert (refused.value.facts["width"], refused.value.code) == (80, "refused")
    assert (await terminal.resize(below.id, height=5)).height == 5


@every_tmux
async def test_a_zoomed_window_stays_zoomed(terminal: cotty.Terminal) -> None:
    pane = await terminal.open("shared", command=CAT)
    await terminal.split(pane.id, command=CAT)
    await terminal.desk.hand.must(("resize-pane", "-Z", "-t", pane.id))
    with pytest.raises(Refused, match="zoomed"):
        await terminal.resize(pane.id, height=5)
    try:
        await terminal.split(pane.id, command=CAT)
    except Refused:
        assert not terminal.desk.hand.version.has("zoomed-split")
    assert (await terminal.desk.hand.must(commands.say("#{window_zoomed_flag}", pane=pane.id)))[0].text == "1"


@every_tmux
async def test_a_window_that_was_resized_fits_whoever_attaches_next(terminal: cotty.Terminal) -> None:
    pane = await terminal.open("shared", command=CAT)
    assert (await terminal.resize(pane.id, width=100, height=30)).width == 100
    asked = ("show-options", "-wv", "-t", pane.id, "window-size")
    assert (await terminal.desk.hand.must(asked))[0].text == ""
    await terminal.desk.hand.must(("set-option", "-w", "-t", pane.id, "window-size", "manual"))
    await terminal.resize(pane.id, width=90)
    assert (await terminal.desk.hand.must(asked))[0].text == "manual"


async def test_a_pane_takes_the_size_it_is_given(terminal: cotty.Terminal) -> None:
    pane = await terminal.open("shared", command=CAT)
    row = await terminal.resize("shared", width=100, height=30)
    assert (row.width, row.height) == (100, 30)
    assert (await pane.screen()).width == 100
    for wrong in ({}, {"width": 0}, {"height": -1}, {"width": 10**6}):
        with pytest.raises(InvalidInput):
            await terminal.resize("shared", **wrong)


@pytest.mark.promise("A-07")
async def test_what_is_missing_is_said_clearly(terminal: cotty.Terminal) -> None:
    with pytest.raises(NoServer) as none:
        await terminal.pane("shared")
    assert "cotty open" in none.value.suggestion
    pane = await terminal.open("shared", command=CAT)
    for address, error in (
        ("%99", PaneNotFound),
        ("0.7", PaneNotFound),
        ("9.0", WindowNotFound),
        ("no", SessionNotFound),
    ):
        with pytest.raises(error):
            await terminal.pane(address)
    for address in ("", "a:", "a:b.c", "%x", "-x", "a b"):
        with pytest.raises(InvalidAddress):
            await terminal.pane(address)
    with pytest.raises(InvalidAddress):
        await terminal.kill("")
    assert pane.id


async def test_a_handle_never_means_a_pane_of_a_later_server(terminal: cotty.Terminal) -> None:
    pane = await terminal.open("shared", command=CAT)
    cursor = (await pane.read()).cursor
    os.kill(pane.server.pid, signal.SIGTERM)
    assert (await pane.wait(timeout=10)).reason == cotty.Reason.EXITED
    again = await terminal.open("shared", command=CAT)
    assert again.id == pane.id
    with pytest.raises(ForeignPane):
        await pane.send("wrong server")
    with pytest.raises(ForeignPane):
        await pane.keys("x")
    with pytest.raises(ForeignPane):
        await again.read(since=cursor)


async def test_a_lone_program_is_not_a_shell_string(terminal: cotty.Terminal, tmp_path: Path) -> None:
    program = tmp_path / "odd; touch here"
    program.write_text("#!/bin/sh\nexec cat\n", encoding="utf-8")
    program.chmod(0o755)
    pane = await terminal.open("shared", cwd=str(tmp_path), command=[str(program)])
    await pane.wait(timeout=10)
    assert not (tmp_path / "here").exists()
    assert (await terminal.list())[0].id == pane.id


async def test_a_file_where_the_socket_would_be_is_left_alone(tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("mine")
    async with cotty.connect(socket_path=notes) as terminal:
        with pytest.raises(InvalidInput, match="not a socket"):
            await terminal.open("shared", command=CAT)
    assert notes.read_text() == "mine"


async def test_a_socket_that_cannot_be_made_is_an_error(tmp_path: Path) -> None:
    async with cotty.connect(socket_path=tmp_path / "no" / "folder") as terminal:
        with pytest.raises(CottyError, match="No such file"):
            await terminal.open("shared", command=CAT)
