"""What tmux says when it refuses, as errors. The words were printed by tmux 3.1c, 3.3a, 3.5a and 3.8."""

import pytest

from cotty.controlmode.refusals import refusal
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

LONG = "x" * 150
SAID: list[tuple[str, type[CottyError]]] = [
    ("can't find pane: %99", PaneNotFound),
    ("can't find pane: 7", PaneNotFound),
    ("no such pane: %99", PaneNotFound),  # set-option
    ("can't find window: 9", WindowNotFound),
    ("can't find session: nope", SessionNotFound),
    ("no server running on /tmp/tmux-0/default", NoServer),
    ("error connecting to /tmp/tmux-0/none (No such file or directory)", NoServer),
    ("error connecting to /tmp/tmux-0/plain (Connection refused)", NoServer),
    ("no sessions", NoServer),
    ("server exited unexpectedly", NoServer),
    ("lost server", NoServer),
    (f"error connecting to /tmp/{LONG} (File name too long)", InvalidInput),
    ("error connecting to /tmp/tmux-0/default (Permission denied)", Unreachable),
    ("access not allowed", Unreachable),
    ("duplicate session: main", InvalidInput),
    ("bad session name: a:b", InvalidInput),  # 3.1c
    ("invalid session: ", InvalidInput),  # 3.3a, 3.5a
    ("invalid session name: a:b", InvalidInput),
    ("Error: container box is not running", ContainerNotRunning),
    ("no space for new pane", Refused),
    ("no buffer nope", TmuxRefused),
    ("unknown buffer: nope", TmuxRefused),
    ("already set: @x", TmuxRefused),
    ("invalid option: @nope", TmuxRefused),
    ("unknown command: frobnicate", TmuxRefused),
    ("command send-keys: unknown flag -Z", TmuxRefused),
    ("create window failed: index 0 in use", TmuxRefused),
    ("parse error: syntax error", TmuxRefused),
    ("not in a mode", TmuxRefused),
]


@pytest.mark.promise("input:pane", "A-07")
@pytest.mark.parametrize(("words", "error"), SAID)
def test_a_refusal_of_tmux_is_the_error_it_means(words: str, error: type[CottyError]) -> None:
    refused = refusal(words)
    assert type(refused) is error
    assert words.strip() in refused.message
    assert refused.suggestion


def test_case_and_blanks_around_the_words_do_not_matter() -> None:
    assert type(refusal("\nCan't find pane: %1\n")) is PaneNotFound


def test_words_that_nobody_knows_are_kept() -> None:
    assert refusal("something new of tmux 9").message == "tmux: something new of tmux 9."


def test_silence_is_an_error_too() -> None:
    assert refusal(" \n").message == "tmux: no reason given."


def test_what_belongs_to_another_user_says_so() -> None:
    assert "another user" in refusal("access not allowed").suggestion
