"""Where a server may listen: for whom, with what before it, and never two in one place."""

import asyncio
import re
import shutil
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

import cotty
from cotty.doors.http import house as houses
from cotty.doors.http.house import Plan
from cotty.doors.meeting import prepare
from cotty.errors import CottyError, InvalidInput, Refused
from tests.real.command_line import Cotty, private
from tests.real.http_house import SECONDS, housed

pytestmark = pytest.mark.real


@pytest.fixture
def world(tmp_path: Path) -> Iterator[Cotty]:
    """A tmux server with one pane, `cat`."""
    with private(tmp_path / "world") as made:
        made.session("shared", "cat")
        yield made


def planned(**more: Any) -> Plan:  # noqa: ANN401
    return Plan(lambda actor: cotty.connect(actor=actor), "/nowhere", "/nowhere", "tester", "test", **more)


@pytest.mark.parametrize("host", ["0.0.0.0", "192.0.2.7", "::"])  # noqa: S104
def test_an_address_that_others_reach_takes_tls_or_a_proxy(host: str) -> None:
    with pytest.raises(Refused):
        houses.check(planned(listen=(host, 0)))
    with pytest.raises(InvalidInput, match="name the hosts"):
        houses.check(planned(listen=(host, 0), behind_proxy=True))
    houses.check(planned(listen=(host, 0), behind_proxy=True, allowed_hosts=("cotty.example",)))
    with pytest.raises(InvalidInput, match="certificate"):
        houses.check(planned(listen=(host, 0), certificate=("/nowhere", "/nowhere")))


async def test_two_servers_never_share_a_meeting_place(world: Cotty) -> None:
    async with housed(lambda actor: cotty.connect(socket_path=world.socket, actor=actor)) as served:
        plan = Plan(lambda actor: cotty.connect(actor=actor), served.path, served.store.path, "tester", "test")
        with pytest.raises(Refused, match="runs already"):
            await houses.run(plan, asyncio.Event(), print)


def test_a_folder_of_others_is_no_meeting_place(tmp_path: Path) -> None:
    tmp = tmp_path / "r"
    tmp.mkdir()
    tmp.chmod(0o777)
    with pytest.raises(CottyError, match="alone"):
        prepare(str(tmp / "x.sock"))


async def test_tls_carries_it_and_the_cookie_stays_on_it(world: Cotty, tmp_path: Path) -> None:
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("openssl is not installed")
    made = tmp_path / "both.pem"
    argv = [openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", str(made), "-days", "2", "-out",
            str(tmp_path / "c.pem"), "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"]  # fmt: skip
    await asyncio.to_thread(subprocess.run, argv, capture_output=True, check=True, timeout=SECONDS)
    made.write_text(made.read_text("utf-8") + (tmp_path / "c.pem").read_text("utf-8"), encoding="utf-8")
    trust = ssl.create_default_context(cafile=str(tmp_path / "c.pem"))

    def connect(actor: str) -> Any:  # noqa: ANN401
        return cotty.connect(socket_path=world.socket, actor=actor)

    async with AsyncExitStack() as stack:
        served = await stack.enter_async_context(housed(connect, certificate=(str(made), str(made))))
        client = await stack.enter_async_context(served.stranger(verify=trust))
        answer = await client.get(await served.opened.entrance() or "")
        assert served.address.startswith("https://")
        assert re.match(r"__Host-cotty-\d+=.*; Secure", answer.headers["set-cookie"])
        assert answer.headers["strict-transport-security"]
        assert (await client.post("/api/list", headers={"Cotty-Request": "1"})).status_code == 200
        owner = await stack.enter_async_context(served.client())
        assert (await owner.post("/api/list")).status_code == 200
