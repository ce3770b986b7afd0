"""A wait ends for a reason that it names, never on an echo, never on silence alone."""

import asyncio
import os
from pathlib import Path

import pytest

import cotty
from cotty.errors import InvalidInput

pytestmark = pytest.mark.real


@pytest.mark.promise("A-05")
async def test_a_sleeping_command_is_not_ready_before_the_prompt_is_back(bash: cotty.Pane) -> None:
    await bash.send("sleep 1; echo done")
    ready = await bash.wait(timeout=20)
    assert ready.reason == cotty.Reason.PROMPT
    assert ready.seconds > 0.9
    assert "done" in ready.screen.splitlines()


async def test_a_shell_that_cotty_did_not_start_is_waited_for_by_what_it_does(plain_bash: cotty.Pane) -> None:
    await plain_bash.send("sleep 1")
    ready = await plain_bash.wait(timeout=20)
    assert (ready.reason, ready.seconds > 0.9) == (cotty.Reason.PROMPT, True)


async def test_blind_typing_does_not_make_the_old_prompt_count(plain_bash: cotty.Pane) -> None:
    for _ in range(10):
        await plain_bash.send("sleep 0.3", proof=False)
        ready = await plain_bash.wait(timeout=20)
        assert (ready.reason, ready.seconds > 0.2) == (cotty.Reason.PROMPT, True)


@pytest.mark.promise("wait:newer-only")
async def test_the_echo_of_what_was_typed_never_matches(bash: cotty.Pane) -> None:
    await bash.send("sleep 0.5; echo DO''NE; # DONE")
    ready = await bash.wait(pattern="DONE", timeout=20)
    assert (ready.match, ready.seconds > 0.4) == ("DONE", True)


async def test_what_was_there_before_the_send_never_matches(bash: cotty.Pane) -> None:
    await bash.send("echo MARKED")
    await bash.wait(timeout=10)
    await bash.send("sleep 100")
    ready = await bash.wait(pattern="MARKED", timeout=0.3)
    assert ready.reason == cotty.Reason.TIMEOUT


@pytest.mark.promise("wait:level")
async def test_a_pattern_that_stands_already_ends_the_wait_at_once(bash: cotty.Pane) -> None:
    await bash.send("echo THERE")
    await bash.wait(timeout=10)
    ready = await bash.wait(pattern="THERE$", timeout=10)
    assert (ready.reason, ready.match) == (cotty.Reason.PROMPT, "THERE")


async def test_a_line_that_scrolled_past_in_one_burst_is_found(bash: cotty.Pane) -> None:
    await bash.send("echo NEE''DLE; seq 1 1500; sleep 100")
    assert (await bash.wait(pattern="^NEEDLE$", timeout=20)).match == "NEEDLE"


async def test_a_prompt_pattern_with_its_blank_matches_the_cursor_line(plain_bash: cotty.Pane) -> None:
    await plain_bash.send("true")
    assert (await plain_bash.wait(pattern=r"ready> $", timeout=10)).reason == cotty.Reason.PROMPT


async def test_a_pattern_is_found_in_a_full_screen_program(terminal: cotty.Terminal, bash: cotty.Pane) -> None:
    await bash.send(r"printf '\033[?1049h\033[2J\033[5;10Hfull screen\033[H'; read -rs; printf '\033[?1049l'")
    ready = await bash.wait(pattern="full screen", timeout=10)
    assert ready.match == "full screen"


async def test_quiet_is_called_quiet(terminal: cotty.Terminal) -> None:
    pane = await terminal.open(command=["sh", "-c", "echo started; exec sleep 1000"])
    ready = await pane.wait(idle_seconds=0.3, timeout=10)
    assert (ready.reason, ready.seconds >= 0.3) == (cotty.Reason.QUIET, True)


@pytest.mark.promise("C-13")
async def test_a_program_that_reads_its_terminal_is_idle_and_not_at_a_prompt(terminal: cotty.Terminal) -> None:
    pane = await terminal.open(command=["cat"])
    assert (await pane.wait(timeout=10)).reason == cotty.Reason.IDLE


@pytest.mark.promise("wait:death")
async def test_the_end_of_the_program_ends_the_wait(bash: cotty.Pane, terminal: cotty.Terminal) -> None:
    pane = await terminal.window(command=["sh", "-c", "read x; exit 4"])
    await terminal.desk.hand.must(("set-option", "-p", "-t", pane.id, "remain-on-exit", "on"))
    async with asyncio.TaskGroup() as group:
        wait = group.create_task(pane.wait(pattern="never", timeout=20))
        group.create_task(pane.keys("Enter"))
    assert (wait.result().reason, wait.result().exit_status) == (cotty.Reason.EXITED, 4)
    assert wait.result().seconds < 5


@pytest.mark.promise("wait:death")
async def test_a_killed_pane_ends_the_wait(bash: cotty.Pane, terminal: cotty.Terminal) -> None:
    pane = await terminal.window(command=["cat"])
    async with asyncio.TaskGroup() as group:
        wait = group.create_task(pane.wait(pattern="never", timeout=20))
        group.create_task(terminal.kill(pane.id))
    assert wait.result().reason == cotty.Reason.EXITED
    assert wait.result().seconds < 5


async def test_a_deadline_ends_the_wait_with_the_screen(bash: cotty.Pane) -> None:
    await bash.send("echo before; sleep 100")
    ready = await bash.wait(timeout=0.3)
    assert ready.reason == cotty.Reason.TIMEOUT
    assert "before" in ready.screen


@pytest.mark.parametrize("wrong", [{"timeout": -1}, {"idle_seconds": -1}, {"pattern": "("}])
async def test_wrong_arguments_are_refused(bash: cotty.Pane, wrong: dict[str, float]) -> None:
    with pytest.raises(InvalidInput):
        await bash.wait(**wrong)  # type: ignore[arg-type]


async def test_a_flooding_pane_does_not_hide_the_pattern(terminal: cotty.Terminal, tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    flood = ["sh", "-c", 'yes & read line <"$1"; echo NEE""DLE; wait', "flood", str(gate)]
    pane = await terminal.open(command=flood)
    async with asyncio.timeout(20), asyncio.TaskGroup() as group:
        wait = group.create_task(pane.wait(pattern="NEEDLE", timeout=15))
        while (heard := terminal.desk.hearing(pane.id)) is None or not heard.listeners:
            await pane.screen()
        await asyncio.to_thread(gate.write_text, "go\n")
    ready = wait.result()
    assert (ready.reason, ready.match) == (cotty.Reason.PROMPT, "NEEDLE"), ready
    assert ready.seconds < 5


async def test_what_somebody_types_during_a_wait_is_not_found_in_the_stream(bash: cotty.Pane) -> None:
    await bash.send("PS2=; yes '' | head -3000; sleep 100")
    async with asyncio.TaskGroup() as group:
        wait = group.create_task(bash.wait(pattern="NEEDLE", timeout=2))
        group.create_task(bash.send("echo NEEDLE; clear", proof=False))
    assert wait.result().reason == cotty.Reason.TIMEOUT, wait.result()


async def test_an_echo_that_comes_late_is_not_output_and_what_comes_after_it_is(terminal: cotty.Terminal) -> None:
    script = (
        'stty -echo; echo up; read said; seq 50; echo "$said"; read more; '
        "printf '\\nit said: %s\\n' \"$said\"; sleep 100"
    )
    pane = await terminal.open(command=["sh", "-c", script])
    await pane.wait(pattern="up", timeout=5)
    await pane.send("a NEEDLE", proof=False)
    late = await pane.wait(pattern="NEEDLE", idle_seconds=0.3, timeout=5)
    assert (late.reason, late.match) == (cotty.Reason.QUIET, None), late
    await pane.send("more", proof=False)
    said = await pane.wait(pattern="it said: .*NEEDLE", timeout=5)
    assert said.match == "it said: a NEEDLE"
