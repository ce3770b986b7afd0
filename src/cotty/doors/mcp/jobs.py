"""Calls that go on longer than a client waits: begun once, attended as often as somebody comes for the answer.

Rules: each runs in the task group of the door and ends with it; whoever began it is the only one who can name it; a
bounded number of them, and a new one is refused while all still run; an answer is kept after it was given, because the
client may have gone before it came; who leaves before a handle was given ends the call, since nobody can ask for it.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, Final

from cotty.errors import CottyError, InvalidInput, Refused

MOST: Final = 32
_TICK: Final = 5.0  # seconds between two words of progress
Report = Callable[[float], Awaitable[None]]


@dataclass(slots=True)
class Job:
    """One call."""

    handle: str
    owner: str
    verb: str
    began: float
    done: asyncio.Event = field(default_factory=asyncio.Event)
    answer: Any = None
    error: Exception | None = None
    named: bool = False  # its handle was given to somebody
    task: "asyncio.Task[None] | None" = None

    @property
    def seconds(self) -> float:
        return round(time.monotonic() - self.began, 1)


@dataclass(slots=True)
class Jobs:
    """All of one door; `group` owns their tasks."""

    group: asyncio.TaskGroup
    _jobs: dict[str, Job] = field(default_factory=dict)
    _last: int = 0

    def begin(self, owner: str, verb: str, work: Callable[[], Coroutine[Any, Any, Any]]) -> Job:
        """Start it."""
        self._make_room()
        self._last += 1
        job = Job(f"{verb}-{self._last}", owner, verb, time.monotonic())
        self._jobs[job.handle] = job
        job.task = self.group.create_task(self._carry_out(job, work))
        return job

    def named(self, owner: str, verb: str, handle: str) -> Job:
        """The one of that handle."""
        job = self._jobs.get(handle)
        if job is None or job.owner != owner:
            raise InvalidInput(
                f"There is no call {handle!r} any more.",
                suggestion="Look at the pane with `read` before you start anything again: it may still run there.",
            )
        if job.verb != verb:
            raise InvalidInput(f"{handle!r} is a handle of `{job.verb}`.", suggestion=f"Call `{job.verb}` with it.")
        return job

    async def attend(self, job: Job, patience: float, report: Report) -> bool:
        """Whether it ended within that many seconds; meanwhile the caller hears how long it has lasted."""
        until = time.monotonic() + patience
        try:
            while not job.done.is_set() and (left := until - time.monotonic()) > 0:
                try:
                    async with asyncio.timeout(min(left, _TICK)):
                        await job.done.wait()
                except TimeoutError:
                    await report(job.seconds)
        except asyncio.CancelledError:
            if not job.named and job.task is not None:
                job.task.cancel()
            raise
        job.named = not job.done.is_set()
        return job.done.is_set()

    def end(self) -> None:
        """End all that still go on; nothing of tmux ends."""
        for job in self._jobs.values():
            if job.task is not None:
                job.task.cancel()

    async def _carry_out(self, job: Job, work: Callable[[], Coroutine[Any, Any, Any]]) -> None:
        try:
            job.answer = await work()
        except Exception as error:  # noqa: BLE001  (whoever attends raises it; the group must not end by it)
            job.error = error
        except asyncio.CancelledError:
            job.error = CottyError("That call was ended before its answer came.")
            raise
        finally:
            job.done.set()

    def _make_room(self) -> None:
        if len(self._jobs) < MOST:
            return
        ended = next((handle for handle, job in self._jobs.items() if job.done.is_set()), None)
        if ended is None:
            raise Refused(
                f"{MOST} calls are under way already.",
                suggestion=f"Call again with the handle of one of them: {', '.join(self._jobs)}.",
            )
        del self._jobs[ended]
