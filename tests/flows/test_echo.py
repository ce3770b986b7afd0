"""A line that repeats what was typed is known by an imprint, and output that ends alike is not taken for it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotty.terminal.flows.echo import DIGITS, EchoFilter, Onset, imprint_of


def onset(text: str, *, pressed: bool = False) -> Onset:
    found = Onset.parse(f"10 3 80 0{'k' * pressed} {imprint_of(text)}")
    assert found is not None
    return found


def settled(text: str, first: str) -> EchoFilter:
    """A filter that has seen the echo of the terminal itself."""
    echo = EchoFilter(onset(text))
    echo.echoed(first)
    return echo


@given(st.text(max_size=300))
def test_an_imprint_has_its_digits_and_a_line_that_ends_in_the_text_is_known(text: str) -> None:
    assert len(imprint_of(text)) == DIGITS
    last = text.rstrip("\n").rpartition("\n")[2]
    if "".join(last.split()):
        assert onset(text).echo.before(f"ready> {last}") is not None


@pytest.mark.parametrize("prompt", ["$ ", "user@host:~# ", "host% ", ">>> ", "(gdb) ", "~ ❯ ", "mysql> ", "db=> "])
def test_what_was_typed_ahead_comes_back_behind_the_next_prompt(prompt: str) -> None:
    echo = settled("sleep 3; echo BAR", "sleep 3; echo BAR")
    assert not echo.output(f"{prompt}sleep 3; echo BAR")
    assert echo.output("BAR")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("echo hello", "hello"),
        ("hello", "hello"),  # cat
        ("42", "you said 42"),
        ("world", "hello world"),
        ("done", "progress: 100% done"),
        ("done", "[INFO] done"),
        ("target", "link -> target"),
        ("y", "ready"),
    ],
)
def test_what_a_program_prints_is_output_though_it_ends_in_the_text(text: str, line: str) -> None:
    assert settled(text, text).output(line)


def test_a_prompt_that_was_seen_before_the_text_is_known_again_whatever_it_looks_like() -> None:
    echo = settled("make all", "➜  ~ make all")
    assert not echo.output("➜  ~ make all")
    assert echo.output("now: make all")


def test_behind_output_in_flight_the_first_line_that_ends_in_the_text_is_the_echo() -> None:
    echo = EchoFilter(onset("a NEEDLE"))
    assert [echo.output(line) for line in ("49", "50a NEEDLE", "a NEEDLE")] == [True, False, True]


def test_a_draft_at_the_cursor_is_an_echo_until_its_line_is_finished() -> None:
    echo = settled("echo ZZZ", "echo ZZZ")
    assert not echo.output("whatever prompt echo ZZZ", finished=False)
    assert echo.output("whatever prompt echo ZZZ")


def test_keys_keep_the_imprint_and_expect_no_late_echo() -> None:
    echo = EchoFilter(onset("a NEEDLE", pressed=True))
    assert echo.output("a NEEDLE")
    assert not echo.output("$ a NEEDLE")


@pytest.mark.parametrize("note", ["10 3 80 0 ", "10 3 80 0k ", "10 3 80 0k 3 80 0k ", "10 3 80 2 0000000"])
def test_a_note_without_an_imprint_knows_no_echo(note: str) -> None:
    found = Onset.parse(note)
    assert found is not None
    assert EchoFilter(found).output("$ anything")


def test_what_is_no_note_is_none() -> None:
    assert Onset.parse("") is None


def test_where_rows_cannot_be_named_what_is_newer_stands_behind_the_last_line_of_the_text() -> None:
    echo = EchoFilter(onset("sleep 30"))
    assert echo.after(["$ sleep 30", "old", "$ sleep 30", "new"]) == ["new"]
    assert echo.after(["old"]) is None
