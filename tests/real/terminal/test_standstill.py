"""A tmux that stands still ends no deadline later: a verb that was given seconds answers then."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import cotty
from cotty.errors import DeadlinePassed
from tests.real.command_line import private

pytestmark = pytest.mark.real


@contextmanager
def standing_still(pid: int) -> Iterator[None]:
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


@pytest.mark.parametrize("heard", [True, False])
async def test_a_wait_ends_at_its_deadline_with_the_last_screen(bash: cotty.Pane, heard: bool) -> None:
    await bash.send("read line")
    if heard:
        assert (await bash.wait(pattern="never", timeout=0.1)).reason == cotty.Reason.TIMEOUT
    began = time.monotonic()
    with standing_still(bash.server.pid):
        ready = await bash.wait(pattern="never", timeout=1)
    said = "nothing settled it within 1 s; tmux did not answer"
    assert (ready.reason, ready.evidence) == (cotty.Reason.TIMEOUT, said)
    assert time.monotonic() - began < 4
    await bash.keys("Enter")
    assert (await bash.wait(timeout=10)).reason == cotty.Reason.PROMPT


async def test_a_run_ends_with_an_error_soon_after_its_time(bash: cotty.Pane, terminal: cotty.Terminal) -> None:
    settings, began = terminal.desk.settings, time.monotonic()
    with standing_still(bash.server.pid), pytest.raises(DeadlinePassed):
        await bash.run("true", timeout=1)
    assert time.monotonic() - began < 3 + max(settings.pen_deadline, settings.proof_deadline)


@pytest.mark.parametrize("words", [("wait", "shared"), ("run", "true", "shared")])
def test_the_command_line_tells_it_in_time(tmp_path: Path, words: tuple[str, ...]) -> None:
    with private(tmp_path / "own") as command:
        command.session("shared", "cat")
        pid = int(command.ask_tmux("display-message", "-p", "#{pid}"))
        with standing_still(pid):
            began = time.monotonic()
            ended = command(*words, "--timeout", "1", "--json")
        assert ended.error["code"] == "deadline_passed"
        assert time.monotonic() - began < 7
