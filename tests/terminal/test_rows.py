"""What tmux lists as values: every field in its place, whatever a folder, a program or a title is called."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotty.controlmode import commands
from cotty.errors import TmuxRefused
from cotty.model import PaneInfo
from cotty.terminal.rows import notes_of, pane_rows, pens_of, stale

SECRET = "5ec4e7"  # noqa: S105  (of no use to anybody)
NOW = 1_700_000_000
FIELDS = {
    "pane_id": "%7", "session_name": "shared", "window_index": "1", "pane_index": "2", "window_active": "1",
    "pane_active": "1", "pane_width": "80", "pane_height": "24", "pane_pid": "4711", "pane_dead": "0",
    "pane_dead_status": "", "window_name": "build", "pane_current_command": "zsh", "@cotty_pen": "",
    "pane_title": "a title", "pane_current_path": "/home/ada",
}  # fmt: skip


def line(**changed: str) -> bytes:
    """What tmux prints for a pane with these fields, for the format that cotty asks with."""
    printed = commands.list_panes(SECRET, pens=True)[-1]
    for name, value in (FIELDS | changed).items():
        printed = printed.replace(f"#{{{name}}}", value)
    return printed.encode()


def listed(*panes: bytes, pens: dict[str, str] | None = None) -> list[PaneInfo]:
    return pane_rows(b"\n".join(panes).split(b"\n"), SECRET, pens or {}, NOW)


def read(raw: bytes) -> PaneInfo:
    (row,) = listed(raw)
    return row


@pytest.mark.promise("C-05")
def test_every_field_is_in_its_place() -> None:
    pane = read(line())
    assert (pane.id, pane.address, pane.session, pane.window, pane.window_name) == (
        "%7",
        "shared:1.2",
        "shared",
        1,
        "build",
    )
    assert (pane.index, pane.title, pane.command, pane.cwd) == (2, "a title", "zsh", "/home/ada")
    assert (pane.width, pane.height, pane.pid, pane.active, pane.dead) == (80, 24, 4711, True, False)
    assert (pane.exit_status, pane.pen) == (None, None)


FORGED = "/tmp/x\n" + line(pane_id="%8").decode().replace(SECRET, "\t") + "\n"
NAMES = ["/a\tb", "/tab\t", "\t", "\n", "/x\n", "\n\n%7\tshared\t1", FORGED, "/tmp/é 日本", "", "/with\\backslash"]


@pytest.mark.parametrize("folder", NAMES)
@pytest.mark.parametrize("program", NAMES)
def test_a_folder_and_a_program_may_be_called_anything_and_make_no_row(folder: str, program: str) -> None:
    named = line(pane_current_path=folder, pane_current_command=program)
    rows = listed(named, line(pane_id="%8"), named)
    assert [row.id for row in rows] == ["%7", "%8", "%7"]
    assert {(row.cwd, row.command, row.title) for row in rows} == {
        (folder, program, "a title"),
        ("/home/ada", "zsh", "a title"),
    }


@pytest.mark.parametrize("cut", [SECRET.encode() + b"%7\tshared", line()[:-20], line() + line()[:30]])
def test_a_listing_that_was_cut_short_is_refused(cut: bytes) -> None:
    with pytest.raises(TmuxRefused):
        listed(cut)


def test_a_listing_without_rows_has_no_panes() -> None:
    assert pane_rows([], SECRET, {}, NOW) == []


@pytest.mark.parametrize(
    ("window", "pane", "active", "window_active"),
    [("1", "1", True, True), ("0", "1", False, True), ("1", "0", False, False), ("0", "0", False, False)],
)
def test_a_pane_is_active_where_its_window_is(window: str, pane: str, active: bool, window_active: bool) -> None:
    found = read(line(window_active=window, pane_active=pane))
    assert (found.active, found.window_active) == (active, window_active)


@pytest.mark.parametrize(
    ("dead", "status", "expected"), [("1", "3", 3), ("1", "0", 0), ("1", "", None), ("0", "3", None)]
)
def test_a_dead_pane_has_the_status_it_ended_with(dead: str, status: str, expected: int | None) -> None:
    found = read(line(pane_dead=dead, pane_dead_status=status))
    assert (found.dead, found.exit_status) == (dead == "1", expected)


def test_the_holder_of_the_pen_is_told_without_what_makes_its_name_unique() -> None:
    notes = notes_of(
        (b"TERM=screen", b"COTTY_PEN_7=1700000000 agent:ada/4711-ff", b"-COTTY_PEN_8", b"COTTY_PEN_9=", b"")
    )
    here, other, longer = listed(line(), line(pane_id="%9"), line(pane_id="%70"), pens=pens_of(notes))
    assert (here.pen, other.pen, longer.pen) == ("agent:ada", None, None)


@pytest.mark.parametrize(
    ("until", "holder"), [(NOW - 1, None), (NOW, "ada"), (NOW + 30, "ada"), (0, None), ("soon", None), ("", None)]
)
def test_a_pen_whose_time_is_over_is_nobodys(until: int | str, holder: str | None) -> None:
    assert listed(line(), pens={"%7": f"{until} ada/1-f"})[0].pen == holder
    assert read(line(**{"@cotty_pen": f"{until} ada/1-f"})).pen == holder


def test_notes_about_panes_that_are_gone_are_found_and_no_others() -> None:
    about = [b"COTTY_PEN_7=1 a/1", b"COTTY_ONSET_7=0", b"COTTY_PEN_70=1 a/1", b"COTTY_ONSET_8=0 0"]
    others = [b"COTTY_X_9=", b"HOME=/", b"COTTY_PEN_=", b"COTTY_ONSET_x=1", b"MY_COTTY_PEN_9=1"]
    notes = notes_of((*about, *others))
    assert stale(notes, listed(line())) == ["COTTY_PEN_70", "COTTY_ONSET_8"]


def test_bytes_that_are_no_text_are_shown_and_not_fatal() -> None:
    assert read(line() + b"\xff").cwd == "/home/ada\ufffd"


@given(st.binary(max_size=80).filter(lambda raw: SECRET.encode() not in raw))
def test_a_folder_may_be_called_any_bytes(folder: bytes) -> None:
    pane = read(line(pane_current_path="") + folder)
    assert pane.cwd == folder.decode("utf-8", "replace")
    assert pane.id == "%7"
