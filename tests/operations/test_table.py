"""The table names every operation, loads one at a time, and each says what a door has to know."""

import subprocess
import sys
import typing
from dataclasses import fields, is_dataclass
from typing import Any

import pytest
from pydantic import TypeAdapter

from cotty.errors import InvalidInput
from cotty.operations.operation import Help, Operation, Stream, Tier
from cotty.operations.table import OPERATIONS, STREAMS, every_operation, operation, stream

ROWS: list[Any] = [*every_operation(), *(stream(name) for name in STREAMS)]


def test_each_name_leads_to_the_operation_of_that_name() -> None:
    assert [row.name for row in ROWS] == [*OPERATIONS, *STREAMS]
    assert all(isinstance(row, Operation | Stream) for row in ROWS)


def test_an_unknown_name_is_an_error_with_the_nearest_one() -> None:
    with pytest.raises(InvalidInput) as raised:
        operation("raed")
    assert "Did you mean read?" in raised.value.suggestion


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_every_field_has_a_type_and_a_sentence(row: Any) -> None:  # noqa: ANN401
    for kind in (row.Input, getattr(row, "Output", row.Input)):
        assert is_dataclass(kind)
        for field in fields(kind):
            assert typing.get_origin(field.type) is typing.Annotated, field.name
            hints = [each for each in typing.get_args(field.type) if isinstance(each, Help)]
            assert len(hints) == 1
            assert hints[0].sentence.endswith(".")


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_inputs_and_outputs_are_frozen_and_have_no_dictionary(row: Any) -> None:  # noqa: ANN401
    for kind in (row.Input, getattr(row, "Output", row.Input)):
        assert kind.__dataclass_params__.frozen
        assert "__slots__" in vars(kind)


def test_pydantic_reads_the_sentence_of_every_field() -> None:
    for row in ROWS:
        schema = TypeAdapter(row.Input).json_schema()
        for field in fields(row.Input):
            described = schema["properties"][field.name]["description"]
            assert described == typing.get_args(field.type)[1].sentence


def test_pydantic_validates_an_input_from_json() -> None:
    read = operation("read")
    assert TypeAdapter(read.Input).validate_json('{"address": "%5", "lines": 3}') == read.Input("%5", lines=3)


def test_no_two_inputs_share_a_name() -> None:
    names = [row.Input.__name__ for row in ROWS]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    ("tier", "names"),
    [
        (
            Tier.READ,
            {"list", "read", "wait", "screen", "doctor", "watch", "agents", "adopt", "explain", "profiles", "journal"},
        ),
        (Tier.ANSWER, {"answer", "interrupt"}),
        (Tier.TYPE, {"send", "keys", "run", "ask"}),
        (Tier.MANAGE, {"open", "window", "split", "resize", "kill", "launch", "leave", "tokens", "grant", "revoke"}),
    ],
)
def test_an_operation_needs_the_tier_of_what_it_changes(tier: Tier, names: set[str]) -> None:
    assert {row.name for row in ROWS if row.tier is tier} == names


def test_looking_one_up_loads_no_other() -> None:
    code = (
        "import sys; from cotty.operations.table import operation; operation('read');"
        "print(sorted(name for name in sys.modules if name.startswith('cotty.operations.')))"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert "operations.read" in shown
    assert not any(f"operations.{name}'" in shown for name in OPERATIONS if name != "read")
