"""Start the process a transport names: once with an answer, or as a lasting conversation over a socket pair.

Rules: a lasting client never gets a pty (one that does not drain it blocks tmux's shutdown); standard error is kept,
bounded, to explain an end; a deadline ends the process that missed it.
"""

import asyncio
import socket
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from typing import IO

from cotty.errors import CottyError, DeadlinePassed
from cotty.transports.base import Transport

_COMPLAINT_LIMIT = 4096


@dataclass(frozen=True, slots=True)
class Completed:
    """What a finished process left."""

    status: int
    output: bytes
    complaint: str


async def run_once(transport: Transport, arguments: Sequence[str], *, deadline: float, typed: bytes = b"") -> Completed:
    """One tmux process from start to end. Raises the transport's own faults; tmux's refusals are in the answer."""
    argv = transport.argv(arguments)
    try:
        process = await asyncio.create_subprocess_exec(
            *argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
    except OSError as error:
        raise _cannot_start(transport, argv, error) from error
    try:
        output, complaint = await asyncio.wait_for(process.communicate(typed), deadline)
    except TimeoutError:
        raise DeadlinePassed(f"{transport.name} gave no answer within {deadline:g} s.") from None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    done = Completed(process.returncode or 0, output, complaint.decode("utf-8", "replace"))
    fault = transport.fault(done.status, done.complaint) if done.status else None
    if fault is not None:
        raise fault
    return done


class Carrier:
    """A lasting process whose standard input and output are one non-blocking socket."""

    def __init__(self, transport: Transport, arguments: Sequence[str]) -> None:
        self._transport = transport
        self._said = ""
        self.socket, theirs = socket.socketpair()
        self._complaint: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115  (closed with the process)
        argv = transport.argv(arguments)
        try:
            self._process = subprocess.Popen(
                argv, stdin=theirs.fileno(), stdout=theirs.fileno(), stderr=self._complaint.fileno()
            )
        except OSError as error:
            self.socket.close()
            self._complaint.close()
            raise _cannot_start(transport, argv, error) from error
        finally:
            theirs.close()
        self.socket.setblocking(False)

    async def close(self, *, deadline: float) -> None:
        """End the conversation; the process ends by itself when its socket does, and is killed when it does not."""
        self.socket.close()
        try:
            await asyncio.to_thread(self._process.wait, deadline)
        except subprocess.TimeoutExpired:
            self._process.kill()
            await asyncio.to_thread(self._process.wait, deadline)
        self._said = self.complaint()
        self._complaint.close()

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


def _cannot_start(transport: Transport, argv: Sequence[str], error: OSError) -> CottyError:
    complaint = f"cannot run {argv[0]}: {error.strerror}"
    return transport.fault(127, complaint) or CottyError(complaint)
