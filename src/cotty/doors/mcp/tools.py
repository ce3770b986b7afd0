"""Which tools there are: an operation of the table each, with what a model is told of it.

Rules: schemas are the table's own, with what this door adds (`handle`, `characters`, `more`) and without what says the
same twice; a caller is offered only what its tier may do.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from mcp_types import Tool, ToolAnnotations
from pydantic import TypeAdapter

from cotty.doors.mcp.cuts import BUDGET, LEAST
from cotty.doors.mcp.words import ADDITIVE, CHARACTERS, HANDLE, LEFT_OUT, LONG, MORE, NEVER, REPEATABLE, TOOLS
from cotty.doors.schemas import Schema, input_schema, output_schema
from cotty.operations.operation import Operation, Tier
from cotty.operations.table import OPERATIONS, operation


@dataclass(frozen=True, slots=True)
class Pending:
    """It goes on: the answer of a call that takes longer than a client waits."""

    pending: Literal[True]
    handle: str
    seconds: float
    suggestion: str


def offered(tier: Tier, *, every: bool = False) -> tuple[str, ...]:
    """The names of the tools for an actor of that tier, those first that a model needs most."""
    names = [*TOOLS, *(name for name in OPERATIONS if every and name not in (*TOOLS, *NEVER))]
    return tuple(name for name in names if tier.covers(operation(name).tier))


@cache
def tool(name: str) -> Tool:
    """How a client is told of it."""
    row: Operation[Any, Any] = operation(name)
    return Tool(
        name=name, title=f"cotty {name}", description=TOOLS.get(name, row.summary), input_schema=given(name),
        output_schema=answers(name), annotations=_hints(row),
    )  # fmt: skip


@cache
def given(name: str) -> Schema:
    """What it takes."""
    schema = _terse(input_schema(name))
    more: Schema = {"characters": {"type": "integer", "minimum": LEAST, "default": BUDGET, "description": CHARACTERS}}
    if name in LONG:
        more["handle"] = {"type": "string", "description": HANDLE}
    return {**schema, "properties": {**schema.get("properties", {}), **more}}


def answers(name: str) -> Schema:
    """What it gives; a long one gives that or says that it goes on."""
    schema = _terse(output_schema(name), nullable=True)
    left_out = LEFT_OUT.get(name, ())
    kept = {field: each for field, each in schema["properties"].items() if field not in left_out}
    required = [field for field in schema["required"] if field not in left_out]
    more = {"type": "string", "description": MORE}
    schema = {**schema, "type": "object", "properties": {**kept, "more": more}, "required": required}
    if name not in LONG:
        return schema
    named = {"$defs": schema.pop("$defs")} if "$defs" in schema else {}
    return {"type": "object", "anyOf": [schema, _terse(TypeAdapter(Pending).json_schema())], **named}


def _terse(schema: Schema, *, nullable: bool = False) -> Schema:
    """Without what a model pays for and does not need: titles made from names; and that null may stand for nothing."""
    kept = {word: value for word, value in schema.items() if word not in ("title", "anyOf", "properties", "$defs")}
    either = [_terse(each, nullable=nullable) for each in schema.get("anyOf", ())]
    if not nullable:
        either = [each for each in either if each.get("type") != "null"]
        kept = {word: value for word, value in kept.items() if (word, value) != ("default", None)}
    if len(either) == 1:
        kept = {**either[0], **kept}
    elif either:
        kept["anyOf"] = either
    for word in ("properties", "$defs"):
        if word in schema:
            kept[word] = {name: _terse(each, nullable=nullable) for name, each in schema[word].items()}
    return kept


def _hints(row: Operation[Any, Any]) -> ToolAnnotations:
    reads = row.tier is Tier.READ
    return ToolAnnotations(
        read_only_hint=reads, destructive_hint=not reads and row.name not in ADDITIVE,
        idempotent_hint=reads or row.name in REPEATABLE, open_world_hint=not reads,
    )  # fmt: skip
