"""tmux's own refusals, as errors of ours.

Rules: one table, in order, matched on tmux's lower-cased words; what matches nothing is `TmuxRefused` in tmux's words.
"""

from cotty.errors import (
    ContainerNotRunning,
    CottyError,
    InvalidInput,
    NoServer,
    PaneNotFound,
    Refused,
    SessionNotFound,
    TmuxRefused,
    Unreachable,
    WindowNotFound,
)

_REFUSALS: tuple[tuple[str, type[CottyError]], ...] = (
    ("can't find pane", PaneNotFound),
    ("can't find window", WindowNotFound),
    ("can't find session", SessionNotFound),
    ("no such pane", PaneNotFound),
    ("no current target", PaneNotFound),
    ("no server running", NoServer),
    ("no sessions", NoServer),
    ("file name too long", InvalidInput),
    ("error connecting to", NoServer),
    ("no current session", NoServer),
    ("server exited", NoServer),
    ("lost server", NoServer),
    ("duplicate session", InvalidInput),
    ("invalid session", InvalidInput),
    ("bad session name", InvalidInput),
    ("is not running", ContainerNotRunning),
)


def refusal(words: str) -> CottyError:
    """The error that these words of tmux mean."""
    said = words.strip()
    lowered = said.lower()
    if "permission denied" in lowered or "access not allowed" in lowered:
        return Unreachable(f"tmux: {said}", suggestion="That tmux server belongs to another user.")
    if "no space for new pane" in lowered:
        return Refused(f"tmux: {said}.", suggestion="Make the window larger, or a new one with `cotty window`.")
    for sign, error in _REFUSALS:
        if sign in lowered:
            return error(f"tmux: {said.rstrip('.')}.")
    return TmuxRefused(f"tmux: {said.rstrip('.') or 'no reason given'}.")
