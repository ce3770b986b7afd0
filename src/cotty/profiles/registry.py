"""Where profiles come from: the ones that come with cotty, those of other packages, those of the config folder.

Rules: the only module of this room that reads files; all three are folders of TOML files and take the same road. A
later folder's file replaces an earlier one of the same name. A file that cannot be read is an error when it is asked
for and a row with the problem in a list: it never hides the others.
"""

import difflib
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import entry_points
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


def load(name: str) -> Profile:
    """The profile of that name."""
    found = _files()
    if name not in found:
        near = difflib.get_close_matches(name.replace("-", "_"), list(found), n=3, cutoff=0.4)
        hint = f"Did you mean {' or '.join(near)}? " if near else ""
        known = ", ".join(sorted(found))
        raise UnknownProfile(f"There is no profile {name!r}.", suggestion=f"{hint}There are {known}.", near=near)
    return _read(name, found[name])


def profiles() -> list[Summary]:
    """Every profile there is, by name."""
    return [_summary(name, file) for name, file in sorted(_files().items())]


def every_profile() -> list[Profile]:
    """Every profile that can be read; the generic one is the last."""
    found = []
    for name, file in sorted(_files().items(), key=lambda row: (row[0] == GENERIC, row[0])):
        with suppress(BadProfile):
            found.append(_read(name, file))
    return found


def config_folder() -> Path:
    """Where a person drops profiles."""
    home = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(home) / "cotty" / "profiles"


def _folders() -> Iterator[Traversable]:
    yield files("cotty.profiles")
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        yield files(point.module)
    yield config_folder()


def _files() -> dict[str, Traversable]:
    """The file of each name."""
    found: dict[str, Traversable] = {}
    for folder in _folders():
        if folder.is_dir():
            found |= {file.name[: -len(".toml")]: file for file in folder.iterdir() if file.name.endswith(".toml")}
    return found


def _read(name: str, file: Traversable) -> Profile:
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadProfile(f"{file}: {error}.", file=str(file), line=0, reason=str(error)) from None
    profile = read_profile(text, str(file))
    if profile.name != name:
        reason = f"the profile calls itself {profile.name!r}, its file {name!r}"
        raise BadProfile(f"{file}:1: {reason}.", file=str(file), line=1, reason=reason)
    return profile


def _summary(name: str, file: Traversable) -> Summary:
    try:
        profile = _read(name, file)
    except BadProfile as error:
        return Summary(name, name, "", str(file), error.message)
    return Summary(name, profile.title, profile.versions, profile.source)
