"""A verb typed in the very pane that it is for: it would wait for itself, so it is refused at once."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from cotty.doors.faults import FAULTS
from tests.real.command_line import COTTY, Cotty, private

pytestmark = pytest.mark.real
OWN_PANE = FAULTS["own_pane"].exit_code


@pytest.fixture
def cotty(tmp_path: Path) -> Iterator[Cotty]:
    """cotty on a private server with bash in the session `shared`, at its prompt."""
    with private(tmp_path / "own") as made:
        made("open", "shared")
        yield made


def typed_there(cotty: Cotty, line: str) -> str:
    """What the line prints in the pane, with its exit status at the end."""
    cotty("send", "shared", f"{line}; echo ended with $?", "--no-proof")
    assert cotty("wait", "shared", "--pattern", r"^ended with \d+", "--timeout", "30").code == 0
    return cotty("read", "shared").out


@pytest.mark.parametrize("words", ["run shared ls", "send shared ls", "wait shared", "wait %0 --pattern x"])
def test_it_is_refused_at_once(cotty: Cotty, words: str) -> None:
    shown = typed_there(cotty, f"{COTTY} {words}")
    assert f"\nended with {OWN_PANE}\n" in shown
    assert "cotty: %0 is the pane you are in.\n" in shown


@pytest.mark.parametrize("words", ["keys %0 Enter", "send %0 x --no-proof", "kill %0", "kill %1 --window"])
def test_an_agent_neither_types_there_nor_ends_it(cotty: Cotty, words: str) -> None:
    cotty("split", "shared")
    shown = typed_there(cotty, f"COTTY_ACTOR=bot {COTTY} {words}")
    assert f"\nended with {OWN_PANE}\n" in shown
    assert "cotty: %0 is the pane you are in.\n" in shown


def test_without_proof_it_is_typed(cotty: Cotty) -> None:
    shown = typed_there(cotty, f"{COTTY} send shared 'echo from behind' --no-proof")
    assert "\nended with 0\n" in shown
    assert cotty("wait", "shared", "--timeout", "20").code == 0
    assert "\nfrom behind\n" in cotty("read", "shared").out


def test_what_only_looks_and_another_pane_are_allowed(cotty: Cotty) -> None:
    assert "\nended with 0\n" in typed_there(cotty, f"{COTTY} read shared >/dev/null")
    other = cotty("window", "shared").out.strip()
    assert "\nended with 7\n" in typed_there(cotty, f"{COTTY} run {other} '(exit 7)'")


def test_the_pane_of_that_name_on_another_server_is_another_pane(cotty: Cotty, tmp_path: Path) -> None:
    with private(tmp_path / "other") as other:
        other("open", "shared")
        assert "\nended with 7\n" in typed_there(cotty, f"COTTY_SOCKET_PATH={other.socket} {COTTY} run %0 '(exit 7)'")


def test_a_job_in_the_background_may_wait_for_its_own_pane(cotty: Cotty) -> None:
    cotty("send", "shared", f"{COTTY} wait shared --pattern '^4[2]$' --timeout 30 &", "--no-proof")
    until = time.monotonic() + 20
    while len(cotty.ask_tmux("list-clients").splitlines()) < 2 and time.monotonic() < until:
        pass
    cotty("send", "shared", "echo 42")
    assert "\nended with 0\n" in typed_there(cotty, "wait %1")
