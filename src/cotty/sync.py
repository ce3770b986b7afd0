"""The same names without `await`, for scripts, notebooks and tools that are not asynchronous.

    with cotty.sync.connect() as terminal:
        receipt = terminal.open("shared").send("make test")

Rules: written by scripts/make_sync.py from the signatures of the asynchronous classes, never by hand; each terminal
has one event loop in a thread of its own, which ends with the `with`; calls may come from several threads; C-c ends
the call it meets, once that has tidied up (a pen is given back).
"""

# ruff: noqa: A002, BLE001  (the names of the public face; what a call raises, whatever it is, goes to its caller)
import asyncio
import builtins
import os
import threading
from collections.abc import AsyncGenerator, AsyncIterator, Coroutine, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError, Future, wait
from contextlib import AbstractAsyncContextManager, contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

from cotty import connecting
from cotty.agents import pane as _pane
from cotty.agents import terminal as _terminal
from cotty.errors import ConnectionLost
from cotty.model import (
    AgentInfo,
    AgentReport,
    AgentState,
    Awaiting,
    Chunk,
    Page,
    PaneInfo,
    Ready,
    Receipt,
    Result,
    Screen,
    ServerId,
    Turn,
)
from cotty.settings import Settings

if TYPE_CHECKING:
    from cotty.agents import agent as _agent
    from cotty.profiles.explaining import Explanation
    from cotty.profiles.profile import Profile

T = TypeVar("T")
_TIDYING: Final = 5.0  # seconds an interrupted call may take to end


class _Loop:
    """An event loop in a thread, with one terminal open in it."""

    def __init__(self, context: AbstractAsyncContextManager[_terminal.Terminal]) -> None:
        self._context = context
        self._ready, self._lock = threading.Event(), threading.Lock()
        self._open = False
        self._fault: BaseException | None = None
        self._tasks: dict[Future[Any], asyncio.Task[None]] = {}
        self._thread = threading.Thread(target=self._run, name="cotty", daemon=True)

    def start(self) -> _terminal.Terminal:
        """Open the terminal; raises what opening raises."""
        self._thread.start()
        self._ready.wait()
        if self._fault is not None:
            raise self._fault
        self._open = True
        return self._terminal

    def stop(self) -> None:
        """End what still runs, close the terminal, end the thread."""
        with self._lock:
            was_open, self._open = self._open, False
        if self._fault is None:
            self._ready.wait()
            self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join()
        if self._fault is not None and was_open:
            raise self._fault

    def call(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Run it in the loop and wait; an interrupt cancels it and is raised when it has ended."""
        answer: Future[T] = Future()
        with self._lock:
            if not self._open:
                coroutine.close()
                raise _closed()
            self._loop.call_soon_threadsafe(self._begin, coroutine, answer)
        try:
            return answer.result()
        except CancelledError:
            raise _closed() from None
        except KeyboardInterrupt:
            self._loop.call_soon_threadsafe(self._cancel, answer)
            wait([answer], _TIDYING)
            raise

    def _run(self) -> None:
        try:
            asyncio.run(self._live())
        except BaseException as error:
            self._fault = error
        finally:
            self._ready.set()

    async def _live(self) -> None:
        self._loop, self._end = asyncio.get_running_loop(), asyncio.Event()
        async with self._context as self._terminal, asyncio.TaskGroup() as self._group:
            self._ready.set()
            await self._end.wait()
            for task in self._tasks.values():
                task.cancel()

    def _begin(self, coroutine: Coroutine[Any, Any, T], answer: Future[T]) -> None:
        self._tasks[answer] = self._group.create_task(self._answer(coroutine, answer))

    async def _answer(self, coroutine: Coroutine[Any, Any, T], answer: Future[T]) -> None:
        try:
            answer.set_result(await coroutine)
        except asyncio.CancelledError:
            answer.set_exception(CancelledError())
            raise
        except BaseException as error:
            answer.set_exception(error)
        finally:
            del self._tasks[answer]

    def _cancel(self, answer: Future[Any]) -> None:
        if answer in self._tasks:
            self._tasks[answer].cancel()


def _closed() -> ConnectionLost:
    return ConnectionLost("This terminal was closed.", suggestion="Use it inside its `with cotty.sync.connect()`.")


async def _next(items: AsyncIterator[T]) -> T | None:
    return await anext(items, None)


def _each(loop: _Loop, items: AsyncIterator[T]) -> Iterator[T]:
    """An asynchronous iterator as a plain one; leaving it early ends it."""
    try:
        while (item := loop.call(_next(items))) is not None:
            yield item
    finally:
        with suppress(ConnectionLost):  # the terminal was closed first, and has ended it
            loop.call(cast("AsyncGenerator[T, None]", items).aclose())


@dataclass(frozen=True, slots=True, repr=False)
class Pane:
    """A handle: cheap to make, checked by every verb."""

    _loop: _Loop
    _pane: _pane.Pane

    @property
    def id(self) -> str:
        return self._pane.id

    @property
    def server(self) -> ServerId:
        return self._pane.server

    def send(
        self, text: str, *, enter: bool = True, proof: bool = True, key: str | None = None,
        pen_timeout: float | None = None,
    ) -> Receipt:  # fmt: skip
        """Type text literally, and Enter; the receipt says what is proved."""
        return self._loop.call(self._pane.send(text, enter=enter, proof=proof, key=key, pen_timeout=pen_timeout))

    def keys(self, *keys: str | Iterable[str], pen_timeout: float | None = None) -> Receipt:
        """Press keys by name: C-c, Enter, Up, Ctrl+C."""
        return self._loop.call(self._pane.keys(*keys, pen_timeout=pen_timeout))

    def read(self, *, lines: int = 100, all: bool = False, since: str | None = None) -> Page:
        """The last lines as plain text, everything tmux still has, or what is new since a page's cursor."""
        return self._loop.call(self._pane.read(lines=lines, all=all, since=since))

    def screen(self, *, styled: bool = False) -> Screen:
        """What the pane shows now, row by row, with the cursor; `styled` keeps colours as escapes."""
        return self._loop.call(self._pane.screen(styled=styled))

    def wait(
        self, *, pattern: str | None = None, idle_seconds: float | None = None, timeout: float | None = None,
    ) -> Ready:  # fmt: skip
        """Wait until the program is ready for input, a pattern stands in new output, or it went quiet or ended."""
        return self._loop.call(self._pane.wait(pattern=pattern, idle_seconds=idle_seconds, timeout=timeout))

    def run(self, command: str, *, timeout: float | None = None) -> Result:
        """Run a command in the pane's shell: exit code, exact output and folder, with only the command itself typed."""
        return self._loop.call(self._pane.run(command, timeout=timeout))

    def watch(self) -> Iterator[Chunk]:
        """A snapshot, then numbered chunks; whoever is slow is given a fresh snapshot."""
        return _each(self._loop, self._pane.watch())


@dataclass(frozen=True, slots=True, repr=False)
class Agent:
    """A handle: made by `launch` and `adopt`."""

    _loop: _Loop
    _agent: "_agent.Agent"

    @property
    def pane(self) -> Pane:
        return Pane(self._loop, self._agent.pane)

    @property
    def profile(self) -> str:
        return self._agent.profile

    @property
    def pid(self) -> int:
        """Its process; 0 where it cannot be known."""
        return self._agent.pid

    @property
    def resume_id(self) -> str | None:
        """The name of its conversation, as it printed it when it left; None before, and where it prints none."""
        return self._agent.resume_id

    @property
    def state(self) -> AgentState | None:
        """What it did at the last look."""
        return self._agent.state

    @property
    def awaiting(self) -> Awaiting | None:
        """What it asked at the last look."""
        return self._agent.awaiting

    def look(self) -> AgentReport:
        """Look now, once; a frame that is half painted is waited for."""
        return self._loop.call(self._agent.look())

    def wait(self, *wanted: AgentState | str, timeout: float | None = None) -> AgentReport:
        """Until it is in one of these states: idle, awaiting input, blocked or ended, where none is named."""
        return self._loop.call(self._agent.wait(*wanted, timeout=timeout))

    def watch(self) -> Iterator[AgentReport]:
        """What it does now, then every change, until it has ended."""
        return _each(self._loop, self._agent.watch())

    def send(self, text: str, *, key: str | None = None, pen_timeout: float | None = None) -> Receipt:
        """Tell it something, and prove that it was submitted."""
        return self._loop.call(self._agent.send(text, key=key, pen_timeout=pen_timeout))

    def ask(self, text: str, *, key: str | None = None, timeout: float | None = None) -> Turn:
        """Tell it something, wait until it has answered, and give its reply to this very message."""
        return self._loop.call(self._agent.ask(text, key=key, timeout=timeout))

    def leave(self) -> Receipt:
        """Have it leave, by the ways its profile knows, and see its process end."""
        return self._loop.call(self._agent.leave())

    def answer(self, option: str | int, *, fingerprint: str | None = None) -> Receipt:
        """Choose an option of the dialog that stands there, by number or label."""
        return self._loop.call(self._agent.answer(option, fingerprint=fingerprint))

    def interrupt(self) -> Receipt:
        """Stop what it is doing, and see it stop."""
        return self._loop.call(self._agent.interrupt())

    def why_unknown(self) -> str:
        """Why nothing is known of its state, in a sentence; empty where something is, or nothing can be said."""
        return self._loop.call(self._agent.why_unknown())

    def explain(self) -> "Explanation":
        """What is believed, by which evidence and how old it is; and every rule of its profile, with what each says of
        the screen.
        """
        return self._loop.call(self._agent.explain())


@dataclass(frozen=True, slots=True, repr=False)
class Terminal:
    """All panes of one tmux server, and the agents in them."""

    _loop: _Loop
    _terminal: _terminal.Terminal

    @property
    def name(self) -> str:
        return self._terminal.name

    def open(
        self, address: str | None = None, *, cwd: str | None = None, command: Sequence[str] = (),
        size: tuple[int, int] = (200, 50),
    ) -> Pane:  # fmt: skip
        """The pane of that address; a session of that name is made if there is none."""
        return Pane(self._loop, self._loop.call(self._terminal.open(address, cwd=cwd, command=command, size=size)))

    def pane(self, address: str | None = None) -> Pane:
        """The pane of that address, which must be there."""
        return Pane(self._loop, self._loop.call(self._terminal.pane(address)))

    def list(self, session: str | None = None) -> list[PaneInfo]:
        """Every pane, in the order of sessions, windows and places."""
        return self._loop.call(self._terminal.list(session))

    def window(
        self, *, session: str | None = None, name: str | None = None, cwd: str | None = None,
        command: Sequence[str] = (),
    ) -> Pane:  # fmt: skip
        """A new window in a session, behind the one that is shown; its pane."""
        return Pane(
            self._loop, self._loop.call(self._terminal.window(session=session, name=name, cwd=cwd, command=command))
        )

    def split(
        self, address: str | None = None, *, direction: str = "vertical", cwd: str | None = None,
        title: str | None = None, command: Sequence[str] = (),
    ) -> Pane:  # fmt: skip
        """Split a pane: `horizontal` puts the new one beside it, `vertical` below it."""
        return Pane(
            self._loop,
            self._loop.call(self._terminal.split(address, direction=direction, cwd=cwd, title=title, command=command)),
        )

    def kill(self, address: str, *, window: bool = False) -> str:
        """End a pane, or its whole window; refused when the session would end with it."""
        return self._loop.call(self._terminal.kill(address, window=window))

    def resize(self, address: str, *, width: int | None = None, height: int | None = None) -> PaneInfo:
        """Give a pane a size."""
        return self._loop.call(self._terminal.resize(address, width=width, height=height))

    def server(self) -> ServerId:
        """Which life of which server this is."""
        return self._loop.call(self._terminal.server())

    def launch(
        self, profile: "str | Profile", *, cwd: str | None = None, session: str | None = None, name: str | None = None,
        arguments: Sequence[str] = (), command: Sequence[str] = (), env: Mapping[str, str] | None = None,
    ) -> Agent:  # fmt: skip
        """Start an agent in a window of its own, in a session that is made if absent."""
        return Agent(
            self._loop,
            self._loop.call(
                self._terminal.launch(
                    profile, cwd=cwd, session=session, name=name, arguments=arguments, command=command, env=env
                )
            ),
        )

    def adopt(self, address: str | None = None, *, profile: "str | Profile | None" = None) -> Agent:
        """The agent that runs in that pane, however it was started."""
        return Agent(self._loop, self._loop.call(self._terminal.adopt(address, profile=profile)))

    def agents(self, session: str | None = None) -> builtins.list[AgentInfo]:
        """Every agent on this tmux server, with what it does now."""
        return self._loop.call(self._terminal.agents(session))

    def follow(self, session: str | None = None) -> Iterator[AgentReport]:
        """What every agent does now, then every change of any; those that come and end are told, too."""
        return _each(self._loop, self._terminal.follow(session))


@contextmanager
def connect(
    host: str = "local", *, socket: str | None = None, socket_path: str | os.PathLike[str] | None = None,
    session: str = "shared", tmux: str = "tmux", config: str | None = None, program: Sequence[str] = (),
    options: Sequence[str] = (), actor: str | None = None, settings: Settings | None = None,
) -> Iterator[Terminal]:  # fmt: skip
    """A terminal on a tmux server here, in a container or on another host, for `with`."""
    loop = _Loop(connecting.connect(
        host, socket=socket, socket_path=socket_path, session=session, tmux=tmux, config=config, program=program,
        options=options, actor=actor, settings=settings,
    ))  # fmt: skip
    try:
        yield Terminal(loop, loop.start())
    finally:
        loop.stop()
