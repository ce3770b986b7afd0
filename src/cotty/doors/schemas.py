"""From what a network door was given to an operation's input, and the JSON schemas of all inputs and outputs.

Rules: the table's dataclasses are the only source; a field that is none is refused; a mistake is `invalid_input`, and
names each field; an adapter is built when its verb is first asked for (all of them: 160 ms).
"""

import json
from dataclasses import asdict
from functools import cache
from typing import Any, Final

from pydantic import ConfigDict, TypeAdapter, ValidationError, with_config
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode

from cotty.errors import InvalidInput
from cotty.operations.operation import Operation, Stream
from cotty.operations.table import OPERATIONS, STREAMS, every_operation, operation, stream

Row = Operation[Any, Any] | Stream[Any]
Schema = dict[str, Any]
_EXACT: Final = ConfigDict(extra="forbid", allow_inf_nan=False)
_MANY: Final = 5  # mistakes that one error names


class _Whole(GenerateJsonSchema):
    """An answer always has every field."""

    def field_is_required(self, field: Any, total: bool) -> bool:  # noqa: ANN401  (pydantic's signature)
        return self.mode == "serialization" or super().field_is_required(field, total)


@cache
def _input(name: str) -> TypeAdapter[Any]:
    row: Row = operation(name) if name in OPERATIONS else stream(name)
    return TypeAdapter(with_config(_EXACT)(row.Input))


@cache
def _output(name: str) -> TypeAdapter[Any]:
    return TypeAdapter(operation(name).Output)


def parsed(name: str, document: bytes | str, *, strict: bool = True) -> Any:  # noqa: ANN401  (each verb has its own Input)
    """The input of that verb which a JSON document says. Without `strict`, "3" is a number and "true" is true."""
    try:
        return _input(name).validate_json(document or b"{}", strict=strict)
    except ValidationError as error:
        raise _mistaken(name, error) from None


def from_fields(name: str, fields: dict[str, Any], *, strict: bool = False) -> Any:  # noqa: ANN401
    """The same from a dictionary that came as JSON."""
    return parsed(name, json.dumps(fields, ensure_ascii=True), strict=strict)


def answered(answer: object) -> dict[str, Any]:
    """An output as JSON values."""
    return asdict(answer)  # type: ignore[call-overload,no-any-return]  # every Output is a dataclass


def as_json(value: object) -> bytes:
    """JSON text; a byte of a pane that was no text is JSON's own escape of it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str).encode("utf-8", "backslashreplace")


def input_schema(name: str) -> Schema:
    """The JSON schema of a verb's input, whole in itself."""
    return _input(name).json_schema()


def output_schema(name: str) -> Schema:
    """The JSON schema of a verb's output, whole in itself."""
    return _output(name).json_schema(mode="serialization", schema_generator=_Whole)


def every_schema(template: str) -> tuple[dict[tuple[str, JsonSchemaMode], Schema], dict[str, Schema]]:
    """For one document: what each verb refers to, (verb, "validation") its input and (verb, "serialization") its
    output, and all that is referred to.
    """
    inputs = [(row.name, "validation", _input(row.name)) for row in every_operation()]
    inputs += [(name, "validation", _input(name)) for name in STREAMS]
    outputs = [(row.name, "serialization", _output(row.name)) for row in every_operation()]
    pairs: list[Any] = [*inputs, *outputs]
    made, more = TypeAdapter.json_schemas(pairs, ref_template=template, schema_generator=_Whole)
    return made, more.get("$defs", {})


def _mistaken(name: str, error: ValidationError) -> InvalidInput:
    mistakes = [_mistake(each["loc"], each["msg"]) for each in error.errors(include_url=False, include_input=False)]
    more = f" and {len(mistakes) - _MANY} more" if len(mistakes) > _MANY else ""
    said = "; ".join(mistakes[:_MANY])
    return InvalidInput(
        f"`{name}` cannot be asked so: {said}{more}.",
        suggestion=f"See `cotty {name} --help`, or the schema of its input.", fields=mistakes[:_MANY],
    )  # fmt: skip


def _mistake(place: tuple[int | str, ...], said: str) -> str:
    where = ".".join(map(str, place))
    return f"{where}: {said[:1].lower()}{said[1:]}" if where else said
