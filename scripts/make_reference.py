"""Write docs/reference: the commands from the operation table, the shapes of the command line and the fault table, the
tools of models from the table and their words, and the words of evidence from theirs.

    .venv/bin/python scripts/make_reference.py

Rules: nothing is said here that is not read from those tables; a test compares the page with what the next run would
write.
"""

import argparse
import types
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import EnumType
from pathlib import Path
from typing import Any, Final, Literal, get_args, get_origin

from cotty.doors.cli.arguments import words_after
from cotty.doors.cli.options import SHARED, variable
from cotty.doors.cli.parser import OWN, build, subparsers
from cotty.doors.cli.words import ALWAYS, SHAPES, Shape
from cotty.doors.faults import FAULTS
from cotty.doors.mcp.tools import tool
from cotty.doors.mcp.words import INSTRUCTIONS, LEFT_OUT, TOOLS
from cotty.operations.evidence import EVIDENCE
from cotty.operations.table import OPERATIONS, STREAMS, operation, stream
from cotty.settings import Settings, least, sentences

ROOT: Final = Path(__file__).resolve().parents[1]
FOLDER: Final = ROOT / "docs" / "reference"

HEAD: Final = """# Commands

Written by `scripts/make_reference.py` from the operation table; `cotty COMMAND --help` says the same.

Every command also takes the options at the end of this page. The answer as JSON (`--json`) has the fields of the
tables of each command.
"""


EVIDENCE_HEAD: Final = """# Evidence

Written by `scripts/make_reference.py`. A receipt names what its outcome rests on, in the order it came; the last word
decides. The name of a key, or a text by which an agent was told to leave, stands for itself.

| word | is |
|---|---|
"""


TOOLS_HEAD: Final = """# Tools

Written by `scripts/make_reference.py`: what a model is told by [`cotty mcp`](../mcp.md). A tool answers what the
[command](commands.md) of its name answers, but for {left_out}, which stand in an answer already.
"""


def pages() -> dict[str, str]:
    """Every page by its name, as it should stand."""
    evidence = "".join(f"| `{word}` | {sentence} |\n" for word, sentence in EVIDENCE.items())
    return {"commands.md": written(), "evidence.md": EVIDENCE_HEAD + evidence, "tools.md": _tools()}


def written() -> str:
    """The whole page of the commands."""
    parsers = _parsers()
    parts, told = [HEAD], dict[type[Any], str]()
    for verb in (*OPERATIONS, *STREAMS):
        row: Any = operation(verb) if verb in OPERATIONS else stream(verb)
        parts.append("\n".join(_verb(row, SHAPES[verb], parsers[verb], told)))
    for verb, (summary, _) in OWN.items():
        lines = [f"## {verb}\n", summary, "", *_examples(SHAPES[verb])]
        parts.append("\n".join(lines).rstrip() + "\n")
    return "\n".join([*parts, _shared_options(parsers["list"]), _settings(), _exit_codes()])


def _tools() -> str:
    """The page of the tools."""
    twice = ", ".join(f"`{field}` of `{name}`" for name, fields in LEFT_OUT.items() for field in fields)
    parts = [TOOLS_HEAD.format(left_out=twice)]
    for name in TOOLS:
        told = tool(name)
        hints = told.annotations.model_dump(exclude_none=True) if told.annotations else {}
        said = ", ".join(hint.removesuffix("_hint").replace("_", " ") for hint, value in hints.items() if value)
        rows = [
            f"| `{field}` | {each.get('type', 'one of several')} | {each['description']} |"
            for field, each in told.input_schema["properties"].items()
        ]
        head = "| given | is | |\n|---|---|---|"
        parts.append("\n".join([f"## {name}\n", f"{told.description} Hints: {said}.\n", head, *rows, ""]))
    parts.append(f"## What a model is told of all of them\n\n```\n{INSTRUCTIONS}```\n")
    return "\n".join(parts)


def _parsers() -> dict[str, argparse.ArgumentParser]:
    return subparsers(build())


def _verb(
    row: Any, shape: Shape, parser: argparse.ArgumentParser, told: dict[type[Any], str],  # noqa: ANN401
) -> Iterator[str]:  # fmt: skip
    yield f"## {row.name}\n"
    yield f"{row.summary} Tier: `{row.tier}`.\n"
    yield f"    {parser.format_usage().removeprefix('usage: ').strip()}\n"
    if given := fields(row.Input):
        yield "| given | is | |\n|---|---|---|"
        after = words_after(row.Input)
        yield from (_given(field, shape, parser, after) for field in given)
        yield ""
    if hasattr(row, "Output"):
        yield "| answered | is | |\n|---|---|---|"
        yield from (f"| `{field.name}` | {_kind(field)} | {_help(field)} |" for field in fields(row.Output))
        yield ""
        yield from _nested(row.Output, row.name, told)
    yield from _examples(shape)
    if shape.exits:
        yield "| exit code | when |\n|--:|---|"
        yield from (f"| {code} | {what} |" for code, what in shape.exits)
        yield ""


def _given(field: "Field[Any]", shape: Shape, parser: argparse.ArgumentParser, after: str | None) -> str:
    """A row as `--help` has it: a place that must be filled, or what `--no-…` does, says so."""
    spelling, kind, sentence = _spelling(field, shape, after), _kind(field), _help(field)
    if field.name in shape.negations:
        kind, sentence = "yes or no", shape.negations[field.name]
    elif f"[{spelling}]" not in parser.format_usage() and field.name in shape.places:
        kind, sentence = kind.removesuffix(" or nothing"), sentence.partition("; left out")[0].removesuffix(".") + "."
    return f"| `{spelling}` | {kind} | {sentence} |"


def _nested(output: type[Any], verb: str, told: dict[type[Any], str]) -> Iterator[str]:
    """What an answer has inside: the rows of a list, or another answer, and what those have; told once on the page."""
    for field in fields(output):
        kind = get_args(field.type)[0]
        many = get_origin(kind) is tuple
        inner = next((each for each in (kind, *get_args(kind)) if isinstance(each, type) and is_dataclass(each)), None)
        if inner in told and told[inner] != verb:
            yield f"`{field.name}` is as in [{told[inner]}](#{told[inner]}).\n"
        elif inner is not None:
            told[inner] = verb
            yield f"| {'each of ' if many else ''}`{field.name}` | is | |\n|---|---|---|"
            yield from (f"| `{row.name}` | {_kind(row)} | {_help(row)} |" for row in fields(inner))
            yield ""
            yield from _nested(inner, verb, told)


def _examples(shape: Shape) -> Iterator[str]:
    width = max((len(command) for command, _ in shape.examples), default=0)
    yield from (f"    {command:{width}}  # {what}" for command, what in shape.examples)
    if shape.examples:
        yield ""


def _spelling(field: "Field[Any]", shape: Shape, after: str | None) -> str:
    if field.name in shape.places:
        return field.name.upper()
    if field.name == after:
        return f"-- {field.name.upper()} …"
    if field.name in shape.negations:
        return f"--no-{field.name}"
    return shape.flags.get(field.name, "--" + field.name.replace("_", "-"))


_WORDS: Final = {str: "text", int: "number", float: "number", bool: "yes or no"}


def _kind(field: "Field[Any]") -> str:
    kind = get_args(field.type)[0]
    if types.NoneType in get_args(kind):
        inner = next(each for each in get_args(kind) if each is not types.NoneType)
        return f"{_word(inner)} or nothing"
    value = "" if field.default in (MISSING, (), None) else f", `{str(field.default).lower()}` if left out"
    return _word(kind) + value


def _word(kind: Any) -> str:  # noqa: ANN401
    if get_origin(kind) is Literal:
        return " or ".join(f"`{each}`" for each in get_args(kind))
    if get_origin(kind) is tuple:
        inner = get_args(kind)[0]
        return "rows" if is_dataclass(inner) else "numbers" if inner is int else "texts"
    if is_dataclass(kind):
        return "see below"
    if get_origin(kind) is Mapping:
        return "names and texts"
    return "text" if isinstance(kind, EnumType) else _WORDS[kind]


def _help(field: "Field[Any]") -> str:
    return str(get_args(field.type)[1].sentence).replace("|", "\\|")


def _settings() -> str:
    rows = [
        f"| `{name}` | `{variable(name)}` | {getattr(Settings(), name):g} | {least(name):g} | {sentence} |"
        for name, sentence in sentences().items()
    ]
    head = "| `--set` | variable | unless set | at least | is |\n|---|---|--:|--:|---|"
    return "\n".join(["## Settings\n", head, *rows, ""])


def _shared_options(parser: argparse.ArgumentParser) -> str:
    group = next(group for group in parser._action_groups if group.title == SHARED)
    rows = [
        f"| `{' '.join([*action.option_strings, str(action.metavar or '')]).strip()}` | {action.help} |"
        for action in group._group_actions
    ]
    return "\n".join(["## Options of every command\n", "| option | |\n|---|---|", *rows, ""])


def _exit_codes() -> str:
    faults = [(fault.exit_code, fault.meaning, f"`{code}`", fault.http_status) for code, fault in FAULTS.items()]
    rows = [f"| {code} | {meaning} | {name} | {status} |" for code, meaning, name, status in faults]
    own = [f"| {code} | {what} | | |" for code, what in ALWAYS if code != 1]
    head = "| exit code | meaning | code of the error | HTTP |\n|--:|---|---|--:|"
    return "\n".join(["## Exit codes\n", head, *own[:1], *rows, *own[1:], ""])


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, page in pages().items():
        (FOLDER / name).write_text(page, encoding="utf-8")
        print(f"written: {(FOLDER / name).relative_to(ROOT)}")
