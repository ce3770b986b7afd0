"""Versions of tmux are ordered as tmux releases them, and each row of the table is proved on real tmux."""

import ast
from pathlib import Path

import pytest

from cotty.controlmode.versions import OLDEST, SINCE, Version

PROOFS = Path(__file__).parents[1] / "real" / "test_versions.py"


@pytest.mark.parametrize(
    ("said", "version"),
    [
        ("3.3a", Version(3, 3, "a")), ("tmux 3.5a", Version(3, 5, "a")), ("next-3.7", Version(3, 7)),
        ("3.8-rc", Version(3, 8)), ("3.10", Version(3, 10)), ("tmux 4.0", Version(4, 0)),
        ("openbsd-7.4", Version(7, 4)), ("master", Version(99, 0)), ("", Version(99, 0)),
    ],
)  # fmt: skip
def test_a_version_is_read_from_what_tmux_says_of_itself(said: str, version: Version) -> None:
    assert Version.parse(said) == version


def test_versions_are_ordered_as_they_were_released() -> None:
    released = ["2.9a", "3.1", "3.1c", "3.2", "3.2a", "3.3", "3.3a", "3.4", "3.5", "3.5a", "3.6", "3.10", "master"]
    assert sorted(map(Version.parse, reversed(released))) == [Version.parse(each) for each in released]


def test_a_version_prints_as_tmux_prints_it() -> None:
    assert [str(Version.parse(said)) for said in ("3.3a", "3.10")] == ["3.3a", "3.10"]


@pytest.mark.parametrize("name", SINCE)
def test_a_version_has_what_came_with_it_and_nothing_later(name: str) -> None:
    first = Version.parse(SINCE[name][0])
    assert first.has(name)
    assert not Version(first.major, first.minor - 1, "z").has(name)


def test_the_oldest_that_is_spoken_to_has_what_cotty_cannot_do_without() -> None:
    assert OLDEST.has("pane-options")
    assert not OLDEST.has("control-mode")


@pytest.mark.promise("control:versions")
def test_every_row_of_the_table_has_a_proof_on_real_tmux() -> None:
    tree = ast.parse(PROOFS.read_text(encoding="utf-8"))
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.AsyncFunctionDef | ast.FunctionDef))
    calls = [call for function in functions for mark in function.decorator_list for call in ast.walk(mark)]
    rows = [call.args[0] for call in calls if isinstance(call, ast.Call) and ast.unparse(call.func) == "proves"]
    proved = [row.value for row in rows if isinstance(row, ast.Constant)]
    assert set(proved) == set(SINCE)
