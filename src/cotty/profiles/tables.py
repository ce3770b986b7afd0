"""From the text of a TOML file to a profile; whatever does not fit is an error with file, line and reason. Pure.

Rules: the dataclasses of `profile.py` are the schema, there is no second one; a key that nobody knows is an error; a
pattern is a string, or a list of which any may match, and cannot take for ever.
"""

import dataclasses
import re
import tomllib
import types
import typing
from collections.abc import Callable
from enum import StrEnum
from functools import lru_cache
from typing import Any, Final, TypeVar

from cotty.errors import BadProfile
from cotty.profiles.checking import Path, Unfit, check, check_patterns, near
from cotty.profiles.profile import ComposerShape, Delivery, DialogShape, Process, Profile, Rule, Way

T = TypeVar("T")
Table = dict[str, Any]
_HIGHEST: Final = 1_000_000  # of rows, letters and milliseconds: beyond it a number is a slip


@lru_cache(128)
def read_profile(text: str, source: str, *, known_to_end: bool = False) -> Profile:
    """The profile that a file holds. Whether its patterns end is asked here, unless a test has asked it already: of all
    built-in ones that takes 50 ms.
    """
    try:
        profile = _profile(tomllib.loads(text), source)
        if not known_to_end:
            check_patterns(profile)
        return profile
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"line (\d+)", str(error))
        reason, number = str(error), int(line[1]) if line else text.count("\n") + 1
    except Unfit as unfit:
        reason, number = unfit.reason, line_of(text, unfit.path)
    except RecursionError:
        lines = text.split("\n")
        deepest = max(lines, key=lambda line: line.count("[") + line.count("{"))
        reason, number = "it is nested too deep", lines.index(deepest) + 1
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
    check(profile)
    return profile


def _table(rest: Table, key: str) -> Table:
    value = rest.pop(key, {})
    if not isinstance(value, dict):
        raise Unfit((key,), f"`{key}` has to be tables: [{key}.NAME]")
    return value


def _list(rest: Table, key: str) -> list[Table]:
    value = rest.pop(key, [])
    if not isinstance(value, list):
        raise Unfit((key,), f"`{key}` has to be a list of tables: [[{key}]]")
    return value


def _filled(kind: type[T], table: object, path: Path, given: Table | None = None) -> T:
    """A dataclass from a table of its fields."""
    if not isinstance(table, dict):
        raise Unfit(path, f"`{path[-1]}` has to be a table")
    values = dict(given or {})
    hints, fields = _hints(kind), {field.name: field for field in dataclasses.fields(kind)}  # type: ignore[arg-type]
    for key, value in table.items():
        if key not in fields or key in values:
            raise Unfit((*path, key), f"nobody knows the key {key!r}" + near(key, list(fields)))
        values[key] = _value(hints[key], value, (*path, key))
    for name, field in fields.items():
        if name not in values and field.default is dataclasses.MISSING:
            raise Unfit(path, f"{name!r} is missing" + (f" in [{path[0]}]" if path else ""))
    return kind(**values)


@lru_cache(16)
def _hints(kind: type) -> dict[str, Any]:
    return typing.get_type_hints(kind)


def _value(hint: Any, value: object, path: Path) -> object:  # noqa: ANN401  (a type as Python has it)
    """A value of TOML as the field wants it."""
    if isinstance(hint, types.UnionType):
        hint = next(part for part in typing.get_args(hint) if part is not type(None)) if not _words(hint) else hint
    if (words := _words(hint)) is not None:
        return _word(words, value, path)
    wanted, convert = _CONVERTERS[str(hint)]
    try:
        return convert(value)
    except (TypeError, ValueError) as error:
        raise Unfit(path, f"`{path[-1]}` has to be {wanted}") from error
    except (re.error, OverflowError, RecursionError) as error:
        raise Unfit(path, f"`{path[-1]}` is not a regular expression: {error}") from error


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


def _word(words: dict[str, object], value: object, path: Path) -> object:
    if not isinstance(value, str) or value not in words:
        raise Unfit(path, f"`{path[-1]}` has to be one of {', '.join(words)}; it is {value!r}")
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


def _number(value: object) -> int:
    if type(value) is not int or not 0 <= value <= _HIGHEST:
        raise TypeError
    return value


def _plain(kind: type) -> Callable[[object], object]:
    def convert(value: object) -> object:
        if type(value) is not kind:
            raise TypeError
        return value

    return convert


_CONVERTERS: Final[dict[str, tuple[str, Callable[[object], object]]]] = {
    "<class 'str'>": ("a text", _plain(str)),
    "<class 'int'>": (f"a whole number from 0 to {_HIGHEST}", _number),
    "<class 'bool'>": ("true or false", _plain(bool)),
    "re.Pattern[str]": ("a pattern, or a list of patterns", _pattern),
    "tuple[str, ...]": ("a list of texts", _strings),
    "tuple[cotty.profiles.profile.Way, ...]": ("a list of texts to send and of lists of keys", _ways),
}


def line_of(text: str, path: Path) -> int:
    """The line of a file on which a key begins, or the head of the table that it is missing from: the last line without
    which the file, as far as it can be read, has no such key.
    """
    lines = text.split("\n")
    without, having = 0, len(lines)
    while without + 1 < having:
        middle = (without + having) // 2
        whole = next((end for end in range(middle, having) if _read(lines[:end]) is not None), None)
        if whole is None:  # the statement that goes on to the end
            whole = next(end for end in range(middle - 1, without - 1, -1) if _read(lines[:end]) is not None)
            if whole == without or not _has(_read(lines[:whole]), path):
                return whole + 1
        without, having = (without, whole) if _has(_read(lines[:whole]), path) else (whole, having)
    return without + 1


def _read(lines: list[str]) -> Table | None:
    try:
        return tomllib.loads("\n".join(lines))
    except tomllib.TOMLDecodeError:
        return None


def _has(tables: object, path: Path) -> bool:
    for part in path:
        if isinstance(tables, list) and isinstance(part, int):
            tables = tables[part] if part < len(tables) else None
        else:
            tables = tables.get(part) if isinstance(tables, dict) else None
        if tables is None:
            return False
    return True
