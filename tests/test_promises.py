"""Every promise has a test, and every test that names a promise names one that exists."""

import ast
from collections.abc import Collection, Iterable

from tests.architecture.sources import sources
from tests.promises import LATER, PROMISES


def named_in(tree: ast.AST) -> set[str]:
    """The ids in each `pytest.mark.promise(…)` of a file, wherever it stands."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    marks = [call for call in calls if ast.unparse(call.func).endswith("mark.promise")]
    words = [word.value for mark in marks for word in mark.args if isinstance(word, ast.Constant)]
    return {word for word in words if isinstance(word, str)}


def complaints(promises: Collection[str], later: dict[str, str], named: Iterable[str]) -> list[str]:
    """Return a sentence for each promise without a test, each test without a promise, each stale delay."""
    known, proved, delayed = set(promises), set(named), set(later)
    said = [f"{name}: no test names it, and it does not say what it waits for" for name in known - proved - delayed]
    said += [f"{name}: a test names it, there is no such promise" for name in proved - known]
    said += [f"{name}: LATER has it, there is no such promise" for name in delayed - known]
    said += [f"{name}: proved, so its row in LATER has to go" for name in proved & delayed]
    return sorted(said + [f"{name}: LATER gives no reason" for name, reason in later.items() if not reason])


def test_promises_and_tests_name_each_other() -> None:
    naming = (source for source in sources() if source.is_test and "mark.promise" in source.text)
    named = {name for source in naming for name in named_in(source.tree)}
    said = complaints(PROMISES, LATER, named)
    assert not said, "\n".join(said)


def test_whatever_does_not_fit_is_found() -> None:
    later = {"late": "a reason", "done": "a reason", "gone": "a reason", "mute": ""}
    said = complaints({"kept", "bare", "late", "done", "mute"}, later, {"kept", "done", "stray"})
    assert [line.partition(":")[0] for line in said] == ["bare", "done", "gone", "mute", "stray"]


def test_a_promise_is_named_by_a_decorator_or_a_module_mark() -> None:
    text = 'pytestmark = [pytest.mark.promise("a")]\n@mark.promise("b", "c")\ndef test_x(): ...\n'
    assert named_in(ast.parse(text)) == {"a", "b", "c"}
