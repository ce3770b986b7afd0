"""From the text of a TOML file to a profile; whatever does not fit is an error with file, line and reason. Pure.

Rules: the dataclasses of `profile.py` are the schema, there is no second one; a key that nobody knows is an error; a
pattern is a string, or a list of which any may match.
"""

import dataclasses
import difflib
import re
import tomllib
import types
import typing
from collections.abc import Callable
from enum import StrEnum
from functools import lru_cache
from typing import Any, Final, TypeVar

from cotty.errors import BadProfile
from cotty.profiles.profile import ComposerShape, Delivery, DialogShape, Process, Profile, Rule, Way

T = TypeVar("T")
Table = dict[str, Any]


class _Unfit(Exception):
    """A value that does not fit: where it stands (tables and keys), and why."""

    def __init__(self, path: tuple[str | int, ...], reason: str) -> None:
        self.path, self.reason = path, reason
        super().__init__(reason)


@lru_cache(128)
def read_profile(text: str, source: str) -> Profile:
    """The profile that a file holds."""
    try:
        return _profile(tomllib.loads(text), source)
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"line (\d+)", str(error))
        reason, number = str(error), int(line[1]) if line else text.count("\n") + 1
    except _Unfit as unfit:
        reason, number = unfit.reason, line_of(text, unfit.path)
    raise BadProfile(f"{source}:{number}: {reason}.", file=source, line=number, reason=reason)


def _profile(tables: Table, source: str) -> Profile:
    rest = dict(tables)
    given = {
        "source": source,
        "process": _filled(Process, rest.pop("process", {}), ("process",)),
        "delivery": _filled(Delivery, rest.pop("delivery", {}), ("delivery",)),
        "composer": _filled(ComposerShape, rest.pop("composer"), ("composer",)) if "composer" in rest else None,
        "dialogs": tuple(
            (name, _filled(DialogShape, shape, ("dialog", name))) for name, shape in _table(rest, "dialog").items()
        ),
        "rules": tuple(_filled(Rule, rule, ("rule", at)) for at, rule in enumerate(_list(rest, "rule"))),
    }
    profile = _filled(Profile, rest, (), given)
    _check(profile)
    return profile


def _table(rest: Table, key: str) -> Table:
    value = rest.pop(key, {})
    if not isinstance(value, dict):
        raise _Unfit((key,), f"`{key}` has to be tables: [{key}.NAME]")
    return value


def _list(rest: Table, key: str) -> list[Table]:
    value = rest.pop(key, [])
    if not isinstance(value, list):
        raise _Unfit((key,), f"`{key}` has to be a list of tables: [[{key}]]")
    return value


def _check(profile: Profile) -> None:
    """What no single field can know."""
    shapes, names = dict(profile.dialogs), set[str]()
    for at, rule in enumerate(profile.rules):
        if rule.dialog is not None and rule.dialog not in shapes:
            raise _Unfit(
                ("rule", at, "dialog"), f"there is no [dialog.{rule.dialog}]" + _near(rule.dialog, list(shapes))
            )
        if rule.name in names:
            raise _Unfit(("rule", at, "name"), f"another rule is called {rule.name!r}, too")
        if not any((rule.title, rule.row, rule.dialog, rule.composer)):
            raise _Unfit(("rule", at), f"the rule {rule.name!r} has no title, row, dialog or composer to look for")
        names.add(rule.name)
    if profile.versions and not re.fullmatch(r"(>=|<=|<|>)[\d.]+(, *(>=|<=|<|>)[\d.]+)*", profile.versions):
        raise _Unfit(("versions",), f"{profile.versions!r} is not a range of versions like '>=2.0, <3'")


def _filled(kind: type[T], table: object, path: tuple[str | int, ...], given: Table | None = None) -> T:
    """A dataclass from a table of its fields."""
    if not isinstance(table, dict):
        raise _Unfit(path, f"`{path[-1]}` has to be a table")
    values = dict(given or {})
    hints, fields = _hints(kind), {field.name: field for field in dataclasses.fields(kind)}  # type: ignore[arg-type]
    for key, value in table.items():
        if key not in fields or key in values:
            raise _Unfit((*path, key), f"nobody knows the key {key!r}" + _near(key, list(fields)))
        values[key] = _value(hints[key], value, (*path, key))
    for name, field in fields.items():
        if name not in values and field.default is dataclasses.MISSING:
            raise _Unfit(path, f"{name!r} is missing" + (f" in [{path[0]}]" if path else ""))
    return kind(**values)


@lru_cache(16)
def _hints(kind: type) -> dict[str, Any]:
    return typing.get_type_hints(kind)


def _value(hint: Any, value: object, path: tuple[str | int, ...]) -> object:  # noqa: ANN401  (a type as Python has it)
    """A value of TOML as the field wants it."""
    if isinstance(hint, types.UnionType):
        hint = next(part for part in typing.get_args(hint) if part is not type(None)) if not _words(hint) else hint
    if (words := _words(hint)) is not None:
        return _word(words, value, path)
    wanted, convert = _CONVERTERS[str(hint)]
    try:
        return convert(value)
    except (TypeError, ValueError) as error:
        raise _Unfit(path, f"`{path[-1]}` has to be {wanted}") from error
    except re.error as error:
        raise _Unfit(path, f"`{path[-1]}` is not a regular expression: {error}") from error


def _words(hint: Any) -> dict[str, object] | None:  # noqa: ANN401
    """The words that a field may have, if it is a choice among words."""
    words: dict[str, object] = {}
    for part in (
        typing.get_args(hint)
        if isinstance(hint, types.UnionType) or typing.get_origin(hint) is typing.Union
        else (hint,)
    ):
        if isinstance(part, type) and issubclass(part, StrEnum):
            words |= {str(member): member for member in part}
        elif typing.get_origin(part) is typing.Literal:
            words |= {word: word for word in typing.get_args(part)}
    return words or None


def _word(words: dict[str, object], value: object, path: tuple[str | int, ...]) -> object:
    if not isinstance(value, str) or value not in words:
        raise _Unfit(path, f"`{path[-1]}` has to be one of {', '.join(words)}; it is {value!r}")
    return words[value]


def _pattern(value: object) -> re.Pattern[str]:
    parts = [value] if isinstance(value, str) else list(_strings(value))
    return re.compile("|".join(f"(?:{part})" for part in parts) if len(parts) > 1 else parts[0])


def _strings(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not value or not all(isinstance(part, str) for part in value):
        raise TypeError
    return tuple(value)


def _ways(value: object) -> tuple[Way, ...]:
    if not isinstance(value, list):
        raise TypeError
    return tuple(Way(text=way) if isinstance(way, str) else Way(keys=_strings(way)) for way in value)


def _plain(kind: type) -> Callable[[object], object]:
    def convert(value: object) -> object:
        if type(value) is not kind:
            raise TypeError
        return value

    return convert


_CONVERTERS: Final[dict[str, tuple[str, Callable[[object], object]]]] = {
    "<class 'str'>": ("a text", _plain(str)),
    "<class 'int'>": ("a whole number", _plain(int)),
    "<class 'bool'>": ("true or false", _plain(bool)),
    "re.Pattern[str]": ("a pattern, or a list of patterns", _pattern),
    "tuple[str, ...]": ("a list of texts", _strings),
    "tuple[cotty.profiles.profile.Way, ...]": ("a list of texts to send and of lists of keys", _ways),
}


def _near(word: str, known: list[str]) -> str:
    near = difflib.get_close_matches(word, known, n=2)
    return f"; did you mean {' or '.join(near)}?" if near else ""


def line_of(text: str, path: tuple[str | int, ...]) -> int:
    """The line of a file that a key stands on, or the head of the table that it is missing from."""
    heads = [part for part in path if isinstance(part, str)]
    place = next((part for part in path if isinstance(part, int)), 0)
    table, inside, found, seen = "", not path or len(path) == 1, 1, 0
    for number, line in enumerate(text.splitlines(), 1):
        if head := re.match(r"\s*\[\[?\s*([\w.\"-]+)\s*\]", line):
            table = head[1].replace('"', "")
            of_path = table == ".".join(heads[: len(table.split("."))])
            inside = of_path and seen == place
            seen += of_path and "[[" in line
            found = number if inside else found
        elif inside and re.match(rf"\s*\"?{re.escape(str(path[-1] if path else ''))}\"?\s*=", line):
            return number
    return found
