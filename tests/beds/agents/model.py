"""A scripted model on the loopback address, at a port the system chose: it says what a test told it, and keeps what it
was asked.

Rules: one answer of the script for each turn that is asked for, in order; without a script it says `Done.`; requests on
the side (titles, summaries) never use up the script; every task belongs to the model and ends with it.
"""

import asyncio
import json
import re
from collections import deque
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, Final, Protocol

from tests.beds.agents import anthropic, chat, gemini, responses
from tests.beds.agents.script import Answer, Failure, Hold, Question, Reply, Step, reply

_PATIENCE: Final = 20.0
_USUAL: Final = reply("Done.")
_ON_THE_SIDE: Final = reply("A short title")
_HEADER_LIMIT: Final = 1 << 20


class Dialect(Protocol):
    """What a module of a dialect offers."""

    PATHS: tuple[str, ...]

    def question(self, path: str, body: Mapping[str, Any]) -> Question: ...
    def stream(self, asked: Question, steps: Iterable[Step]) -> Iterator[bytes | Hold]: ...
    def whole(self, asked: Question, answer: Reply) -> Mapping[str, Any]: ...
    def failure(self, answer: Failure) -> Mapping[str, Any]: ...


_DIALECTS: Final[tuple[Dialect, ...]] = (anthropic, chat, responses, gemini)


class Model:
    """`model.says(…)` adds to the script; `model.prompts` is what persons asked, one entry for each turn's request."""

    def __init__(self, tasks: asyncio.TaskGroup) -> None:
        self.questions: list[Question] = []
        self.port = 0
        self._script: deque[Answer] = deque()
        self._tasks, self._running = tasks, set[asyncio.Task[None]]()
        self._server: asyncio.Server | None = None
        self._news = asyncio.Condition()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def turns(self) -> list[Question]:
        return [question for question in self.questions if question.turn]

    @property
    def prompts(self) -> list[str]:
        """The newest words of a person in each request that began a turn: sent twice, they stand here twice."""
        return [turn.said[-1] for turn in self.turns if turn.said and not turn.after_tool]

    def says(self, *answers: Answer | str) -> None:
        self._script += [reply(answer) if isinstance(answer, str) else answer for answer in answers]

    def forgets(self) -> None:
        """What is left of the script: a CLI may give up before, or ask once more."""
        self._script.clear()

    async def asked(self, turns: int, *, seconds: float = _PATIENCE) -> Question:
        """The newest request for a turn, once there were so many."""
        async with asyncio.timeout(seconds), self._news:
            await self._news.wait_for(lambda: len(self.turns) >= turns)
        return self.turns[-1]

    async def listen(self) -> None:
        """At the port it had before, if it had one."""
        self._server = await asyncio.start_server(self._met, "127.0.0.1", self.port, limit=_HEADER_LIMIT)
        self.port = self._server.sockets[0].getsockname()[1]

    def refuse(self) -> None:
        """Listen no more and drop every connection: the model is down."""
        if self._server is not None:
            self._server.close()
        for task in self._running:
            task.cancel()

    def _met(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = self._tasks.create_task(self._serve(reader, writer))
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One request a connection: who wants more connects again."""
        try:
            method, path, body = await _request(reader)
            await self._answer(writer, method, path, body)
            await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass  # an interrupted turn hangs up
        finally:
            writer.close()

    async def _answer(self, writer: asyncio.StreamWriter, method: str, path: str, body: dict[str, Any]) -> None:
        dialect = _dialect(path) if method == "POST" else None
        if dialect is None:
            _head(writer, 404, "application/json")
            writer.write(b"{}")
            return
        asked = dialect.question(path, body)
        await self._heard(asked)
        answer = self._next(asked)
        if isinstance(answer, Failure):
            _head(writer, answer.status, "application/json")
            writer.write(json.dumps(dialect.failure(answer)).encode())
        elif body.get("stream") or "streamGenerate" in path:
            await _stream(writer, dialect.stream(asked, answer.steps))
        else:
            _head(writer, 200, "application/json")
            writer.write(json.dumps(dialect.whole(asked, answer)).encode())

    async def _heard(self, asked: Question) -> None:
        async with self._news:
            self.questions.append(asked)
            self._news.notify_all()

    def _next(self, asked: Question) -> Answer:
        if not asked.turn:
            return _ON_THE_SIDE
        return self._script.popleft() if self._script else _USUAL


@asynccontextmanager
async def scripted_model() -> AsyncIterator[Model]:
    """A model that listens until the end of the block."""
    async with asyncio.TaskGroup() as tasks:
        model = Model(tasks)
        await model.listen()
        try:
            yield model
        finally:
            model.refuse()


def _dialect(path: str) -> Dialect | None:
    return next((dialect for dialect in _DIALECTS if path.endswith(dialect.PATHS)), None)


async def _request(reader: asyncio.StreamReader) -> tuple[str, str, dict[str, Any]]:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    method, path = head.split(" ", 2)[:2]
    length = re.search(r"(?im)^content-length: *(\d+)", head)
    data = await reader.readexactly(int(length[1])) if length else await _chunks(reader, head)
    return method, path.partition("?")[0], json.loads(data) if data else {}


async def _chunks(reader: asyncio.StreamReader, head: str) -> bytes:
    """A body that did not know its length."""
    data = b""
    if not re.search(r"(?im)^transfer-encoding: *chunked", head):
        return data
    while size := int((await reader.readuntil(b"\r\n")).partition(b";")[0], 16):
        data += (await reader.readexactly(size + 2))[:-2]
    return data


async def _stream(writer: asyncio.StreamWriter, parts: Iterator[bytes | Hold]) -> None:
    _head(writer, 200, "text/event-stream")
    for part in parts:
        if isinstance(part, Hold):
            await writer.drain()
            await part.over()
        else:
            writer.write(part)
    await writer.drain()


def _head(writer: asyncio.StreamWriter, status: int, kind: str) -> None:
    writer.write(f"HTTP/1.1 {status} Scripted\r\nContent-Type: {kind}\r\nConnection: close\r\n\r\n".encode())
