"""Addresses: whole names, never beginnings of names, and one pane or an error."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotty.errors import CottyError, InvalidAddress, PaneNotFound, SessionNotFound, WindowNotFound
from cotty.model import PaneInfo
from cotty.terminal.address import Address, check_session, parse, resolve


def row(pane: int, place: str, *, name: str = "sh", active: bool = False, window_active: bool = False) -> PaneInfo:
    session, _, rest = place.partition(":")
    window, _, index = rest.partition(".")
    return PaneInfo(
        id=f"%{pane}", address=place, session=session, window=int(window), window_name=name, index=int(index),
        active=active, window_active=window_active or active, title="", command="sh", cwd="/", width=80, height=24,
        pid=1, dead=False,
    )  # fmt: skip


# base-index 1, as many people have it; `shared-2` begins like `shared`; a window is called like another's number.
ROWS = [
    row(1, "shared:1.1", name="edit", window_active=True),
    row(2, "shared:1.2", name="edit"),
    row(3, "shared:2.1", name="build", active=True),
    row(9, "shared:2.2", name="build"),
    row(4, "shared-2:1.1", active=True),
    row(5, "artie:0.0", name="logs", active=True),
    row(6, "artie:0.1", name="logs"),
    row(7, "odd:0.0", name="1", active=True),
    row(8, "odd:1.0", name="zero", window_active=True),
]


def found(address: str, rows: list[PaneInfo] = ROWS) -> str:
    return resolve(parse(address), rows, "shared").id


@pytest.mark.promise("C-08")
@pytest.mark.parametrize(
    ("address", "pane"),
    [
        ("%5", "%5"), ("shared", "%3"), ("shared:1", "%1"), ("shared:1.2", "%2"), ("shared:edit", "%1"),
        ("shared:edit.2", "%2"), ("1.2", "%2"), ("2.1", "%3"), ("artie", "%5"), ("artie:0.1", "%6"),
        ("artie:logs.1", "%6"), ("shared-2", "%4"), ("shared-2:1.1", "%4"),
    ],
)  # fmt: skip
def test_an_address_means_one_pane(address: str, pane: str) -> None:
    assert found(address) == pane


@pytest.mark.promise("C-08", "input:pane")
@pytest.mark.parametrize(
    ("address", "error"),
    [
        ("share", SessionNotFound), ("shared-", SessionNotFound), ("SHARED", SessionNotFound), ("art", SessionNotFound),
        ("shared:ed", WindowNotFound), ("shared:0", WindowNotFound), ("shared:10", WindowNotFound),
        ("0.0", WindowNotFound), ("shared:1.0", PaneNotFound), ("shared:edit.9", PaneNotFound),
        ("%99", PaneNotFound), ("%0", PaneNotFound),
    ],
)  # fmt: skip
def test_the_beginning_of_a_name_is_no_name(address: str, error: type[CottyError]) -> None:
    with pytest.raises(error) as caught:
        found(address)
    assert type(caught.value) is error
    assert caught.value.suggestion


def test_a_window_of_two_that_are_active_in_their_windows_is_its_own_active_pane() -> None:
    rows = [row(1, "s:0.0", window_active=False), row(2, "s:0.1", window_active=True), row(3, "s:1.0", active=True)]
    assert resolve(parse("s:0"), rows, "shared").id == "%2"


@pytest.mark.promise("C-08")
def test_a_window_that_is_called_like_the_number_of_another_is_not_mixed_up_with_it() -> None:
    """Window 0 is called `1`, and there is a window 1: the number wins, as in tmux."""
    assert found("odd:1.0") == "%8"
    assert found("odd:1") == "%8"


@pytest.mark.promise("C-08")
def test_a_name_that_two_windows_have_is_refused_and_not_guessed() -> None:
    rows = [row(1, "s:0.0", name="build", active=True), row(2, "s:1.0", name="build", window_active=True)]
    with pytest.raises(CottyError):
        resolve(parse("s:build"), rows, "shared")


@pytest.mark.promise("C-08")
def test_a_pane_of_no_window_is_refused() -> None:
    """`shared:.2` says pane 2; giving the active pane instead would type into another one."""
    with pytest.raises(InvalidAddress):
        found("shared:.2")


@pytest.mark.promise("input:pane")
@pytest.mark.parametrize(
    "text",
    [
        "", " ", "%", "%x", "%1 ", "%-1", "a b", "a:", ":", ":0", ".", "a.b", "-t", "--", "=a", "a:0.", "a:0.x",
        "a:0.1.2", "a:0.-1", "$1", "@1", "{last}", "!", "~", "a\n", "a\tb", "a#b", "a:0.²", "a:0.1 ",
    ],
)  # fmt: skip
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(InvalidAddress):
        found(text)


@pytest.mark.promise("C-08")
@pytest.mark.parametrize(
    "name", ["my project", "-dash", "=eq", "{x}", "$1", "@1", "!", "~", "a#b", "a.b", "%x", "7", "a,b", "[x]*", " "]
)
def test_whatever_session_is_listed_can_be_addressed(name: str) -> None:
    odd = row(11, f"{name}:3.2", active=True)
    rows = [*ROWS, replace(odd, session=name)]
    assert (found(name, rows), found(f"{name}:3", rows), found(f"{name}:3.2", rows)) == ("%11", "%11", "%11")


@given(st.one_of(st.text(max_size=12), st.text("%:.0123456789ab-=²", max_size=8)))
def test_whatever_is_written_is_an_address_or_an_error_of_ours(text: str) -> None:
    try:
        assert resolve(parse(text), ROWS, "shared") in ROWS
    except CottyError:
        return


@pytest.mark.parametrize("name", ["shared", "a-b_c", "x", "日本", "a@b", "a=b"])
def test_a_session_may_be_called_so(name: str) -> None:
    assert check_session(name) == name
    assert parse(name) == Address(session=name)


@pytest.mark.parametrize("name", ["", "a:b", "a.b", "a b", "-a", "$1", "%1", "@1", "=a", "a#b", "a\n", "~"])
def test_a_session_may_not_be_called_so(name: str) -> None:
    with pytest.raises(InvalidAddress):
        check_session(name)


def test_a_row_of_another_session_is_never_taken() -> None:
    rows = [replace(each, session="other") for each in ROWS]
    with pytest.raises(SessionNotFound):
        resolve(parse("1.1"), rows, "shared")


@pytest.mark.parametrize("name", ["my.project", "a#b"])
def test_a_name_that_no_new_session_may_have_says_what_one_may_have(name: str) -> None:
    with pytest.raises(InvalidAddress) as caught:
        found(name)
    assert "No dots or colons in the name of a new session" in caught.value.suggestion
