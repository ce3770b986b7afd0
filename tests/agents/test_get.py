"""One GET over a real socket of this machine: what comes of it, and how it ends."""

import asyncio
import base64
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest

from cotty.agents.events.get import Address, Get

Answer = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]
OK = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"


@asynccontextmanager
async def serving(answer: Answer) -> AsyncIterator[Address]:
    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with server:
        yield Address("127.0.0.1", server.sockets[0].getsockname()[1], password="pass word")  # noqa: S106  (of this test alone)


def says(data: bytes, heard: list[bytes] | None = None) -> Answer:
    """A server that answers so, and ends."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        request = await reader.readuntil(b"\r\n\r\n")
        if heard is not None:
            heard.append(request)
        writer.write(data)
        await writer.drain()
        writer.close()

    return answer


async def got(address: Address, deadline: float = 5.0) -> tuple[bytes, str]:
    """The body, and why it ended."""
    ended: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    body = bytearray()
    Get(address, "event", body=body.extend, ended=ended.set_result, deadline=deadline)
    async with asyncio.timeout(10):
        reason = await ended
    return bytes(body), reason


async def test_a_reply_is_given_and_the_password_goes_with_the_request() -> None:
    heard: list[bytes] = []
    async with serving(says(OK, heard)) as address:
        assert await got(address) == (b"hello", "")
    assert heard[0].startswith(b"GET /event HTTP/1.1\r\n")
    assert b"Authorization: Basic " + base64.b64encode(b"opencode:pass word") in heard[0]
    assert "pass" not in repr(address)


@pytest.mark.parametrize(("data", "reason"), [
    (b"HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n", "it answers 401"), (b"", "the server ended it"),
    (b"220 mail\r\n\r\n", "not HTTP: '220 mail'"), (OK[:-2], "the server ended it"),
])  # fmt: skip
async def test_anything_else_is_told_with_its_reason(data: bytes, reason: str) -> None:
    async with serving(says(data)) as address:
        assert (await got(address))[1] == reason


async def test_where_nobody_listens_that_is_told() -> None:
    async with serving(says(OK)) as address:
        pass
    assert await got(address) == (b"", "nobody listens there")


async def test_a_server_that_says_nothing_is_given_up_at_the_deadline() -> None:
    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()

    async with serving(silent) as address:
        assert await got(address, 0.05) == (b"", "no answer within 0.05 s")


async def test_a_reply_that_stops_half_way_is_given_up_at_the_deadline_and_a_stream_is_not() -> None:
    async def stops(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(OK[:-3])
        await reader.readuntil(b"\r\n\r\n")
        await reader.read()
        writer.close()

    async with serving(stops) as address:
        ended: list[str] = []
        first: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        stream = Get(address, "event", body=first.set_result, ended=ended.append, deadline=0.05, stream=True)
        async with asyncio.timeout(10):
            assert await first == b"he"
            assert await got(address, 0.2) == (b"he", "no answer within 0.2 s")
        assert ended == []
        stream.close()
        assert ended == ["closed"]


async def test_no_other_machine_is_asked() -> None:
    assert await got(Address("192.0.2.1", 80)) == (b"", "192.0.2.1 is not this machine")
