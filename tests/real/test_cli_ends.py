"""What the command line says of what it did not stop, and of what ended before it was looked at."""

import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from cotty.doors.faults import FAULTS
from tests.real.command_line import COTTY, Cotty, private

pytestmark = pytest.mark.real


@pytest.fixture
def cotty(tmp_path: Path) -> Iterator[Cotty]:
    """cotty on a private server that is not started yet."""
    with private(tmp_path / "own") as made:
        yield made


@pytest.fixture
def shell(cotty: Cotty) -> str:
    """A pane with bash as cotty starts it, at its prompt."""
    pane = cotty("open", "shared").out.strip()
    assert cotty("wait", "shared", "--timeout", "20").code == 0
    return pane


@pytest.mark.parametrize(("signal_", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
@pytest.mark.parametrize("words", [("run", "shared", "sleep 1000"), ("wait", "shared", "--pattern", "never")])
def test_an_interrupt_says_what_is_not_stopped(
    cotty: Cotty, shell: str, words: tuple[str, ...], signal_: int, code: int
) -> None:
    if words[0] == "wait":
        cotty("send", "shared", "sleep 1000")
    with subprocess.Popen([COTTY, *words], stderr=subprocess.PIPE, env=cotty.variables()) as waiting:
        until = time.monotonic() + 20
        while (cotty.ask_tmux("display-message", "-p", "#{pane_current_command}") != "sleep"
               or len(cotty.ask_tmux("list-clients").splitlines()) < 2) and time.monotonic() < until:  # fmt: skip
            pass
        waiting.send_signal(signal_)
        assert waiting.wait(20) == code
        assert waiting.stderr is not None
        assert waiting.stderr.read() == b"cotty: not stopped: sleep still runs in %0; `cotty keys %0 C-c`\n"


def test_an_interrupted_wait_at_a_prompt_says_nothing(cotty: Cotty, shell: str) -> None:
    words = [COTTY, "wait", "shared", "--pattern", "never", "--timeout", "30"]
    with subprocess.Popen(words, stderr=subprocess.PIPE, env=cotty.variables()) as waiting:
        until = time.monotonic() + 20
        while len(cotty.ask_tmux("list-clients").splitlines()) < 2 and time.monotonic() < until:
            pass
        waiting.send_signal(signal.SIGINT)
        assert waiting.wait(20) == 130
        assert waiting.stderr is not None
        assert waiting.stderr.read() == b""


@pytest.mark.parametrize("verb", ["open", "window", "split"])
def test_a_program_that_ends_at_once_is_no_success(cotty: Cotty, verb: str) -> None:
    if verb != "open":
        cotty.session("shared", "cat")
    done = cotty(verb, "shared", "--json", "--", "nosuchprogram")
    assert (done.code, done.error["code"]) == (FAULTS["pane_dead"].exit_code, "pane_dead")
    assert done.error["message"] == "nosuchprogram ended at once, and its pane with it."


def test_a_pane_that_tmux_was_told_to_keep_is_given_though_its_program_ended(cotty: Cotty) -> None:
    cotty.session("shared", "cat")
    cotty.ask_tmux("set-option", "-gw", "remain-on-exit", "on")
    row = cotty("window", "shared", "--json", "--", "sh", "-c", "exit 3").json
    assert (row["dead"], row["exit_status"]) == (True, 3)
