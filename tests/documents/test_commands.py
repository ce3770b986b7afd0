"""Every command and script a document names exists, and every command of the Makefile says what it does."""

import re

from tests.architecture.sources import ROOT, tracked

MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
TARGETS = set(re.findall(r"^([a-z-]+):", MAKEFILE, re.MULTILINE))


def unknown(text: str) -> list[str]:
    """Commands of this repository that a text names and that are not there."""
    targets = [name for name in re.findall(r"(?:^ {4}|`)make ([a-z-]+)", text, re.MULTILINE) if name not in TARGETS]
    scripts = [name for name in re.findall(r"\bscripts/[\w.-]+\.(?:py|sh)", text) if not (ROOT / name).is_file()]
    return targets + scripts


def test_every_command_a_document_names_exists() -> None:
    found = {path.name: unknown(path.read_text(encoding="utf-8")) for path in tracked(".md")}
    assert {name: commands for name, commands in found.items() if commands} == {}


def test_a_command_that_is_not_there_is_found() -> None:
    assert unknown("Run `make tea`, then\n\n    make setup\n\nor scripts/gone.sh.") == [
        "tea",
        "scripts/gone.sh",
    ]


def test_every_command_of_the_makefile_explains_itself() -> None:
    explained = set(re.findall(r"^([a-z-]+):.*## ", MAKEFILE, re.MULTILINE))
    assert TARGETS - explained == set()
