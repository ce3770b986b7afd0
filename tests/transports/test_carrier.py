"""A process with an answer, and a process that lasts: started from a list, ended at its deadline."""

import asyncio
import select
import sys
from collections.abc import Sequence
from dataclasses import dataclass

import psutil
import pytest

from cotty.errors import CottyError, DeadlinePassed, HostUnreachable, TmuxMissing
from cotty.transports.base import TmuxProgram
from cotty.transports.carrier import Carrier, run_once
from cotty.transports.docker import Docker
from cotty.transports.local import Local
from cotty.transports.ssh import Ssh

NOTHING = "/nonexistent/program"


@dataclass(frozen=True)
class Script(Local):
    """Runs a few lines of Python instead of tmux."""

    text: str = ""

    def carry(self, words: Sequence[str]) -> list[str]:
        return [sys.executable, "-I", "-S", "-c", self.text, *words]


async def test_output_complaint_and_status_are_kept_apart() -> None:
    script = Script(text="import sys; print(sys.argv[1:]); print('no', file=sys.stderr); sys.exit(3)")
    done = await run_once(script, ["a b", "", "é;"], deadline=5)
    assert (done.status, done.output.decode(), done.complaint) == (3, "['a b', '', 'é;']\n", "no\n")


async def test_megabytes_come_whole() -> None:
    done = await run_once(Script(text="import os; os.write(1, b'') or print('x' * 5_000_000)"), [], deadline=10)
    assert len(done.output) == 5_000_001


async def test_nothing_is_read_from_our_own_input() -> None:
    done = await run_once(Script(text="import sys; print(repr(sys.stdin.read()))"), [], deadline=5)
    assert done.output == b"''\n"


async def test_a_process_that_misses_its_deadline_is_ended() -> None:
    before = set(psutil.Process().children())
    with pytest.raises(DeadlinePassed, match=r"local gave no answer within 0\.05 s"):
        await run_once(Script(text="import os, time; os.read(0, 1); time.sleep(60)"), [], deadline=0.05)
    # gone, and collected: nothing is left for whoever closes the loop
    assert set(psutil.Process().children()) <= before


@pytest.mark.promise("input:tmux", "input:host", "A-07")
@pytest.mark.parametrize(
    ("transport", "error"),
    [
        (Local(TmuxProgram(NOTHING)), TmuxMissing),
        (Docker("box", program=(NOTHING,)), HostUnreachable),
        (Ssh("host", program=(NOTHING,)), HostUnreachable),
    ],
)
async def test_a_program_that_is_not_there_is_one_clear_error(transport: Local, error: type[CottyError]) -> None:
    with pytest.raises(error):
        await run_once(transport, ["list-panes"], deadline=5)
    with pytest.raises(error):
        Carrier(transport, ["-C"])


async def test_a_fault_of_the_carrier_is_raised_and_a_refusal_of_tmux_is_an_answer() -> None:
    fault = Script(text="import sys; sys.exit(127)")
    with pytest.raises(TmuxMissing):
        await run_once(fault, [], deadline=5)
    assert (await run_once(Script(text="import sys; sys.exit(1)"), [], deadline=5)).status == 1


async def test_a_lasting_process_talks_over_one_socket_and_ends_with_it() -> None:
    carrier = Carrier(Script(text="import sys\nfor line in sys.stdin: print(line.upper(), end='', flush=True)"), [])
    carrier.socket.sendall(b"hello\n")
    assert select.select([carrier.socket], [], [], 5)[0]
    assert carrier.socket.recv(100) == b"HELLO\n"
    assert carrier.fault() is None
    await carrier.close(deadline=5)
    assert carrier.socket.fileno() == -1


async def test_a_lasting_process_that_does_not_end_by_itself_is_killed() -> None:
    carrier = Carrier(Script(text="import signal, time\nprint('up', flush=True)\nwhile True: time.sleep(9)"), [])
    assert select.select([carrier.socket], [], [], 5)[0]
    async with asyncio.timeout(5):
        await carrier.close(deadline=0.05)


async def test_what_a_lasting_process_complained_of_is_kept_and_bounded() -> None:
    carrier = Carrier(Script(text="import sys; sys.stderr.write('why ' + 'x' * 100_000); sys.exit(127)"), [])
    assert select.select([carrier.socket], [], [], 5)[0]
    await carrier.close(deadline=5)
    assert carrier.complaint().startswith("why x")
    assert len(carrier.complaint()) <= 4096
    assert isinstance(carrier.fault(), TmuxMissing)
