"""Known defects are told of the versions that have them, and of no other."""

import pytest

from cotty.controlmode.versions import SINCE, Version
from cotty.operations.doctor.defects import DEFECTS, known_defects


def names(version: str) -> list[str]:
    said = known_defects(Version.parse(version))
    return [name for name in DEFECTS if any(DEFECTS[name] in sentence for sentence in said)]


@pytest.mark.parametrize(
    ("version", "defects"),
    [
        ("3.1c", ["control-mode", "safe-client-start", "safe-dead-paste", "clean-capture", "guarded-paste"]),
        ("3.3a", ["safe-client-start", "safe-dead-paste", "clean-capture", "guarded-paste"]),
        ("3.4", ["safe-client-start", "clean-capture", "guarded-paste"]),
        ("3.5a", ["safe-client-start", "clean-capture", "guarded-paste"]),
        ("3.6", ["safe-client-start", "guarded-paste"]),
        ("3.8", []),
    ],
)
def test_each_version_has_its_own(version: str, defects: list[str]) -> None:
    assert names(version) == defects


def test_every_defect_is_a_row_of_the_table_of_versions() -> None:
    assert set(DEFECTS) <= set(SINCE)
