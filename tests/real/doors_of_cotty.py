"""The ways to ask cotty the same thing: Python, `cotty.sync`, the command line, alone and with a server, HTTP, and MCP.

Rules: a question is the name of an operation and the fields of its input; an answer is a plain dictionary, an error is
its code, message and suggestion; whatever a door has beyond that is not compared.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass, field, is_dataclass
from http import HTTPStatus
from typing import Any, Final

import pytest
from mcp import Client

import cotty
import cotty.sync
from cotty.doors.cli.options import chosen_server
from cotty.doors.cli.parser import parse
from cotty.doors.cli.serving.remote import ALONE, place_of
from cotty.doors.cli.words import SHAPES
from cotty.doors.faults import FAULTS
from cotty.doors.mcp.calling import Caller
from cotty.doors.mcp.results import ERROR
from cotty.doors.mcp.server import server as tool_server
from cotty.doors.meeting import prepare
from cotty.doors.runner import running
from cotty.errors import CottyError
from cotty.operations.journal import Journal
from cotty.operations.policy import Actor, Kind
from cotty.profiles import profiles
from tests.real.command_line import Cotty
from tests.real.http_house import housed

Server = dict[str, Any]
Ask = Callable[[Cotty, Server, str, dict[str, Any]], Awaitable[dict[str, Any]]]
_OF_A_PANE: Final = frozenset({"send", "keys", "read", "screen", "wait", "run"})


_BEHIND: Final = ("command", "arguments")
_OF_AN_AGENT: Final = frozenset({"ask", "answer", "interrupt", "leave", "explain"})


@dataclass(frozen=True, slots=True)
class Method:
    """How Python asks it: which handle comes first, by which words, and then what is said to it."""

    name: str
    places: tuple[Any, ...]
    options: dict[str, Any]
    handle: str = ""  # pane, adopt or launch; nothing: the terminal itself
    words: tuple[Any, ...] = ()
    more: dict[str, Any] = field(default_factory=dict)


def asked(verb: str, given: dict[str, Any]) -> Method:
    """An operation and the fields of its input, as a method."""
    options = dict(given)
    address = (options.pop("address", None),) if verb not in ("window", "list", "agents", "launch") else ()
    if verb in ("adopt", "launch") or verb in _OF_AN_AGENT or "state" in options:
        return _of_an_agent(verb, address, options)
    if verb == "open" and "width" in options:
        options["size"] = (options.pop("width"), options.pop("height"))
    if verb in ("list", "agents"):
        return Method(verb, (options.pop("session", None),), options)
    if verb not in _OF_A_PANE:
        return Method(verb, address, options)
    places = tuple(options.pop("keys", ())) or tuple(
        options.pop(name) for name in ("text", "command") if name in options
    )
    return Method(verb, places, options, "pane", address)


def _of_an_agent(verb: str, address: tuple[Any, ...], options: dict[str, Any]) -> Method:
    handle = "launch" if verb == "launch" else "adopt"
    words = (options.pop("profile"),) if verb == "launch" else address
    if verb == "launch":
        name = "wait" if options.pop("wait", False) else "look"
        return Method(name, (), {}, handle, words, options)
    more = {"profile": options.pop("profile")} if "profile" in options else {}
    places = tuple(options.pop(each) for each in ("text", "option", "state") if each in options)
    return Method("look" if verb == "adopt" else verb, places, options, handle, words, more)


def plain(answer: Any) -> dict[str, Any]:  # noqa: ANN401
    """An answer of Python, as the command line would print it."""
    if isinstance(answer, list):
        name = "agents" if answer and isinstance(answer[0], cotty.AgentInfo) else "panes"
        return {name: [plain(row) for row in answer]}
    if isinstance(answer, str):
        return {"pane": answer}
    if is_dataclass(answer) and not hasattr(answer, "send"):
        assert not isinstance(answer, type)
        facts = dict(json.loads(json.dumps(asdict(answer))))
        inner = facts.pop("report", None) or facts.pop("seen", None) or {}
        if isinstance(answer, cotty.Turn):
            del facts["id"]  # new for each
        return {**inner, **facts}
    return {"id": answer.id}


def fault(error: CottyError) -> dict[str, Any]:
    return {"error": error.code, "message": error.message, "suggestion": error.suggestion}


async def by_python(house: Cotty, server: Server, verb: str, given: dict[str, Any]) -> dict[str, Any]:
    """`async with cotty.connect()`."""
    try:
        async with cotty.connect(**{"socket_path": house.socket, "config": "/dev/null", **server}) as terminal:
            if verb == "profiles":
                return {"profiles": [plain(row) for row in profiles()]}
            said = asked(verb, given)
            target: Any = terminal
            if said.handle:
                target = await getattr(terminal, said.handle)(*said.words, **said.more)
            return plain(await getattr(target, said.name)(*said.places, **said.options))
    except CottyError as error:
        return fault(error)


def _by_sync(house: Cotty, server: Server, verb: str, given: dict[str, Any]) -> dict[str, Any]:
    try:
        with cotty.sync.connect(**{"socket_path": house.socket, "config": "/dev/null", **server}) as terminal:
            if verb == "profiles":
                return {"profiles": [plain(row) for row in profiles()]}
            said = asked(verb, given)
            target: Any = terminal
            if said.handle:
                target = getattr(terminal, said.handle)(*said.words, **said.more)
            return plain(getattr(target, said.name)(*said.places, **said.options))
    except CottyError as error:
        return fault(error)


async def by_sync(house: Cotty, server: Server, verb: str, given: dict[str, Any]) -> dict[str, Any]:
    """`with cotty.sync.connect()`, in a thread so that this loop can go on."""
    return await asyncio.to_thread(_by_sync, house, server, verb, given)


async def by_command(house: Cotty, server: Server, verb: str, given: dict[str, Any]) -> dict[str, Any]:
    """`cotty VERB … --json`; an error has the exit code of its fault."""
    words = [*_server_words(server), verb, *_words(verb, dict(given)), *_after(given)]
    typed = given["text"].encode() if "\0" in given.get("text", "") else b""
    done = await asyncio.to_thread(house, *words, typed=typed)
    if not done.err:
        return dict(done.json)
    error = done.error
    assert done.code == FAULTS[error["code"]].exit_code
    return {"error": error["code"], "message": error["message"], "suggestion": error["suggestion"]}


def _server_words(server: Server) -> list[str]:
    names = {"host": "--host", "socket_path": "--socket-path", "tmux": "--tmux"}
    words = [word for name, option in names.items() if name in server for word in (option, str(server[name]))]
    if "program" in server:
        words += ["--container-program", server["program"][0]]
    return ["--json", "--config-file", "/dev/null", *words]


def _words(verb: str, given: dict[str, Any]) -> list[str]:
    shape, words = SHAPES[verb], []
    for name in shape.places:
        value = given.pop(name, None)
        if name == "text" and "\0" in str(value):
            value = "-"
        words += [] if value is None else list(map(str, value)) if isinstance(value, tuple | list) else [str(value)]
    for name in _BEHIND:
        given.pop(name, None)
    for name, value in given.items():
        flag = shape.flags.get(name, "--" + name.replace("_", "-"))
        words += [f"--no-{name}"] if value is False else [flag] if value is True else [flag, str(value)]
    return words


def _after(given: dict[str, Any]) -> list[str]:
    """What stands behind `--`."""
    return next((["--", *given[name]] for name in _BEHIND if isinstance(given.get(name), list)), [])


async def by_http(house: Cotty, server: Server, verb: str, given: dict[str, Any]) -> dict[str, Any]:
    """`POST /api/<verb>`; an error has the status of its fault."""
    async with housed(_connecting(house, server, [])) as there, there.client() as client:
        answer = await client.post(f"/api/{verb}", json=given)
        said = dict(answer.json())
    if answer.status_code == HTTPStatus.OK:
        return said
    error = said["error"]
    assert answer.status_code == FAULTS[error["code"]].http_status
    return {"error": error["code"], "message": error["message"], "suggestion": error["suggestion"]}


async def by_served_command(house: Cotty, server: Server, verb: str, given: dict[str, Any]) -> dict[str, Any]:
    """The command line, where a server runs."""
    connections: list[str] = []
    with pytest.MonkeyPatch.context() as person:
        for name, value in house.variables().items():
            person.setenv(name, value)
        said, _ = parse([*_server_words(server), verb, *_words(verb, dict(given)), *_after(given)])
        prepare(path := place_of(chosen_server(said)))
        async with housed(_connecting(house, server, connections), path=path):
            answer = await by_command(house, server, verb, given)
    assert bool(set(connections) - {"cotty"}) is (verb not in ALONE)  # the server itself looks on, too
    return answer


def _connecting(house: Cotty, server: Server, made: list[str]) -> Any:  # noqa: ANN401
    def connect(actor: str) -> Any:  # noqa: ANN401
        made.append(actor)
        return cotty.connect(**{"socket_path": house.socket, "config": "/dev/null", "actor": actor, **server})

    return connect


async def by_tool(house: Cotty, server: Server, verb: str, given: dict[str, Any]) -> dict[str, Any]:
    """A tool of the Model Context Protocol, called by the SDK's own client; over a pipe it is asked in `mcp/`."""
    connection = {"socket_path": house.socket, "config": "/dev/null", **server}
    async with (
        running(lambda actor: cotty.connect(**connection, actor=actor), Journal(None)) as runner,
        Client(tool_server(runner, lambda _: Caller(Actor("model", Kind.AGENT)), every=True), mode="legacy") as client,
    ):
        result = await client.call_tool(verb, given)
    if result.is_error:
        error = (result.meta or {})[ERROR]
        return {"error": error["code"], "message": error["message"], "suggestion": error["suggestion"]}
    return dict(result.structured_content)


DOORS: Final[dict[str, Ask]] = {
    "python": by_python, "sync": by_sync, "command line": by_command, "served": by_served_command, "http": by_http,
    "tool": by_tool,
}  # fmt: skip
