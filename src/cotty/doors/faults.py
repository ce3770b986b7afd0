"""What every error is called at every door: an exit code, an HTTP status, one line of meaning.

Rules: a row for each code of `errors.py`, no two with the same exit code; the rooms of the tree have tens of their
own (0x the request, 1x not found, 2x and 6x refused, 3x unreachable, 4x no answer), answers that are no errors 5x. Exit
codes are promises to scripts: a row is never renumbered.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Fault:
    """An error, as doors show it."""

    exit_code: int
    http_status: int
    meaning: str


FAULTS: Final = {
    "error": Fault(1, 500, "something unexpected went wrong"),
    "invalid_input": Fault(2, 400, "the request cannot be carried out as it was written"),
    "invalid_text": Fault(3, 400, "the text contains bytes that would act instead of being typed"),
    "unknown_key": Fault(4, 400, "there is no key of that name"),
    "invalid_address": Fault(5, 400, "that is not the address of a pane"),
    "unknown_profile": Fault(6, 400, "there is no profile of that name"),
    "bad_profile": Fault(7, 400, "a profile cannot be used as it is written"),
    "key_taken": Fault(8, 409, "another message was told with that key"),
    "not_found": Fault(10, 404, "there is no such thing on that tmux server"),
    "pane_not_found": Fault(11, 404, "there is no such pane"),
    "session_not_found": Fault(12, 404, "there is no such session"),
    "window_not_found": Fault(13, 404, "there is no such window"),
    "agent_not_found": Fault(14, 404, "no agent runs in that pane, or it has left"),
    "dialog_not_found": Fault(15, 404, "nothing is asked there"),
    "option_not_found": Fault(16, 404, "the dialog does not offer that"),
    "refused": Fault(20, 409, "it could be done and must not be"),
    "pane_dead": Fault(21, 409, "the program in that pane has ended"),
    "pen_held": Fault(22, 409, "somebody else is writing in that pane"),
    "input_off": Fault(23, 409, "that pane takes no input"),
    "last_pane": Fault(24, 409, "it is the last pane of its session"),
    "foreign_pane": Fault(25, 409, "the pane belongs to another tmux server"),
    "not_allowed": Fault(26, 403, "this actor may not do that"),
    "dialog_open": Fault(27, 409, "the agent asks something first"),
    "draft_there": Fault(28, 409, "somebody's text stands in the composer"),
    "stale_dialog": Fault(29, 409, "it is another dialog than the one that was meant"),
    "pane_synchronized": Fault(60, 409, "what is typed there reaches every pane of its window"),
    "own_pane": Fault(61, 409, "it is the pane in which this was asked"),
    "not_admitted": Fault(62, 403, "a network door does not let that request in"),
    "not_authenticated": Fault(63, 401, "nobody that the server knows asks that"),
    "too_many_requests": Fault(64, 429, "that was asked too often in a short time"),
    "too_large": Fault(65, 413, "the request is larger than the server takes"),
    "wrong_method": Fault(66, 405, "nothing is done there by that method"),
    "unreachable": Fault(30, 503, "tmux cannot be asked"),
    "tmux_missing": Fault(31, 503, "tmux is not installed there"),
    "tmux_too_old": Fault(32, 503, "that tmux is older than 3.1"),
    "no_server": Fault(33, 503, "no tmux server runs on that socket"),
    "host_unreachable": Fault(34, 503, "that host does not answer"),
    "container_not_running": Fault(35, 503, "that container is not running"),
    "connection_lost": Fault(36, 503, "the connection to tmux ended"),
    "deadline_passed": Fault(40, 504, "there was no answer in time"),
    "agent_not_ready": Fault(42, 504, "the agent did not come to its composer; nothing was typed"),
    "tmux_refused": Fault(41, 502, "tmux refused the command"),
}


def fault_of(code: str) -> Fault:
    """The row of an error's code."""
    return FAULTS.get(code, FAULTS["error"])
