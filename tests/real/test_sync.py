"""cotty.sync on a real server: from a script, from several threads, and with C-c."""

import os
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import cotty.sync
from cotty.controlmode.commands import show_notes
from cotty.controlmode.guards import note_name
from cotty.controlmode.versions import Version
from cotty.errors import ConnectionLost, InvalidInput, PaneNotFound
from cotty.model import ChunkKind, Outcome
from cotty.settings import Settings
from cotty.testing.fake_cli.starting import fake_command
from cotty.testing.scenario import Scenario
from tests.real.command_line import Cotty, private

pytestmark = pytest.mark.real


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Cotty]:
    with private(tmp_path / "own") as made:
        made.session("shared", "cat")
        yield made


@pytest.fixture
def terminal(house: Cotty) -> Iterator[cotty.sync.Terminal]:
    with cotty.sync.connect(socket_path=house.socket) as made:
        yield made


def test_a_script_types_and_reads(terminal: cotty.sync.Terminal) -> None:
    pane = terminal.open("shared")
    assert (pane.id, terminal.name, pane.server) == ("%0", "local", terminal.server())
    assert pane.send("hello").outcome is Outcome.CONFIRMED
    assert pane.wait(pattern="^hello$").match == "hello"
    assert pane.read().lines[-1] == "hello"


def test_an_error_is_the_engines_own_and_the_terminal_lives_on(terminal: cotty.sync.Terminal) -> None:
    with pytest.raises(PaneNotFound):
        terminal.pane("%99")
    assert terminal.pane("shared").id == "%0"


def test_watch_is_a_plain_iterator_that_may_be_left(terminal: cotty.sync.Terminal) -> None:
    pane, seen = terminal.pane("shared"), b""
    for chunk in pane.watch():
        if chunk.kind is ChunkKind.SNAPSHOT:
            pane.send("watched", proof=False)
        seen += chunk.data
        if b"watched" in seen:
            break
    assert pane.read().lines[-1] == "watched"


def test_a_script_launches_an_agent_asks_it_and_sees_it_leave(
    house: Cotty, terminal: cotty.sync.Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.knows_fakes()
    monkeypatch.setenv("HOME", str(house.folder))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    agent = terminal.launch("fake_boxed", command=fake_command(Scenario(), "/dev/null", shell=False))
    seen = [agent.wait(timeout=20).state]
    turn = agent.ask("hello")
    assert (agent.profile, agent.pane.id, turn.reply) == ("fake_boxed", turn.pane, "● Done: hello")
    assert [info.pane for info in terminal.agents()] == [agent.pane.id]
    assert terminal.adopt(agent.pane.id).pid == agent.pid
    reports = agent.watch()
    seen.append(next(reports).state)
    assert agent.leave().outcome is Outcome.CONFIRMED
    seen += [report.state for report in reports]
    assert (seen[:2], seen[-1], agent.state) == (["idle", "idle"], "ended", "ended")


def test_several_threads_share_one_terminal(terminal: cotty.sync.Terminal) -> None:
    panes = [terminal.window(session="shared", command=["cat"]) for _ in range(4)]

    def talk(number: int) -> set[Outcome]:
        outcomes = set()
        for line in range(4):
            outcomes.add(panes[number].send(f"line {line} of thread {number}").outcome)
            panes[number].wait(pattern=f"^line {line} of thread {number}$", timeout=20)
        return outcomes

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(talk, range(4))) == [{Outcome.CONFIRMED}] * 4
    for number, pane in enumerate(panes):
        assert pane.read().lines == tuple(f"line {line} of thread {number}" for line in range(4) for _ in range(2))


def test_no_thread_is_left_behind_and_a_closed_terminal_says_so(house: Cotty) -> None:
    before = set(threading.enumerate())
    with cotty.sync.connect(socket_path=house.socket) as terminal:
        pane = terminal.pane("shared")
        assert set(threading.enumerate()) > before
        chunks = pane.watch()
        next(chunks)
    assert set(threading.enumerate()) == before
    with pytest.raises(ConnectionLost, match="was closed"):
        pane.read()
    chunks.close()  # type: ignore[attr-defined]  # a generator, whose end finds the terminal gone


def test_leaving_ends_a_call_of_another_thread(house: Cotty) -> None:
    ended: list[BaseException] = []

    def wait_long(pane: cotty.sync.Pane) -> None:
        try:
            pane.wait(pattern="never", timeout=60)
        except ConnectionLost as error:
            ended.append(error)

    began = time.monotonic()
    with cotty.sync.connect(socket_path=house.socket) as terminal:
        pane = terminal.pane("shared")
        waiting = threading.Thread(target=wait_long, args=(pane,))
        waiting.start()
        pane.wait(idle_seconds=0.2, timeout=5)
    waiting.join(20)
    assert time.monotonic() - began < 30
    assert len(ended) == 1


@pytest.fixture
def silent(tmp_path: Path) -> Iterator[Cotty]:
    """A server whose only pane shows nothing of what is typed."""
    with private(tmp_path / "silent") as made:
        made.session("shared", "sh", "-c", "stty raw -echo; echo ready; exec cat >/dev/null")
        yield made


def pen_is_held(house: Cotty) -> bool:
    """Whether the pen of `%0` is noted, as tmux says it."""
    hidden = Version.parse(house.ask_tmux("display-message", "-p", "#{version}")).has("hidden-environment")
    notes = show_notes() if hidden else ("show-options", "-p", "-t", "%0")
    return note_name("PEN", "%0", hidden=hidden) in house.ask_tmux(*notes)


def test_an_interrupt_ends_the_call_it_meets_and_gives_the_pen_back(silent: Cotty) -> None:
    """A send that sees no proof holds the pen and looks for half a minute."""
    saw_the_pen = False

    def interrupt() -> None:
        nonlocal saw_the_pen
        until = time.monotonic() + 20
        while not (saw_the_pen := pen_is_held(silent)) and time.monotonic() < until:
            pass
        os.kill(os.getpid(), signal.SIGINT)

    with cotty.sync.connect(socket_path=silent.socket, settings=Settings(proof_deadline=30)) as terminal:
        pane = terminal.pane("shared")
        assert pane.wait(pattern="ready", timeout=10).match == "ready"
        interrupting = threading.Thread(target=interrupt)
        interrupting.start()
        with pytest.raises(KeyboardInterrupt):
            pane.send("nobody shows this")
        interrupting.join(20)
        assert saw_the_pen
        assert not pen_is_held(silent)
        assert pane.read().lines == ("ready",)


def test_what_connect_refuses_leaves_no_thread() -> None:
    before = set(threading.enumerate())
    with pytest.raises(InvalidInput), cotty.sync.connect("telnet://x"):
        pass
    assert set(threading.enumerate()) == before
