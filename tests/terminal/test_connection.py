"""One client: replies to whom they belong, a deadline for all, and nothing sent twice."""

import asyncio
import os
import random
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from cotty.controlmode.commands import Words, say
from cotty.controlmode.events import Notice, Output
from cotty.controlmode.guards import when
from cotty.errors import ConnectionLost, CottyError, DeadlinePassed, TmuxMissing
from cotty.terminal.server.connection import Connection
from cotty.transports.base import TmuxProgram
from cotty.transports.local import Local

PEER = Path(__file__).with_name("peer.py")
PATIENCE = 3.0


@dataclass(frozen=True)
class PeerTransport(Local):
    """Starts the peer instead of tmux. `near`: replies are looked for before the loop goes to sleep, as here."""

    diary: Path = Path("/dev/null")
    near: bool = True

    @property
    def shares_machine(self) -> bool:
        return self.near

    def carry(self, words: Sequence[str]) -> list[str]:
        return [sys.executable, "-I", "-S", str(PEER), str(self.diary), *words[2:]]


@dataclass
class Talk:
    """A connection to a peer, what it heard, and what the peer wrote down."""

    connection: Connection
    diary: Path
    heard: list[Output | Notice]

    async def word(self, word: str) -> bytes:
        (reply,) = await self.connection.ask(say(word))
        return b"|".join(reply.lines)

    def lines(self) -> list[str]:
        return self.diary.read_text(encoding="utf-8").splitlines() if self.diary.exists() else []

    async def until(self, there: Callable[[], bool]) -> None:
        """Let the loop run until it is there."""
        async with asyncio.timeout(PATIENCE):
            while not there():  # noqa: ASYNC110  (another process writes the diary)
                await asyncio.sleep(0)


@dataclass
class Opener:
    """Opens connections and closes them with the test."""

    folder: Path
    open: list[Connection] = field(default_factory=list)

    def __call__(self, *, deadline: float = PATIENCE, near: bool = True) -> Talk:
        diary = self.folder / f"diary-{len(self.open)}"
        heard: list[Output | Notice] = []
        connection = Connection(PeerTransport(diary=diary, near=near), (), deadline=deadline, hear=heard.append)
        self.open.append(connection)
        return Talk(connection, diary, heard)


@pytest.fixture
async def opened(tmp_path: Path) -> AsyncIterator[Opener]:
    opener = Opener(tmp_path)
    yield opener
    for connection in opener.open:
        await connection.close()


@pytest.mark.promise("control:own-replies")
@pytest.mark.parametrize("near", [True, False])
async def test_every_command_gets_its_own_reply(opened: Opener, near: bool) -> None:
    talk = opened(near=near)
    assert [await talk.word(str(number)) for number in range(5)] == [b"0", b"1", b"2", b"3", b"4"]
    async with asyncio.TaskGroup() as tasks:
        asked = [tasks.create_task(talk.word(f"n{number}")) for number in range(200)]
    assert [task.result() for task in asked] == [b"n%d" % number for number in range(200)]


async def test_several_commands_of_one_ask_come_back_together_and_in_order(opened: Opener) -> None:
    guard = when("%1", "1", [say("a"), say("b")], say("c"))
    replies = await opened().connection.ask(say("first"), guard, say("error"), say("last"))
    assert [(reply.ok, reply.lines) for reply in replies] == [
        (True, (b"first",)), (True, (b"one", b"two")), (False, (b"no such thing",)), (True, (b"last",)),
    ]  # fmt: skip


@pytest.mark.promise("control:own-replies")
async def test_an_ask_that_was_given_up_in_flight_does_not_shift_the_replies_behind_it(opened: Opener) -> None:
    talk = opened()
    async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as tasks:
        held = tasks.create_task(talk.word("hold"))
        after = tasks.create_task(talk.word("after"))
        await talk.until(lambda: "display-message -p after" in talk.lines())
        held.cancel()
        later = tasks.create_task(talk.word("later"))
        released = tasks.create_task(talk.word("release"))
    assert held.cancelled()
    assert [after.result(), later.result(), released.result()] == [b"after", b"later", b"release"]


async def test_an_ask_that_was_given_up_before_it_was_written_does_not_shift_the_replies(opened: Opener) -> None:
    talk = opened()
    async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as tasks:
        given_up = tasks.create_task(talk.word("given-up"))
        after = tasks.create_task(talk.word("after"))
        await asyncio.sleep(0)
        given_up.cancel()
    assert after.result() == b"after"
    assert await talk.word("more") == b"more"


@pytest.mark.promise("control:own-replies")
@pytest.mark.parametrize("seed", range(5))
async def test_any_asks_given_up_at_any_moment_leave_the_others_their_own_replies(opened: Opener, seed: int) -> None:
    dice, talk = random.Random(seed), opened()  # noqa: S311  (moves, not secrets)
    asked: dict[str, asyncio.Task[bytes]] = {}
    async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as tasks:
        for number in range(150):
            asked[f"w{number}"] = tasks.create_task(talk.word(f"w{number}"))
            if dice.random() < 0.3:
                dice.choice(list(asked.values())).cancel()
            for _ in range(dice.randint(0, 2)):
                await asyncio.sleep(0)
    answers = {word: task.result() for word, task in asked.items() if not task.cancelled()}
    assert 50 < len(answers) < 150
    assert all(answer.decode() == word for word, answer in answers.items())


async def test_a_stamp_is_taken_where_the_last_reply_stands_in_the_stream(opened: Opener) -> None:
    talk = opened()
    (reply,), heard = await talk.connection.ask_stamped([say("noise")], lambda: len(talk.heard))
    assert reply.lines == (b"noise",)
    assert heard == len(talk.heard)
    assert [event for event in talk.heard if isinstance(event, Output)] == [Output("%1", b"hello\\015\\012")]
    assert Notice("a-new-notice", "of words") in talk.heard


async def test_a_command_that_nobody_waits_for_shifts_nothing(opened: Opener) -> None:
    talk = opened()
    talk.connection.tell(say("told"))
    talk.connection.tell(say("error"))
    assert await talk.word("asked") == b"asked"


async def test_asking_for_nothing_is_answered_at_once(opened: Opener) -> None:
    async with asyncio.timeout(1):
        assert await opened().connection.ask() == []


async def test_a_large_command_is_written_whole_however_slowly_it_is_read(opened: Opener) -> None:
    talk = opened()
    large: Words = ("set-buffer", "-b", "b", "x" * 3_000_000)
    first, second = await talk.connection.ask(large, say("after"))
    assert first.lines == (str(len(" ".join(large))).encode(),)
    assert second.lines == (b"after",)


async def test_the_session_we_are_attached_to_is_known(opened: Opener) -> None:
    assert await opened().connection.attached() == "$4"


# ----------------------------------------------------------------------------------------- when it goes wrong


async def test_a_deadline_that_passes_fails_everything_that_is_pending_and_what_comes_after(opened: Opener) -> None:
    talk = opened(deadline=0.1)
    await talk.word("awake")
    async with asyncio.timeout(PATIENCE):
        results = await asyncio.gather(talk.word("hang"), talk.word("behind"), return_exceptions=True)
    assert [type(result) for result in results] == [DeadlinePassed] * 2
    assert "0.1 s" in str(results[0])
    with pytest.raises(DeadlinePassed):
        await talk.word("after")


async def test_a_client_that_missed_a_deadline_is_ended(opened: Opener) -> None:
    """A deaf client that stays attached costs the server memory, and keeps it from ending."""
    talk = opened(deadline=0.1, near=False)
    await talk.word("awake")
    with pytest.raises(DeadlinePassed):
        await talk.word("hang")
    await talk.until(lambda: talk.lines()[-1] == "end of file")


@pytest.mark.parametrize("missed", [True, False])
async def test_a_client_on_this_machine_ends_before_its_socket_does(opened: Opener, missed: bool) -> None:
    """tmux ends itself for a client whose socket ended while a pane printed."""
    talk = opened(deadline=0.5)
    await talk.word("awake")
    if missed:
        with pytest.raises(DeadlinePassed):
            await talk.word("hang")
    await talk.connection.close()
    assert "end of file" not in talk.lines()


async def test_answers_in_time_keep_a_connection_alive_past_many_deadlines(opened: Opener) -> None:
    talk = opened(deadline=0.1)
    async with asyncio.timeout(PATIENCE):
        ends = asyncio.get_running_loop().time() + 0.25
        while asyncio.get_running_loop().time() < ends:
            assert await talk.word("on") == b"on"
    assert talk.connection.lost is None


@pytest.mark.promise("send:once")
@pytest.mark.parametrize(("word", "reason"), [("die", "no reason given"), ("exit", "server exited unexpectedly")])
async def test_a_lost_client_fails_what_is_pending_and_sends_nothing_again(
    opened: Opener, word: str, reason: str
) -> None:
    talk = opened()
    await talk.word("before")
    results = await asyncio.gather(talk.word(word), talk.word("behind"), return_exceptions=True)
    assert [type(result) for result in results] == [ConnectionLost] * 2
    assert reason in str(results[0])
    with pytest.raises(ConnectionLost):
        await talk.word("after")
    sent = [line for line in talk.lines() if line.startswith("display-message")]
    assert sent[:2] == ["display-message -p before", f"display-message -p {word}"]
    assert "display-message -p after" not in sent
    assert len(sent) == len(set(sent))


async def test_the_loss_is_told_once(opened: Opener) -> None:
    talk = opened()
    with pytest.raises(ConnectionLost):
        await talk.word("die")
    await talk.connection.close()
    await talk.connection.close()
    assert [event.name for event in talk.heard if isinstance(event, Notice)].count("lost") == 1


async def test_an_ask_that_was_given_up_does_not_complain_when_the_client_is_lost(opened: Opener) -> None:
    talk = opened()
    async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as tasks:
        held = tasks.create_task(talk.word("hold"))
        await talk.until(lambda: "display-message -p hold" in talk.lines())
        held.cancel()
    talk.connection.tell(say("told"))
    with pytest.raises(ConnectionLost):
        await talk.word("die")


async def test_closing_ends_the_process_and_fails_what_is_pending(opened: Opener) -> None:
    talk = opened()
    await talk.word("awake")
    pid = int(talk.lines()[0].removeprefix("pid "))
    async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as tasks:
        asking = tasks.create_task(failure_of(talk, "hold"))
        await talk.until(lambda: "display-message -p hold" in talk.lines())
        await talk.connection.close()
    assert isinstance(asking.result(), ConnectionLost)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


async def failure_of(talk: Talk, word: str) -> CottyError:
    with pytest.raises(CottyError) as caught:
        await talk.word(word)
    return caught.value


async def test_a_program_that_cannot_be_started_is_one_clear_error() -> None:
    transport = Local(TmuxProgram("/nonexistent/tmux"))
    with pytest.raises(TmuxMissing):
        Connection(transport, ("-C",), deadline=1.0, hear=lambda event: None)
