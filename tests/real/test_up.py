"""`cotty up` serves until it is ended, and commands ask it where it runs."""

import os
import re
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from cotty.doors.faults import FAULTS
from tests.real.command_line import COTTY, Cotty, private

pytestmark = pytest.mark.real
_SECONDS = 40


@pytest.fixture
def world(tmp_path: Path) -> Iterator[Cotty]:
    """cotty on a private server with `cat` in the session `shared`."""
    with private(tmp_path / "up") as made:
        made.session("shared", "cat")
        yield made


class Up:
    """A running `cotty up`, and what it said."""

    def __init__(self, world: Cotty, *words: str) -> None:
        self.process = subprocess.Popen(
            [COTTY, "up", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=world.variables()
        )
        assert self.process.stdout is not None
        self.said = ""
        while "  more " not in self.said:
            line = self.process.stdout.readline()
            assert line, self.end()
            self.said += line

    @property
    def entrance(self) -> str:
        found = re.search(r"^ +browse +(\S+)$", self.said, re.MULTILINE)
        assert found is not None, self.said
        return found[1]

    @property
    def address(self) -> str:
        return self.entrance.partition("/enter")[0]

    def end(self, number: int = signal.SIGINT) -> tuple[int, str]:
        """Its exit status, and what it complained of."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        _, complaint = self.process.communicate(timeout=_SECONDS)
        return self.process.returncode, complaint


@contextmanager
def up(world: Cotty, *words: str) -> Iterator[Up]:
    """A server of that world, ended with this."""
    made = Up(world, *(words or ("--listen", "none")))
    try:
        yield made
    finally:
        made.end(signal.SIGTERM)


def posted(address: str, verb: str, token: str, given: dict[str, object] | None = None) -> httpx.Response:
    """What a program with that token is answered."""
    headers = {"Authorization": f"Bearer {token}"}
    return httpx.post(f"{address}/api/{verb}", json=given or {}, headers=headers, timeout=_SECONDS)


def clients(world: Cotty) -> int:
    return len(world.ask_tmux("list-clients").splitlines())


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_up_says_what_to_do_next_and_ends_with_nothing_of_tmux(world: Cotty, number: int) -> None:
    with up(world, "--listen", "127.0.0.1:0") as running:
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/enter\?code=cotty_[\w-]{43}", running.entrance)
        assert f"tmux -S {world.socket} attach -t shared" in running.said
        assert 'cotty send shared "echo hello"' in running.said
        assert 'cotty run shared "ls -la"' in running.said
        assert running.end(number) == (0, "")
    assert world("list").out.startswith("%0\tshared:0.0\t")
    assert [each for each in os.listdir(f"{world.runtime}/cotty") if each.endswith(".sock")] == []


def test_a_second_up_prints_a_new_address_of_the_first(world: Cotty) -> None:
    with up(world, "--listen", "127.0.0.1:0") as running:
        again = world("up", "--json").json
        assert again["address"].startswith(f"{running.address}/enter?code=")
        assert again["address"] != running.entrance
        for address in (running.entrance, again["address"]):
            with httpx.Client(follow_redirects=True, timeout=_SECONDS) as browser:
                answer = browser.get(address)
            assert answer.url == f"{running.address}/docs"
            assert "POST /api/send" in answer.text


@pytest.mark.promise("http:served")
def test_commands_ask_the_server_where_one_runs(world: Cotty) -> None:
    with up(world):
        before = clients(world)
        started = [world("list", "--json").json["panes"][0]["id"], world("send", "shared", "hello").code]
        assert started == ["%0", 0]
        kept = clients(world)
        assert kept > before  # no command runs, so they are the server's
        assert "hello" in world("read", "shared").out
        assert clients(world) == kept
        assert world("read", "nowhere").code == FAULTS["session_not_found"].exit_code
    actors = {row["actor"] for row in world.journal()}
    assert actors == {"person:tester"}


def test_whoever_is_told_something_else_works_alone(world: Cotty) -> None:
    with up(world):
        world("list")
        before = clients(world)
        for words in (("--set", "wait_deadline=7"), ("--session", "other"), ("--actor", "bob", "--session", "x")):
            world(*words, "list")
        assert clients(world) == before
        assert world("--session", "nowhere", "read").code == FAULTS["session_not_found"].exit_code
        assert world("send", "shared", "-", typed=b"caf\xe9").code == FAULTS["invalid_text"].exit_code


def test_an_actor_has_its_own_name_in_the_journal_and_at_the_pen(world: Cotty) -> None:
    with up(world):
        assert world("--actor", "zoë", "send", "shared", "x").code == 0
        rows = world("journal", "--who", "zoë", "--json").json["entries"]
    assert [(row["actor"], row["operation"], row["outcome"]) for row in rows] == [("agent:zoë", "send", "confirmed")]


def test_c_c_says_what_is_not_stopped(world: Cotty) -> None:
    world("open", "work")
    with up(world):
        words = [COTTY, "run", "work", "echo began; sleep 50"]
        with subprocess.Popen(words, stderr=subprocess.PIPE, text=True, env=world.variables()) as running:
            assert world("wait", "work", "--pattern", "^began$", "--timeout", "20").code == 0
            running.send_signal(signal.SIGINT)
            _, complaint = running.communicate(timeout=_SECONDS)
        assert running.returncode == 130
        assert complaint == "cotty: not stopped: sleep still runs in %1; `cotty keys %1 C-c`\n"


def test_a_verb_for_the_own_pane_is_refused_by_a_server_too(world: Cotty) -> None:
    world("open", "work")
    with up(world):
        world("send", "work", f"{COTTY} wait work; echo ended with $?", "--no-proof")
        assert world("wait", "work", "--pattern", r"^ended with \d+", "--timeout", "30").code == 0
        assert f"ended with {FAULTS['own_pane'].exit_code}" in world("read", "work").out


def test_a_server_that_ends_in_the_middle_is_an_error_and_its_socket_stands_in_nobodys_way(world: Cotty) -> None:
    with up(world) as running:
        words = [COTTY, "wait", "shared", "--pattern", "never", "--timeout", "50"]
        with subprocess.Popen(words, stderr=subprocess.PIPE, text=True, env=world.variables()) as waiting:
            until_listening(world)
            running.end(signal.SIGKILL)
            _, complaint = waiting.communicate(timeout=_SECONDS)
        assert waiting.returncode == FAULTS["connection_lost"].exit_code
        assert "look before you ask again" in complaint
        assert world("list").code == 0  # alone
    with up(world):
        assert world("list").code == 0


def until_listening(world: Cotty) -> None:
    """Until the server has an ear for what somebody waits for."""
    for _ in range(2000):
        if clients(world) >= 2:
            return
    raise AssertionError(world.ask_tmux("list-clients"))


def test_tokens_are_granted_listed_and_revoked(world: Cotty) -> None:
    with up(world, "--listen", "127.0.0.1:0") as running:
        token = world("grant", "ci", "--tier", "type", "--days", "1", "--", "shared").out.strip()
        assert posted(running.address, "send", token, {"text": "by http"}).status_code == 200
        assert posted(running.address, "kill", token, {"address": "%0"}).status_code == 403
        (row,) = world("tokens", "--json").json["tokens"]
        assert (row["name"], row["tier"], row["used"] is None) == ("ci", "type", False)
        assert row["panes"][0].startswith("%0@")
        assert world("revoke", "ci").out == "revoked 1\n"
        assert posted(running.address, "list", token).status_code == 401
        assert world("revoke", "ci").code == FAULTS["not_found"].exit_code
    acted = [(row["actor"], row["operation"]) for row in world.journal() if row["actor"].startswith("automation:")]
    assert acted == [("automation:ci", "send"), ("automation:ci", "kill")]


def test_the_journal_is_asked_by_who_what_where_and_how(world: Cotty) -> None:
    world("read", "shared")
    world("read", "nowhere")
    world("--actor", "automation:ci", "send", "%0", "x")
    shown = world("journal", "--operation", "read", "--json").json["entries"]
    assert [row["outcome"] for row in shown] == ["ok", "session_not_found"]
    assert [row["pane"] for row in world("journal", "--who", "ci", "--json").json["entries"]] == ["%0"]
    assert [row["operation"] for row in world("journal", "--pane", "nowhere", "--json").json["entries"]] == ["read"]
    assert world("journal", "--outcome", "session_not_found").out.split("\t")[1:5] == [
        "person:tester", "read", "nowhere", "session_not_found",
    ]  # fmt: skip
    assert world("journal", "--since", "2999-01-01").out == ""
    assert world("journal", "--lines", "1").out.count("\n") == 1
    assert world("journal", "--lines", "0").code == 2


@pytest.mark.slow
@pytest.mark.promise("http:killed")
def test_a_server_that_is_killed_in_traffic_forgets_nothing_and_types_nothing_twice(world: Cotty) -> None:
    kept = world.folder / "typed"
    world.session("lines", "sh", "-c", f"exec cat > {kept}")
    token = world("grant", "ci", "--tier", "type").out.strip()
    sent: list[str] = []
    with up(world, "--listen", "127.0.0.1:0") as first:
        address, gone = first.address, threading.Event()
        before = event_after(world, address, token, "before")

        def send_many() -> None:
            for number in range(400):
                sent.append(f"line-{number}")
                try:
                    posted(address, "send", token, {"text": sent[-1], "address": "lines", "proof": False})
                except httpx.HTTPError:
                    gone.set()
                    return

        sender = threading.Thread(target=send_many)
        sender.start()
        while len(sent) < 20:
            pass
        first.end(signal.SIGKILL)
        sender.join(_SECONDS)
        assert gone.is_set()
    with up(world, "--listen", address.removeprefix("http://")) as second:
        assert second.address == address
        assert posted(address, "send", token, {"text": "the last", "address": "lines"}).status_code == 200
        assert event_after(world, address, token, "after") > before
        assert event_after(world, address, token, "", number=before - 1) == before
        entries = world("journal", "--who", "ci", "--json").json["entries"]
    world("keys", "lines", "C-d")
    until_holds(kept, "the last")
    typed = kept.read_text(encoding="utf-8").split()
    assert len(typed) == len(set(typed))
    assert set(typed) - {"the", "last"} <= set(sent)
    assert len(entries) >= 20


def event_after(world: Cotty, address: str, token: str, session: str, *, number: int | None = None) -> int:
    """The id of the event that tells of that session, which is made now; or of the first one after a number."""
    headers = {"Authorization": f"Bearer {token}", **({} if number is None else {"Last-Event-ID": str(number)})}
    parameters = {"types": "session_opened"}
    with httpx.stream(
        "GET", f"{address}/api/events/stream", headers=headers, params=parameters, timeout=_SECONDS
    ) as said:
        lines = said.iter_lines()
        assert next(lines).startswith("retry")
        if session:
            world("open", session, "--", "cat")
        return next(int(line.removeprefix("id: ")) for line in lines if line.startswith("id: "))


def until_holds(path: Path, text: str) -> None:
    """Until a file has that text."""
    until = time.monotonic() + 20
    while text not in path.read_text(encoding="utf-8"):
        assert time.monotonic() < until
