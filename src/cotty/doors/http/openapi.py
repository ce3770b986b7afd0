"""The OpenAPI 3.1 document of this door, from the operation table and the fault table alone.

Rules: a status is listed with the codes that can stand in it; what is not in the tables is not in the document.
"""

from functools import cache
from typing import Any, Final

from cotty import __version__
from cotty.doors.faults import FAULTS
from cotty.doors.schemas import Schema, every_schema
from cotty.operations.happenings.happening import Happened
from cotty.operations.operation import Operation, Tier
from cotty.operations.table import every_operation

_SCHEMAS: Final = "#/components/schemas/{model}"
_JSON: Final = "application/json"
API: Final = "/api/"
STREAM: Final = "/api/events/stream"
_FILTERS: Final = {
    "types": f"only these, divided by commas: {', '.join(Happened)}",
    "agent_id": "only of these agents, by their panes",
    "host": "only of these hosts",
    "last_event_id": "those after this id, where a header Last-Event-ID cannot be sent",
}


@cache
def document() -> Schema:
    """The whole document."""
    made, named = every_schema(_SCHEMAS)
    paths = {
        API + row.name: {"post": _post(row, made[row.name, "validation"], made[row.name, "serialization"])}
        for row in every_operation()
    }
    for each in paths.values():
        given = each["post"]["requestBody"]
        given["required"] = "required" in named[_name(given["content"][_JSON]["schema"])]
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "cotty", "version": __version__, "license": {"name": "MIT", "identifier": "MIT"},
            "description": "One terminal, shared by people and agents. A request by cookie carries `Cotty-Request: 1`.",
        },
        "paths": {**paths, STREAM: {"get": _stream()}},
        "tags": [{"name": str(tier), "description": f"needs the tier `{tier}`"} for tier in Tier],
        "security": [{"token": []}, {"page": []}],
        "components": {
            "schemas": {**named, **{f"Error{status}": _error(codes) for status, codes in _statuses().items()}},
            "responses": {str(status): _refusal(status, codes) for status, codes in _statuses().items()},
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer"},
                "page": {"type": "apiKey", "in": "cookie", "name": "cotty"},
            },
        },
    }  # fmt: skip


def _post(row: Operation[Any, Any], given: Schema, answered: Schema) -> Schema:
    return {
        "operationId": row.name, "summary": row.summary, "tags": [str(row.tier)],
        "requestBody": {"content": {_JSON: {"schema": given}}},
        "responses": {
            "200": {"description": "It was done, or looked at.", "content": {_JSON: {"schema": answered}}},
            **{str(status): {"$ref": f"#/components/responses/{status}"} for status in _statuses()},
        },
    }  # fmt: skip


def _stream() -> Schema:
    return {
        "operationId": "events", "tags": [str(Tier.READ)],
        "summary": "What happens, as server-sent events: `id`, `event` and `data`, a JSON object; a comment is a beat.",
        "parameters": [
            {"name": name, "in": "query", "description": what, "schema": {"type": "string"}}
            for name, what in _FILTERS.items()
        ] + [{"name": "Last-Event-ID", "in": "header", "schema": {"type": "string"},
              "description": "Those after this id; what comes next if left out."}],
        "responses": {
            "200": {"description": "It goes on until it is closed.",
                    "content": {"text/event-stream": {"schema": {"type": "string"}}}},
            **{str(status): {"$ref": f"#/components/responses/{status}"} for status in _statuses()},
        },
    }  # fmt: skip


def _name(reference: Schema) -> str:
    return str(reference["$ref"].rpartition("/")[2])


@cache
def _statuses() -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for code, fault in FAULTS.items():
        found.setdefault(fault.http_status, []).append(code)
    return dict(sorted(found.items()))


def _refusal(status: int, codes: list[str]) -> Schema:
    meanings = "\n".join(f"* `{code}`: {FAULTS[code].meaning}" for code in codes)
    return {
        "description": meanings,
        "content": {_JSON: {"schema": {"$ref": _SCHEMAS.format(model=f"Error{status}")}}},
    }


def _error(codes: list[str]) -> Schema:
    said: Schema = {
        "code": {"type": "string", "enum": codes},
        "message": {"type": "string", "description": "What happened."},
        "suggestion": {"type": "string", "description": "What to do next."},
        "exit_code": {"type": "integer", "description": "The exit status of the command for it."},
        "facts": {"type": "object", "description": "What else is known."},
    }
    inner = {"type": "object", "properties": said, "required": list(said), "additionalProperties": False}
    return {"type": "object", "properties": {"error": inner}, "required": ["error"], "additionalProperties": False}
