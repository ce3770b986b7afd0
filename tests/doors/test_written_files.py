"""What scripts write from the tables is what stands in the tree, and cotty.sync agrees with what it stands for."""

import inspect
from typing import Any

import pytest

import cotty
import cotty.connecting
import cotty.sync
from scripts import make_reference, make_sync

PAIRS = [(cotty.Pane, cotty.sync.Pane), (cotty.Agent, cotty.sync.Agent), (cotty.Terminal, cotty.sync.Terminal)]
NAMES = [here.__name__ for _, here in PAIRS]


def public(kind: type) -> dict[str, Any]:
    """Verbs, those of the classes it extends too."""
    found = {name: getattr(kind, name) for name in dir(kind) if not name.startswith("_")}
    return {name: value for name, value in found.items() if inspect.isfunction(value)}


def told(kind: type) -> set[str]:
    """What a handle says without being asked."""
    fields = getattr(kind, "__dataclass_fields__", {})
    return {name for name in dir(kind) if isinstance(getattr(kind, name), property)} | {
        name for name in fields if not name.startswith("_")
    }


def test_the_synchronous_module_is_what_its_script_writes() -> None:
    assert make_sync.TARGET.read_text(encoding="utf-8") == make_sync.written(), "run scripts/make_sync.py"


def test_the_reference_pages_are_what_their_script_writes() -> None:
    assert {name: (make_reference.FOLDER / name).read_text(encoding="utf-8") for name in make_reference.pages()} == (
        make_reference.pages()
    ), "run scripts/make_reference.py"


@pytest.mark.promise("operations:sync-agrees")
@pytest.mark.parametrize(("there", "here"), PAIRS, ids=NAMES)
def test_the_synchronous_classes_have_the_same_verbs(there: type, here: type) -> None:
    assert set(public(here)) == set(public(there)) - make_sync.LEFT_OUT


@pytest.mark.promise("operations:sync-agrees")
@pytest.mark.parametrize(("there", "here"), PAIRS, ids=NAMES)
def test_every_verb_takes_the_same(there: type, here: type) -> None:
    for name, function in public(here).items():
        assert parameters(function) == parameters(public(there)[name]), name


@pytest.mark.parametrize(("there", "here"), PAIRS, ids=NAMES)
def test_a_synchronous_handle_says_the_same(there: type, here: type) -> None:
    assert told(here) - {"name"} == told(there) - make_sync.LEFT_OUT  # a terminal's name is set when it is made


def test_connect_takes_the_same() -> None:
    assert parameters(cotty.sync.connect) == parameters(cotty.connecting.connect)


def parameters(function: Any) -> list[tuple[str, Any, Any, Any]]:  # noqa: ANN401
    known = inspect.signature(function).parameters.values()
    return [(each.name, each.kind, each.default, each.annotation) for each in known]


def test_no_synchronous_verb_gives_something_to_await() -> None:
    for _, here in PAIRS:
        assert not any(inspect.iscoroutinefunction(value) for value in public(here).values())
