"""`cotty up`: the default session is there, a server serves it, and a person knows what to do next.

Rules: it runs until C-c, and ends nothing of tmux; where a server runs already, it prints a new address for that one.
"""

import asyncio
import json
import shlex
import shutil
import signal
import sys
from argparse import ArgumentParser, Namespace
from typing import Any, Final

from cotty.doors.cli.attach import attach_line
from cotty.doors.cli.command import ask
from cotty.doors.cli.options import chosen_actor, chosen_server, same_server
from cotty.doors.cli.output import coloured
from cotty.doors.cli.serving.remote import connected, place_of, socket_of
from cotty.doors.cli.show import clean, put, show_json
from cotty.errors import InvalidInput
from cotty.operations.access.answers import own_store, store_path
from cotty.operations.open import OPEN, OpenInput

_ENDS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def add_arguments(parser: ArgumentParser) -> None:
    """What `cotty up` takes."""
    parser.add_argument("--listen", metavar="HOST:PORT", default="127.0.0.1:7780",
                        help="where a browser finds it; `none`: programs of this account alone")  # fmt: skip
    parser.add_argument("--certificate", metavar="FILE", help="a TLS certificate, with those that vouch for it")
    parser.add_argument("--private-key", metavar="FILE", help="its private key, if it is in another file")
    parser.add_argument("--behind-proxy", action="store_true", help="a proxy of yours carries TLS")
    parser.add_argument("--allowed-host", metavar="NAME", action="append", default=[],
                        help="a host that requests may name, with its port if it has one; repeatable")  # fmt: skip


def up(said: Namespace) -> int:
    """Open the default session, and serve until C-c."""
    row = asyncio.run(ask(said, OPEN, OpenInput()))
    if (line := connected(place_of(chosen_server(said)))) is not None:
        line.request("GET", "/server")
        asyncio.run(_say_again(said, row, json.loads(line.getresponse().read()).get("address")))
        line.close()
        return 0
    asyncio.run(_serve(said, row))
    return 0


async def _say_again(said: Namespace, row: Any, address: str | None) -> None:  # noqa: ANN401
    from cotty.doors.http.house import entrance

    async with own_store() as store:
        _say(said, row, await entrance(store, address, chosen_actor(said).name) if address else None)


async def _serve(said: Namespace, row: Any) -> None:  # noqa: ANN401
    from cotty.doors.http.house import Open, Plan, run  # 300 ms
    from cotty.doors.mcp.streaming import PATH, over_http

    server, ended = chosen_server(said), asyncio.Event()
    plan = Plan(
        connect=server.connect, meeting=place_of(server), store=store_path(), person=chosen_actor(said).name,
        terminal=f"{server.host} {socket_of(server)}",
        listen=_listen(said.listen), certificate=_certificate(said), behind_proxy=said.behind_proxy,
        allowed_hosts=tuple(said.allowed_host), doors=((PATH, over_http),),
    )  # fmt: skip

    async def ready(opened: Open) -> None:
        _say(said, row, await opened.entrance())
        if not hasattr(said, "json"):
            put("\nServing until C-c; nothing of tmux ends with it.\n")

    loop = asyncio.get_running_loop()
    for number in _ENDS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            loop.add_signal_handler(number, ended.set)
    await run(plan, ended, ready)


def _listen(said: str) -> tuple[str, int] | None:
    if said == "none":
        return None
    host, _, port = said.rpartition(":")
    if not host or not port.isdecimal() or int(port) > 65535:
        raise InvalidInput(f"{said!r} is not HOST:PORT.", suggestion="Say 127.0.0.1:7780, for instance.")
    return host.strip("[]"), int(port)


def _certificate(said: Namespace) -> tuple[str, str] | None:
    return (said.certificate, said.private_key or said.certificate) if said.certificate else None


def _say(said: Namespace, row: Any, entrance: str | None) -> None:  # noqa: ANN401
    if hasattr(said, "json"):
        show_json({"pane": row.id, "session": row.session, "address": entrance})
        return
    name, cotty = clean(row.session), " ".join([shlex.quote(_own_name()), *same_server(said)])
    put(f"The session {coloured(name, 'bold', sys.stdout)} is ready: pane {row.id}, "
        f"{clean(row.command)} in {clean(row.cwd)}.\n\n")  # fmt: skip
    for word, line in (
        *((("browse", entrance),) if entrance else ()),
        ("look", attach_line(chosen_server(said), row.session)),
        ("type", f'{cotty} send {name} "echo hello"'),
        ("read", f"{cotty} read {name}"),
        ("run", f'{cotty} run {name} "ls -la"'),
        ("more", f"{_own_name()} --help"),
    ):
        put(f"  {coloured(word, 'dim', sys.stdout)}{'':{8 - len(word)}}{line}\n")


def _own_name() -> str:
    """What a person types to run this program again: its name, or the way it was called where the name is not found."""
    return "cotty" if shutil.which("cotty") else sys.argv[0]
