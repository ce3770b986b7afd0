"""What a client is told of the tools: whole, true to the table, and not more than a model can hold."""

import json

import jsonschema
import pytest

from cotty.doors.mcp.tools import answers, given, offered, tool
from cotty.doors.mcp.words import INSTRUCTIONS, LEFT_OUT, LONG, NEVER, TOOLS
from cotty.doors.schemas import output_schema
from cotty.operations.operation import Tier
from cotty.operations.table import OPERATIONS, operation

EVERY = offered(Tier.MANAGE, every=True)
ENOUGH = 24_000  # characters of all that a model reads of the tools: some 6000 tokens


def test_the_tools_of_a_model_are_few_and_operations_of_the_table() -> None:
    assert set(TOOLS) < set(OPERATIONS)
    assert len(TOOLS) <= 13
    assert offered(Tier.MANAGE) == tuple(TOOLS)
    assert set(EVERY) == set(OPERATIONS) - NEVER


def test_no_model_says_who_may_do_how_much() -> None:
    assert set(OPERATIONS) >= NEVER
    assert NEVER.isdisjoint(EVERY)


def test_a_model_is_not_told_more_than_it_can_hold() -> None:
    said = [tool(name).model_dump(mode="json", by_alias=True, exclude={"output_schema"}) for name in TOOLS]
    assert len(json.dumps(said)) < ENOUGH


def test_what_is_told_of_all_tools_is_not_cut_by_a_client() -> None:
    """Claude Code keeps the first 2048 characters."""
    assert len(INSTRUCTIONS) <= 2048
    assert all(len(text) <= 2048 for text in TOOLS.values())


@pytest.mark.parametrize("tier", list(Tier))
def test_a_tier_is_offered_what_it_may_do(tier: Tier) -> None:
    assert {operation(name).tier for name in offered(tier, every=True)} == {each for each in Tier if tier.covers(each)}


@pytest.mark.parametrize("name", EVERY)
def test_schemas_are_valid_and_hold_an_object(name: str) -> None:
    for schema in (given(name), answers(name)):
        jsonschema.Draft202012Validator.check_schema(schema)
        assert schema["type"] == "object"
    assert given(name)["additionalProperties"] is False
    assert '"title"' not in json.dumps(given(name)).replace('"title": {', "")


@pytest.mark.parametrize("name", EVERY)
def test_an_answer_has_the_fields_of_the_table_but_for_what_is_said_twice(name: str) -> None:
    schema = answers(name)
    told = schema["anyOf"][0] if name in LONG else schema
    assert set(told["properties"]) == set(output_schema(name)["properties"]) - set(LEFT_OUT.get(name, ())) | {"more"}


@pytest.mark.parametrize("name", EVERY)
def test_hints_say_what_the_tier_says(name: str) -> None:
    hints = tool(name).annotations
    assert hints is not None
    assert hints.read_only_hint is (operation(name).tier is Tier.READ)
    assert not (hints.read_only_hint and hints.destructive_hint)


def test_what_ends_or_types_is_called_destructive() -> None:
    destructive = {name for name in EVERY if (hints := tool(name).annotations) and hints.destructive_hint}
    assert destructive == {"send", "keys", "run", "kill", "ask", "answer", "leave"}
