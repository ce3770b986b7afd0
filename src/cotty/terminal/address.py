"""Addresses: `%5`, `shared`, `shared:0.1`, `shared:build`, `0.1`. Pure.

Rules: an address is resolved once, to a `%id`, among rows that tmux listed; names match whole and exactly, because
tmux's own targets match prefixes and fall back to something else. Whatever session tmux has can be addressed; what
cotty makes has a name that means nothing else anywhere.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from cotty.errors import InvalidAddress, PaneNotFound, SessionNotFound, WindowNotFound
from cotty.model import PaneInfo

_ID = re.compile(r"%[0-9]{1,9}\Z")
_PLACE = re.compile(r"([0-9]{1,9})\.([0-9]{1,9})\Z")
_NUMBER = re.compile(r"[0-9]{1,9}\Z")
_SESSION = re.compile(r"[^\s:.%$@#=+!{}~-][^\s:.#]*\Z")

_NEW_NAMES = "No dots or colons in the name of a new session: letters, digits, - and _."


@dataclass(frozen=True, slots=True)
class Address:
    """A parsed address; what is None was not said."""

    pane: str | None = None
    session: str | None = None
    window: str | None = None
    index: int | None = None


def parse(text: str) -> Address:
    """The parts of an address, or `InvalidAddress`."""
    if _ID.match(text):
        return Address(pane=text)
    place = _PLACE.match(text)
    if place is not None:
        return Address(window=place[1], index=int(place[2]))
    session, colon, rest = text.partition(":")
    if not session or (colon and not rest):
        raise InvalidAddress(f"{text!r} is not the address of a pane.")
    window, dot, index = rest.partition(".")
    if dot and not (window and _NUMBER.match(index)):
        raise InvalidAddress(f"{text!r} is not the address of a pane.")
    return Address(session=session, window=window or None, index=int(index) if dot else None)


def check_session(name: str) -> str:
    """A name that a session may have; tmux turns `:` and `.` into `_` silently."""
    if not _SESSION.match(name):
        raise InvalidAddress(f"{name!r} is not a name for a session.", suggestion=_NEW_NAMES)
    return name


def resolve(address: Address, rows: Sequence[PaneInfo], default_session: str) -> PaneInfo:
    """The one pane that this address means."""
    if address.pane is not None:
        return _by_id(address.pane, rows)
    session = address.session or default_session
    of_session = [row for row in rows if row.session == session]
    if not of_session and not _SESSION.match(session):
        raise InvalidAddress(
            f"{session!r} is not the address of a pane.", suggestion=f"{InvalidAddress.suggestion} {_NEW_NAMES}"
        )
    if not of_session:
        raise SessionNotFound(f"There is no session {session!r}.")
    if address.window is None:
        return next(row for row in of_session if row.active)
    of_window = _of_window(address.window, of_session)
    if not of_window:
        raise WindowNotFound(f"There is no window {address.window!r} in session {session!r}.")
    if address.index is None:
        return next((row for row in of_window if row.window_active), of_window[0])
    found = [row for row in of_window if row.index == address.index]
    if not found:
        raise PaneNotFound(f"There is no pane {session}:{address.window}.{address.index}.")
    return found[0]


def _of_window(window: str, rows: Sequence[PaneInfo]) -> list[PaneInfo]:
    """Panes of the window of that number, or else of that name; a name that two windows have is nobody's."""
    numbered = [row for row in rows if str(row.window) == window]
    named = [row for row in rows if row.window_name == window]
    if not numbered and len({row.window for row in named}) > 1:
        raise InvalidAddress(f"More than one window is called {window!r}.", suggestion="Say the window's number.")
    return numbered or named


def _by_id(pane: str, rows: Sequence[PaneInfo]) -> PaneInfo:
    for row in rows:
        if row.id == pane:
            return row
    raise PaneNotFound(
        f"There is no pane {pane} on this tmux server.",
        suggestion="Pane ids belong to one server: name its --socket, or run `cotty list` to see what is here.",
    )
