"""Any text survives the way to real tmux, on every version: into a buffer, and out of a raw terminal.

Rules: one server a version for the whole file; a wait is for the bytes, with a deadline; hypothesis chooses the texts.
"""

import os
import sys
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cotty.controlmode import commands
from cotty.controlmode.commands import Words, as_arguments
from cotty.controlmode.guards import Guard
from cotty.controlmode.keys import tmux_key
from cotty.controlmode.versions import Version
from cotty.errors import UnknownKey
from cotty.model import ServerId
from cotty.terminal.server.connection import Connection
from tests.controlmode.test_quoting import AWKWARD
from tests.transports.servers import PATIENCE, VERSIONS, Server, private_server, program

pytestmark = [pytest.mark.real, pytest.mark.promise("control:quoting")]
LIVE = VERSIONS[1:]
OWNER, NOW = "agent:tester/1-a", 1_700_000_000

READER = """
import os, sys, tty
tty.setraw(0)
os.write(1, b"ready")
with open(sys.argv[1], "wb", 0) as file:
    while got := os.read(0, 65536):
        file.write(got)
"""
# What a program that reads bytes may be sent: everything but NUL. Words without anything special are not quoted, so
# they are tried on their own.
bare = st.text("abzAZ019_@%+=:,./^-", min_size=1, max_size=12)
text = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), min_size=1, max_size=60)
raw = st.binary(min_size=1, max_size=40).map(lambda data: data.replace(b"\0", b"\1").decode("utf-8", "surrogateescape"))
awkward = st.sampled_from([word for word in AWKWARD if word])
texts = st.lists(st.one_of(bare, text, raw, awkward), min_size=1, max_size=25)
valid_texts = st.lists(st.one_of(bare, text, awkward), min_size=1, max_size=4)
few = settings(max_examples=40, suppress_health_check=list(HealthCheck), deadline=None)
fewer = settings(few, max_examples=8)


@dataclass
class Bench:
    """A server of one version, a raw reader in its pane, and the file it writes what it reads to."""

    server: Server
    got: Path
    ends: Iterator[int]

    def guard(self) -> Guard:
        version = Version.parse(self.server.format("#{version}"))
        life = ServerId(int(self.server.format("#{pid}")), int(self.server.format("#{start_time}")))
        return Guard("%0", life, OWNER, hidden=version.has("hidden-environment"))

    def read(self, since: int, end: bytes) -> bytes:
        """What the reader got from there on, once the end has come."""
        deadline = time.monotonic() + PATIENCE
        while not (data := self.got.read_bytes()[since:]).endswith(end):
            assert time.monotonic() < deadline, f"still {data[-200:]!r}"
        return data.removesuffix(end)

    def end(self) -> str:
        return f"\x1dend{next(self.ends)}\x1d"


@contextmanager
def bench_of(version: str, folder: Path) -> Iterator[Bench]:
    got = folder / "got"
    with private_server(program(version), folder, sys.executable, "-c", READER, str(got)) as server:
        server.shown("ready")
        yield Bench(server, got, count())


@pytest.fixture(scope="module", params=VERSIONS)
def bench(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    with bench_of(request.param, tmp_path_factory.mktemp("quoting")) as bench:
        yield bench


@pytest.fixture(scope="module", params=LIVE)
async def live(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[tuple[Bench, Connection]]:
    with bench_of(request.param, tmp_path_factory.mktemp("live")) as bench:
        arguments = ("-C", "attach-session", "-E", "-f", "ignore-size,no-output", "-t", "m")
        connection = Connection(bench.server.transport, arguments, deadline=PATIENCE, hear=lambda event: None)
        try:
            yield bench, connection
        finally:
            await connection.close()


def as_bytes(words: Sequence[str]) -> list[bytes]:
    return [word.encode("utf-8", "surrogateescape") for word in words]


@few
@given(texts)
async def test_any_text_is_in_the_buffer_as_it_was(live: tuple[Bench, Connection], words: list[str]) -> None:
    bench, connection = live
    paths = [bench.got.parent / f"buffer-{number}" for number in range(len(words))]
    asked: list[Words] = []
    for word, path in zip(words, paths, strict=True):
        asked += [commands.set_buffer("b", word), commands.save_buffer("b", str(path))]
    replies = await connection.ask(*asked)
    assert all(reply.ok for reply in replies)
    assert [path.read_bytes() for path in paths] == as_bytes(words)


@pytest.mark.promise("A-01")
@few
@given(texts)
async def test_any_text_that_is_typed_is_what_a_raw_terminal_reads(
    live: tuple[Bench, Connection], words: list[str]
) -> None:
    bench, connection = live
    since, end = bench.got.stat().st_size, bench.end()
    replies = await connection.ask(*[commands.type_text("%0", word) for word in [*words, end]])
    assert all(reply.ok for reply in replies)
    assert bench.read(since, end.encode()) == b"".join(as_bytes(words))


@pytest.mark.promise("A-01")
@few
@given(texts)
async def test_any_text_survives_a_guard_where_it_is_quoted_twice(
    live: tuple[Bench, Connection], words: list[str]
) -> None:
    bench, connection = live
    since, end = bench.got.stat().st_size, bench.end()
    guarded = bench.guard().quick_typing("")
    replies = await connection.ask(*[guarded.filled(word, "0000000") for word in [*words, end]])
    assert all(reply.ok and not reply.lines for reply in replies)
    assert bench.read(since, end.encode()) == b"".join(as_bytes(words))


@fewer
@given(valid_texts)
def test_any_text_survives_a_process_of_its_own(bench: Bench, words: list[str]) -> None:
    since, end = bench.got.stat().st_size, bench.end()
    for word in words:
        bench.server.say(*as_arguments(commands.set_buffer("b", word)))
        assert bench.server.run("show-buffer", "-b", "b").stdout == os.fsencode(word)
        bench.server.say(*as_arguments(commands.type_text("%0", word)))
    bench.server.say(*as_arguments(commands.type_text("%0", end)))
    assert bench.read(since, end.encode()) == b"".join(as_bytes(words))


@fewer
@given(valid_texts)
def test_any_text_survives_a_guard_in_a_process_of_its_own(bench: Bench, words: list[str]) -> None:
    since, end = bench.got.stat().st_size, bench.end()
    for word in [*words, end]:
        assert bench.server.say(*as_arguments(bench.guard().typing(NOW, word))) == ""
    assert bench.read(since, end.encode()) == b"".join(as_bytes(words))


@pytest.mark.promise("A-02")
async def test_keys_press_what_they_name_and_no_enter(live: tuple[Bench, Connection]) -> None:
    bench, connection = live
    since, end = bench.got.stat().st_size, bench.end()
    await connection.ask(commands.press("%0", ["C-c", "Escape", "a", ";", "~", "é", "Tab"]))
    await connection.ask(commands.type_text("%0", end))
    assert bench.read(since, end.encode()) == b"\x03\x1ba;~\xc3\xa9\t"


NAMES = [
    "Enter", "Escape", "Space", "Tab", "BTab", "BSpace", "Up", "Down", "Left", "Right", "Home", "End", "IC", "DC",
    "PPage", "NPage", *(f"F{number}" for number in range(1, 13)), *(f"KP{number}" for number in range(10)), "KPEnter",
    *map(chr, range(0x21, 0x7F)), "é", "ß", "日", "€", "👍",
]  # fmt: skip
LETTERED = dict(zip(["Up", "Down", "Right", "Left", "Home", "End", "F1", "F2", "F3", "F4"], "ABCDHFPQRS", strict=True))
NUMBERED = {
    "IC": 2, "DC": 3, "PPage": 5, "NPage": 6, "F5": 15, "F6": 17, "F7": 18, "F8": 19, "F9": 20, "F10": 21, "F11": 23,
    "F12": 24,
}  # fmt: skip
PLAIN = {
    "Enter": "\r", "Escape": "\x1b", "Space": " ", "Tab": "\t", "BTab": "\x1b[Z", "BSpace": "\x7f", "KPEnter": "\n",
    "Up": "\x1b[A", "Down": "\x1b[B", "Right": "\x1b[C", "Left": "\x1b[D", "Home": "\x1b[1~", "End": "\x1b[4~",
    "F1": "\x1bOP", "F2": "\x1bOQ", "F3": "\x1bOR", "F4": "\x1bOS",
    **{f"KP{number}": str(number) for number in range(10)},
}  # fmt: skip
ALT_BACK_TAB_UNTIL = Version(3, 5)  # measured: 3.5a and 3.8 press BTab for it, 3.1c and 3.3a Alt and BTab
MODIFIERS = ["", "C-", "M-", "S-", "C-M-", "C-S-", "M-S-", "C-M-S-"]


@pytest.mark.promise("A-03", "input:key-name")
@pytest.mark.parametrize("modifiers", MODIFIERS)
def test_every_key_that_is_accepted_is_pressed_and_never_typed_as_letters(bench: Bench, modifiers: str) -> None:
    accepted = [key for name in NAMES if (key := key_or_none(modifiers + name)) is not None]
    assert accepted
    since, end = bench.got.stat().st_size, bench.end()
    mark = "↵"
    for key in accepted:
        words = [*as_arguments(commands.press("%0", [key])), ";", *as_arguments(commands.type_text("%0", mark))]
        bench.server.say(*words)
    bench.server.say(*as_arguments(commands.type_text("%0", end)))
    pressed = bench.read(since, end.encode()).split(mark.encode())[: len(accepted)]
    alt_back_tab = Version.parse(bench.server.format("#{version}")) < ALT_BACK_TAB_UNTIL
    for key, data in zip(accepted, pressed, strict=True):
        wanted = bytes_of(key) if key != "M-BTab" or alt_back_tab else bytes_of("BTab")
        assert data == wanted, f"{key} pressed {data!r}, not {wanted!r}"


def bytes_of(key: str) -> bytes:
    """What xterm's keyboard sends for a key: tmux takes its place."""
    name, modifiers = key, ""
    while len(name) > 2 and name[1] == "-":
        name, modifiers = name[2:], modifiers + name[0]
    number = 1 + sum({"S": 1, "M": 2, "C": 4}[each] for each in modifiers)
    if modifiers and name in LETTERED:
        return f"\x1b[1;{number}{LETTERED[name]}".encode()
    if name in NUMBERED:
        return (f"\x1b[{NUMBERED[name]};{number}~" if modifiers else f"\x1b[{NUMBERED[name]}~").encode()
    text = PLAIN.get(name, name)
    if "C" in modifiers:
        text = "\x7f" if text == "?" else chr(ord(text) & 0x1F)
    return ("\x1b" * ("M" in modifiers) + text).encode()


def key_or_none(word: str) -> str | None:
    try:
        return tmux_key(word)
    except UnknownKey:
        return None
