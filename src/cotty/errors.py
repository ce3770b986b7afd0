"""Everything that can go wrong, as one tree; doors translate it by `code` and nothing else.

    CottyError
    ├── InvalidInput            the caller asked for something that cannot be
    │   ├── InvalidText         NUL, or control bytes that would act instead of being typed
    │   ├── UnknownKey          not a key; the near ones are named
    │   ├── InvalidAddress      not the address of a pane
    │   ├── KeyTaken            another message was told with that key
    │   ├── UnknownProfile      no profile of that name; the near ones are named
    │   └── BadProfile          a profile that cannot be used; file, line and reason are in `facts`
    ├── NotFound                it was right once, or never was
    │   ├── PaneNotFound
    │   ├── SessionNotFound
    │   ├── WindowNotFound
    │   ├── AgentNotFound       no agent runs in that pane, or it has left
    │   ├── DialogNotFound      nothing is asked there
    │   └── OptionNotFound      the dialog does not offer that
    ├── Refused                 it could be done and must not be
    │   ├── PaneDead            its program has ended; the exit status is in `facts`
    │   ├── PenHeld             somebody else writes there now; the holder is in `facts`
    │   ├── InputOff            the pane takes no input
    │   ├── PaneSynchronized    what is typed there reaches every pane of its window
    │   ├── OwnPane             whoever asks sits in that very pane
    │   ├── LastPane            killing it would end the session
    │   ├── ForeignPane         the id belongs to another tmux server
    │   ├── DialogOpen          the agent asks something; the dialog is in `facts`
    │   ├── DraftThere          somebody's text stands in the composer, or at the shell's prompt
    │   ├── StaleDialog         it is another dialog than the one that was meant
    │   └── NotAllowed          the actor's tier does not reach that far
    ├── Unreachable             tmux cannot be asked
    │   ├── TmuxMissing
    │   ├── TmuxTooOld
    │   ├── NoServer            no tmux server runs on that socket
    │   ├── HostUnreachable
    │   ├── ContainerNotRunning
    │   └── ConnectionLost      it could be asked a moment ago
    ├── NotAdmitted             a network door does not let the request in
    │   ├── NotAuthenticated    nobody that it knows asks
    │   ├── TooManyRequests     too many in a short time, or too many failures
    │   ├── TooLarge
    │   └── WrongMethod         GET where POST is meant
    ├── DeadlinePassed          no answer in time; what was asked may still happen
    │   └── AgentNotReady       the agent did not come to its composer
    └── TmuxRefused             tmux said no, in its own words

Rules: the docstring of a class is its default message; `suggestion` says what to do next; `facts` are JSON values.
"""

from collections.abc import Iterator
from typing import ClassVar


class CottyError(Exception):
    """Something went wrong."""

    code: ClassVar[str] = "error"
    suggestion: str = "Run `cotty doctor` to see what this machine lacks."

    def __init__(self, message: str | None = None, *, suggestion: str | None = None, **facts: object) -> None:
        self.message = message or type(self).__doc__ or type(self).__name__
        if suggestion is not None:
            self.suggestion = suggestion
        self.facts = facts
        super().__init__(self.message)


class InvalidInput(CottyError):
    """The request cannot be carried out as it was written."""

    code = "invalid_input"
    suggestion = "See `cotty COMMAND --help` for what a command takes."


class InvalidText(InvalidInput):
    """The text contains bytes that a terminal would act on instead of showing."""

    code = "invalid_text"
    suggestion = "Remove the control characters; press keys with `keys`, not with text."


class UnknownKey(InvalidInput):
    """There is no key of that name."""

    code = "unknown_key"
    suggestion = "Name keys as C-c, Enter, Up, PageUp, F5; type letters with `send`."


class InvalidAddress(InvalidInput):
    """That is not the address of a pane."""

    code = "invalid_address"
    suggestion = "Address a pane as %5, shared, shared:0.1 or 0.1."


class KeyTaken(InvalidInput):
    """Another message was told with that key."""

    code = "key_taken"
    suggestion = "A key names one message: give another message another key."


class UnknownProfile(InvalidInput):
    """There is no profile of that name."""

    code = "unknown_profile"
    suggestion = "Name the profile of a CLI, for instance claude_code, codex, opencode or shell."


class BadProfile(InvalidInput):
    """That profile cannot be used."""

    code = "bad_profile"
    suggestion = "Correct that line, or move the file out of the folder of profiles."


class NotFound(CottyError):
    """There is no such thing on this tmux server."""

    code = "not_found"
    suggestion = "Run `cotty list` to see what is there."


class PaneNotFound(NotFound):
    """There is no such pane."""

    code = "pane_not_found"


class SessionNotFound(NotFound):
    """There is no such session."""

    code = "session_not_found"
    suggestion = "Run `cotty open NAME` to make it, or `cotty list` to see what is there."


class WindowNotFound(NotFound):
    """There is no such window."""

    code = "window_not_found"


class AgentNotFound(NotFound):
    """No agent runs there."""

    code = "agent_not_found"
    suggestion = "Run `cotty agents` to see which agents run, or `cotty launch` to start one."


class DialogNotFound(NotFound):
    """Nothing is asked there now."""

    code = "dialog_not_found"
    suggestion = "Run `cotty agents` to see who waits for an answer."


class OptionNotFound(NotFound):
    """The dialog does not offer that."""

    code = "option_not_found"
    suggestion = "Name one of its options, by number or label."


class Refused(CottyError):
    """That could be done and must not be."""

    code = "refused"


class PaneDead(Refused):
    """The program in that pane has ended."""

    code = "pane_dead"
    suggestion = "Open another pane, or read what it left behind with `cotty read`."


class PenHeld(Refused):
    """Somebody else is writing in that pane."""

    code = "pen_held"
    suggestion = "Wait until the holder is done, or ask for longer with `--pen-timeout`."


class InputOff(Refused):
    """That pane takes no input."""

    code = "input_off"
    suggestion = "Turn its input on with `tmux select-pane -e`."


class PaneSynchronized(Refused):
    """What is typed in that pane reaches every pane of its window."""

    code = "pane_synchronized"
    suggestion = "Turn it off with `tmux set-option -w synchronize-panes off` in that window."


class OwnPane(Refused):
    """That is the pane in which this was asked."""

    code = "own_pane"
    suggestion = "Name another pane, or make one with `cotty window`."


class LastPane(Refused):
    """That is the last pane of its session; killing it would end the session."""

    code = "last_pane"
    suggestion = "Open another pane or window first, or end the session itself with tmux."


class ForeignPane(Refused):
    """That pane id belongs to another tmux server."""

    code = "foreign_pane"
    suggestion = "Name the socket of the server that owns it with --socket or --socket-path."


class DialogOpen(Refused):
    """The agent asks something, and what is typed would answer it."""

    code = "dialog_open"
    suggestion = "Answer it with `cotty answer` first."


class DraftThere(Refused):
    """Somebody's text stands in the composer, or at the shell's prompt."""

    code = "draft_there"
    suggestion = "Submit or clear it in the pane; it is never overwritten from here."


class StaleDialog(Refused):
    """The dialog is another one than the one that was meant."""

    code = "stale_dialog"
    suggestion = "Read the new one with `cotty agents` and answer that."


class NotAllowed(Refused):
    """This actor may not do that."""

    code = "not_allowed"
    suggestion = "Ask somebody whose tier allows it; `cotty list` and `cotty read` need the least."


class Unreachable(CottyError):
    """tmux cannot be asked."""

    code = "unreachable"


class TmuxMissing(Unreachable):
    """tmux is not installed there."""

    code = "tmux_missing"
    suggestion = "Install tmux: `apt-get install tmux`, `dnf install tmux` or `brew install tmux`."


class TmuxTooOld(Unreachable):
    """That tmux is older than 3.1."""

    code = "tmux_too_old"
    suggestion = "Install tmux 3.1 or later; 3.2 and later can be watched live."


class NoServer(Unreachable):
    """No tmux server runs on that socket."""

    code = "no_server"
    suggestion = "Run `cotty open shared` to start one."


class HostUnreachable(Unreachable):
    """That host does not answer."""

    code = "host_unreachable"
    suggestion = "Check that `ssh -o BatchMode=yes HOST true` succeeds without a question."


class ContainerNotRunning(Unreachable):
    """That container is not running."""

    code = "container_not_running"
    suggestion = "Start it, for instance with `docker start NAME`."


class ConnectionLost(Unreachable):
    """The connection to tmux ended."""

    code = "connection_lost"
    suggestion = "Ask again: the connection is made anew. Nothing was sent twice."


class NotAdmitted(CottyError):
    """A network door does not let that request in."""

    code = "not_admitted"
    suggestion = "Use the address that `cotty up` prints, from that page or a program of your own."


class NotAuthenticated(NotAdmitted):
    """Nobody that is known here asks that."""

    code = "not_authenticated"
    suggestion = "Open the address that `cotty up` prints, or send a token that `cotty grant` has made."


class TooManyRequests(NotAdmitted):
    """That was asked too often in a short time."""

    code = "too_many_requests"
    suggestion = "Ask again in a minute."


class TooLarge(NotAdmitted):
    """The request is larger than this door takes."""

    code = "too_large"
    suggestion = "Send less at once."


class WrongMethod(NotAdmitted):
    """Nothing is done there by that method."""

    code = "wrong_method"
    suggestion = "Verbs are asked with POST; `/openapi.json` lists what there is."


class DeadlinePassed(CottyError):
    """There was no answer in time."""

    code = "deadline_passed"
    suggestion = "Read the pane to see what happened before asking again."


class AgentNotReady(DeadlinePassed):
    """The agent did not come to its composer in time; nothing was typed."""

    code = "agent_not_ready"
    suggestion = "Look at the pane with `cotty screen`: something else may be shown there."


class TmuxRefused(CottyError):
    """tmux refused the command."""

    code = "tmux_refused"


def every_error(root: type[CottyError] = CottyError) -> Iterator[type[CottyError]]:
    """The whole tree, the root first; tables and documents are checked against it."""
    yield root
    for child in root.__subclasses__():
        yield from every_error(child)
