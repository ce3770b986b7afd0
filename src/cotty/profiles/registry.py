"""Where profiles come from: the ones that come with cotty, those of other packages, those of the config folder.

Rules: the only module of this room that reads files; all three are folders of TOML files and take the same road. A
later folder's file replaces an earlier one of the same name, unless it cannot be read: then the earlier one is used,
and the list says so. What cannot be read is a row with the problem; it never hides the others.
"""

import difflib
import importlib
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from cotty.errors import BadProfile, UnknownProfile
from cotty.profiles.profile import Profile
from cotty.profiles.tables import read_profile

GROUP: Final = "cotty.profiles"  # an entry point here names a package that has TOML files
GENERIC: Final = "generic"


@dataclass(frozen=True, slots=True)
class Summary:
    """A row of the list of profiles. `problem` is why a file cannot be used."""

    name: str
    title: str
    versions: str
    source: str
    problem: str | None = None


@dataclass(frozen=True, slots=True)
class _Shelf:
    """The files of each name, the one that counts first; and the sources that could not be opened."""

    files: dict[str, list[Traversable]] = field(default_factory=dict)
    closed: list[Summary] = field(default_factory=list)


def load(name: str) -> Profile:
    """The profile of that name."""
    found = _shelf().files
    if name not in found:
        near = difflib.get_close_matches(name.replace("-", "_"), list(found), n=3, cutoff=0.4)
        hint = f"Did you mean {' or '.join(near)}? " if near else ""
        known = ", ".join(sorted(found))
        raise UnknownProfile(f"There is no profile {name!r}.", suggestion=f"{hint}There are {known}.", near=near)
    profile, problem = _first_whole(name, found[name])
    if profile is None:
        raise problem or UnknownProfile(f"There is no profile {name!r}.")
    return profile


def profiles() -> list[Summary]:
    """Every profile there is, by name, and every source that cannot be used."""
    shelf = _shelf()
    return sorted([*shelf.closed, *(_summary(name, files) for name, files in shelf.files.items())], key=_by_name)


def every_profile() -> list[Profile]:
    """Every profile that can be read; the generic one is the last."""
    rows = sorted(_shelf().files.items(), key=lambda row: (row[0] == GENERIC, row[0]))
    read = [_first_whole(name, files)[0] for name, files in rows]
    return [profile for profile in read if profile is not None]


def config_folder() -> Path:
    """Where a person drops profiles."""
    home = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(home) / "cotty" / "profiles"


def _by_name(row: Summary) -> str:
    return row.name


def _shelf() -> _Shelf:
    """All that is there now."""
    shelf, config = _Shelf(), config_folder()
    _put(shelf, "cotty", "cotty.profiles", lambda: files("cotty.profiles"))
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        _put(shelf, point.name, point.value, partial(_package, point))
    _put(shelf, "config", str(config), lambda: config)
    return shelf


def _package(point: EntryPoint) -> Traversable:
    """The folder of somebody's package."""
    package = importlib.import_module(point.module)
    if not hasattr(package, "__path__"):
        raise TypeError("this is a module; what is named has to be a package, and have the TOML files")
    return files(package)


def _put(shelf: _Shelf, name: str, source: str, folder: Callable[[], Traversable]) -> None:
    """Take the files of one source. Importing a package runs what its author wrote, so it may fail in any way."""
    try:
        there = folder()
        rows = sorted(there.iterdir(), key=str) if there.is_dir() else []
    except (Exception, SystemExit) as error:  # noqa: BLE001
        reason = f"{source}: {type(error).__name__}: {error}."
        shelf.closed.append(Summary(name, name, "", source, reason))
        return
    for file in rows:
        if file.name.endswith(".toml"):
            shelf.files.setdefault(file.name.removesuffix(".toml"), []).insert(0, file)


def _first_whole(name: str, files_of_name: list[Traversable]) -> tuple[Profile | None, BadProfile | None]:
    """The profile of the first file that can be read, and what is wrong with the first that cannot."""
    problem: BadProfile | None = None
    for file in files_of_name:
        try:
            return _read(name, file), problem
        except BadProfile as error:
            problem = problem or error
    return None, problem


def _read(name: str, file: Traversable) -> Profile:
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadProfile(f"{file}: {error}.", file=str(file), line=0, reason=str(error)) from None
    built_in = getattr(file, "parent", None) == files("cotty.profiles")
    profile = read_profile(text, str(file), known_to_end=built_in)
    if profile.name != name:
        reason = f"the profile calls itself {profile.name!r}, its file {name!r}"
        raise BadProfile(f"{file}:1: {reason}.", file=str(file), line=1, reason=reason)
    return profile


def _summary(name: str, files_of_name: list[Traversable]) -> Summary:
    profile, error = _first_whole(name, files_of_name)
    problem = error.message if error is not None else None
    if profile is None:
        return Summary(name, name, "", str(files_of_name[0]), problem)
    if problem is not None:
        problem = f"{problem} {profile.source} is used instead."
    return Summary(name, profile.title, profile.versions, profile.source, problem)
