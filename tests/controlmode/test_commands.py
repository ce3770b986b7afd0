"""How verbs are spelt: templates, guards with a count of their blocks, text that stays text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotty.controlmode import commands
from cotty.controlmode.commands import Line, Words, encode
from cotty.controlmode.guards import Guard, when
from cotty.controlmode.quoting import quoted
from cotty.errors import InvalidText
from cotty.model import ServerId
from tests.controlmode.grammar import words
from tests.controlmode.test_quoting import AWKWARD

PANE, NOW = "%3", 1_700_000_000
PLACE = b"%3@42.1699999999"
GUARD = Guard(PANE, ServerId(42, 1_699_999_999), "agent:a/1-ff", hidden=True)
text = st.one_of(
    st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=60), st.sampled_from(AWKWARD)
)


def typed_by(line: Line) -> bytes:
    """The text that `send-keys` is given by the commands that stand inside a guard."""
    condition_holds = words(line.encoded)[5]
    inner = [words(command) for command in condition_holds.split(b" ; send-keys ")[1:]]
    assert [command[:4] for command in inner] == [[b"-t", PANE.encode(), b"-l", b"--"]]
    return inner[0][4]


@pytest.mark.promise("control:quoting", "A-01")
@given(text)
def test_text_in_a_guard_reaches_tmux_as_it_is(typed: str) -> None:
    for line in (GUARD.quick_typing("").filled(typed, "0031234"), encode(GUARD.typing(NOW, typed))):
        assert typed_by(line) == typed.encode("utf-8", "surrogateescape")


def test_a_template_refuses_a_nul() -> None:
    with pytest.raises(InvalidText):
        GUARD.quick_typing("").filled("a\0b", "0031234")


def test_a_quick_guard_is_one_comparison() -> None:
    condition = words(encode(GUARD.quick_keys("", ["a"])).encoded)[4]
    assert condition == (b"#{==:#{pane_dead}#{pane_input_off}#{pane_in_mode}#{pane_synchronized}#{COTTY_PEN_3},0000}")


GUARDED: list[tuple[Words, int]] = [
    (GUARD.keys(NOW, ["C-c", ";"]), 4),
    (GUARD.paste(NOW, "b", breaks=3, guarded=True), 4),
    (GUARD.paste(NOW, "b", breaks=3, guarded=True, then=["Enter"]), 5),
    (GUARD.typing(NOW, "a ; b", ["Enter"]), 5),
    (GUARD.take_pen(NOW, NOW + 9), 2),
    (GUARD.typing(NOW, "a ; b"), 4),
    (GUARD.quick_keys("", ["C-c", ";"]), 3),
    (when(PANE, "1", [("kill-pane", "-t", PANE)], commands.say("last")), 2),
]


@pytest.mark.parametrize(("guarded", "blocks"), GUARDED)
def test_both_branches_of_a_guard_have_as_many_blocks_as_are_counted(guarded: Words, blocks: int) -> None:
    assert encode(guarded).blocks == blocks
    for branch in words(encode(guarded).encoded)[5:]:
        assert branch.count(b" ; ") + 2 == blocks or b"a ; b" in branch


@pytest.mark.parametrize(("guarded", "_blocks"), GUARDED)
def test_a_guard_holds_for_its_own_pane_alone_and_every_command_in_it_names_the_pane(
    guarded: Words, _blocks: int
) -> None:
    """tmux runs a guard on the client's own pane when the one that was named is gone; what writes names its pane."""
    name, _, _, target, condition, then, _ = words(encode(guarded).encoded)
    here = b"#{pane_id}@#{pid}.#{start_time}"
    assert (name, target) == (b"if-shell", PANE.encode())
    assert condition.startswith((b"#{&&:#{==:%b,%b}," % (here, PLACE), b"#{==:#{pane_dead}")) or condition == b"1"
    for command in then.split(b" ; "):
        named = b"-t %3" in command or b"COTTY_" in command or b"cotty-pen-%3" in command
        assert named or command.startswith((b"display", b'b"'))


def test_a_pen_is_given_back_by_its_owner_whatever_became_of_the_pane() -> None:
    name, _, condition, then, _ = words(encode(GUARD.give_pen()).encoded)
    assert (name, condition) == (b"if-shell", b"#{m:* agent:a/1-ff,#{COTTY_PEN_3}}")
    assert then == b"set-environment -ghu COTTY_PEN_3 ; wait-for -S cotty-pen-%3"


def test_one_command_has_one_block() -> None:
    assert encode(commands.say("x")) == Line(b"display-message -p x\n", 1, commands.say("x"))
    assert encode(commands.set_buffer("b", "a ; b")).blocks == 1


@pytest.mark.parametrize(
    ("command", "spelt"),
    [
        (commands.say("#{x}", pane="%1"), "display-message -p -t %1 #{x}"),
        (commands.type_text("%1", "-l"), "send-keys -t %1 -l -- -l"),
        (commands.press("%1", ["C-c", "-"]), "send-keys -t %1 -- C-c -"),
        (commands.paste("%1", "b", guarded=False), "paste-buffer -p -r -d -b b -t %1"),
        (commands.paste("%1", "b", guarded=True), "paste-buffer -p -r -d -S -b b -t %1"),
        (commands.capture("%1", "b"), "capture-pane -J -b b -S 0 -t %1"),
        (
            commands.capture("%1", "b", start="-", end=-1, join=False, styled=True, blanks=True, saved=True),
            "capture-pane -e -N -a -b b -S - -E -1 -t %1",
        ),
        (commands.capture_here("%1", start=-5, styled=True), "capture-pane -p -J -e -S -5 -t %1"),
        (commands.set_buffer("b", "-x", append=True), "set-buffer -a -b b -- -x"),
        (commands.leave_modes("%1"), "copy-mode -q -t %1"),
    ],
)
def test_a_verb_has_one_spelling(command: Words, spelt: str) -> None:
    assert list(command) == spelt.split(" ")


def test_a_listing_puts_the_folder_last_because_a_folder_may_contain_a_tab() -> None:
    fields = commands.LIST_FIELDS.split("\t")
    assert (fields[0], fields[-1]) == ("#{pane_id}", "#{pane_current_path}")


@given(st.lists(text, min_size=1, max_size=4))
def test_arguments_of_a_process_differ_from_the_words_by_a_last_semicolon_at_most(each: list[str]) -> None:
    for word, given_as in zip(each, commands.as_arguments(each), strict=True):
        assert given_as == word or (word.endswith(";") and given_as == word[:-1] + "\\;")
        assert quoted(word)
