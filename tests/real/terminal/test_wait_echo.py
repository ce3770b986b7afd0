"""What was typed is no output: echoed twice at a busy shell, drawn again, or in a pane of another width."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import cotty

pytestmark = pytest.mark.real


@pytest.fixture
async def other(terminal: cotty.Terminal, tmux_program: str, tmux_socket: Path) -> AsyncIterator[cotty.Terminal]:
    """A second connection, which has typed nothing and has heard nothing: another process is in no other place."""
    async with cotty.connect(socket_path=tmux_socket, config="/dev/null", tmux=tmux_program) as other:
        yield other


@pytest.mark.promise("wait:newer-only")
@pytest.mark.parametrize("by", ["who typed", "another"])
async def test_what_was_typed_at_a_busy_shell_is_no_output_at_its_next_prompt(
    bash: cotty.Pane, other: cotty.Terminal, by: str
) -> None:
    await bash.send("sleep 0.7")
    await bash.send("sleep 1; echo BAR", proof=False)
    waiter = bash if by == "who typed" else await other.pane(bash.id)
    ready = await waiter.wait(pattern="BAR", timeout=10)
    assert (ready.reason, ready.match) == (cotty.Reason.PROMPT, "BAR")
    assert "\nBAR" in ready.screen


@pytest.mark.promise("wait:newer-only")
async def test_a_draft_that_is_drawn_again_is_no_output(bash: cotty.Pane, other: cotty.Terminal) -> None:
    await bash.send("echo ZZZ", enter=False)
    pane = await other.pane(bash.id)
    await bash.keys("C-l")
    again = await pane.wait(pattern="ZZZ", timeout=1)
    assert again.reason == cotty.Reason.TIMEOUT, again
    await bash.keys("Enter")
    assert (await pane.wait(pattern="^ZZZ", timeout=5)).match == "ZZZ"


@pytest.mark.parametrize(
    ("script", "typed", "answer"),
    [
        ("exec cat", "hello", "hello"),
        ('read said; echo "you said $said"; sleep 100', "42", "said 42"),
    ],
)
async def test_a_program_that_prints_the_text_back_is_heard(
    terminal: cotty.Terminal, other: cotty.Terminal, script: str, typed: str, answer: str
) -> None:
    pane = await terminal.open(command=["sh", "-c", script])
    await pane.send(typed)
    ready = await (await other.pane(pane.id)).wait(pattern=answer, timeout=5)
    assert (ready.reason, ready.match) == (cotty.Reason.PROMPT, answer), ready
    assert ready.screen.count(typed) == 2


async def test_what_a_shell_echoes_is_heard(bash: cotty.Pane, other: cotty.Terminal) -> None:
    await bash.send("echo hello")
    ready = await (await other.pane(bash.id)).wait(pattern="hello", timeout=5)
    assert ready.match == "hello"
    assert "\nhello" in ready.screen


@pytest.mark.promise("wait:newer-only")
async def test_what_is_older_stays_older_in_a_pane_of_another_width(bash: cotty.Pane, terminal: cotty.Terminal) -> None:
    await bash.send('for n in $(seq 40); do echo "OLDWORD $n $(seq -s- 40)"; done; echo ALL')
    await bash.wait(pattern="^ALL", timeout=10)
    await bash.send("read line; echo NEW''WORD")
    await terminal.resize(bash.id, width=60)
    stale = await bash.wait(pattern="OLDWORD", timeout=1)
    assert stale.reason == cotty.Reason.TIMEOUT, stale
    await bash.keys("Enter")
    assert (await bash.wait(pattern="NEWWORD", timeout=5)).match == "NEWWORD"


async def test_what_was_typed_is_kept_short_and_forgotten_with_its_pane(
    bash: cotty.Pane, terminal: cotty.Terminal
) -> None:
    pane = await terminal.window(command=["cat"])
    await pane.send("x\n" * 30_000 + "y" * 1000, enter=False, proof=False)
    desk = terminal.desk
    assert len(desk.typed[pane.id].ending) <= 200
    await terminal.kill(pane.id)
    await terminal.list()
    assert pane.id not in desk.typed
    assert pane.id not in desk.known
