"""Read a pane: the last lines, everything, or what is new since a cursor.

Rules: one capture per read where it can be; a `since` whose place is not among the lines near the end is looked for
once more in all that tmux still has; what cannot be had is counted in `missed`, never left out silently. A count of
line feeds is taken only with a capture of the same moment: nothing was heard from before the one until after the other.
"""

from cotty.controlmode import commands
from cotty.errors import ForeignPane, InvalidInput
from cotty.model import Page
from cotty.terminal.desk import Desk
from cotty.terminal.flows.cells import cell_width
from cotty.terminal.flows.read import Bookmark, Printed, find, line_prints, prints_before, rows_of
from cotty.terminal.server.eye import Framing, Numbers
from cotty.terminal.server.hand import accepted

_NEAR = 90  # rows before the bookmark that are captured first: 40 lines of imprint, some of them wrapped
_EVERYTHING = "-"
_TRIES = 2  # captures that are taken for one that no output comes beside
_UNCOUNTED = (0, 0)


async def read_lines(desk: Desk, pane: str, *, lines: int | None) -> Page:
    """The last lines of a pane; all of them when `lines` is None."""
    if lines is not None and lines < 1:
        raise InvalidInput(f"{lines} is not a number of lines.", suggestion="Ask for 1 line or more, or for `all`.")
    start = _EVERYTHING if lines is None else -lines
    numbers, rows, counted = await _see(desk, pane, start, tries=1 if lines is None else _TRIES)
    complete = lines is None or numbers.history <= lines
    shown = trimmed(rows)
    cut = shown if lines is None else shown[-lines:]
    return Page(
        pane=pane, lines=tuple(cut), cursor=_bookmark(desk, pane, numbers, rows, counted, complete=complete).encode(),
        alternate=numbers.alternate, has_more=not complete or len(cut) < len(shown),
    )  # fmt: skip


async def read_since(desk: Desk, pane: str, cursor: str) -> Page:
    """What came after a cursor that an earlier read gave."""
    bookmark = Bookmark.decode(cursor)
    await _check_owner(desk, pane, bookmark)
    numbers = await _numbers(desk, pane)
    if numbers.alternate or bookmark.alternate:
        return await _read_screen(desk, pane, bookmark, cursor)
    near = min(bookmark.row - bookmark.tail_rows - _NEAR, numbers.history) - numbers.history
    page = await _try(desk, pane, bookmark, near) if near > -numbers.history else None
    return page or await _all(desk, pane, bookmark)


async def _all(desk: Desk, pane: str, bookmark: Bookmark) -> Page:
    page = await _try(desk, pane, bookmark, _EVERYTHING)
    if page is None:
        raise ValueError("a complete capture settles where a bookmark is")
    return page


async def _try(desk: Desk, pane: str, bookmark: Bookmark, start: int | str) -> Page | None:
    numbers, rows, (ear, count) = await _see(desk, pane, start, tries=_TRIES if bookmark.ear else 1)
    lines, complete = to_cursor(numbers, rows), start == _EVERYTHING
    heard = count - bookmark.heard if ear and ear == bookmark.ear else None
    printed = Printed(
        lines, numbers.history, numbers.history_limit, numbers.cursor_y, numbers.width, complete, heard
    )  # fmt: skip
    found = find(bookmark, printed)
    if found is None:
        return None
    new = lines[found.index :]
    return Page(
        pane=pane, lines=tuple(new if new and new[-1] else new[:-1]), missed=found.missed, redrawn=found.redrawn,
        cursor=_bookmark(desk, pane, numbers, rows, (ear, count), complete=complete).encode(),
        alternate=numbers.alternate,
    )  # fmt: skip


async def _read_screen(desk: Desk, pane: str, bookmark: Bookmark, cursor: str) -> Page:
    """A full-screen program has no lines, only a screen: it is given whole when it changed. The place in the normal
    screen is kept for when the program is gone.
    """
    numbers, rows = await desk.eye.see(pane, Framing())
    shown = trimmed(rows)
    print_ = line_prints(["\n".join(shown)])
    if numbers.alternate:
        changed = not bookmark.alternate or print_ != bookmark.tail
        kept = bookmark.entered(print_)
        return Page(pane=pane, lines=tuple(shown) if changed else (), cursor=kept.encode(), alternate=True)
    return await _all(desk, pane, bookmark.left())


async def _check_owner(desk: Desk, pane: str, bookmark: Bookmark) -> None:
    if desk.hand.hello is None:
        await desk.hand.look(commands.say(""))
    hello = desk.hand.hello
    if hello is not None and (bookmark.server, bookmark.started) != (hello.server.pid, hello.server.started):
        raise ForeignPane("That cursor was given for a pane of another tmux server.")
    if f"%{bookmark.pane}" != pane:
        raise InvalidInput(f"That cursor was given for %{bookmark.pane}, not for {pane}.")


async def _numbers(desk: Desk, pane: str) -> Numbers:
    reply = (await desk.hand.look(commands.look(pane)))[0]
    return Numbers.parse(pane, accepted(reply).text)


def trimmed(rows: list[str]) -> list[str]:
    """Rows without the blank ones at the end."""
    end = len(rows)
    while end and not rows[end - 1]:
        end -= 1
    return rows[:end]


def to_cursor(numbers: Numbers, rows: list[str]) -> list[str]:
    """Lines up to and with the cursor's: below it nothing was printed, or it belongs to a program that draws."""
    below, end = numbers.height - 1 - numbers.cursor_y, len(rows)
    while end > 1 and below >= (taken := rows_of(rows[end - 1], numbers.width)):
        below, end = below - taken, end - 1
    return rows[:end]


async def _see(desk: Desk, pane: str, start: int | str, *, tries: int) -> tuple[Numbers, list[str], tuple[int, int]]:
    """Joined rows from there on, their numbers, and the ear's count of line feeds if it is of the same moment."""
    heard = desk.hearing(pane)
    for _ in range(tries):
        position = heard.feed.position if heard is not None else 0
        numbers, rows = await desk.eye.see(pane, Framing(start=start, join=True))
        counted = await heard.feed.lines_since(position) if heard is not None else None
        if heard is None or counted is not None or not heard.feed.identity:
            break
    return numbers, rows, counted or _UNCOUNTED


def _bookmark(
    desk: Desk, pane: str, numbers: Numbers, rows: list[str], counted: tuple[int, int], *, complete: bool
) -> Bookmark:  # fmt: skip
    """The place right after what was just read. A first line that may be the rest of a longer one proves nothing."""
    lines = to_cursor(numbers, rows)
    if not complete:
        lines = lines[1:] or lines
    tail = len(lines) - 1
    server = desk.hand.hello.server if desk.hand.hello else None
    return Bookmark(
        server=server.pid if server else 0, started=server.started if server else 0, pane=int(pane[1:]),
        width=numbers.width, tail_rows=_rows_above(lines[tail], numbers), row=numbers.history + numbers.cursor_y,
        available=tail, ear=counted[0], heard=counted[1], tail=line_prints([lines[tail]]),
        prints=prints_before(lines, tail), alternate=numbers.alternate,
    )  # fmt: skip


def _rows_above(line: str, numbers: Numbers) -> int:
    """How many rows above the cursor its line begins, as far as its text tells."""
    if cell_width(line) <= numbers.width:
        return 0
    return min(rows_of(line, numbers.width) - 1, numbers.cursor_y)
