"""What no single key of a profile can know: names that other keys mean, groups that a pattern needs, ranges. Pure.

Rules: what passes here can be looked with, at any screen: a profile is refused when it is read, not when it is used.
"""

import difflib
import re
from collections.abc import Iterable, Iterator
from dataclasses import fields

from cotty.profiles.backtracking import danger, only_digits
from cotty.profiles.profile import ComposerShape, DialogShape, Process, Profile, Rule

Path = tuple[str | int, ...]


class Unfit(Exception):
    """A value that does not fit: where it stands (tables and keys), and why."""

    def __init__(self, path: Path, reason: str) -> None:
        self.path, self.reason = path, reason
        super().__init__(reason)


def check(profile: Profile) -> None:
    """Raise what does not fit."""
    shapes, names = dict(profile.dialogs), set[str]()
    for name, shape in shapes.items():
        _check_dialog(shape, ("dialog", name))
    if profile.composer is not None:
        _at_least_one(("composer",), tall=profile.composer.tall)
    for at, rule in enumerate(profile.rules):
        _check_rule(rule, shapes, ("rule", at))
        if rule.name in names:
            raise Unfit(("rule", at, "name"), f"another rule is called {rule.name!r}, too")
        names.add(rule.name)
    _groups(("process", "resume"), profile.process.resume, "id")
    if profile.versions and not re.fullmatch(r"(>=|<=|<|>)[\d.]+(, *(>=|<=|<|>)[\d.]+)*", profile.versions):
        raise Unfit(("versions",), f"{profile.versions!r} is not a range of versions like '>=2.0, <3'")


def check_patterns(profile: Profile) -> None:
    """Raise a pattern that could stop everything: a process that searches for ever hears nothing else."""
    for path, pattern in patterns_of(profile):
        if why := danger(pattern):
            raise Unfit(path, f"`{path[-1]}` could stop everything: {why}")


def patterns_of(table: object, path: Path = ()) -> Iterator[tuple[Path, re.Pattern[str]]]:
    """Every pattern of a profile, and where it stands in the file."""
    if isinstance(table, re.Pattern):
        yield path, table
    elif isinstance(table, Profile | ComposerShape | DialogShape | Process | Rule):
        for field in fields(table):
            value = getattr(table, field.name)
            if field.name == "rules":
                rows: Iterable[tuple[Path, object]] = ((("rule", at), rule) for at, rule in enumerate(value))
            elif field.name == "dialogs":
                rows = ((("dialog", name), shape) for name, shape in value)
            else:
                rows = [((field.name,), value)]
            for place, each in rows:
                yield from patterns_of(each, (*path, *place))


def near(word: str, known: list[str]) -> str:
    """What may have been meant."""
    found = difflib.get_close_matches(word, known, n=2)
    return f"; did you mean {' or '.join(found)}?" if found else ""


def _check_rule(rule: Rule, shapes: dict[str, DialogShape], path: Path) -> None:
    if rule.dialog is not None and rule.dialog not in shapes:
        raise Unfit((*path, "dialog"), f"there is no [dialog.{rule.dialog}]" + near(rule.dialog, list(shapes)))
    if not any((rule.title, rule.row, rule.dialog, rule.composer)):
        raise Unfit(path, f"the rule {rule.name!r} has no title, row, dialog or composer to look for")
    _at_least_one(path, within=rule.within)


def _check_dialog(shape: DialogShape, path: Path) -> None:
    needed = ["label", *(["key"] if shape.press == "letter" else []), *([shape.lit] if shape.lit else [])]
    _groups((*path, "option"), shape.option, *needed)
    if "number" in shape.option.groupindex and not only_digits(shape.option, "number"):
        raise Unfit((*path, "option"), "the group `number` of `option` has to take digits only")
    if shape.layout != "rows" and shape.line is None:
        raise Unfit(path, f"the layout {shape.layout!r} needs `line`")
    if shape.layout == "line":
        _groups((*path, "line"), shape.line, "choices")
    if len(shape.axis) != 2:
        raise Unfit((*path, "axis"), "`axis` has to be two keys: back, and on")
    _at_least_one(path, tall=shape.tall, least=shape.least)


def _groups(path: Path, pattern: re.Pattern[str] | None, *names: str) -> None:
    for name in names:
        if pattern is not None and name not in pattern.groupindex:
            raise Unfit(path, f"`{path[-1]}` has to have the group (?P<{name}>…)")


def _at_least_one(path: Path, **numbers: int) -> None:
    for key, number in numbers.items():
        if number < 1:
            raise Unfit((*path, key), f"`{key}` has to be at least 1")
