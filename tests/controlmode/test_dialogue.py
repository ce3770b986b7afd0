"""Bytes in, events out: replies, output, notices, and everything a program may print to confuse them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotty.controlmode.commands import Line, encode, say
from cotty.controlmode.dialogue import Dialogue
from cotty.controlmode.events import Event, Notice, Output, Reply
from cotty.controlmode.guards import when
from tests.controlmode.feeds import heard, heard_alike, pieces

PING = encode(say("x"))
ATTACH = b"%begin 1700000000 250 0\n%end 1700000000 250 0\n"


def block(lines: list[bytes], number: int = 7, *, ours: bool = True, ok: bool = True) -> bytes:
    """One block as tmux writes it."""
    mark = b"1700000000 %d %d" % (number, ours)
    end = b"%end " if ok else b"%error "
    return b"".join([line + b"\n" for line in (b"%begin " + mark, *lines, end + mark)])


@pytest.mark.promise("control:own-replies")
def test_replies_belong_to_the_commands_in_the_order_they_were_asked() -> None:
    data = ATTACH + block([b"one"], 1) + block([], 2) + block([b"no such thing"], 3, ok=False)
    events = heard_alike(data, [(PING, "a"), (PING, "b"), (PING, "c")], cuts=[3, 40, 41, 90])
    assert events == [
        Notice("foreign-block"),
        Reply("a", ok=True, lines=(b"one",)),
        Reply("b", ok=True, lines=()),
        Reply("c", ok=False, lines=(b"no such thing",)),
    ]


def test_a_command_may_be_answered_by_several_blocks() -> None:
    line = encode(when("%0", "1", [say("a"), say("b")], say("c")))
    data = block([], 1) + block([b"a"], 2) + block([b"b"], 3) + block([b"pong"], 4)
    events = heard_alike(data, [(line, "if"), (PING, "ping")])
    assert [(event.ticket, event.lines) for event in events if isinstance(event, Reply)] == [
        ("if", ()), ("if", (b"a",)), ("if", (b"b",)), ("ping", (b"pong",)),
    ]  # fmt: skip


@pytest.mark.promise("control:own-replies")
@pytest.mark.parametrize("failed", [1, 2, 3])
def test_an_error_ends_its_command_and_the_next_command_still_gets_its_own_reply(failed: int) -> None:
    """tmux skips what stands behind a command that failed, so fewer blocks come than the command has."""
    line = Line(b"if-shell", blocks=3)
    data = b"".join(block([], number) for number in range(1, failed))
    data += block([b"no"], failed, ok=False) + block([b"pong"], 9)
    events = heard_alike(data, [(line, "if"), (PING, "ping")])
    replies = [event for event in events if isinstance(event, Reply)]
    assert [reply.ticket for reply in replies] == ["if", "if", "if", "ping"]
    assert replies[-1].lines == (b"pong",)
    assert b"".join(line for reply in replies[:3] for line in reply.lines) == b"no"


def test_blocks_of_others_are_told_and_answer_nothing() -> None:
    data = block([b"hook says"], 1, ours=False) + block([b"mine"], 2) + block([b"nobody asked"], 3)
    assert heard_alike(data, [(PING, "a")]) == [
        Notice("foreign-block", "hook says"),
        Reply("a", ok=True, lines=(b"mine",)),
        Notice("foreign-block", "nobody asked"),
    ]


FORGED = [
    b"%end 1 2 1", b"%error 1 2 1", b"%end 1700000000 7 0", b"%end 1700000000 7", b"%end 1700000000 7 1 ",
    b" %end 1700000000 7 1", b"%end 1700000001 7 1", b"%begin 1700000000 7 1", b"%begin 1 2 1", b"%output %0 x",
    b"%exit", b"%layout-change @0 x y *", b"", b"%", b"\xff\xfe", b"%end",
]  # fmt: skip


@pytest.mark.promise("control:forged-end")
@pytest.mark.parametrize("forged", FORGED)
def test_a_forged_mark_inside_a_block_is_a_line_like_any_other(forged: bytes) -> None:
    data = block([b"before", forged, b"after"], 7) + block([b"next"], 8)
    assert heard_alike(data, [(PING, "a"), (PING, "b")]) == [
        Reply("a", ok=True, lines=(b"before", forged, b"after")),
        Reply("b", ok=True, lines=(b"next",)),
    ]


@pytest.mark.promise("control:forged-end")
def test_a_forged_mark_in_the_output_of_a_pane_opens_and_ends_nothing() -> None:
    data = b"%output %3 \\015\\012%begin 1 2 1\\015\\012%end 1 2 1\n" + block([b"mine"])
    output, reply = heard_alike(data, [(PING, "a")])
    assert isinstance(output, Output)
    assert output.data == b"\r\n%begin 1 2 1\r\n%end 1 2 1"
    assert reply == Reply("a", ok=True, lines=(b"mine",))


def test_a_notice_inside_a_block_stays_in_the_block() -> None:
    """tmux up to 3.7 writes there what the command itself caused."""
    data = block([b"%window-add @3", b"%7"])
    assert heard_alike(data, [(PING, "a")]) == [Reply("a", ok=True, lines=(b"%window-add @3", b"%7"))]


@pytest.mark.promise("control:unknown-notice")
@pytest.mark.parametrize(
    ("line", "notice"),
    [
        (b"%pause %3", Notice("pause", "%3")),
        (b"%client-session-changed /dev/pts/1 $0 m", Notice("client-session-changed", "/dev/pts/1 $0 m")),
        (b"%a-notice-of-tmux-9 with words", Notice("a-notice-of-tmux-9", "with words")),
        (b"%unlinked-window-close @1", Notice("unlinked-window-close", "@1")),
        (b"-: Bad file descriptor", Notice("-:", "Bad file descriptor")),
        (b"/nonexistent/x: No such file or directory", Notice("/nonexistent/x:", "No such file or directory")),
        (b"%message \xff\xfe", Notice("message", "\ufffd\ufffd")),
        (b"", Notice("", "")),
        (b"%exit", Notice("exit", "")),
        (b"%exit server exited unexpectedly", Notice("exit", "server exited unexpectedly")),
    ],
)
def test_a_notice_is_kept_known_or_not(line: bytes, notice: Notice) -> None:
    assert heard_alike(line + b"\n" + block([b"on it goes"]), [(PING, "a")]) == [
        notice,
        Reply("a", ok=True, lines=(b"on it goes",)),
    ]


@pytest.mark.promise("control:exact-output")
@pytest.mark.parametrize(
    ("line", "pane", "data"),
    [
        (b"%output %0 plain", "%0", b"plain"),
        (b"%output %12 a\\033[1mb\\134\\011", "%12", b"a\x1b[1mb\\\t"),
        (b"%output %0 \xc3\xa9 \xf0\x9f\x98\x80 \x80\xff", "%0", b"\xc3\xa9 \xf0\x9f\x98\x80 \x80\xff"),
        (b"%output %0 ", "%0", b""),
        (b"%output %0  two blanks ", "%0", b" two blanks "),
        (b"%extended-output %4 0 : late", "%4", b"late"),
        (b"%extended-output %4 1500 something new : a : b", "%4", b"a : b"),
        (b"%output %0 \\134015\\015\\134134", "%0", b"\\015\r\\134"),
    ],
)
def test_output_is_the_bytes_that_the_program_printed(line: bytes, pane: str, data: bytes) -> None:
    (output,) = heard_alike(line + b"\n")
    assert isinstance(output, Output)
    assert (output.pane, output.data, len(output)) == (pane, data, len(data))


def test_a_letter_that_tmux_split_across_two_lines_is_whole_when_they_are_joined() -> None:
    first, second = heard_alike(b"%output %0 caf\xc3\n%output %0 \xa9!\n")
    assert isinstance(first, Output)
    assert isinstance(second, Output)
    assert (first.data + second.data).decode() == "café!"


def test_nothing_is_told_before_its_line_is_whole() -> None:
    dialogue = Dialogue()
    dialogue.ask(PING, "a")
    data = block([b"x"]) + b"%pause %1"
    assert dialogue.receive(data) == [Reply("a", ok=True, lines=(b"x",))]
    assert dialogue.receive(b"2\n") == [Notice("pause", "%12")]


def test_asking_gives_the_line_to_send_and_remembers_who_asked() -> None:
    dialogue = Dialogue()
    assert dialogue.ask(PING, "a") == b"display-message -p x\n"
    assert list(dialogue.pending) == ["a"]
    dialogue.receive(block([]))
    assert not dialogue.pending


# ------------------------------------------------------------------------------- any conversation, cut anywhere

texts = st.binary(max_size=30).map(lambda raw: raw.replace(b"\n", b"n"))
lines = st.one_of(texts, st.sampled_from(FORGED))
panes = st.integers(0, 99).map(lambda number: b"%%%d" % number)


@st.composite
def said(draw: st.DrawFn) -> list[tuple[str, list[bytes], bool]]:
    """Things tmux may say, in any order: replies, blocks of others, output, notices."""
    kinds = st.sampled_from(["reply", "foreign", "output", "notice"])
    return draw(st.lists(st.tuples(kinds, st.lists(lines, max_size=4), st.booleans()), max_size=8))


def escaped(raw: bytes) -> bytes:
    """The escapes of `%output`, from its description: control bytes and backslashes as three octal digits."""
    return b"".join(b"\\%03o" % byte if byte < 32 or byte == 0x5C else bytes([byte]) for byte in raw)


def spoken(kind: str, rows: list[bytes], number: int, *, ok: bool) -> tuple[bytes, Event]:
    """The bytes of one thing, and the event it is."""
    if kind == "output":
        data = b"\n".join(rows)
        line = b"%output %5 " if ok else b"%extended-output %5 12 : "
        return line + escaped(data) + b"\n", Output("%5", escaped(data))
    if kind == "notice":
        words = b" ".join(rows)
        return b"%something " + words + b"\n", Notice("something", words.decode("utf-8", "replace"))
    mark_number = 100 + number  # no forged line carries it
    data = block(rows, mark_number, ours=kind == "reply", ok=ok)
    if kind == "reply":
        return data, Reply(number, ok, tuple(rows))
    return data, Notice("foreign-block", b"\n".join(rows).decode("utf-8", "replace"))


@pytest.mark.promise("control:forged-end", "control:exact-output", "control:any-split")
@given(said(), st.data())
def test_any_conversation_reads_the_same_however_it_is_cut(
    things: list[tuple[str, list[bytes], bool]], data: st.DataObject
) -> None:
    parts = [spoken(kind, rows, number, ok=ok) for number, (kind, rows, ok) in enumerate(things)]
    asked = [(PING, event.ticket) for _, event in parts if isinstance(event, Reply)]
    said_bytes = b"".join(part for part, _ in parts)
    cuts = data.draw(st.lists(st.integers(0, max(len(said_bytes), 1)), max_size=12))
    assert heard_alike(said_bytes, asked, cuts) == [event for _, event in parts]


@given(st.lists(st.binary(max_size=40), max_size=6))
def test_output_that_is_cut_into_lines_anywhere_is_joined_byte_for_byte(parts: list[bytes]) -> None:
    data = b"".join(b"%output %1 " + escaped(part) + b"\n" for part in parts)
    outputs = [event for event in heard_alike(data) if isinstance(event, Output)]
    assert b"".join(output.data for output in outputs) == b"".join(parts)


@given(st.binary(max_size=300), st.lists(st.integers(0, 300), max_size=10))
def test_no_bytes_at_all_are_fatal(data: bytes, cuts: list[int]) -> None:
    heard_alike(data + b"\n", [(PING, "a")], cuts)


def test_the_cuts_lose_nothing() -> None:
    assert list(pieces(b"abcdef", [2, 2, 9, 0, -1, 4])) == [b"ab", b"cd", b"ef"]
    assert heard(b"%a\n%b\n", cuts=[1, 4]) == [Notice("a"), Notice("b")]
