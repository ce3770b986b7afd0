"""The exit code of an answer. Errors have theirs in the fault table.

Rules: 0 only for what was asked for; `run` gives the command's own.
"""

from collections.abc import Callable
from typing import Any, Final

from cotty.doors.cli.words import ASKS, BLOCKED, ENDED, INTERRUPTED, NO_EXIT_CODE, NOT_SUBMITTED, TIME_UP, UNKNOWN
from cotty.model import AgentState, Outcome, Reason

_SENT: Final = {Outcome.CONFIRMED: 0, Outcome.NOT_SUBMITTED: NOT_SUBMITTED, Outcome.UNKNOWN: UNKNOWN}


_AT_REST: Final = {
    AgentState.IDLE: 0, AgentState.AWAITING_INPUT: ASKS, AgentState.BLOCKED: BLOCKED, AgentState.ENDED: ENDED,
}  # fmt: skip


def exit_code(verb: str, answer: object, request: object) -> int:
    """What the shell is told."""
    known = _CODES.get(verb)
    return known(answer, request) if known else 0


def _of_send(answer: Any, request: Any) -> int:  # noqa: ANN401  (each verb has its own types)
    return _SENT[answer.outcome] if request.proof else 0


def _of_receipt(answer: Any, _request: Any) -> int:  # noqa: ANN401
    return _SENT[answer.outcome]


def _of_ask(answer: Any, _request: Any) -> int:  # noqa: ANN401
    if answer.receipt.outcome is not Outcome.CONFIRMED or answer.state is not AgentState.IDLE:
        return _SENT[answer.receipt.outcome] or _AT_REST.get(answer.state, TIME_UP)
    if answer.interrupted:
        return INTERRUPTED
    return 0 if answer.reply else UNKNOWN


def _of_launch(answer: Any, request: Any) -> int:  # noqa: ANN401
    return _AT_REST.get(answer.state, TIME_UP) if request.wait else 0


def _of_wait(answer: Any, _request: Any) -> int:  # noqa: ANN401
    return {Reason.TIMEOUT: TIME_UP, Reason.EXITED: ENDED}.get(answer.reason, 0)


def _of_run(answer: Any, _request: Any) -> int:  # noqa: ANN401
    if not answer.finished:
        return TIME_UP
    return NO_EXIT_CODE if answer.exit_code is None else int(answer.exit_code)


def _of_doctor(answer: Any, _request: Any) -> int:  # noqa: ANN401
    from cotty.doors.faults import fault_of

    return 0 if answer.usable else fault_of(answer.error or "unreachable").exit_code


_CODES: Final[dict[str, Callable[[Any, Any], int]]] = {
    "send": _of_send, "wait": _of_wait, "run": _of_run, "doctor": _of_doctor, "launch": _of_launch, "ask": _of_ask,
    "answer": _of_receipt, "interrupt": _of_receipt, "leave": _of_receipt,
}  # fmt: skip
