"""Type, see it land, press Enter, see it go: screens in, steps out."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotty.model import Outcome, Screen
from cotty.terminal.flows.deliver import DRAFT, Delivered, deliver
from cotty.terminal.flows.prompts import Prompt, asks_for_more
from cotty.terminal.flows.steps import Glimpse
from tests.flows.play import Act, Played, Then, play, screen

PROMPT = Glimpse(screen("$ ▮"))
DEADLINE = 3.0


def sent(
    text: str, *acts: Act, start: Glimpse = PROMPT, enter: bool = True, took_all: bool = True
) -> Played[Delivered]:  # fmt: skip
    return play(deliver(text, enter=enter, deadline=DEADLINE), start, *acts, kernel={"took_all": took_all})


def shows(text: str, after: float = 0.001, **more: object) -> Then:
    return Then(after, screen=screen(text), **more)


LANDS = [shows("$ make test▮\nctrl-c leaves")]

GOES = {
    "paste-off": [shows("$ make test\n▮", signs=frozenset({"paste-off"}))],
    "command-start": [shows("$ make test\n▮", signs=frozenset({"command-start", "paste-off"}))],
    "new-prompt": [shows("$ make test\nok\n$ ▮")],
    "text-left": [shows("▮\nctrl-c leaves")],
    "program-ended": [Then(0.001, gone=True)],
}


@pytest.mark.promise("send:proof")
@pytest.mark.parametrize("proof", GOES)
def test_a_send_is_confirmed_by_what_shows_that_the_line_was_taken(proof: str) -> None:
    played = sent("make test", LANDS, GOES[proof])
    expected = "paste-off" if proof == "command-start" else proof  # the last by name of those that were heard
    assert played.result == Delivered(Outcome.CONFIRMED, ("landed", "enter", expected))
    assert played.writes == ["make test", None]


def test_a_text_that_stood_there_while_a_clock_was_drawn_has_not_landed() -> None:
    start = Glimpse(screen("sure? yes\n\n12:00▮"))
    played = sent("yes", [shows("sure? yes▮\n\n12:01")], start=start, enter=False)
    assert played.result == Delivered(Outcome.UNKNOWN, ("not-seen",))


def test_what_a_shell_suggested_behind_the_cursor_lands_when_it_is_typed() -> None:
    start = Glimpse(screen("$ make▮ test\nctrl-c leaves"))
    played = sent(" test", [shows("$ make test▮\nctrl-c leaves")], start=start, enter=False)
    assert played.result == Delivered(Outcome.CONFIRMED, ("landed",))


@pytest.mark.promise("send:proof")
def test_a_program_that_died_took_the_line() -> None:
    dead = screen("$ make test\nbye\n▮", dead=True)
    played = sent("make test", LANDS, [Then(0.001, screen=dead)])
    assert played.result == Delivered(Outcome.CONFIRMED, ("landed", "enter", "program-ended"))


@pytest.mark.promise("send:proof")
def test_a_line_mode_terminal_that_moved_on_took_the_line() -> None:
    start = Glimpse(screen("name? ▮"), canonical=True)
    played = sent("Ada", [shows("name? Ada▮")], [shows("name? Ada\n▮")], start=start)
    assert played.seconds < 0.1
    assert played.result == Delivered(Outcome.CONFIRMED, ("landed", "enter", "line-taken"))


def test_enter_waits_until_the_text_is_seen() -> None:
    played = sent(
        "make test", [shows("$ m▮", 0.3), shows("$ make▮", 0.9), shows("$ make test▮", 1.7)], GOES["paste-off"]
    )
    assert played.result.outcome is Outcome.CONFIRMED
    assert played.seconds >= 1.7


def test_a_proof_may_come_late() -> None:
    played = sent("make test", LANDS, [Then(2.5, screen=screen("$ make test\n▮"), signs=frozenset({"paste-off"}))])
    assert played.result.outcome is Outcome.CONFIRMED or played.writes.count(None) > 1


@pytest.mark.promise("send:proof")
def test_a_swallowed_enter_is_pressed_again_while_the_text_stands_where_it_landed() -> None:
    played = sent("make test", LANDS, [], GOES["new-prompt"])
    assert played.result == Delivered(Outcome.CONFIRMED, ("landed", "enter-2", "new-prompt"))
    assert played.writes == ["make test", None, None]


@pytest.mark.promise("send:proof")
def test_enter_is_never_pressed_a_fourth_time() -> None:
    played = sent("make test", LANDS)
    assert played.result == Delivered(Outcome.NOT_SUBMITTED, ("landed", "text-stays"))
    assert played.writes == ["make test", None, None, None]


@pytest.mark.promise("send:proof", "send:once")
def test_enter_is_pressed_once_into_a_program_that_has_not_read_it() -> None:
    """A program that stands still would take each Enter later: the second might answer what it asks then."""
    slow = sent("make test", LANDS, [shows("$ make test\nok\n$ ▮", 2.0)], took_all=False)
    assert slow.result == Delivered(Outcome.CONFIRMED, ("landed", "enter", "new-prompt"))
    stuck = sent("make test", LANDS, took_all=False)
    assert stuck.result == Delivered(Outcome.UNKNOWN, ("landed", "enter", "text-stays"))
    assert slow.writes == stuck.writes == ["make test", None]


def test_each_enter_is_given_time() -> None:
    played = sent("make test", LANDS)
    assert played.seconds > 1.5


@pytest.mark.parametrize(
    ("text", "evidence"), [("y" * 2, ("landed",)), ("y" * 3, ("line-full",)), ("é" * 2, ("line-full",))]
)
def test_text_that_the_line_of_a_terminal_cannot_hold_is_not_typed(text: str, evidence: tuple[str, ...]) -> None:
    """Two full rows of forty and eighteen letters wait for their end."""
    start = Glimpse(screen("$\n" + "x" * 40 + "\n" + "x" * 40 + "\n" + "x" * 18 + "▮"), canonical=True)
    lands = [shows("$\n" + "x" * 40 + "\n" + "x" * 40 + "\n" + "x" * 18 + text + "▮")]
    flow = deliver(text, enter=False, deadline=DEADLINE, longest=100)
    assert play(flow, start, lands).result.evidence == evidence


def test_a_cursor_that_did_not_move_has_nothing_new_before_it() -> None:
    start = Glimpse(screen("12:00\nyes▮"))
    ticking = sent("yes", [shows("12:01\nyes▮")], start=start, enter=False)
    assert ticking.result == Delivered(Outcome.UNKNOWN, ("not-seen",))


@pytest.mark.promise("send:proof")
@pytest.mark.parametrize("after", ["$ make test\n▮", "$ make test\n  ▮", "│ make test\n│ ▮", "$ make test\n\n\n▮"])
def test_enter_that_became_a_newline_is_never_called_confirmed_nor_pressed_again(after: str) -> None:
    played = sent("make test", LANDS, [shows(after)])
    assert played.result == Delivered(Outcome.UNKNOWN, ("landed", "enter", "unproved"))
    assert played.writes == ["make test", None]


@pytest.mark.promise("send:proof")
@pytest.mark.parametrize("edge", ["│", "┃", "|", "▌", "  │", "║"])
def test_the_edge_of_a_box_is_no_prompt(edge: str) -> None:
    """Enter that became a newline in an input box makes a row that begins like the one above it."""
    start, landed = Glimpse(screen(f"{edge} ▮")), [shows(f"{edge} make test▮")]
    played = sent("make test", landed, [shows(f"{edge} make test\n{edge} ▮")], start=start)
    assert played.result == Delivered(Outcome.UNKNOWN, ("landed", "enter", "unproved"))
    box = f"you: {{}}\n\n\n\n\n\n\n╭────\n{edge} {{}}▮\n╰────"
    emptied = sent(
        "make test", [shows(box.format("hello", "make test"))], [shows(box.format("make test", ""))],
        start=Glimpse(screen(box.format("hello", ""))),
    )  # fmt: skip
    assert emptied.result == Delivered(Outcome.CONFIRMED, ("landed", "enter", "text-left"))


LOG = "\n".join(f"tick {number}" for number in range(9))


@pytest.mark.promise("send:proof")
@pytest.mark.parametrize(
    ("before", "landed", "after"),
    [
        ("▮", "hello▮", f"{LOG}\n▮"),  # below where it landed
        (f"{LOG}\n▮", f"{LOG}\nhello▮", LOG.replace("tick", "tock") + "\n▮"),  # the alternate screen has no history
        (f"{LOG}\n▮", f"{LOG}\nhello▮", "hello\n" + LOG[7:] + "\n▮"),  # and some of it is still there
        ("tick\n" * 9 + "▮", "tick\n" * 9 + "hello▮", "tick\n" * 9 + "▮"),  # rows that are alike tell nothing
        (f"{LOG}\n▮", f"{LOG}\nhello▮", "▮"),  # nor does a screen that was cleared
    ],
)
def test_text_that_output_pushed_away_was_not_taken(before: str, landed: str, after: str) -> None:
    """The program ignores Enter and prints; the draft is still its own."""
    played = sent("hello", [shows(landed)], [shows(after)], start=Glimpse(screen(before)))
    assert played.result == Delivered(Outcome.UNKNOWN, ("landed", "enter", "unproved"))
    assert played.writes == ["hello", None]


@pytest.mark.promise("send:proof")
def test_text_that_went_into_the_history_was_not_taken() -> None:
    box = "log\n{}▮\nctrl-c leaves"
    scrolled = replace(screen(box.format("")), history=12)
    played = sent(
        "hello", [shows(box.format("hello"))], [Then(0.01, screen=scrolled)], start=Glimpse(screen(box.format("")))
    )
    assert played.result == Delivered(Outcome.UNKNOWN, ("landed", "enter", "unproved"))


@pytest.mark.promise("send:proof")
@pytest.mark.parametrize("start", ["$ ▮", "▮", "-- INSERT --▮"])
def test_text_that_never_appears_is_not_submitted_and_no_enter_is_pressed(start: str) -> None:
    played = sent("make test", start=Glimpse(screen(start)))
    assert played.result == Delivered(Outcome.NOT_SUBMITTED, ("not-seen",))
    assert played.writes == ["make test"]
    assert played.seconds == pytest.approx(DEADLINE, abs=0.1)


@pytest.mark.promise("send:proof")
@pytest.mark.parametrize("text", ["y", "$", "e"])
def test_what_stood_before_the_cursor_already_is_no_proof_that_the_text_landed(text: str) -> None:
    """The program takes nothing and shows nothing: the letter before the cursor is its own."""
    start = Glimpse(screen(f"Are you sur{text}▮"))
    played = sent(text, start=start, enter=False)
    assert played.result.outcome is not Outcome.CONFIRMED


def test_what_stood_before_the_cursor_already_may_still_land() -> None:
    start = Glimpse(screen("$ ls▮"))
    played = sent("ls", [shows("$ lsls▮", 0.2)], GOES["paste-off"], start=start)
    assert played.result.outcome is Outcome.CONFIRMED


def test_text_that_appears_elsewhere_did_not_land() -> None:
    played = sent("make test", [shows("you typed: make test\n$ ▮")])
    assert played.result.outcome is Outcome.NOT_SUBMITTED
    assert played.writes == ["make test"]


@pytest.mark.promise("send:ghost-text")
@pytest.mark.parametrize("ghost", ["$ make▮ test", "$ ▮make test", "$ make tes▮t"])
def test_ghost_text_right_of_the_cursor_is_not_the_text_that_was_typed(ghost: str) -> None:
    played = sent("make test", [shows(ghost)])
    assert played.result == Delivered(Outcome.NOT_SUBMITTED, ("not-seen",))
    assert played.writes == ["make test"]


@pytest.mark.parametrize(
    "row", ["$ make test▮ --verbose", "$ make test▮                 main ✓", "> make test▮         │"]
)
def test_what_stands_right_of_the_cursor_does_not_hide_the_text(row: str) -> None:
    assert sent("make test", [shows(row)], GOES["paste-off"]).result.outcome is Outcome.CONFIRMED


def test_a_password_is_not_seen_and_says_so() -> None:
    start = Glimpse(screen("Password: ▮"), canonical=True, silent=True)
    played = sent("secret", [], [shows("Password: \nwelcome\n$ ▮", silent=False)], start=start)
    assert played.result == Delivered(Outcome.CONFIRMED, ("no-echo", "enter", "line-taken"))
    assert played.writes == ["secret", None]


def test_a_password_without_enter_cannot_be_proved() -> None:
    start = Glimpse(screen("Password: ▮"), canonical=True, silent=True)
    assert sent("secret", start=start, enter=False).result == Delivered(Outcome.UNKNOWN, ("no-echo",))


@pytest.mark.promise("send:proof")
def test_a_password_prompt_that_shows_nothing_is_not_given_a_second_enter() -> None:
    start = Glimpse(screen("Password: ▮"), canonical=True, silent=True)
    played = sent("secret", start=start)
    assert played.result == Delivered(Outcome.UNKNOWN, ("no-echo", "enter", "unproved"))
    assert played.writes == ["secret", None]


def test_a_pane_that_went_while_the_text_landed_is_given_no_enter() -> None:
    played = sent("make test", [Then(0.05, gone=True)])
    assert played.result == Delivered(Outcome.UNKNOWN, ("gone",))
    assert played.writes == ["make test"]


def test_without_enter_the_text_is_seen_and_left_there() -> None:
    played = sent("make test", LANDS, enter=False)
    assert played.result == Delivered(Outcome.CONFIRMED, ("landed",))
    assert played.writes == ["make test"]


def test_without_enter_text_that_is_not_seen_is_unknown() -> None:
    assert sent("make test", enter=False).result == Delivered(Outcome.UNKNOWN, ("not-seen",))


@pytest.mark.promise("send:draft")
@pytest.mark.parametrize(
    ("shown", "prompt", "refused"),
    [
        ("~/a $ echo DRAFT ▮", Prompt("~/a $ "), True),
        ("~/a $ ▮", Prompt("~/a $ "), False),
        ("~/a $   ▮", Prompt("~/a $ "), False),
        ("~/a/b $ ▮", Prompt("~/a $ "), False),  # another folder
        ("~/abc▮", Prompt("~/a"), False),  # a prompt without an end may be the beginning of another
        (">>> 1▮", Prompt("~/a $ "), False),
        ("$ echo DRAFT ▮", None, False),
        ("$ " + "x" * 38 + "\nyy▮", Prompt("$ "), True),  # it goes on in the next row
        ("\n$ echo mine ▮", Prompt("$ ", typed=1), False),  # a caller builds up a line
        ("\n$ echo mine ▮", Prompt("$ ", typed=0), True),
    ],
)
def test_nothing_is_typed_behind_a_draft_at_a_prompt_that_is_known(
    shown: str, prompt: Prompt | None, refused: bool
) -> None:
    flow = deliver("ls", enter=True, deadline=DEADLINE, prompt=prompt)
    played = play(flow, Glimpse(screen(shown)))
    assert (played.writes == []) == refused
    assert (played.result == Delivered(Outcome.NOT_SUBMITTED, (DRAFT,))) == refused


def test_what_was_typed_ahead_is_no_draft() -> None:
    flow = deliver("ls", enter=True, deadline=DEADLINE, prompt=Prompt("$ "))
    played = play(flow, Glimpse(screen("$ make▮")), [shows("$ make\n$ ▮", 0.01)], begun=True)
    assert played.writes == ["ls"]


def test_a_terminal_that_hands_over_lines_has_no_prompt_of_a_shell() -> None:
    flow = deliver("ls", enter=True, deadline=DEADLINE, prompt=Prompt("$ "))
    assert play(flow, Glimpse(screen("$ x▮"), canonical=True)).writes == ["ls"]


LONG = "cp a-rather-long-name another-rather-long-name and-one-more"


@pytest.mark.parametrize(
    ("text", "landed"),
    [
        (LONG, "$ cp a-rather-long-name another-rather-lo\nng-name and-one-more▮"),
        (LONG, "$ cp a-rather-long-name another-rather-\n  long-name and-one-more▮"),
        ("echo 日本語", "$ echo 日本語▮"),
        ("echo é👍", "$ echo é👍▮      main"),
        ("日" * 25, "$ " + "日" * 19 + "\n" + "日" * 6 + "▮"),
        ("first\nsecond line", "> first\n> second line▮"),
        ("a  b", "$ a  b▮"),
        ("x" * 100, "$ " + "x" * 38 + "\n" + "x" * 40 + "\n" + "x" * 22 + "▮"),
        ("ends with blanks   ", "$ ends with blanks   ▮"),
        ("e\u0301tude", "$ e\u0301tude▮"),
        ("e\u0301tude", "$ \u00e9tude▮"),
        ("echo ❤\ufe0f", "$ echo ❤▮"),  # tmux drops what has no cell of its own,
        ("echo 👩\u200d💻", "$ echo 👩💻▮"),
        ("echo 👩\u200d💻", "$ echo 👩\u200d💻▮"),  # or joins it to the character before it
        ("echo 1\ufe0f\u20e3", "$ echo 1▮"),
        ("echo ก็", "$ echo ก▮"),
        ("echo 👍🏽", "$ echo 👍🏽▮"),
        ("echo 👍🏽 👍", "$ echo 👍 👍▮"),
    ],
)  # fmt: skip
def test_text_lands_wrapped_wide_and_over_several_lines(text: str, landed: str) -> None:
    played = sent(text, [shows(landed)], GOES["paste-off"])
    assert played.result.outcome is Outcome.CONFIRMED


def test_text_that_ends_at_the_edge_of_the_screen_lands() -> None:
    edge = Then(0.01, screen=screen("$ " + "x" * 38, column=40))
    assert sent("x" * 38, [edge], GOES["paste-off"]).result.outcome is Outcome.CONFIRMED


@pytest.mark.parametrize(("landed", "outcome"), [("$   ▮", Outcome.CONFIRMED), ("$ ▮", Outcome.NOT_SUBMITTED)])
def test_text_of_blanks_is_seen_by_the_cursor_alone(landed: str, outcome: Outcome) -> None:
    played = sent("  ", [shows(landed)], [shows("$ \n$ ▮", signs=frozenset({"paste-off"}))])
    assert played.result.outcome is outcome
    assert played.writes.count(None) == (1 if outcome is Outcome.CONFIRMED else 0)


def test_an_older_line_that_ends_like_the_text_is_not_the_text() -> None:
    played = sent("test", [shows("$ make test\n$ ▮")], start=Glimpse(screen("$ make test\n$ ▮")))
    assert played.result.outcome is Outcome.NOT_SUBMITTED


def test_a_new_prompt_is_the_one_that_stood_before_the_text() -> None:
    played = sent("cd /tmp", [shows("~ ❯ cd /tmp▮")], [shows("~ ❯ cd /tmp\n~ ❯ ▮")], start=Glimpse(screen("~ ❯ ▮")))
    assert played.result.evidence[-1] == "new-prompt"


@pytest.mark.parametrize(
    ("line", "more"),
    [
        ("> ", True), (">", True), ("if> ", True), ("then quote> ", True), ("heredoc> ", True),
        ("cmdsubst dquote> ", True),
        ("$ ", False), (">>> ", False), ("sqlite> ", False), ("~> ", False), ("", False), ("ready> ", False),
    ],
)  # fmt: skip
def test_the_prompt_with_which_a_shell_asks_for_more(line: str, more: bool) -> None:
    assert asks_for_more(line) == more


# ------------------------------------------------------------------------------------ any program at all

ROWS = ["$ ▮", "$ ls▮", "$ ls\n▮", "$ ls\n$ ▮", "ls▮", "▮", "lsls▮", "$ ls\nfile\n$ ▮", "$ ▮ls", "\n\n\n\n\n\n\n\n> ▮"]
signs = st.frozensets(st.sampled_from(["paste-off", "command-start", "paste-on", "prompt-end"]), max_size=1)
changes = st.builds(
    lambda after, shown, heard, gone, silent: Then(after, screen=shown, signs=heard, gone=gone, silent=silent),
    st.sampled_from([0.0, 0.005, 0.1, 0.6, 2.0]),
    st.sampled_from(ROWS).map(screen),
    signs,
    st.sampled_from([False, False, False, True]),
    st.sampled_from([False, False, False, True]),
)
acts = st.lists(st.lists(changes, max_size=3), max_size=5)


@pytest.mark.promise("send:proof")
@given(acts, st.sampled_from(ROWS).map(screen), st.booleans())
def test_whatever_a_program_does_a_send_ends_and_never_presses_a_blind_enter(
    happens: list[list[Then]], start: Screen, enter: bool
) -> None:
    played = sent("ls", *happens, start=Glimpse(start), enter=enter)
    enters = played.writes.count(None)
    assert played.writes[0] == "ls"
    assert enters <= (3 if enter else 0)
    assert played.seconds <= DEADLINE * 4 + 1
    evidence = played.result.evidence
    if enters:
        assert evidence[0] in ("landed", "no-echo")
    if played.result.outcome is Outcome.CONFIRMED and enter:
        proofs = {"paste-off", "command-start", "new-prompt", "text-left", "line-taken", "program-ended"}
        assert evidence[-1] in proofs
    if played.result.outcome is Outcome.NOT_SUBMITTED:
        assert evidence[-1] in ("not-seen", "text-stays")
