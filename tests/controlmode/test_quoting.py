"""A word reaches tmux as it is, and what tmux escaped comes back as it was. The same against real tmux: tests/real."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotty.controlmode.commands import as_arguments, encode
from cotty.controlmode.quoting import argument, escaped, quoted, unescaped, unescaped_length
from cotty.errors import InvalidText
from tests.controlmode.grammar import words

AWKWARD = [
    "", " ", "  ", "\t", "\n", "a\nb", "a b", "'", '"', "\\", "\\\\", "\\n", "$", "$HOME", "${HOME}", "$(id)", "`id`",
    "~", "~root", "a~", ";", "a;", "a;;", "\\;", "a\\;", ";a", "a;b", "{", "}", "{ }", "#", "##", "#{pane_id}", "#(id)",
    "#[fg=red]", "%", "%%", "%if", "%1",
    "%0:continue", "%end 1 2 1", "!", "!!", "*", "?", "[", "]", "(", ")", "<", ">", "|", "&",
    "&&", "-", "--", "-l", "-x y", "=", "=a", "FOO=bar", ":", "+", "é", "日本語", "👩‍👩‍👧", "\u202e", "\x1b[31m",
    "\x7f", "\r", "\\101", "\\u00e9", "@cotty-blank@", "if-shell", "a'b\"c\\d$e~f;g#h{i}j",
]  # fmt: skip
text = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=60)
raw_bytes = st.binary(max_size=60).map(lambda raw: raw.replace(b"\0", b""))


@pytest.mark.promise("control:quoting")
def test_every_byte_is_read_back_alone_and_among_others() -> None:
    for one in (bytes([byte]) for byte in range(1, 256)):
        for word in (one, one * 2, b"a" + one, one + b"7", b"a " + one + b" b", b"\\" + one):
            assert words(quoted(word) + b"\n") == [word]


@pytest.mark.promise("control:quoting")
@pytest.mark.parametrize("word", AWKWARD)
def test_every_awkward_word_is_read_back(word: str) -> None:
    assert words(encode(("set-buffer", "--", word)).encoded) == [b"set-buffer", b"--", word.encode()]


@pytest.mark.promise("control:quoting")
@given(st.lists(st.one_of(text, st.sampled_from(AWKWARD)), min_size=1, max_size=5))
def test_any_words_are_read_back_from_one_line(each: list[str]) -> None:
    line = encode(tuple(each)).encoded
    assert words(line) == [word.encode("utf-8", "surrogateescape") for word in each]
    assert line.count(b"\n") == 1


@given(raw_bytes)
def test_any_bytes_are_read_back(word: bytes) -> None:
    assert words(quoted(word) + b"\n") == [word]


@given(raw_bytes, raw_bytes)
def test_the_parts_of_a_word_may_be_escaped_apart(first: bytes, second: bytes) -> None:
    assert escaped(first) + escaped(second) == escaped(first + second)


@pytest.mark.promise("input:nul")
@pytest.mark.parametrize("word", ["\0", "a\0b", b"\0"])
def test_a_nul_is_refused(word: str | bytes) -> None:
    with pytest.raises(InvalidText, match="NUL"):
        quoted(word)


def test_a_nul_is_refused_as_an_argument_of_a_process() -> None:
    with pytest.raises(InvalidText, match="NUL"):
        as_arguments(["set-buffer", "a\0b"])


@pytest.mark.parametrize("spell", [quoted, argument])
def test_half_a_character_is_refused(spell: Callable[[str], object]) -> None:
    with pytest.raises(InvalidText, match="Character 1"):
        spell("a\ud83d")


def test_a_lone_surrogate_stands_for_the_byte_it_was_read_from() -> None:
    assert quoted(b"\xff\x80".decode("utf-8", "surrogateescape")) == b'"\\377\x80"'


@pytest.mark.parametrize(
    ("word", "given_as"),
    [(";", "\\;"), ("a;", "a\\;"), ("a\\;", "a\\\\;"), ("a;b", "a;b"), ("", ""), ("$x {~}", "$x {~}"), (";;", ";\\;")],
)
def test_an_argument_of_a_process_keeps_its_last_semicolon(word: str, given_as: str) -> None:
    assert argument(word) == given_as
    assert as_arguments(["set-buffer", word]) == ["set-buffer", given_as]


def as_tmux_escapes(raw: bytes) -> bytes:
    """`%output`: control bytes and the backslash as three octal digits."""
    return b"".join(b"\\%03o" % byte if byte < 32 or byte == 0x5C else bytes([byte]) for byte in raw)


@pytest.mark.promise("control:exact-output")
@given(st.one_of(st.binary(max_size=200), st.lists(st.sampled_from([b"\\", b"0", b"134", b"\r", b"\n"])).map(b"".join)))
def test_output_comes_back_as_it_was_and_its_length_is_known_before(raw: bytes) -> None:
    shown = as_tmux_escapes(raw)
    assert unescaped(shown) == raw
    assert unescaped_length(shown) == len(raw)
