"""Three ways to ask cotty the same thing: Python, `cotty.sync`, and the command line.

Rules: a question is the name of an operation and the fields of its input; an answer is a plain dictionary, an error is
its code, message and suggestion; whatever a door has beyond that is not compared.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import asdict, is_dataclass
from typing import Any, Final

import cotty
import cotty.sync
from cotty.doors.cli.words import SHAPES
from cotty.doors.faults import FAULTS
from cotty.errors import CottyError
from tests.real.command_line import Cotty

Server = dict[str, Any]
Ask = Callable[[Cotty, Server, str, dict[str, Any]], Awaitable[dict[str, Any]]]
_OF_A_PANE: Final = frozenset({"send", "keys", "read", "screen", "wait", "run"})


def asked(terminal: Any, verb: str, given: dict[str, Any]) -> tuple[Any, tuple[Any, ...], dict[str, Any]]:  # noqa: ANN401
    """Where the method stands, its places and its options."""
    options = dict(given)
    address = (options.pop("address", None),) if verb not in ("window", "list") else ()
    if verb == "open" and "width" in options:
        options["size"] = (options.pop("width"), options.pop("height"))
    if verb == "list":
        return terminal, (options.pop("session", None),), options
    if verb not in _OF_A_PANE:
        return terminal, address, options
    places = tuple(options.pop("keys", ())) or tuple(
        options.pop(name) for name in ("text", "command") if name in options
    )
    return address, places, options


def plain(answer: Any) -> dict[str, Any]:  # noqa: ANN401
    """An answer of Python, as the command line would print it."""
    if isinstance(answer, list):
        return {"panes": [plain(row) for row in answer]}
    if isinstance(answer, str):
        return {"pane": answer}
    if is_dataclass(answer) and not hasattr(answer, "send"):
        assert not isinstance(answer, type)
        return dict(json.loads(json.dumps(asdict(answer))))
    return {"id": answer.id}


def fault(error: CottyError) -> dict[str, Any]:
    return {"error": error.code, "message": error.message, "suggestion": error.suggestion}


async def by_python(house: Cotty, server: Server, verb: str, given: dict[str, Any]) -> dict[str, Any]:
    """`async with cotty.connect()`."""
    try:
        async with cotty.connect(**{"socket_path": house.socket, "config": "/dev/null", **server}) as terminal:
            target, places, options = asked(terminal, verb, given)
            if verb in _OF_A_PANE:
                target = await terminal.pane(*target)
            return plain(await getattr(target, verb)(*places, **options))
    except CottyError as error:
        return fault(error)


def _by_sync(house: Cotty, server: Server, verb: str, given: dict[str, Any]) -> dict[str, Any]:
    try:
        with cotty.sync.connect(**{"socket_path": house.socket, "config": "/dev/null", **server}) as terminal:
            target, places, options = asked(terminal, verb, given)
            if verb in _OF_A_PANE:
                target = terminal.pane(*target)
            return plain(getattr(target, verb)(*places, **options))
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
    given.pop("command", None)
    for name, value in given.items():
        flag = shape.flags.get(name, "--" + name.replace("_", "-"))
        words += [f"--no-{name}"] if value is False else [flag] if value is True else [flag, str(value)]
    return words


def _after(given: dict[str, Any]) -> list[str]:
    return ["--", *given["command"]] if isinstance(given.get("command"), list) else []


DOORS: Final[dict[str, Ask]] = {"python": by_python, "sync": by_sync, "command line": by_command}
