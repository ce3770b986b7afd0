"""Reading `since` in a process that hears the pane, where a line feed is not always one more line."""

import asyncio
import os
from collections.abc import AsyncIterator, Callable

import pytest

import cotty
from cotty.controlmode import commands
from cotty.model import Page

pytestmark = pytest.mark.real

Print = Callable[[str], None]
_BEFORE = 300  # lines that are all the same, in a history of 100: no row number tells a place


@pytest.fixture
async def pane(terminal: cotty.Terminal) -> cotty.Pane:
    """A pane whose history has been trimmed, 80 columns wide and 24 rows high."""
    await terminal.open("first", command=["cat"])
    await terminal.desk.hand.must(("set-option", "-g", "history-limit", "100"))
    return await terminal.open("second", command=["cat"], size=(80, 24))


@pytest.fixture
async def tell(terminal: cotty.Terminal, pane: cotty.Pane) -> AsyncIterator[Print]:
    """Writes to the pane's terminal, as a program in it would."""
    tty = (await terminal.desk.hand.must(commands.say("#{pane_tty}", pane=pane.id)))[0].text
    with open(tty, "wb", buffering=0) as out:  # noqa: ASYNC230  (a terminal)

        def told(text: str) -> None:
            data = text.encode()
            while data:
                data = data[os.write(out.fileno(), data) :]

        yield told


async def printed(pane: cotty.Pane, tell: Print, text: str, end: str) -> None:
    """Print that and a last line, and wait for it and for quiet."""
    tell(f"{text}{end}\n")
    assert (await pane.wait(pattern=f"^{end}$", timeout=20)).reason is cotty.Reason.PROMPT
    await pane.wait(pattern="no such line", idle_seconds=0.03, timeout=5)


async def news(pane: cotty.Pane, tell: Print, text: str) -> Page:
    """What a reader is told of that text, behind lines that are all the same."""
    await pane.wait(timeout=0)
    await printed(pane, tell, "same\n" * _BEFORE, "begin")
    page = await pane.read()
    tell(text)
    await printed(pane, tell, "", "end")
    return await pane.read(since=page.cursor)


def is_honest(page: Page, lines: list[str]) -> bool:
    """Exactly these lines, or a word about what is not."""
    return list(page.lines) == [*lines, "end"] or page.missed != 0 or page.redrawn


PROMPT = "\x1b[?2004h\x1b]0;a title\x07\x1b[1;32mready>\x1b[0m "
REDRAWS = {
    "bars": ("x\ny\nz\n" + "".join(f"\x1b[3Ax {n}\ny {n}\nz {n}\n" for n in range(10)), ["x 9", "y 9", "z 9"]),
    "bars of equal lines": ("same\n" * 3 + "\x1b[3Asame\nsame\nsame\n" * 10, ["same"] * 3),
    "alternate screen": ("\x1b[?1049h\x1b[H" + "\n" * 60 + "full\x1b[?1049l", []),
    "alternate screen, 47": ("\x1b7\x1b[?47h\x1b[H" + "\n" * 60 + "full\x1b[?47l\x1b8", []),
    "vertical tab": ("q\vq\vq\n", ["q", " q", "  q"]),
    "form feed": ("q\fq\fq\n", ["q", " q", "  q"]),
    "index": ("a\x1bDb\x1bDc\n", ["a", " b", "  c"]),
    "next line": ("same\x1bEsame\x1bEsame\n", ["same"] * 3),
    "reverse index": ("same\nsame\n\x1bMsame\n", ["same"] * 2),
    "cursor down": ("same\nsame\n\x1b[2Asame\x1b[B\r\x1b[K", ["same"]),
    "row above": ("same\nsame\n\x1b[2F\x1b[E\x1b[K", ["same"]),
    "a wrapped row that is cleared": ("w" * 100 + "\r\x1b[K\n", ["w" * 80, ""]),
    "a title with line feeds": ("\x1b]0;a\nb\nc\x07same\n", ["same"]),
    "saved and restored": ("\x1b7same\nsame\n\x1b8", []),
}


@pytest.mark.promise("read:trimmed", "C-03")
@pytest.mark.parametrize("what", REDRAWS)
async def test_a_redraw_repeats_nothing_and_hides_nothing_in_silence(pane: cotty.Pane, tell: Print, what: str) -> None:
    text, lines = REDRAWS[what]
    page = await news(pane, tell, text)
    assert is_honest(page, lines), page


@pytest.mark.promise("read:trimmed", "C-03")
@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", []),
        ("same\n" * 50, ["same"] * 50),
        (f"{PROMPT}ls\x1b[K\n\x1b[?2004l\rsame\nsame\n{PROMPT}\n", ["ready> ls", "same", "same", "ready>"]),
        ("\x1b[01;31m\x1b[Ksame\x1b[m\x1b[K\n" * 30, ["same"] * 30),
        ("10%\r20%\r100%\nsame\n", ["100%", "same"]),
        ("w" * 200 + "\nsame\n", ["w" * 200, "same"]),
    ],
)  # fmt: skip
async def test_ordinary_output_is_told_exactly_among_equal_lines(
    pane: cotty.Pane, tell: Print, text: str, lines: list[str]
) -> None:
    page = await news(pane, tell, text)
    assert (list(page.lines), page.missed, page.redrawn) == ([*lines, "end"], 0, False)


@pytest.mark.promise("read:trimmed")
async def test_what_bash_prints_is_told_exactly_among_equal_lines(terminal: cotty.Terminal, bash: cotty.Pane) -> None:
    await bash.run("for i in $(seq 3000); do echo same; done")
    page = await bash.read()
    await bash.run("for i in 1 2 3 4 5; do echo same; done")
    new = await bash.read(since=page.cursor)
    command = "ready> for i in 1 2 3 4 5; do echo same; done"
    assert (new.lines, new.missed) == ((command, *["same"] * 5, "ready>"), 0)


@pytest.mark.promise("read:trimmed", "C-03")
async def test_lines_printed_while_nobody_was_heard_are_not_taken_for_none(
    terminal: cotty.Terminal, pane: cotty.Pane, tell: Print
) -> None:
    """A flood that nobody waits for is not heard to its end; a count from before or within it says nothing."""
    await pane.wait(timeout=0)
    heard = terminal.desk.hearing(pane.id)
    assert heard is not None
    before = heard.feed.identity
    await pane.read()
    await asyncio.to_thread(tell, ("same" * 15 + "\n") * 90_000)
    await until_it_shows(terminal, pane, tell, "flooded")
    await heard.feed.lines_since(heard.feed.position)  # returns once we have heard what the other was shown
    assert heard.feed.identity != before
    page = await pane.read()
    tell("same\n" * 7)
    await until_it_shows(terminal, pane, tell, "over")
    await pane.wait(timeout=0)
    new = await pane.read(since=page.cursor)
    assert is_exactly(new, [*["same"] * 7, "over"]) or new.missed != 0 or new.redrawn


async def until_it_shows(terminal: cotty.Terminal, pane: cotty.Pane, tell: Print, end: str) -> None:
    """Print a last line and look, without listening to the pane, until it is shown."""
    tell(f"{end}\n")
    socket = terminal.desk.hand.transport.tmux.socket_path
    async with cotty.connect(socket_path=socket, config="/dev/null") as other:
        shown = await (await other.pane(pane.id)).wait(pattern=f"^{end}$", timeout=20)
    assert shown.reason is cotty.Reason.PROMPT


def is_exactly(page: Page, lines: list[str]) -> bool:
    return list(page.lines) == lines and page.missed == 0
