"""A line of `list-panes` as a value: every field in its place, whatever a folder or a title is called."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotty.controlmode import commands
from cotty.model import PaneInfo
from cotty.terminal.rows import pane_row, pens_of

FIELDS = {
    "pane_id": "%7", "session_name": "shared", "window_index": "1", "pane_index": "2", "window_active": "1",
    "pane_active": "1", "pane_width": "80", "pane_height": "24", "pane_pid": "4711", "pane_dead": "0",
    "pane_dead_status": "", "window_name": "build", "pane_current_command": "zsh", "@cotty_pen": "",
    "pane_title": "a title", "pane_current_path": "/home/ada",
}  # fmt: skip


def line(**changed: str) -> bytes:
    """The line that tmux prints for these fields, in the order that cotty asks for."""
    names = [name.removeprefix("#{").removesuffix("}") for name in commands.LIST_FIELDS.split("\t")]
    return "\t".join((FIELDS | changed).get(name, "") for name in names).encode()


def read(raw: bytes) -> PaneInfo:
    return pane_row(raw, {})


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


@pytest.mark.parametrize("folder", ["/a\tb", "/tab\t", "\t", "/\t/\t", "/tmp/é 日本", "", "/with\\backslash"])
def test_a_folder_may_contain_a_tab(folder: str) -> None:
    pane = read(line(pane_current_path=folder))
    assert (pane.cwd, pane.title) == (folder, "a title")


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
    pens = pens_of([b"TERM=screen", b"COTTY_PEN_7=1700000000 agent:ada/4711-ff", b"-COTTY_PEN_8", b"COTTY_PEN_9=", b""])
    assert pane_row(line(), pens).pen == "agent:ada"
    assert pane_row(line(pane_id="%9"), pens).pen is None
    assert pane_row(line(pane_id="%70"), pens).pen is None


def test_bytes_that_are_no_text_are_shown_and_not_fatal() -> None:
    assert read(line() + b"\xff").cwd == "/home/ada\ufffd"


@given(st.binary(max_size=80).filter(lambda raw: b"\n" not in raw))
def test_a_folder_may_be_called_anything(folder: bytes) -> None:
    pane = read(line(pane_current_path="") + folder)
    assert pane.cwd == folder.decode("utf-8", "replace")
    assert pane.id == "%7"
