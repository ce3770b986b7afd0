"""Start the process a transport names: once with an answer, or as a lasting conversation over a socket pair.

Rules:
1. A lasting client never gets a pty (one that does not drain it blocks tmux's shutdown); standard error is kept,
   bounded, to explain an end; a deadline ends the process that missed it.
2. The socket of a client on this machine ends after the client, never before: a client whose socket ends while a pane
   prints may take the tmux server with it (docs/decisions/0014). So we end the process and hold the socket until tmux
   has closed its own. A client holds a copy and ends with the thread that started it, where `setpriv` can see to that:
   then neither a cotty that is killed nor one that never closes ends the socket first, or leaves a client behind.
"""

import asyncio
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from stat import S_ISGID, S_ISUID
from typing import IO

from cotty.errors import CottyError, DeadlinePassed
from cotty.transports.base import Transport

_COMPLAINT_LIMIT = 4096
_KILLED = 2.0  # seconds in which a killed process is gone


@dataclass(frozen=True, slots=True)
class Completed:
    """What a finished process left."""

    status: int
    output: bytes
    complaint: str


class _Gathering(asyncio.SubprocessProtocol):
    """Keeps what a process prints until it has ended and closed both of its pipes."""

    def __init__(self) -> None:
        self.printed: dict[int, list[bytes]] = {1: [], 2: []}
        self.ended = asyncio.get_running_loop().create_future()
        self.exited = asyncio.get_running_loop().create_future()
        self._open = {1, 2, "process"}

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        self.printed[fd].append(data)

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        self._close(fd)

    def process_exited(self) -> None:
        if not self.exited.done():
            self.exited.set_result(None)
        self._close("process")

    def _close(self, part: int | str) -> None:
        self._open.discard(part)
        if not self._open and not self.ended.done():
            self.ended.set_result(None)


async def run_tmux(transport: Transport, arguments: Sequence[str], *, deadline: float) -> Completed:
    """One tmux process from start to end; its refusals are in the answer."""
    return await run_once(transport, transport.tmux.words(arguments), deadline=deadline)


async def run_once(transport: Transport, words: Sequence[str], *, deadline: float) -> Completed:
    """One process from start to end. Raises the transport's own faults.

    A tmux client hands its pipes to the server, so a server that stands still holds them open after the client is
    killed: nobody waits for them then.
    """
    argv = transport.carry(words)
    try:
        loop = asyncio.get_running_loop()
        process, gathering = await loop.subprocess_exec(_Gathering, *argv, stdin=subprocess.DEVNULL)
    except OSError as error:
        raise _cannot_start(transport, argv, error) from error
    try:
        await asyncio.wait_for(gathering.ended, deadline)
    except TimeoutError:
        raise DeadlinePassed(f"{transport.name} gave no answer within {deadline:g} s.") from None
    finally:
        if process.get_returncode() is None:
            process.kill()
            await asyncio.wait([gathering.exited], timeout=_KILLED)
        process.close()
    complaint = b"".join(gathering.printed[2]).decode("utf-8", "replace")
    done = Completed(process.get_returncode() or 0, b"".join(gathering.printed[1]), complaint)
    fault = transport.fault(done.status, done.complaint) if done.status else None
    if fault is not None:
        raise fault
    return done


class Carrier:
    """A lasting process whose standard input and output are one non-blocking socket."""

    def __init__(self, transport: Transport, arguments: Sequence[str]) -> None:
        self._transport, self._near = transport, transport.shares_machine
        self._said = ""
        self.socket, theirs = socket.socketpair()
        self._complaint: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115  (closed with the process)
        argv = transport.carry(transport.tmux.words(arguments))
        bound = _ends_with_us(argv[0]) if self._near else ()
        try:
            self._process = subprocess.Popen(
                [*bound, *argv], stdin=theirs.fileno(), stdout=theirs.fileno(), stderr=self._complaint.fileno(),
                pass_fds=(self.socket.fileno(),) if bound else (),
            )  # fmt: skip
        except OSError as error:
            self.socket.close()
            self._complaint.close()
            raise _cannot_start(transport, argv, error) from error
        finally:
            theirs.close()
        self.socket.setblocking(False)

    async def close(self, *, deadline: float) -> None:
        """End the conversation. Elsewhere the process ends by itself when its socket does, and is killed when it does
        not. What tmux still has to say is read to its end: tmux 3.3a may keep a client that it cannot write to.
        """
        try:
            if self._near:
                self._process.kill()
            await self._heard_out(deadline)
            self.socket.close()
            await asyncio.to_thread(self._process.wait, deadline)
        except subprocess.TimeoutExpired:
            pass  # it is killed
        finally:
            self._collect()

    async def _heard_out(self, deadline: float) -> None:
        loop = asyncio.get_running_loop()
        try:
            if not self._near:
                self.socket.shutdown(socket.SHUT_WR)
            async with asyncio.timeout(deadline):
                while await loop.sock_recv(self.socket, 1 << 16):
                    pass
        except (OSError, TimeoutError):
            pass  # it ended first, or it never will by itself

    def _collect(self) -> None:
        """Leave nothing behind, also when whoever closes was cancelled."""
        self.socket.close()
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        self._said = self.complaint()
        self._complaint.close()

    def hang_up(self) -> None:
        """End a conversation that is not answered: tmux itself holds the other end. `close` collects the process."""
        if self._near:
            self._process.kill()
            return
        try:
            self.socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass  # it has ended

    def fault(self) -> CottyError | None:
        """Why the process ended, in the transport's words, when the transport is to blame."""
        status = self._process.poll()
        return self._transport.fault(status, self.complaint()) if status else None

    def complaint(self) -> str:
        """The first words of its standard error."""
        if self._complaint.closed:
            return self._said
        self._complaint.seek(0)
        return self._complaint.read(_COMPLAINT_LIMIT).decode("utf-8", "replace")


@cache
def _ends_with_us(program: str) -> tuple[str, ...]:
    """What has a program end with the thread that starts it; nothing where that cannot be had: on macOS, with BusyBox,
    for a program that is given another user or group as it starts, because the kernel forgets the wish then.
    """
    binder, found = shutil.which("setpriv"), shutil.which(program)
    if sys.platform != "linux" or binder is None or found is None:
        return ()
    if os.path.basename(os.path.realpath(binder)) != "setpriv" or os.stat(found).st_mode & (S_ISUID | S_ISGID):
        return ()
    return binder, "--pdeathsig", "KILL", "--"


def _cannot_start(transport: Transport, argv: Sequence[str], error: OSError) -> CottyError:
    complaint = f"cannot run {argv[0]}: {error.strerror}"
    return transport.fault(127, complaint) or CottyError(complaint)
