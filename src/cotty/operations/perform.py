"""The one way to run an operation: policy, then the work, then the journal.

Rules: a refusal, a failure and a cancelled call are written down too; what was typed never is; a journal that cannot
be written is never the error of the verb (`cotty doctor` tells).
"""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any, TypeVar, cast

from cotty.errors import CottyError
from cotty.model import Chunk
from cotty.operations.journal import Entry
from cotty.operations.operation import Call, Operation, Stream
from cotty.operations.policy import allow, confined

InputT = TypeVar("InputT")
OutputT = TypeVar("OutputT")


async def perform(operation: Operation[InputT, OutputT], request: InputT, call: Call) -> OutputT:
    """Do it, if the actor may; the error is the engine's own."""
    began, outcome, answer = time.monotonic(), "cancelled", None
    try:
        allow(call.actor, operation.name, operation.tier)
        request = await confined(call, operation.name, request)
        answer = await operation.run(call, request)
        outcome = _outcome(answer)
        return answer
    except BaseException as error:
        outcome = _failure(error)
        raise
    finally:
        pane = _pane(answer) or _address(request)
        call.journal.write(_entry(call, operation.name, pane, outcome, began))


async def follow(stream: Stream[InputT], request: InputT, call: Call) -> AsyncIterator[Chunk]:
    """The same for a stream; it is written down once, when it ends."""
    began, outcome = time.monotonic(), "ok"
    try:
        allow(call.actor, stream.name, stream.tier)
        request = await confined(call, stream.name, request)
        async with aclosing(cast("Any", await stream.run(call, request))) as chunks:
            async for chunk in chunks:
                yield chunk
    except GeneratorExit:
        raise  # whoever watched had seen enough
    except BaseException as error:
        outcome = _failure(error)
        raise
    finally:
        call.journal.write(_entry(call, stream.name, _address(request), outcome, began))


def _outcome(answer: object) -> str:
    """How it ended, in the answer's own word where it has one."""
    said = getattr(getattr(answer, "receipt", answer), "outcome", None) or getattr(answer, "reason", None)
    if said is None and getattr(answer, "finished", True) is False:
        return "timeout"
    return str(said or "ok")


def _failure(error: BaseException) -> str:
    if isinstance(error, CottyError):
        return error.code
    return "cancelled" if isinstance(error, asyncio.CancelledError | KeyboardInterrupt) else "error"


def _pane(answer: object) -> str | None:
    return getattr(answer, "pane", None) or getattr(answer, "id", None)


def _address(request: object) -> str | None:
    return getattr(request, "address", None)


def _entry(call: Call, name: str, pane: str | None, outcome: str, began: float) -> Entry:
    milliseconds = round((time.monotonic() - began) * 1000, 3)
    return Entry(str(call.actor), name, pane, call.terminal.name, outcome, milliseconds)
