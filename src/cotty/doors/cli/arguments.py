"""From the fields of an input to argparse, and from what argparse understood to an input.

Rules: a field is told by its type alone (text, whole number, seconds, yes or no, one of, several words, settings); a
field without a value in the words keeps the dataclass's default; the first several words that may be left out stand
after `--`, others are an option for each word.
"""

import math
from argparse import SUPPRESS, Action, ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, Field, fields
from types import NoneType
from typing import Any, Literal, get_args, get_origin

from cotty.doors.cli.words import METAVARS, Shape

_PREFIX = "input."  # keeps a field apart from an option of the same name


def add_fields(parser: ArgumentParser, kind: type[Any], shape: Shape) -> list[str]:
    """Every field of an input, as a place or an option; the places, as a usage line shows them."""
    rows = {row.name: row for row in fields(kind)}
    needed = [name for name in shape.places if rows[name].default is MISSING]
    places = []
    for number, name in enumerate(shape.places):
        must = any(later in needed for later in shape.places[number:])
        places.append(_add_place(parser, rows[name], shape, must=must))
    elsewhere = {*shape.places, words_after(kind), "session"}  # every command has that option
    for name, row in rows.items():
        if name not in elsewhere:
            _completed(_add_option(parser, row, shape), name, shape)
    return places


def words_after(kind: type[Any]) -> str | None:
    """The field that takes what stands behind `--`: several words that may be left out."""
    several = (row for row in fields(kind) if get_origin(_type(row)[0]) is tuple and row.default is not MISSING)
    return next((row.name for row in several), None)


def sentence_of(kind: type[Any], name: str) -> str:
    """What a field says of itself."""
    return next(_type(row)[1] for row in fields(kind) if row.name == name)


def input_from(said: Namespace, kind: type[Any], after: Sequence[str]) -> object:
    """The input that these words mean."""
    values = {row.name: getattr(said, _PREFIX + row.name) for row in fields(kind) if hasattr(said, _PREFIX + row.name)}
    if "session" not in values and hasattr(said, "session") and any(row.name == "session" for row in fields(kind)):
        values["session"] = said.session  # `cotty list --session x` means what it seems to
    for name, value in values.items():
        if isinstance(value, list):
            values[name] = dict(value) if isinstance(value[0], Setting) else tuple(value)
    field = words_after(kind)
    if field is not None and after:
        values[field] = tuple(after)
    return kind(**values)


def _add_place(parser: ArgumentParser, row: "Field[Any]", shape: Shape, *, must: bool) -> str:
    kind, sentence = _type(row)
    many = get_origin(kind) is tuple
    if must:
        sentence = sentence.partition("; left out")[0].removesuffix(".") + "."
    count: dict[str, Any] = {"nargs": "+"} if many else {} if must else {"nargs": "?", "default": SUPPRESS}
    name = (row.name.removesuffix("s") if many else row.name).upper()
    action = parser.add_argument(_PREFIX + row.name, metavar=name, help=sentence, **count)
    _completed(action, row.name, shape)
    return f"{name} [{name} …]" if many else name if must else f"[{name}]"


def _completed(action: Action, name: str, shape: Shape) -> None:
    """What a shell may offer for it."""
    from cotty.doors.cli.completion import COMPLETERS  # costs nothing until it is asked

    if completer := COMPLETERS.get(shape.offers.get(name, name)):
        action.completer = completer  # type: ignore[attr-defined]  # argcomplete looks for it


def _add_option(parser: ArgumentParser, row: "Field[Any]", shape: Shape) -> Action:
    kind, sentence = _type(row)
    flag = shape.flags.get(row.name, "--" + row.name.replace("_", "-"))
    more: dict[str, Any] = {"dest": _PREFIX + row.name, "default": SUPPRESS, "help": sentence}
    if kind is bool and row.default is True:
        more["help"] = shape.negations[row.name]
        return parser.add_argument(f"--no-{flag[2:]}", action="store_false", **more)
    if kind is bool:
        return parser.add_argument(flag, action="store_true", **more)
    if get_origin(kind) is Literal:
        return parser.add_argument(flag, choices=get_args(kind), **more)
    if get_origin(kind) is tuple:
        more["help"] += f" One word, as {flag}=WORD; repeatable."
        return parser.add_argument(flag, metavar="WORD", action="append", **more)
    if get_origin(kind) is Mapping:
        more["help"] += " Repeatable."
        return parser.add_argument(flag, metavar="NAME=VALUE", action="append", type=setting, **more)
    metavar, more["type"] = {int: ("NUMBER", int), float: ("SECONDS", seconds)}.get(
        kind, (METAVARS.get(row.name, row.name.upper()), str)
    )
    return parser.add_argument(flag, metavar=metavar, **more)


def _type(row: "Field[Any]") -> tuple[Any, str]:
    """The type without `None`, and the sentence."""
    kind, help_ = get_args(row.type)[:2]
    if NoneType in get_args(kind):
        kind = next(each for each in get_args(kind) if each is not NoneType)
    return kind, help_.sentence.replace("%", "%%")


class Setting(tuple[str, str]):
    """A name and its value."""

    __slots__ = ()


def setting(text: str) -> Setting:
    """`NAME=VALUE`."""
    name, sign, value = text.partition("=")
    if not (sign and name):
        raise ArgumentTypeError(f"{text!r} is not NAME=VALUE")
    return Setting((name, value))


def seconds(text: str) -> float:
    """A number of seconds that a clock can reach."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise ArgumentTypeError(f"{text!r} is not a number of seconds")
    return value
