"""What a foreign page, another account's program and a thief of a token try at the door HTTP: each is refused."""

import asyncio
import json
import os
import re
import socket
import stat
import subprocess
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

import cotty
from cotty.doors.http import limits, serving
from cotty.doors.http.app import BODY
from cotty.doors.http.limits import Limits
from cotty.errors import InvalidInput
from cotty.store import tokens
from tests.real.command_line import Cotty, private
from tests.real.http_house import SECONDS, House, housed, shared_store

pytestmark = pytest.mark.real
_SAID_TO_A_BROWSER = {
    "content-security-policy": "default-src 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Cotty]:
    """A tmux server with one pane, `cat`; the store is that of the account."""
    monkeypatch.setenv("XDG_STATE_HOME", str(Path(shared_store()).parents[1]))
    with private(tmp_path / "world") as made:
        made.session("shared", "cat")
        yield made


@pytest.fixture
async def served(world: Cotty) -> AsyncIterator[House]:
    """A server of it."""
    async with housed(lambda actor: cotty.connect(socket_path=world.socket, actor=actor)) as made:
        yield made


@pytest.fixture
async def page(served: House) -> AsyncIterator[httpx.AsyncClient]:
    """A browser that has come in by its one-time code, and sends what a page of ours sends."""
    async with served.stranger(headers={"Cotty-Request": "1"}) as client:
        assert (await client.get((await served.opened.entrance()) or "")).status_code == 303
        yield client


async def program(served: House, tier: str, **more: Any) -> httpx.AsyncClient:  # noqa: ANN401
    """A program with a token of that tier."""
    secret, _ = await tokens.make(served.store, "ci", tokens.PROGRAM, tier, **more)
    return served.stranger(headers={"Authorization": f"Bearer {secret}"})


def refused(answer: httpx.Response, status: int, code: str) -> None:
    """The error shape, and what keeps a browser careful."""
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code), answer.text
    careful(answer)


def careful(answer: httpx.Response) -> None:
    for name, begins in _SAID_TO_A_BROWSER.items():
        assert answer.headers[name].startswith(begins), name
    assert "'unsafe-inline'" not in answer.headers["content-security-policy"]
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
    assert "access-control-allow-origin" not in answer.headers


@pytest.mark.promise("http:attacks")
async def test_nobody_is_let_in_without_a_token_not_even_on_this_machine(served: House) -> None:
    async with served.stranger() as client:
        for path in ("/api/list", "/api/send", "/nowhere"):
            refused(await client.post(path), 401, "not_authenticated")
        for path in ("/openapi.json", "/docs", "/", "/server", "/api/events/stream", "/ws"):
            refused(await client.get(path), 401, "not_authenticated")
        refused(await client.post("/api/list", headers={"Authorization": "Bearer x"}), 401, "not_authenticated")
        refused(await client.post("/api/list", headers={"Authorization": "Basic eDp5"}), 401, "not_authenticated")


async def test_the_account_itself_needs_no_token_over_its_unix_socket(served: House) -> None:
    async with served.client() as client:
        assert (await client.post("/api/list")).json()["panes"][0]["address"] == "shared:0.0"
    assert stat.S_IMODE(os.stat(served.path).st_mode) == 0o600
    assert stat.S_IMODE(os.stat(os.path.dirname(served.path)).st_mode) == 0o700


@pytest.mark.skipif(os.getuid() != 0, reason="takes the right to become another account")
async def test_another_account_is_hung_up_on_though_it_reaches_the_socket(served: House, tmp_path: Path) -> None:
    os.chmod(os.path.dirname(served.path), 0o777)  # noqa: S103  (all the doors stand open but one)
    os.chmod(served.path, 0o777)  # noqa: S103
    code = (
        "import socket, sys; line = socket.socket(socket.AF_UNIX); line.connect(sys.argv[1]);"
        "line.settimeout(20); line.sendall(b'POST /api/list HTTP/1.1\\r\\nhost: localhost\\r\\n\\r\\n');"
        "print(line.recv(99))"
    )
    argv = ["/usr/bin/env", "python3", "-I", "-c", code, served.path]
    done = await asyncio.to_thread(
        subprocess.run, argv, capture_output=True, text=True, user=65534, timeout=SECONDS, check=False, cwd="/"
    )
    if "Permission denied" in done.stderr:
        pytest.skip("that account cannot run this Python")
    assert "HTTP" not in done.stdout, done
    assert done.stdout.strip() == "b''" or "Connection" in done.stderr or "Broken pipe" in done.stderr, done


async def test_a_code_opens_the_door_once(served: House) -> None:
    address = await served.opened.entrance() or ""
    async with served.stranger() as client:
        answer = await client.get(address)
        assert (answer.status_code, answer.headers["location"]) == (303, "/docs")
        careful(answer)
        flags = {each.strip() for each in answer.headers["set-cookie"].split(";")}
        assert {"HttpOnly", "SameSite=Strict", "Path=/"} < flags
        assert answer.headers["set-cookie"].startswith(f"cotty-{urlsplit(address).port}=")
        assert (await client.get("/docs")).status_code == 200
    async with served.stranger() as thief:
        refused(await thief.get(address), 401, "not_authenticated")
        refused(await thief.get("/enter"), 401, "not_authenticated")
        refused(await thief.post(address), 405, "wrong_method")


async def test_of_two_who_bring_one_code_one_is_let_in(served: House) -> None:
    address = await served.opened.entrance() or ""
    async with served.stranger() as one, served.stranger() as other:
        answers = await asyncio.gather(one.get(address), other.get(address))
    assert sorted(each.status_code for each in answers) == [303, 401]


async def test_an_expired_code_opens_nothing(served: House) -> None:
    code, _ = await tokens.make(served.store, "tester", tokens.CODE, "manage", seconds=-1)
    async with served.stranger() as client:
        refused(await client.get("/enter", params={"code": code}), 401, "not_authenticated")


async def test_a_code_is_no_token_and_a_cookie_is_no_bearer(served: House, page: httpx.AsyncClient) -> None:
    code, _ = await tokens.make(served.store, "tester", tokens.CODE, "manage", seconds=60)
    secret = next(iter(page.cookies.jar)).value
    async with served.stranger() as thief:
        for each in (code, secret):
            refused(
                await thief.post("/api/list", headers={"Authorization": f"Bearer {each}"}), 401, "not_authenticated"
            )


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:80", "127.0.0.1", "localhost.evil.example", "", "x" * 999]
)
async def test_a_foreign_host_is_dns_rebinding(served: House, page: httpx.AsyncClient, host: str) -> None:
    refused(await page.post("/api/list", headers={"Host": host}), 403, "not_admitted")
    async with served.client() as client:
        refused(await client.post("/api/list", headers={"Host": host}), 403, "not_admitted")


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "SIBLING", "HTTPS", "http://127.0.0.1", "http://"])
async def test_a_foreign_origin_is_another_page(served: House, page: httpx.AsyncClient, origin: str) -> None:
    port = urlsplit(served.address).port or 0
    origin = {"SIBLING": f"http://127.0.0.1:{port + 1}", "HTTPS": f"https://127.0.0.1:{port}"}.get(origin, origin)
    refused(await page.post("/api/list", headers={"Origin": origin}), 403, "not_admitted")
    refused(await page.get("/openapi.json", headers={"Origin": origin}), 403, "not_admitted")
    async with await program(served, "manage") as client:
        refused(await client.post("/api/list", headers={"Origin": origin}), 403, "not_admitted")


async def test_a_page_of_ours_is_let_in_by_its_own_origin(served: House, page: httpx.AsyncClient) -> None:
    answer = await page.post("/api/list", headers={"Origin": served.address})
    assert answer.status_code == 200
    careful(answer)


async def test_a_request_by_cookie_says_that_it_is_meant(served: House, page: httpx.AsyncClient) -> None:
    del page.headers["Cotty-Request"]
    refused(await page.post("/api/list"), 403, "not_admitted")
    page.headers["Cotty-Request"] = "1"
    refused(await page.post("/api/list", headers={"Sec-Fetch-Site": "cross-site"}), 403, "not_admitted")
    refused(await page.post("/api/list", headers={"Sec-Fetch-Site": "same-site"}), 403, "not_admitted")
    assert (await page.post("/api/list", headers={"Sec-Fetch-Site": "same-origin"})).status_code == 200


async def test_a_form_of_a_foreign_page_is_no_request(page: httpx.AsyncClient) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
        answer = await page.post("/api/send", content=b'{"text": "x"}', headers={"Content-Type": kind})
        refused(answer, 400, "invalid_input")


async def test_a_cross_site_websocket_is_refused_before_it_is_one(served: House, page: httpx.AsyncClient) -> None:
    cookie = "; ".join(f"{each.name}={each.value}" for each in page.cookies.jar)
    host = urlsplit(served.address).netloc
    for more in ("origin: http://evil.example\r\n", "origin: null\r\n"):
        said = await raw(
            served,
            f"GET /ws HTTP/1.1\r\nhost: {host}\r\ncookie: {cookie}\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
            f"sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n{more}\r\n",
        )
        assert said.startswith(b"HTTP/1.1 403"), said


@pytest.mark.promise("http:tiers")
async def test_a_scope_reaches_no_further(served: House, world: Cotty) -> None:
    before = world.ask_tmux("list-panes", "-a", "-F", "#{pane_id}")
    text, here = {"text": "x"}, {"address": "%0"}
    tries: dict[str, list[tuple[str, dict[str, Any]]]] = {
        "read": [("answer", {"option": "1"}), ("send", text), ("kill", here), ("grant", {"name": "x"})],
        "answer": [("send", text), ("keys", {"keys": ["x"]}), ("run", {"command": "x"}), ("ask", text)],
        "type": [("kill", here), ("open", {"address": "more"}), ("window", {}), ("tokens", {}),
                 ("grant", {"name": "x", "tier": "manage"}), ("revoke", {"name": "ci"})],
    }  # fmt: skip
    for tier, verbs in tries.items():
        async with await program(served, tier) as client:
            assert (await client.post("/api/list")).status_code == 200
            for verb, given in verbs:
                refused(await client.post(f"/api/{verb}", json=given), 403, "not_allowed")
            named = await client.post("/api/send", json={"text": "x"}, headers={"Cotty-Actor": "person:root"})
            assert named.status_code == (200 if tier == "type" else 403)
    assert world.ask_tmux("list-panes", "-a", "-F", "#{pane_id}") == before


async def test_a_token_that_is_bound_to_a_pane_does_nothing_elsewhere(served: House, world: Cotty) -> None:
    other = world.session("other", "cat")
    async with served.client() as owner:
        made = (await owner.post("/api/grant", json={"name": "one", "tier": "type", "panes": ["shared"]})).json()
    async with served.stranger(headers={"Authorization": f"Bearer {made['token']}"}) as client:
        assert (await client.post("/api/read", json={"address": "shared:0.0"})).json()["pane"] == "%0"
        assert (await client.post("/api/read")).status_code == 200  # the default session shows that pane
        for verb, given in (
            ("read", {"address": other}), ("send", {"address": "other", "text": "x"}), ("wait", {"address": other}),
            ("explain", {"address": other}), ("list", {}), ("agents", {}), ("journal", {}), ("profiles", {}),
        ):  # fmt: skip
            refused(await client.post(f"/api/{verb}", json=given), 403, "not_allowed")
    manage = {"name": "x", "tier": "manage", "panes": ["shared"]}
    async with served.client() as owner:
        refused(await owner.post("/api/grant", json=manage), 400, "invalid_input")


async def test_a_revoked_token_is_refused_from_its_next_request_on(served: House) -> None:
    async with await program(served, "read") as client, served.client() as owner:
        assert (await client.post("/api/list")).status_code == 200
        row = (await owner.post("/api/tokens")).json()["tokens"][-1]
        assert (row["name"], row["kind"], row["tier"]) == ("ci", "program", "read")
        await tokens.revoke(served.store, str(row["number"]))
        refused(await client.post("/api/list"), 401, "not_authenticated")


async def test_no_secret_is_kept(served: House) -> None:
    secret, row = await tokens.make(served.store, "ci", tokens.PROGRAM, "read")
    assert len(secret) > 43
    kept = b"".join(path.read_bytes() for path in Path(served.store.path).parent.glob("cotty.db*"))
    assert secret.encode() not in kept
    assert row.digest.encode() in kept


async def test_an_address_that_fails_too_often_is_asked_no_more(served: House, page: httpx.AsyncClient) -> None:
    good, _ = await tokens.make(served.store, "late", tokens.PROGRAM, "read")
    async with served.stranger() as thief:
        for number in range(limits.FAILURES):
            refused(await thief.get("/enter", params={"code": f"x{number}"}), 401, "not_authenticated")
        refused(await thief.get("/enter", params={"code": "y"}), 429, "too_many_requests")
        refused(await thief.get(await served.opened.entrance() or ""), 429, "too_many_requests")
        refused(await thief.post("/api/list", headers={"Authorization": f"Bearer {good}"}), 429, "too_many_requests")
    assert (await page.post("/api/list")).status_code == 429  # that page was known by no request yet
    async with served.client() as owner:
        assert (await owner.post("/api/list")).status_code == 200


async def test_whoever_is_known_stays_while_others_fail(served: House, page: httpx.AsyncClient) -> None:
    assert (await page.post("/api/list")).status_code == 200
    signature = served.store.signature()
    async with served.stranger() as thief:
        for number in range(limits.FAILURES + 1):
            await thief.post("/api/list", headers={"Authorization": f"Bearer {number}"})
    assert served.store.signature() == signature
    assert (await page.post("/api/list")).status_code == 200


async def test_an_identity_that_asks_too_often_is_told_so(world: Cotty) -> None:
    def connect(actor: str) -> Any:  # noqa: ANN401
        return cotty.connect(socket_path=world.socket, actor=actor)

    async with housed(connect, limits=Limits(rate=0.001)) as served, await program(served, "read") as client:
        for _ in range(int(limits.BURST)):
            assert (await client.get("/docs/style.css")).status_code == 200
        refused(await client.get("/docs/style.css"), 429, "too_many_requests")
        async with await program(served, "read") as other:
            assert (await other.get("/docs/style.css")).status_code == 200


@pytest.mark.parametrize(
    "path",
    ["/../etc/passwd", "/docs/../../../etc/passwd", "/docs/%2e%2e/%2e%2e/etc/passwd", "/docs/..%2fstyle.css",
     "/docs/style.css%00", "/api/../api/list", "/api//list", "/api/list/", "/static/x", "/docs/style.css/.."],
)  # fmt: skip
async def test_a_path_leads_nowhere_but_to_what_is_listed(served: House, path: str) -> None:
    said = await raw(served, f"GET {path} HTTP/1.1\r\nhost: localhost\r\n\r\n", unix=True)
    assert said.startswith((b"HTTP/1.1 404", b"HTTP/1.1 405", b"HTTP/1.1 400")), said[:200]
    assert b"root:" not in said


async def test_a_body_that_is_too_large_is_refused(served: House) -> None:
    async with served.client() as client:
        answer = await client.post(
            "/api/send", content=b'"' + b"x" * BODY, headers={"Content-Type": "application/json"}
        )
        refused(answer, 413, "too_large")

        async def endless() -> AsyncIterator[bytes]:
            for _ in range(BODY // 65536 + 1):
                yield b"x" * 65536

        try:
            answer = await client.post("/api/send", content=endless(), headers={"Content-Type": "application/json"})
        except httpx.WriteError:
            return  # it was hung up on before all was said
        refused(answer, 413, "too_large")


async def test_a_head_that_is_too_large_is_refused(served: House) -> None:
    said = await raw(served, "GET /docs HTTP/1.1\r\nhost: localhost\r\n" + f"x: {'y' * 65536}\r\n\r\n", unix=True)
    assert said.startswith(b"HTTP/1.1 4") or said == b"", said[:200]


@pytest.mark.parametrize("begins", ["", "GET /docs HTTP/1.1\r\nhost: loc"])
async def test_a_head_that_never_ends_is_hung_up_on(
    served: House, begins: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "HEAD_SECONDS", 0.2)
    assert await raw(served, begins, unix=True) == b""


async def test_a_body_that_never_ends_is_refused(world: Cotty, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cotty.doors.http.app.BODY_SECONDS", 0.2)
    async with housed(lambda actor: cotty.connect(socket_path=world.socket, actor=actor)) as served:
        head = "POST /api/send HTTP/1.1\r\nhost: localhost\r\ncontent-length: 99\r\n"
        said = await raw(served, f"{head}content-type: application/json\r\n\r\n", unix=True)
    assert said.startswith(b"HTTP/1.1 400"), said[:200]
    assert b"did not come in time" in said


async def test_a_second_head_that_never_ends_is_hung_up_on_too(served: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "HEAD_SECONDS", 0.2)
    whole = "GET /docs/style.css HTTP/1.1\r\nhost: localhost\r\n\r\n"
    said = await raw(served, f"{whole}GET /docs HTTP/1.1\r\nhost: loc", unix=True)
    assert said.count(b"HTTP/1.1 ") == 1


async def test_a_header_cannot_carry_another(served: House) -> None:
    async with served.client() as client:
        for value in ("person:x\rset-cookie: a=b", "x\x00y"):
            with pytest.raises((httpx.LocalProtocolError, httpx.RemoteProtocolError)):
                await client.post("/api/list", headers={"Cotty-Actor": value})
    for bad in ("cotty-actor: x\rset-cookie: a=b", "cotty-actor: x\x00", "bad name: x", "host: evil.example"):
        said = await raw(served, f"GET /docs HTTP/1.1\r\nhost: localhost\r\n{bad}\r\n\r\n", unix=True)
        assert said.startswith(b"HTTP/1.1 400"), said[:200]
        assert b"a=b" not in said
    said = await raw(served, "GET /%0d%0aset-cookie:%20a=b HTTP/1.1\r\nhost: localhost\r\n\r\n", unix=True)
    assert b"set-cookie" not in said.partition(b"\r\n\r\n")[0].lower()


async def test_what_a_pane_shows_is_data(served: House, world: Cotty) -> None:
    title = "<script>alert(1)</script>"
    world.ask_tmux("select-pane", "-t", "%0", "-T", title)
    async with served.client() as client:
        answer = await client.post("/api/list")
    assert answer.headers["content-type"] == "application/json"
    assert answer.json()["panes"][0]["title"] == title


async def test_a_fault_of_cottys_own_tells_no_trace(
    served: House, world: Cotty, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))

    async def fails(*_: object) -> None:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr("cotty.doors.http.app.perform", fails)
    async with served.client() as client:
        answer = await client.post("/api/list")
    refused(answer, 500, "error")
    assert "Traceback" not in answer.text
    trace = await asyncio.to_thread(Path(answer.json()["error"]["facts"]["trace"]).read_text, "utf-8")
    assert "a bug" in trace


async def test_a_store_that_cannot_be_asked_lets_nobody_in_and_tells_no_trace(
    served: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_: object) -> None:
        raise OSError("the disk is gone")

    monkeypatch.setattr(tokens, "find", fails)
    async with await program(served, "manage") as client:
        answer = await client.post("/api/list")
    refused(answer, 500, "error")
    assert "the disk" not in answer.text


async def raw(served: House, text: str, *, unix: bool = False) -> bytes:
    """What is answered to these very bytes until the server is silent or hangs up."""
    there = urlsplit(served.address)
    line = socket.socket(socket.AF_UNIX if unix else socket.AF_INET)
    line.setblocking(False)
    target: Any = served.path if unix else (there.hostname, there.port)
    async with asyncio.timeout(SECONDS):
        await asyncio.get_running_loop().sock_connect(line, target)
        reader, writer = await asyncio.open_connection(sock=line)
        try:
            writer.write(text.encode("latin-1"))
            if text.endswith("\r\n\r\n"):
                head = await _head(reader)
                length = re.search(rb"content-length: (\d+)", head.lower())
                return head + (await reader.readexactly(int(length[1])) if length else b"")
            return await reader.read()
        except ConnectionResetError:
            return b""
        finally:
            writer.close()


async def _head(reader: asyncio.StreamReader) -> bytes:
    try:
        return await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError as error:
        return error.partial


def test_an_error_has_one_shape() -> None:
    from cotty.doors.http.problems import problem

    status, body = problem(InvalidInput("x", pane="%5", seconds=1.5, path=Path("/x")))
    assert status == 400
    assert json.loads(body)["error"] == {
        "code": "invalid_input", "message": "x", "suggestion": InvalidInput.suggestion, "exit_code": 2,
        "facts": {"pane": "%5", "seconds": 1.5, "path": "/x"},
    }  # fmt: skip
