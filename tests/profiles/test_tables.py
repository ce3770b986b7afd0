"""What does not fit in a file is told with its line, and what is read can be looked with."""

from dataclasses import replace

import pytest

from cotty.errors import BadProfile
from cotty.profiles import load, look
from cotty.profiles.profile import Profile, Rule
from cotty.profiles.tables import read_profile
from tests.profiles.scenes import screen

HEAD = 'name = "x"\ntitle = "X"\n'


def refused(text: str) -> tuple[int, str]:
    with pytest.raises(BadProfile) as raised:
        read_profile(text, "x.toml")
    told = raised.value.facts
    assert raised.value.message == f"x.toml:{told['line']}: {told['reason']}."
    return int(str(told["line"])), str(told["reason"])


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("# one\n\n" + HEAD + "process = {names = 3}\n", 5),
        (HEAD + "\ndelivery.gap_ms='a'\n", 4),
        (HEAD + "[delivery]\nsubmit = [\n  'Enter',\n]\n# a remark\ngap_ms = 'a'\n", 8),
        (HEAD + "[delivery]\ngap_ms = 1\nsubmit = [\n  'Enter',\n  3,\n]\npaste_above = 2\n", 5),
        (HEAD + "[delivery]\ngap_ms = 1\nsubmit = [\n  'Enter',\n  3,\n]\n", 5),
        (HEAD + "[[rule]]\nname = 'a'\nsays = 'idle'\ncomposer = true\n\n[[rule]]\nname = 'b'\nsays = 'odd'\n", 10),
        (HEAD + "[[rule]]\nname = 'a'\nsays = 'idle'\ncomposer = true\n\n[[rule]]\nname = 'b'\nrow = 'x'\n", 8),
        (HEAD + "[dialog]\n'my.menu' = {option = 'x'}\n", 4),
        (HEAD + "[dialog.menu]\n\"option\" = '''\n(?P<label>x)(''' \n", 4),
        ("title = 'X'\n\n", 1),
    ],
)
def test_a_mistake_is_told_with_its_line(text: str, line: int) -> None:
    assert refused(text)[0] == line


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[[rule]]\nname='a'\nsays='idle'\nrow='x'\nwithin=-1\n", "from 0 to"),
        ("[[rule]]\nname='a'\nsays='idle'\nrow='x'\nwithin=0\n", "at least 1"),
        ("[delivery]\ngap_ms=-1\n", "from 0 to"),
        (f"[delivery]\ngap_ms={10**30}\n", "from 0 to"),
        ("[dialog.a]\noption='x'\n", "(?P<label>"),
        ("[dialog.a]\noption='(?P<number>[a-z])(?P<label>x)'\n", "digits"),
        ("[dialog.a]\noption='(?P<number>.)(?P<label>x)'\n", "digits"),
        ("[dialog.a]\noption='(?P<label>x)'\npress='letter'\n", "(?P<key>"),
        ("[dialog.a]\noption='(?P<label>x)'\nlit='number'\n", "(?P<number>"),
        ("[dialog.a]\noption='(?P<label>x)'\nlayout='inline'\n", "needs `line`"),
        ("[dialog.a]\noption='(?P<label>x)'\nlayout='line'\nline='x'\n", "(?P<choices>"),
        ("[dialog.a]\noption='(?P<label>x)'\naxis=['Up']\n", "two keys"),
        ("[process]\nresume='x'\n", "(?P<id>"),
        ("reply_mark='x{99999999999}'\n", "is not a regular expression"),
    ],
)
def test_what_would_break_a_look_is_refused_when_it_is_read(text: str, reason: str) -> None:
    assert reason in refused(HEAD + text)[1]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (r"reply_mark = '^(\w+\s?)+:$'", 3),
        ("[[rule]]\nname='a'\nsays='idle'\nrow='^(\\w+\\s?)+:$'", 6),
        ("[dialog.a]\nbelow = '^.'\noption='(?P<label>x)(a|a?)+$'", 5),
        ("[composer]\nprompt = '>'\nbelow = ['a', '(\\s*)*b']", 5),
    ],
)
def test_a_pattern_that_could_stop_everything_is_refused_with_its_line(text: str, line: int) -> None:
    found = refused(f"{HEAD}{text}\n")
    assert found[0] == line
    assert "could stop everything" in found[1]


@pytest.mark.parametrize("deep", ["a = " + "[" * 20_000, "b = " + "{a=" * 20_000])
def test_a_file_that_is_nested_too_deep_is_a_mistake_like_others(deep: str) -> None:
    assert refused(f"{HEAD}{deep}\n") == (3, "it is nested too deep")


@pytest.mark.parametrize(
    "option",
    [
        r"^(?P<mark>>)?(?P<number>\d*)\.?(?P<label>\w*)$", r"^(?P<number>\d+)?(?P<label>x)?",
        "(?P<number>[0-9]+)?(?P<label>)$",
    ],
)  # fmt: skip
@pytest.mark.parametrize(
    "layout", ["layout='rows'", "layout='inline'\nline='.*'", "layout='line'\nline='(?P<choices>.*)'"]
)
def test_groups_that_may_be_empty_are_no_mistake_of_the_screen(option: str, layout: str) -> None:
    text = f"{HEAD}[dialog.a]\noption='{option}'\n{layout}\nmarked=false\nbelow='.'\nlit='number'\n"
    profile = read_profile(text + "[[rule]]\nname='a'\nsays='awaiting_input'\ndialog='a'\n", "x.toml")
    rows = ("ask?", "1.x", ".x", ">2.", f"{'9' * 5000}", "x", "> 3. y", "")
    for count in range(len(rows) + 1):
        for y in range(-1, count + 1):
            look(profile, replace(screen(*rows[:count]), cursor_y=y, cursor_x=80))


def test_a_profile_that_was_made_without_a_file_and_breaks_is_an_error_of_its_own() -> None:
    rule = Rule("a", "viewer", row=load("shell").rules[0].row, where="bottom", within=-1)
    with pytest.raises(BadProfile, match="cannot be looked with"):
        look(Profile("x", "X", "made", rules=(rule,)), screen("a"))
