"""One command, from its words to its exit code.

Rules: an operation is performed and shown; what is no operation (`watch`, `up`, `completion`) has a module of its own,
loaded when it is asked for.
"""

import asyncio
import os
import re
import sys
from argparse import Namespace
from collections.abc import Sequence
from typing import Any

from cotty import __version__
from cotty.doors.cli.arguments import input_from
from cotty.doors.cli.complaint import note
from cotty.doors.cli.options import chosen_actor, chosen_server, same_server
from cotty.doors.cli.output import write
from cotty.doors.cli.parser import build, parse, subparsers
from cotty.doors.cli.words import SHAPES
from cotty.errors import CottyError, InvalidInput
from cotty.operations.table import STREAMS, operation


def carry_out(words: Sequence[str]) -> int:
    """Carry out a command line; the exit code."""
    if "_ARGCOMPLETE" in os.environ:
        from cotty.doors.cli.completion import complete

        complete()
    said, after = parse(words)
    try:
        return _answered(said, after)
    except CottyError as error:
        error.suggestion = _to_type_again(said, error.suggestion)
        raise


def _to_type_again(said: Namespace, sentence: str) -> str:
    """A command that is named goes to the same server, and the help that is meant is this command's."""
    again = "".join(f"{word} " for word in same_server(said))
    sentence = sentence.replace("`cotty COMMAND", f"`cotty {said.verb}" if said.verb else "`cotty COMMAND")
    return re.sub(r"`cotty (?=[a-z])(?![a-z]+ --help`)", lambda _: f"`cotty {again}", sentence)


def _answered(said: Namespace, after: tuple[str, ...]) -> int:
    if hasattr(said, "version") or said.verb == "version":
        print(f"cotty {__version__}")
        return 0
    if said.verb in (None, "help"):
        return _help(getattr(said, "topic", None))
    return _carry_out(said, after)


def _help(topic: str | None) -> int:
    """What one types to be told, on one screen if nothing is named."""
    from cotty.doors.cli.manual import EXITS, exits, overview

    if topic is None or topic == EXITS:
        write((overview() if topic is None else exits()).encode())
    else:
        subparsers(build([topic, "--help"]))[topic].print_help()
    return 0


def _carry_out(said: Namespace, after: tuple[str, ...]) -> int:
    if said.verb == "completion":
        from cotty.doors.cli.completion import print_script

        return print_script(said.shell)
    if said.verb in STREAMS:
        from cotty.doors.cli.watching import watch

        return watch(said)
    if said.verb == "up":
        from cotty.doors.cli.serving.up import up

        return up(said)
    if said.verb == "conformance":
        from cotty.doors.cli.conformance import conformance

        return conformance(said)
    if said.verb == "mcp":
        from cotty.doors.cli.serving.mcp import mcp

        return mcp(said)
    row = operation(said.verb)
    request = input_from(said, row.Input, after)
    request = _with_contents(said.verb, request, literally=said.literally)
    return _show(said, _asked(said, row, request), request)


def _asked(said: Namespace, row: Any, request: Any) -> Any:  # noqa: ANN401  (the table's rows differ in their types)
    """The answer of a running server, or one's own."""
    from cotty.doors.cli.serving.remote import NOBODY, asked

    told: list[str] = []
    try:
        answer = asked(said, row, request, told)
    finally:
        for sentence in told:
            note(_to_type_again(said, sentence))
    return asyncio.run(ask(said, row, request)) if answer is NOBODY else answer


async def ask(said: Namespace, row: Any, request: Any, *, noted: bool = True) -> Any:  # noqa: ANN401  (the table's rows differ in their types)
    """Perform one operation on the chosen server; a question that nobody asked (completion) is not noted."""
    from cotty.operations.journal import Journal, own_journal
    from cotty.operations.operation import Call
    from cotty.operations.perform import perform

    actor = chosen_actor(said)
    async with chosen_server(said).connect(actor.name) as terminal:
        call = Call(terminal, actor, own_journal() if noted else Journal(None))
        try:
            return await perform(row, request, call)
        finally:
            for sentence in call.told:
                note(_to_type_again(said, sentence))


def _show(said: Namespace, answer: object, request: object) -> int:
    from cotty.doors.cli.exits import exit_code
    from cotty.doors.cli.show import show, show_json

    if hasattr(said, "json"):
        show_json(answer)
    else:
        show(said.verb, answer, chosen_server(said))
    return exit_code(said.verb, answer, request)


def _with_contents(verb: str, request: Any, *, literally: bool) -> Any:  # noqa: ANN401
    """What words only name: `-` as a text means what standard input holds, unless `--` stands before it; some options
    name a file.
    """
    from dataclasses import replace

    named = {name: _held(getattr(request, name)) for name in SHAPES[verb].files if getattr(request, name) is not None}
    if getattr(request, "text", None) == "-" and not literally:
        named["text"] = _held("-")
    return replace(request, **named) if named else request


def _held(path: str) -> str:
    """What a file holds; `-` is standard input."""
    try:
        if path == "-":
            return sys.stdin.buffer.read().decode("utf-8", "surrogateescape")
        with open(path, encoding="utf-8", errors="surrogateescape", newline="") as file:
            return file.read()
    except OSError as error:
        raise InvalidInput(f"{path} cannot be read: {error.strerror}.", suggestion="Name a file, or `-`.") from None
