"""An error as this door says it: the status of its fault, and the JSON that `cotty --json` prints.

Rules: whatever is raised becomes that shape; a trace never leaves the machine.
"""

from http import HTTPStatus
from typing import Any, Final

from quart import Response
from werkzeug.exceptions import HTTPException

from cotty.doors.crashes import report_crash
from cotty.doors.faults import fault_of
from cotty.doors.schemas import as_json
from cotty.errors import CottyError, InvalidInput, NotFound, TooLarge, WrongMethod

JSON: Final = "application/json"
_OF_STATUS: Final[dict[int, type[CottyError]]] = {
    HTTPStatus.NOT_FOUND: NotFound, HTTPStatus.METHOD_NOT_ALLOWED: WrongMethod,
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: TooLarge,
}  # fmt: skip


def problem(error: CottyError) -> tuple[int, bytes]:
    """Status and body."""
    fault = fault_of(error.code)
    said = {
        "code": error.code, "message": error.message, "suggestion": error.suggestion, "exit_code": fault.exit_code,
        "facts": error.facts,
    }  # fmt: skip
    return fault.http_status, as_json({"error": said})


def as_response(error: Exception) -> Response:
    """What the application answers when anything is raised."""
    headers: dict[str, Any] = {}
    if isinstance(error, HTTPException):
        allowed = getattr(error, "valid_methods", None)
        headers = {"allow": ", ".join(sorted(allowed))} if allowed else {}
        error = _of_http(error)
    elif not isinstance(error, CottyError):
        error = report_crash(error)
    status, body = problem(error)
    return Response(body, status, headers, content_type=JSON)


def _of_http(error: HTTPException) -> CottyError:
    if error.code == HTTPStatus.REQUEST_TIMEOUT:
        return InvalidInput("The body of that request did not come in time.", suggestion="Send it at once.")
    kind = _OF_STATUS.get(error.code or 0)
    if kind is None:
        return InvalidInput(str(error.description), suggestion="`/openapi.json` lists what can be asked.")
    if kind is NotFound:
        return kind("There is nothing at that address.", suggestion="`/openapi.json` lists what there is.")
    return kind()
