"""What looks like a proof and is none: an old mark, a half line, a program that is slow, text that was cut."""

import asyncio
import os
from pathlib import Path

import pytest

import cotty
from cotty.errors import InvalidText
from tests.real.terminal.conftest import Program

pytestmark = pytest.mark.real


@pytest.mark.promise("send:proof")
async def test_a_mark_that_came_before_enter_does_not_prove_enter(terminal: cotty.Terminal, program: Program) -> None:
    pane = await terminal.open(command=program("composer.py", "toggle"))
    await pane.wait(pattern="^> ", timeout=10)
    receipt = await pane.send("hello")
    assert (receipt.outcome, receipt.evidence) == (cotty.Outcome.NOT_SUBMITTED, ("landed", "text-stays"))


@pytest.mark.promise("send:proof", "send:once")
async def test_a_program_that_stands_still_is_given_one_enter(
    terminal: cotty.Terminal, program: Program, tmp_path: Path
) -> None:
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    pane = await terminal.open(command=program("composer.py", "stall", gate))
    await pane.wait(pattern="^> ", timeout=10)
    receipt = await pane.send("x")
    assert (receipt.outcome, receipt.evidence) == (cotty.Outcome.UNKNOWN, ("landed", "enter", "text-stays"))
    await asyncio.to_thread(gate.write_text, "go")
    await pane.send("y", proof=False)
    await pane.wait(pattern="got: y", timeout=10)
    assert [line for line in (await pane.read()).lines if line.startswith("got:")] == ["got: x", "got: y"]


async def test_a_program_that_echoes_nothing_has_not_shown_what_stood_there(terminal: cotty.Terminal) -> None:
    clock = "(while :; do printf '\\0337\\033[3;1H%s\\0338' $RANDOM; done) &"
    mute = f"stty -echo -icanon; printf 'sure? yes'; {clock} cat >/dev/null"
    pane = await terminal.open(command=["bash", "-c", mute])
    await pane.wait(pattern="sure", timeout=10)
    receipt = await pane.send("yes", enter=False)
    assert receipt.outcome is not cotty.Outcome.CONFIRMED


async def test_a_line_that_the_terminal_would_cut_is_refused_however_few_characters_it_has(
    terminal: cotty.Terminal,
) -> None:
    pane = await terminal.open(command=["cat"])
    with pytest.raises(InvalidText, match="longer than"):
        await pane.send("漢" * 2000)


async def test_text_that_no_longer_fits_into_the_line_is_not_typed(terminal: cotty.Terminal) -> None:
    pane = await terminal.open(command=["cat"])
    for _ in range(4):
        assert (await pane.send("y" * 1000, enter=False)).outcome == cotty.Outcome.CONFIRMED
    receipt = await pane.send("y" * 1000)
    assert (receipt.outcome, receipt.evidence) == (cotty.Outcome.NOT_SUBMITTED, ("line-full",))


@pytest.mark.promise("A-05")
async def test_a_program_at_work_that_turns_bracketed_paste_on_is_not_ready(bash: cotty.Pane) -> None:
    await bash.send("printf '\\033[?2004hworking '; sleep 100")
    await bash.wait(pattern="working", timeout=10)
    assert (await bash.wait(timeout=1)).reason == cotty.Reason.TIMEOUT


@pytest.mark.promise("send:proof")
async def test_text_that_output_pushed_away_is_not_called_taken(terminal: cotty.Terminal, program: Program) -> None:
    pane = await terminal.open(command=program("composer.py", "logs"))
    await pane.wait(pattern="^> ", timeout=10)
    for _ in range(3):  # from the top of the screen, then from its last row
        receipt = await pane.send("hello world")
        assert (receipt.outcome, receipt.evidence) == (cotty.Outcome.UNKNOWN, ("landed", "enter", "unproved"))


@pytest.mark.promise("send:proof", "send:large")
async def test_a_long_paste_into_a_shell_is_proved_by_the_shell(bash: cotty.Pane) -> None:
    receipt = await bash.send(": '" + "0123456789 é\n" * 20_000 + "'")
    assert (receipt.outcome, receipt.evidence[-1] in ("paste-off", "command-start")) == (cotty.Outcome.CONFIRMED, True)


@pytest.mark.promise("send:proof")
async def test_a_program_that_reads_lines_took_the_line(terminal: cotty.Terminal) -> None:
    pane = await terminal.open(command=["cat"])
    receipt = await pane.send("hello")
    assert (receipt.outcome, receipt.evidence) == (cotty.Outcome.CONFIRMED, ("landed", "enter", "line-taken"))
