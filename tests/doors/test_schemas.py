"""A JSON document becomes an operation's input or an error that names the field; every schema says what is done."""

import json
from dataclasses import fields
from typing import Any

import pytest

from cotty.doors.schemas import answered, as_json, every_schema, from_fields, input_schema, output_schema, parsed
from cotty.errors import InvalidInput
from cotty.operations.table import OPERATIONS, STREAMS, every_operation, operation


def test_a_document_becomes_the_input_of_its_verb() -> None:
    assert parsed("read", b'{"address": "%5", "lines": 3}') == operation("read").Input("%5", lines=3)
    assert parsed("list", b"") == operation("list").Input()
    assert parsed("keys", b'{"keys": ["C-c", "Up"], "pen_timeout": 3}').keys == ("C-c", "Up")


@pytest.mark.parametrize(
    ("verb", "document", "named"),
    [
        ("read", '{"line": 3}', "line: unexpected"),
        ("read", '{"lines": "3"}', "lines: input should be a valid integer"),
        ("read", '{"lines": true}', "lines: "),
        ("send", "{}", "text: "),
        ("send", '{"text": "x", "enter": "no"}', "enter: "),
        ("send", '{"text": "x", "pen_timeout": 1e999}', "pen_timeout: "),
        ("send", '{"text": "x", "pen_timeout": NaN}', "pen_timeout: "),
        ("keys", '{"keys": "C-c"}', "keys: "),
        ("keys", '{"keys": ["C-c", 3]}', "keys.1: "),
        ("split", '{"direction": "up"}', "direction: "),
        ("list", "[]", "object"),
        ("list", '{"session": "\\ud800"}', "JSON"),
        ("list", "{", "JSON"),
    ],
)
def test_a_mistake_is_refused_with_the_field_named(verb: str, document: str, named: str) -> None:
    with pytest.raises(InvalidInput, match=verb) as raised:
        parsed(verb, document)
    assert named in raised.value.message
    assert raised.value.code == "invalid_input"


def test_words_of_a_model_are_numbers_and_truths_where_they_are_asked_for() -> None:
    assert from_fields("read", {"lines": "3", "all": "false"}) == operation("read").Input(lines=3)
    with pytest.raises(InvalidInput):
        from_fields("read", {"lines": "three"})


@pytest.mark.parametrize("name", OPERATIONS)
def test_the_schema_of_an_input_lists_its_fields_and_no_others(name: str) -> None:
    schema = input_schema(name)
    assert set(schema.get("properties", {})) == {field.name for field in fields(operation(name).Input)}
    assert schema["additionalProperties"] is False


@pytest.mark.parametrize("name", OPERATIONS)
def test_the_schema_of_an_output_requires_what_is_always_there(name: str) -> None:
    schema = output_schema(name)
    assert set(schema["properties"]) == {field.name for field in fields(operation(name).Output)}
    assert set(schema["required"]) == set(schema["properties"])


def test_all_schemas_stand_in_one_document_that_leads_nowhere_else() -> None:
    made, named = every_schema("#/n/{model}")
    assert {verb for verb, _ in made} == {*OPERATIONS, *STREAMS}
    wanted = set(_references([*made.values(), *named.values()]))
    assert wanted == {f"#/n/{name}" for name in named}
    assert {row.Input.__name__ for row in every_operation()} < set(named)


def _references(value: Any) -> list[str]:  # noqa: ANN401  (any JSON value)
    inner = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
    here = [value["$ref"]] if isinstance(value, dict) and isinstance(value.get("$ref"), str) else []
    return here + [found for each in inner for found in _references(each)]


def test_an_answer_is_json_whatever_a_pane_has_shown() -> None:
    row = operation("kill").Output("%5\udcff")
    text = as_json(answered(row))
    assert text == b'{"pane":"%5\\udcff"}'
    assert json.loads(text) == {"pane": "%5\udcff"}
