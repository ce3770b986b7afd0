"""No pattern keeps a wait beyond its deadline, or anybody else from going on meanwhile."""

import asyncio
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

import cotty
from tests.real.command_line import COTTY, private

pytestmark = pytest.mark.real
_ENDLESS = "(a+)+$"


async def test_a_pattern_that_never_ends_ends_at_the_deadline_and_nobody_else_waits_for_it(
    bash: cotty.Pane, terminal: cotty.Terminal
) -> None:
    other = await terminal.window(command=["cat"])
    await bash.send("printf '%048db\\n' 0 | tr 0 a; read line; echo a''a")
    async with asyncio.timeout(20), asyncio.TaskGroup() as group:
        wait = group.create_task(bash.wait(pattern=_ENDLESS, timeout=2))
        slowest = 0.0
        while not wait.done():
            began = time.monotonic()
            await other.screen()
            slowest = max(slowest, time.monotonic() - began)
            await asyncio.sleep(0)
    ready = wait.result()
    assert (ready.reason, slowest < 1) == (cotty.Reason.TIMEOUT, True), (ready, slowest)
    assert "some output could not be searched" in ready.evidence
    assert ready.seconds < 3.5
    await bash.keys("Enter")
    assert (await bash.wait(pattern=_ENDLESS, timeout=10)).match == "aa"


async def test_a_line_too_long_to_be_tried_at_once_is_searched_to_its_end(bash: cotty.Pane) -> None:
    await bash.send("printf '%01200d done in %d s\\n' 0 7")
    ready = await bash.wait(pattern=r"0 done.*in \d+ s", timeout=10)
    assert ready.match == "0 done in 7 s"


def test_an_interrupt_ends_it(tmp_path: Path) -> None:
    with private(tmp_path / "own") as command:
        command.session("shared", "sh", "-c", "printf '%048db\\n' 0 | tr 0 a; exec cat")
        waiting = subprocess.Popen(
            [COTTY, "wait", "shared", "--pattern", _ENDLESS, "--timeout", "30"],
            env=command.variables(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        try:
            with pytest.raises(subprocess.TimeoutExpired):
                waiting.wait(2)
            os.kill(waiting.pid, signal.SIGINT)
            assert waiting.wait(5) == 130
        finally:
            waiting.kill()
            waiting.communicate()
