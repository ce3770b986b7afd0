"""`profiles`: which CLIs are known, from which files, and what is wrong with a file that cannot be used."""

from dataclasses import dataclass
from typing import Annotated

from cotty.operations.operation import Call, Help, Operation, Tier, shaped
from cotty.profiles.registry import config_folder, profiles


@dataclass(frozen=True, slots=True)
class ProfilesInput:
    """Nothing: all of them."""


@dataclass(frozen=True, slots=True)
class ProfileRow:
    """One profile."""

    name: Annotated[str, Help("What the other verbs call it.")]
    title: Annotated[str, Help("What people call that CLI.")]
    versions: Annotated[str, Help("The versions that its rules were made for.")]
    source: Annotated[str, Help("The file it was read from, or the package that could not be.")]
    problem: Annotated[
        str | None,
        Help("What cannot be used: file, line and reason. The source is what is used instead, if anything is."),
    ]


@dataclass(frozen=True, slots=True)
class ProfilesOutput:
    """All profiles by name, and where to add one."""

    folder: Annotated[str, Help("A TOML file that is put here is a profile; it replaces one of the same name.")]
    profiles: Annotated[tuple[ProfileRow, ...], Help("A row for each profile.")]


async def run(call: Call, request: ProfilesInput) -> ProfilesOutput:
    rows = tuple(shaped(ProfileRow, row) for row in profiles())
    return ProfilesOutput(str(config_folder()), rows)


PROFILES = Operation("profiles", "Show which CLIs are known, from which files, and which files cannot be used.",
                     Tier.READ, ProfilesInput, ProfilesOutput, run)  # fmt: skip
