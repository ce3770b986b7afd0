"""Names of keys: what people write becomes tmux's name, and nothing else gets through."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotty.controlmode.keys import key_list, tmux_key
from cotty.errors import InvalidInput, UnknownKey


@pytest.mark.promise("A-03")
@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("C-c", "C-c"), ("Ctrl+C", "C-c"), ("ctrl-c", "C-c"), ("CTRL+c", "C-c"), ("control+c", "C-c"), ("^C", "C-c"),
        ("^c", "C-c"), ("Alt+x", "M-x"), ("M-x", "M-x"), ("Meta-x", "M-x"), ("option+x", "M-x"), ("M-X", "M-X"),
        ("Shift+Tab", "BTab"), ("S-Tab", "BTab"), ("backtab", "BTab"), ("Shift+a", "A"), ("S-Up", "S-Up"),
        ("Ctrl+Shift+Up", "C-S-Up"), ("shift+ctrl+up", "C-S-Up"), ("Alt+Ctrl+Delete", "C-M-DC"), ("C-M-x", "C-M-x"),
        ("Enter", "Enter"), ("return", "Enter"), ("RETURN", "Enter"), ("Esc", "Escape"), ("escape", "Escape"),
        ("Space", "Space"), ("spacebar", "Space"), ("C-Space", "C-Space"), ("Tab", "Tab"), ("Backspace", "BSpace"),
        ("Delete", "DC"), ("Insert", "IC"), ("PageUp", "PPage"), ("pgdn", "NPage"), ("page_down", "NPage"),
        ("PPage", "PPage"), ("Home", "Home"), ("ArrowLeft", "Left"), ("F1", "F1"), ("f12", "F12"), ("Ctrl+F5", "C-F5"),
        ("KPEnter", "KPEnter"), ("plus", "+"), ("Ctrl+-", "C-_"), ("C-/", "C-_"), ("minus", "-"),
        ("M-S-a", "M-A"), ("Alt+Shift+Tab", "M-BTab"), ("C-?", "C-?"), ("C-\\", "C-\\"), ("Alt+Enter", "M-Enter"),
        ("M--", "M--"), ("M-é", "M-é"), ("Ctrl+Alt+Shift+F5", "C-M-S-F5"), ("^[", "C-["), ("S-É", "É"), ("S-é", "É"),
    ],
)  # fmt: skip
def test_a_key_may_be_written_as_people_write_it(said: str, name: str) -> None:
    assert tmux_key(said) == name


@pytest.mark.parametrize("character", list("aZ0;-+^~$\"'\\{}#%!é日ß€"))
def test_a_single_character_is_the_key_that_types_it(character: str) -> None:
    assert tmux_key(character) == character


@pytest.mark.promise("A-03", "input:key-name")
@pytest.mark.parametrize(
    ("said", "near"),
    [
        ("Entr", "Enter"), ("Eenter", "Enter"), ("Escap", "Escape"), ("PageUpp", "PPage"), ("Ctrl+Entr", "Enter"),
        ("backspce", "BSpace"), ("Rihgt", "Right"), ("F13", "F1"),
    ],
)  # fmt: skip
def test_a_name_that_is_no_key_is_refused_with_near_ones(said: str, near: str) -> None:
    with pytest.raises(UnknownKey, match="is not a key") as caught:
        tmux_key(said)
    assert near in caught.value.suggestion
    assert near in str(caught.value.facts["near"])


@pytest.mark.promise("input:key-name")
@pytest.mark.parametrize(
    "said",
    [
        "", "C-", "Ctrl+", "hello", "C-hello", "0x41", "ab", " ", "\t", "\n", "\x1b", "\0", "C-\t", "S-ß", "ŉŉ",
        "S-Enter", "Ctrl+Shift+a", "C-BSpace", "C-Escape", "C-Enter", "C-Tab", "C-S-Tab", "S-Space", "C-{", "C-#",
        "C-1", "S-1", "C-é", "C-日", "C-KP5", "C-+", "S-ŉ", "C-İ",
    ],
)  # fmt: skip
def test_what_some_tmux_would_type_as_letters_is_refused(said: str) -> None:
    with pytest.raises(UnknownKey):
        tmux_key(said)


def test_a_key_that_cannot_be_pressed_everywhere_is_told_from_one_that_is_none() -> None:
    with pytest.raises(UnknownKey, match="not a key that every tmux can press"):
        tmux_key("S-Enter")
    with pytest.raises(UnknownKey, match="not a key\\."):
        tmux_key("Entr")


def test_keys_come_as_a_list_or_as_words_in_one_string() -> None:
    assert key_list("C-c Up  Enter") == ("C-c", "Up", "Enter")
    assert key_list(["Ctrl+C", "Up Enter", "q"]) == ("C-c", "Up", "Enter", "q")


@pytest.mark.parametrize("keys", ["", "   ", []])
def test_no_key_at_all_is_an_error(keys: str | list[str]) -> None:
    with pytest.raises(InvalidInput, match="No key was named"):
        key_list(keys)


written = st.lists(
    st.sampled_from([*"CMS", "-", "+", "^", "Ctrl+", "Alt-", "Enter", "Tab", "Up", "F1", "a", "É", "ß", "1"])
)


@given(st.one_of(st.text(max_size=8), written.map("".join)))
def test_whatever_is_written_gives_one_key_or_an_error(said: str) -> None:
    try:
        name = tmux_key(said)
    except UnknownKey:
        return
    assert name.isprintable()
    assert tmux_key(name) == name
    assert len(name.rpartition("-")[2] or "-") == 1 or tmux_key(name.rpartition("-")[2])


def test_letters_are_not_taken_for_a_sign_that_has_a_name() -> None:
    with pytest.raises(UnknownKey) as caught:
        key_list(["ls"])
    assert "Did you mean" not in caught.value.suggestion
    assert "type letters with `send`" in caught.value.suggestion
