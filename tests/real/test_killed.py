"""A cotty that is ended from outside leaves nothing behind: no client on the server, no pen in a pane."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest

from tests.real.command_line import COTTY, Cotty, private

PATIENCE = 10
FOREVER = ("wait", "shared", "--pattern", "never", "--timeout", "90")
LIVE = pytest.mark.parametrize("tmux_program", ["3.3a", "3.5a", "3.8"], indirect=True)

pytestmark = pytest.mark.real


@pytest.fixture
def cotty(tmp_path: Path, tmux_program: str) -> Iterator[Cotty]:
    """cotty on a private server of some version."""
    with private(tmp_path / "own") as made:
        made = Cotty(made.folder, tmux_program)
        made.session("shared", "sh", "-c", "while read from to; do seq $from $to; done")
        yield made
        made.end_server()


def clients(cotty: Cotty) -> list[str]:
    """The processes of the clients that the server knows of."""
    try:
        return cotty.ask_tmux("list-clients", "-F", "#{client_pid}").split()
    except subprocess.CalledProcessError as refused:
        pytest.fail(f"tmux ended under a client that came or went: {refused.stderr}")


def until_attached(cotty: Cotty, parent: int, number: int) -> set[str]:
    """Once that process has so many clients on the server, they."""
    end = time.monotonic() + PATIENCE
    while len(found := _children(parent) & set(clients(cotty))) < number:
        assert time.monotonic() < end, found
    return found


def _children(parent: int) -> set[str]:
    return {str(child.pid) for child in psutil.Process(parent).children()}


@contextmanager
def started(cotty: Cotty, *words: str) -> "Iterator[subprocess.Popen[bytes]]":
    """A cotty that runs until the end of the block at most."""
    with subprocess.Popen(
        [COTTY, "--tmux", cotty.tmux, *words],
        env=cotty.variables(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    ) as process:  # fmt: skip
        try:
            yield process
        finally:
            process.kill()


def print_much(cotty: Cotty, first: int) -> None:
    """More than the sockets of clients hold; the pane rests again when it is done (docs/decisions/0014)."""
    last = first + 100_000
    cotty.ask_tmux("send-keys", "-t", "shared", f"{first} {last}", "Enter")
    end = time.monotonic() + PATIENCE
    while not _has_printed(cotty, last):
        assert time.monotonic() < end


def _has_printed(cotty: Cotty, number: int) -> bool:
    return str(number) in cotty.ask_tmux("capture-pane", "-p", "-t", "shared").splitlines()


@LIVE
@pytest.mark.skipif(sys.platform != "linux", reason="what a killed cotty leaves is swept on Linux alone")
def test_what_killed_cotties_leave_attached_is_gone_after_the_next_connect(cotty: Cotty) -> None:
    """tmux keeps the clients to which it still had something to write."""
    with started(cotty, *FOREVER) as living:
        kept = until_attached(cotty, living.pid, 2)
        for number in range(1, 4):
            with started(cotty, *FOREVER) as killed:
                until_attached(cotty, killed.pid, 2)
                killed.send_signal(signal.SIGSTOP)
                print_much(cotty, 1_000_000 * number)
                killed.kill()
        assert cotty("list", "--tmux", cotty.tmux).code == 0
        assert set(clients(cotty)) == kept


@LIVE
def test_a_control_client_of_somebody_else_is_left_alone_whoever_its_parent_is(cotty: Cotty) -> None:
    """Its parent has ended, and the other end of its socket is held open by us."""
    keep, held = os.pipe()
    code = "import subprocess, sys; print(subprocess.Popen(sys.argv[1:], stdout=2).pid)"
    attach = ("-C", "attach-session", "-f", "ignore-size,no-output", "-t", "shared")
    done = subprocess.run(
        [sys.executable, "-c", code, cotty.tmux, "-u", "-S", cotty.socket, *attach],
        env=cotty.variables(), stdin=keep, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True,
        timeout=PATIENCE,
    )  # fmt: skip
    stranger = done.stdout.decode().strip()
    try:
        end = time.monotonic() + PATIENCE
        while clients(cotty) != [stranger]:
            assert time.monotonic() < end
        assert cotty("list", "--tmux", cotty.tmux).code == 0
        assert clients(cotty) == [stranger]
    finally:
        os.kill(int(stranger), signal.SIGKILL)
        os.close(keep)
        os.close(held)


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130)])
def test_a_send_that_is_asked_to_end_gives_back_the_pen_and_leaves(cotty: Cotty, number: int, code: int) -> None:
    """A terminal that echoes nothing: the send looks for its proof until it is ended."""
    cotty.session("deaf", "sh", "-c", "stty -echo raw; printf ready; exec sleep 1000")
    assert cotty("wait", "deaf", "--pattern", "ready", "--timeout", "10").code == 0
    with started(cotty, "send", "deaf", "hello") as sending:
        pane = cotty.ask_tmux("display-message", "-p", "-t", "deaf", "#{pane_id}")
        note = f"#{{COTTY_PEN_{pane[1:]}}}"
        end = time.monotonic() + PATIENCE
        while cotty.ask_tmux("display-message", "-p", note) == "":
            assert time.monotonic() < end
        sending.send_signal(number)
        assert sending.wait(PATIENCE) == code
    assert cotty.ask_tmux("display-message", "-p", note) == ""
    assert clients(cotty) == []
