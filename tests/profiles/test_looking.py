"""What one look gives back, beside the state: reasons, fingerprints, keys; and that it never fails."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotty.model import AgentState, Awaiting, Screen
from cotty.profiles import explain, load, look, profiles
from cotty.profiles.painted import plain
from tests.profiles.frames import frames, profile_of
from tests.profiles.scenes import screen

CLAUDE = load("claude_code")
NAMES = [summary.name for summary in profiles()]
RULE = "─" * 60
YES_NO = (" ❯ 1. Yes", "   2. No")
FRAMES = {frame.id: frame for of_cli in frames().values() for frame in of_cli}
each_cli = pytest.mark.parametrize("cli", frames())


def dialog(*options: str, command: str = "rm -rf build", question: str = "Do you want to proceed?") -> Screen:
    rows = f"   {command}".split("\n")
    return screen(RULE, " Bash command", "", *rows, "", f" {question}", *options, "", " Esc to cancel")


def asked(shown: Screen) -> Awaiting:
    awaiting = look(CLAUDE, shown).awaiting
    assert awaiting is not None
    return awaiting


def test_a_fingerprint_is_that_of_the_dialog_and_not_of_its_highlight() -> None:
    first = asked(dialog(" ❯ 1. Yes", "   2. No"))
    assert first.fingerprint == asked(dialog("   1. Yes", " ❯ 2. No")).fingerprint
    assert first.highlighted == 1
    assert asked(dialog("   1. Yes", " ❯ 2. No")).highlighted == 2


@pytest.mark.parametrize(
    "other",
    [
        dialog(" ❯ 1. Yes", "   2. No", command="rm -rf /"),
        dialog(" ❯ 1. Yes", "   2. Never"),
        dialog(" ❯ 1. Yes", "   2. No", "   3. Later"),
        dialog(" ❯ 1. Yes", "   2. No", question="Do you want to make this edit?"),
        dialog(" ❯ 1. Yes", "   2. No", command="rm -rf b uild"),
        dialog(" ❯ 1. Yes", "   2. N o"),
    ],
)
def test_another_dialog_has_another_fingerprint(other: Screen) -> None:
    assert asked(other).fingerprint != asked(dialog(" ❯ 1. Yes", "   2. No")).fingerprint


def test_a_dialog_that_is_broken_elsewhere_keeps_its_fingerprint() -> None:
    wide = dialog(" ❯ 1. Yes", "   2. Yes, and don't ask again for docker compose exec commands")
    narrow = replace(
        dialog(" ❯ 1. Yes", "   2. Yes, and don't ask again for", "      docker compose exec commands"), width=40
    )
    assert asked(narrow).options[1].label == "Yes, and don't ask again for docker compose exec commands"
    assert asked(narrow).fingerprint == asked(wide).fingerprint


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("rm -rf /tmp/x", "rm -rf / tmp/x"), ("./build", ". /build"), ("grep 'a b' c", "grep 'a  b' c"),
        ("a\n     b", "a\n   b"),
    ],
)  # fmt: skip
def test_a_blank_in_a_command_makes_another_dialog(one: str, other: str) -> None:
    first, second = (asked(dialog(*YES_NO, command=each)) for each in (one, other))
    assert first.fingerprint != second.fingerprint


def test_a_command_that_is_broken_at_a_blank_keeps_its_fingerprint() -> None:
    command = "docker compose run --rm builder make everything --keep-going --silent"
    rows = "docker compose run --rm builder make\n   everything --keep-going --silent"
    narrow = replace(dialog(*YES_NO, command=rows), width=48)
    assert asked(narrow).fingerprint == asked(dialog(*YES_NO, command=command)).fingerprint


def test_a_row_that_is_full_may_end_within_a_word() -> None:
    """`/tmp` cut behind its stroke looks like `/ tmp`: a command on one row that has this blank is another one."""
    cut = "docker compose run --rm builder rm -rf --force /\n   tmp/build"
    one_row = "docker compose run --rm builder rm -rf --force / tmp/build"
    narrow = replace(dialog(*YES_NO, command=cut), width=52)
    assert asked(narrow).fingerprint != asked(dialog(*YES_NO, command=one_row)).fingerprint


def test_a_title_that_blinks_asks_once() -> None:
    shown = screen("• something", "", "  a dialog that no rule knows", hidden=True)
    seen = [look(load("codex"), shown, f"[ {sign} ] Action Required").awaiting for sign in "!."]
    assert seen[0] is not None
    assert seen[1] is not None
    assert seen[0].fingerprint == seen[1].fingerprint


def test_a_dialog_says_what_it_is_about() -> None:
    awaiting = asked(dialog(" ❯ 1. Yes", "   2. No"))
    assert awaiting.question == "Do you want to proceed?"
    assert "rm -rf build" in awaiting.subject
    assert "proceed" not in awaiting.subject
    assert awaiting.rows == (1, 7)
    assert [option.key for option in awaiting.options] == ["1", "2"]


def test_an_option_without_a_number_is_reached_from_the_highlighted_one() -> None:
    frame = FRAMES["opencode/made/awaiting_input/permission-highlight-on-2-80x24"]
    awaiting = look(load("opencode"), frame.screen).awaiting
    assert awaiting is not None
    assert [option.key for option in awaiting.options] == ["Left Enter", "Enter", "Right Enter"]


@pytest.mark.parametrize("options", [(" ❯ 1. Yes",), ("   1. Yes", "   2. No"), (" ❯ 1. Yes", "   3. No")])
def test_a_list_that_is_no_menu_is_no_dialog(options: tuple[str, ...]) -> None:
    assert look(CLAUDE, dialog(*options)).awaiting is None


def test_what_the_other_rules_said_is_kept() -> None:
    frame = FRAMES["claude_code/made/processing/spinner-and-draft-80x24"]
    seen = look(CLAUDE, frame.screen, "⠂ Fix it")
    assert seen.rule == "title-streaming"
    assert [said.rule for said in seen.others] == ["spinner", "footer-rest", "composer"]


def test_an_explanation_names_every_rule_and_why_it_did_not_fire() -> None:
    frame = FRAMES["claude_code/made/awaiting_input/permission-80x24"]
    explanation = explain(CLAUDE, frame.screen, frame.title)
    assert explanation.seen == look(CLAUDE, frame.screen, frame.title)
    assert [asked.rule for asked in explanation.asked] == [rule.name for rule in CLAUDE.rules]
    assert [asked.rule for asked in explanation.asked if asked.decided] == ["permission"]
    lines = explanation.lines()
    assert lines[0] == "claude_code: awaiting_input (permission)"
    assert any(line.startswith("→ permission (awaiting_input) rows ") for line in lines)
    assert any("no composer" in line for line in lines)


def test_a_dead_pane_has_ended_whatever_it_shows() -> None:
    shown = replace(dialog(" ❯ 1. Yes", "   2. No"), dead=True)
    seen = look(CLAUDE, shown)
    assert (seen.state, seen.rule) == (AgentState.ENDED, "pane-dead")
    assert explain(CLAUDE, shown).lines()[0] == "claude_code: ended (pane-dead)"


@each_cli
def test_without_styles_the_state_is_the_same(cli: str) -> None:
    """OpenCode draws its highlight and does not write it: there nothing is said, and nothing else is said instead."""
    wrong = []
    for frame in frames()[cli]:
        bare = replace(frame.screen, rows=tuple(map(plain, frame.screen.rows)), styled=False)
        state = look(profile_of(cli), bare, frame.title).state or "none"
        unsaid = state == "none" and cli == "opencode"
        wrong += [] if state == frame.tells or unsaid else [f"{frame.id} is read as {state}"]
    assert not wrong, "\n".join(wrong)


# The upper half is a dialog as it was, row by row: only what is painted below tells that it is over, or typed.
STANDING = ("old-dialog", "left-standing", "opencode/made/idle/draft-is-question")


@each_cli
def test_half_a_frame_never_calls_anybody_in_vain(cli: str) -> None:
    calm = [frame for frame in frames()[cli] if frame.state != AgentState.AWAITING_INPUT and not frame.screen.dead]
    standing = [frame for frame in calm if not any(name in frame.id for name in STANDING)]
    halves = {half: f"{frame.id}, {painted} rows" for frame in standing for painted, half in halves_of(frame.screen)}
    vain = [name for half, name in halves.items() if look(profile_of(cli), half).awaiting]
    assert not vain, "\n".join(vain)


def halves_of(shown: Screen) -> Iterator[tuple[int, Screen]]:
    """Painted from the top: below some row there is nothing yet. Frames that begin alike have halves that are equal."""
    rows = shown.rows
    for painted in range(len(rows)):
        half = (*rows[:painted], *[""] * (len(rows) - painted))
        yield painted, replace(shown, rows=half, cursor_y=len(rows) - 1)


PIECES = st.sampled_from([
    *("─" * 20, "❯ ", "❯", "› ", "> ", "1. Yes", "  2. No", "╭" + "─" * 20 + "╮", "╰" + "─" * 20 + "╯", "│", "┃  "),
    *("╹" + "▀" * 12, "\x1b[2m", "\x1b[7m", "\x1b[0m", "\x1b[38;2;128;128;128m", "\x1b", "\x1b[", "\x1b]8;;", "\xa0"),
    *("日本", "👍", "e\u0301", "✻ Cooking…", "(esc to cancel, 1s)", "• Working (1s)", "[Y/n] ", "(Y)es/(N)o [Yes]: "),
    *("Allow once   Reject", "△ Permission required", "Esc to cancel", "esc interrupt", "● ", "   ", "\t", "\x00"),
    *("$ ", ">>> "),
])  # fmt: skip
ROWS = st.lists(st.one_of(st.lists(PIECES, max_size=5).map("".join), st.text(max_size=30)), max_size=14)


@st.composite
def screens(draw: st.DrawFn) -> Screen:
    rows = draw(ROWS)
    base = screen(*rows, styled=draw(st.booleans()), width=draw(st.integers(1, 100)))
    x, y, visible = draw(st.integers(-1, 90)), draw(st.integers(-1, 20)), draw(st.booleans())
    return replace(base, cursor_x=x, cursor_y=y, cursor_visible=visible, height=len(rows))


@given(name=st.sampled_from(NAMES), shown=screens(), title=st.text(max_size=20))
def test_any_screen_can_be_looked_at(name: str, shown: Screen, title: str) -> None:
    profile = profile_of(name)
    seen = look(profile, shown, title)
    assert (seen.state is AgentState.AWAITING_INPUT) == (seen.awaiting is not None)
    assert seen.rule is not None or seen.state is None
    assert explain(profile, shown, title).seen == seen


@pytest.mark.parametrize("name", NAMES)
def test_a_screen_without_rows_can_be_looked_at(name: str) -> None:
    profile = load(name)
    for rows in ((), ("",), ("", "")):
        for x, y in ((-1, -1), (0, 0), (0, 1), (5, 3)):
            for visible in (True, False):
                shown = replace(screen(*rows), cursor_x=x, cursor_y=y, cursor_visible=visible)
                for title in ("", "[ ! ] Action Required", "⠂ x"):
                    seen = look(profile, shown, title)
                    assert seen.state in (None, AgentState.AWAITING_INPUT)
                    assert explain(profile, shown, title).lines()
