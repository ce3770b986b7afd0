"""The same question gets the same answer, or the same error, through every door."""

import asyncio
import re
import shutil
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import pytest

import cotty
from cotty.doors.mcp.results import in_words_of_tools
from cotty.doors.mcp.words import NEVER
from cotty.errors import CottyError, every_error
from cotty.operations.table import OPERATIONS, operation
from cotty.testing.fake_cli.starting import fake_command
from cotty.testing.scenario import Draft, Popup, Reply, Scenario, When
from tests.real.command_line import Cotty, old_tmux, private, stopped_container
from tests.real.doors_of_cotty import DOORS, Server

pytestmark = pytest.mark.real

PLAIN: Final = ("env", "PS1=ready> ", "bash", "--norc", "--noprofile")
# What differs from one server, one process or one moment to the next.
MOMENTARY: Final = frozenset(
    {
        "age",
        "lasting",
        "pid",
        "milliseconds",
        "seconds",
        "cursor",
        "number",
        "command",
        "cwd",
        "window_name",
        "made",
        "expires",
        "token",
    }
)
MOMENT: Final = re.compile(r"process \d+ lives: \w+|no output for [\d.]+ s")
# Two signs of one end, in a shell without marks: which of them is seen first is the moment's.
ENDS_OF_A_LINE: Final = frozenset({"paste-on", "the shell reads its terminal"})


@dataclass(frozen=True, slots=True)
class Scene:
    """A question, and the world it is asked in."""

    verb: str
    given: dict[str, Any] = field(default_factory=dict)
    program: tuple[str, ...] = ("cat",)  # what runs in the pane `shared`; nothing: no server
    tmux: tuple[tuple[str, ...], ...] = ()  # said to tmux before
    server: Server = field(default_factory=dict)
    world: str = ""  # what `around` prepares
    fake: Scenario | None = None  # a fake CLI runs in the pane `shared` instead


async def ask(scene: Scene, door: str, folder: Path) -> dict[str, Any]:
    """Ask it in a world of its own, so that no door sees what another has left."""
    with ExitStack() as stack:
        house = stack.enter_context(private(folder / door.replace(" ", "-")))
        person = stack.enter_context(pytest.MonkeyPatch.context())
        for name in ("HOME", "SHELL"):
            person.setenv(name, house.variables()[name])
        person.delenv("XDG_CONFIG_HOME", raising=False)
        house.knows_fakes()
        if scene.fake is not None:
            house.session("shared", *fake_command(scene.fake, "/dev/null", shell=False))
            await until_tmux_shows(house, "shared", "Welcome")
        elif scene.program:
            house.session("shared", *scene.program)
        for words in scene.tmux:
            house.ask_tmux(*words)
        async with around(scene, house, stack, folder) as (server, given):
            answer = await DOORS[door](house, {**scene.server, **server}, scene.verb, {**scene.given, **given})
        if "error" in answer:  # each door names a verb in words of its own
            answer["suggestion"] = in_words_of_tools(answer["suggestion"])
        return dict(_told(answer, house))


def _told(value: Any, house: Cotty) -> Any:  # noqa: ANN401
    """Without what belongs to this world or this moment alone."""
    if isinstance(value, str):
        sign, _, rest = value.partition("; ")
        told = f"A SIGN; {rest}" if sign in ENDS_OF_A_LINE else value.replace(str(house.folder), "FOLDER")
        return MOMENT.sub("…", told)
    if isinstance(value, list):
        return [_told(each, house) for each in value]
    if isinstance(value, dict):
        return {name: _told(each, house) for name, each in value.items() if name not in MOMENTARY}
    return value


@asynccontextmanager
async def around(
    scene: Scene, house: Cotty, stack: ExitStack, folder: Path
) -> AsyncIterator[tuple[Server, dict[str, Any]]]:
    """The world that a scene needs while the question is asked: what it adds to the server and to the question."""
    async with AsyncExitStack() as later:
        if scene.world == "marked shell":
            terminal = await later.enter_async_context(cotty.connect(socket_path=house.socket, config="/dev/null"))
            pane = await terminal.open("shared", cwd=str(house.folder))
            assert (await pane.wait(timeout=20)).reason == cotty.Reason.PROMPT
            yield {}, {}
        elif scene.world == "another holder":
            terminal = await later.enter_async_context(cotty.connect(socket_path=house.socket, actor="ann"))
            await later.enter_async_context(terminal.desk.pens.held((await terminal.pane("%0")).place, deadline=5))
            yield {}, {}
        elif scene.world == "ready plain shell":
            terminal = await later.enter_async_context(cotty.connect(socket_path=house.socket))
            assert (await (await terminal.pane("shared")).wait(pattern=r"ready> $", timeout=20)).reason == "prompt"
            yield {}, {}
        elif scene.world == "a dead pane":
            collect = ("run-shell", "-b", "true", ";")  # tmux up to 3.3a may forget a child that ended at once
            await until_tmux_says(house, "3", *collect, "display-message", "-p", "-t", "%1", "#{pane_dead_status}")
            yield {}, {}
        elif scene.world == "printed":
            await until_tmux_says(house, "end", "capture-pane", "-p", "-t", "%0")
            yield {}, {}
        elif scene.world == "a cursor of another server":
            other = stack.enter_context(private(folder / "other"))
            other.session("shared", "cat")
            async with cotty.connect(socket_path=other.socket) as terminal:
                yield {}, {"since": (await (await terminal.pane("shared")).read()).cursor}
        elif scene.world == "an old tmux":
            yield {"tmux": old_tmux(folder)}, {}
        elif scene.world == "a stopped container":
            yield {"host": "docker://box", "program": [stopped_container(folder)], "socket_path": "/tmp/t"}, {}
        elif scene.world == "a key of another message":
            terminal = await later.enter_async_context(cotty.connect(socket_path=house.socket, config="/dev/null"))
            await (await terminal.pane("shared")).send("deploy", key="d1")
            yield {}, {}
        elif scene.world == "a broken profile":
            house.profile("mine", 'name = "mine"\ntitle = "Mine"\n\n[composer]\nprompt = "["\n')
            yield {}, {}
        elif scene.world.startswith("shows "):
            await until_tmux_shows(house, "shared", scene.world.removeprefix("shows "))
            yield {}, {}
        else:
            yield {}, {}


async def until_tmux_shows(house: Cotty, pane: str, word: str) -> None:
    """Ask tmux until a pane shows a word."""
    async with asyncio.timeout(20):
        while word not in await asyncio.to_thread(house.ask_tmux, "capture-pane", "-p", "-t", pane):
            pass


async def until_tmux_says(house: Cotty, word: str, *words: str) -> None:
    """Ask tmux until its answer ends with a word."""
    async with asyncio.timeout(20):
        while not (await asyncio.to_thread(house.ask_tmux, *words)).endswith(word):
            pass


QUIET: Final = Scenario(reply=Reply(busy_ms=200))
ASKING: Final = Scenario(popups=(Popup(),))
WORKING: Final = Scenario(popups=(Popup(When("submitted", 50)),), reply=Reply(busy_ms=60_000))
DRAFT: Final = Scenario(draft=Draft("half a sentence"))
ASKS: Final = f"shows {Popup().question}"
PROCEED: Final = "df6c0cfd238f"

ANSWERS: Final = {
    "open makes": Scene("open", {"address": "shared", "command": ["cat"]}, program=()),
    "open finds": Scene("open", {"address": "shared"}),
    "list": Scene("list", {}, tmux=(("new-session", "-d", "-s", "other", "cat"),)),
    "list of one": Scene("list", {"session": "other"}, tmux=(("new-session", "-d", "-s", "other", "cat"),)),
    "send": Scene("send", {"text": "echo hi", "address": "shared"}, PLAIN, world="ready plain shell"),
    "send blindly": Scene("send", {"text": "x; y", "address": "0.0", "enter": False, "proof": False}),
    "keys": Scene("keys", {"keys": ("C-a", "Up"), "address": "%0"}),
    "read": Scene(
        "read", {"address": "shared", "lines": 3}, ("sh", "-c", "seq 9; echo end; exec cat"), world="printed"
    ),
    "read all": Scene(
        "read", {"address": "shared", "all": True}, ("sh", "-c", "seq 99; echo end; exec cat"), world="printed"
    ),
    "wait for a pattern": Scene("wait", {"address": "shared", "pattern": "^9$"}, ("sh", "-c", "seq 9; exec cat")),
    "wait for too long": Scene("wait", {"address": "shared", "pattern": "never", "timeout": 0.2}),
    "run": Scene("run", {"command": "echo one; false", "address": "shared"}, (), world="marked shell"),
    "run elsewhere": Scene("run", {"command": "echo one", "address": "shared"}, PLAIN, world="ready plain shell"),
    "screen": Scene("screen", {"address": "shared"}, ("sh", "-c", "seq 9; echo end; exec cat"), world="printed"),
    "window": Scene("window", {"session": "shared", "name": "tests", "command": ["cat"]}),
    "split": Scene("split", {"address": "shared", "direction": "horizontal", "title": "t", "command": ["cat"]}),
    "resize": Scene("resize", {"address": "shared", "width": 60, "height": 20}),
    "kill": Scene("kill", {"address": "%1"}, tmux=(("split-window", "-d", "-t", "%0", "cat"),)),
    "kill a window": Scene(
        "kill", {"address": "0.0", "window": True}, tmux=(("new-window", "-d", "-t", "shared:", "cat"),)
    ),
    "send to an agent": Scene("send", {"text": "hello", "address": "shared", "key": "once"}, fake=QUIET),
    "wait for a state": Scene("wait", {"address": "shared", "state": "idle"}, fake=QUIET),
    "agents": Scene("agents", {}, fake=ASKING, world=ASKS),
    "launch": Scene(
        "launch", {"profile": "fake_boxed", "wait": True, "arguments": fake_command(ASKING, "/dev/null", shell=False)}
    ),
    "adopt": Scene("adopt", {"address": "shared"}, fake=DRAFT, world="shows half a sentence"),
    "adopt whatever runs there": Scene("adopt", {"address": "shared", "profile": "shell"}, PLAIN,
                                       world="ready plain shell"),
    "ask": Scene("ask", {"text": "hello", "address": "shared"}, fake=QUIET),
    "ask and be asked": Scene("ask", {"text": "hello", "address": "shared"}, fake=WORKING),
    "answer": Scene("answer", {"option": "2", "address": "shared", "fingerprint": PROCEED}, fake=ASKING, world=ASKS),
    "interrupt nothing": Scene("interrupt", {"address": "shared"}, fake=QUIET),
    "leave": Scene("leave", {"address": "shared"}, fake=QUIET),
    "explain": Scene("explain", {"address": "shared"}, fake=ASKING, world=ASKS),
    "profiles": Scene("profiles", program=(), world="a broken profile"),
}  # fmt: skip

# A pane is dead at once; how it ended is known a moment later.
BESIDE_PYTHON: Final = {
    "journal": Scene("journal", {"operation": "nothing", "lines": 3}),
    "tokens": Scene("tokens"),
    "grant": Scene("grant", {"name": "ci", "tier": "type", "days": 2.0}),
    "revoke": Scene("revoke", {"name": "nobody"}),
}
# Verbs that a program has no need of: Python has none of them.
NOT_PYTHON: Final = frozenset({"doctor", "journal", "tokens", "grant", "revoke"})
DEAD: Final = (("set-option", "-g", "remain-on-exit", "on"), ("new-window", "-d", "-t", "shared:", "exit 3"))
ERRORS: Final = {
    "invalid_input": Scene("read", {"address": "shared", "lines": -1}),
    "invalid_text": Scene("send", {"text": "a\0b", "address": "shared"}),
    "unknown_key": Scene("keys", {"keys": ("Entr",), "address": "shared"}),
    "invalid_address": Scene("read", {"address": "%x"}),
    "key_taken": Scene(
        "send", {"text": "another", "address": "shared", "key": "d1"}, fake=QUIET, world="a key of another message"
    ),
    "unknown_profile": Scene("launch", {"profile": "claud"}),
    "bad_profile": Scene("launch", {"profile": "mine"}, world="a broken profile"),
    "agent_not_found": Scene("ask", {"text": "hello", "address": "shared"}),
    "dialog_not_found": Scene("answer", {"option": "Yes", "address": "shared"}, fake=QUIET),
    "option_not_found": Scene("answer", {"option": "Maybe", "address": "shared"}, fake=ASKING, world=ASKS),
    "dialog_open": Scene("send", {"text": "hello", "address": "shared"}, fake=ASKING, world=ASKS),
    "draft_there": Scene("ask", {"text": "x", "address": "shared"}, fake=DRAFT, world="shows half a sentence"),
    "stale_dialog": Scene(
        "answer", {"option": "1", "address": "shared", "fingerprint": "000000000000"}, fake=ASKING, world=ASKS
    ),
    "agent_not_ready": Scene(
        "send", {"text": "hello", "address": "shared"}, fake=Scenario(starting_ms=60_000), world="shows Starting"
    ),
    "pane_not_found": Scene("read", {"address": "%99"}),
    "session_not_found": Scene("read", {"address": "nowhere"}),
    "window_not_found": Scene("read", {"address": "shared:nowhere"}),
    "pane_dead": Scene("send", {"text": "x", "address": "%1"}, tmux=DEAD, world="a dead pane"),
    "pen_held": Scene("send", {"text": "x", "address": "%0", "pen_timeout": 0.1}, world="another holder"),
    "pane_synchronized": Scene(
        "send", {"text": "x", "address": "%0"}, tmux=(("set-option", "-w", "-t", "%0", "synchronize-panes", "on"),)
    ),
    "input_off": Scene("send", {"text": "x", "address": "%0"}, tmux=(("select-pane", "-d", "-t", "%0"),)),
    "last_pane": Scene("kill", {"address": "shared"}),
    "foreign_pane": Scene("read", {"address": "shared"}, world="a cursor of another server"),
    "tmux_missing": Scene("list", program=(), server={"tmux": "/nonexistent/tmux"}),
    "tmux_too_old": Scene("list", program=(), world="an old tmux"),
    "no_server": Scene("list", program=()),
    "host_unreachable": Scene("list", program=(), server={"host": "ssh://nobody@127.0.0.1:1"}),
    "container_not_running": Scene("list", program=(), world="a stopped container"),
    "refused": Scene("split", {"address": "%0"}, tmux=(("resize-window", "-t", "%0", "-x", "9", "-y", "1"),)),
}
NOT_STAGED: Final = {
    "error": "a fault of cotty itself: tests/doors/test_ends.py",
    "not_found": "only its leaves are raised",
    **dict.fromkeys(
        ("not_admitted", "not_authenticated", "too_many_requests", "too_large", "wrong_method"),
        "only network doors refuse so: tests/real/test_http_attacks.py",
    ),
    "own_pane": "takes a person who types in that pane: tests/real/test_cli_own_pane.py",
    "tmux_refused": "takes words of tmux that nobody foresaw: tests/controlmode/test_refusals.py",
    "unreachable": "takes the server of another account",
    "not_allowed": "only doors that know a caller's tier can refuse: tests/operations/test_perform.py",
    "connection_lost": "asking again makes the connection anew, so that no single question shows it",
    "deadline_passed": "takes the whole deadline: the shelf of the terminal room stages it",
}


LINE_TAKEN: Final = frozenset({"paste-off", "command-start", "new-prompt"})  # whichever is heard or seen first


def same(answers: dict[str, Any]) -> Any:  # noqa: ANN401  (whatever an answer holds)
    """What all said; the command line may say more, never less and never otherwise."""
    said = list(answers.values())
    if all(isinstance(each, dict) and each for each in said):
        common = set.intersection(*(set(each) for each in said))
        assert common, answers
        return {name: same({door: each[name] for door, each in answers.items()}) for name in sorted(common)}
    if all(isinstance(each, list) and len(each) == len(said[0]) for each in said):
        return [same(dict(zip(answers, row, strict=True))) for row in zip(*said, strict=True)]
    if not LINE_TAKEN.issuperset(map(str, said)):
        assert all(each == said[0] for each in said), answers
    return said[0]


@pytest.mark.parametrize("name", ANSWERS)
async def test_every_operation_answers_the_same_at_every_door(name: str, tmp_path: Path) -> None:
    answer = same({door: await ask(ANSWERS[name], door, tmp_path) for door in DOORS})
    assert "error" not in answer


@pytest.mark.parametrize("code", ERRORS)
async def test_every_error_is_the_same_at_every_door(code: str, tmp_path: Path) -> None:
    if code == "host_unreachable" and shutil.which("ssh") is None:
        pytest.skip("ssh is not installed: `sh scripts/need.sh openssh-client`")
    answer = same({door: await ask(ERRORS[code], door, tmp_path) for door in DOORS})
    assert answer["error"] == code
    assert set(answer) == {"error", "message", "suggestion"}


@pytest.mark.parametrize("name", BESIDE_PYTHON)
async def test_what_python_has_no_need_of_is_answered_the_same_at_the_other_doors(name: str, tmp_path: Path) -> None:
    without = ("python", "sync", *(["tool"] if name in NEVER else []))  # no model says who may do how much
    doors = [door for door in DOORS if door not in without]
    answer = same({door: await ask(BESIDE_PYTHON[name], door, tmp_path) for door in doors})
    assert answer.get("error") == ("not_found" if name == "revoke" else None)


def test_every_operation_is_asked() -> None:
    assert {scene.verb for scene in ANSWERS.values()} == set(OPERATIONS) - NOT_PYTHON
    assert {scene.verb for scene in BESIDE_PYTHON.values()} == NOT_PYTHON - {"doctor"}  # tells of the machine
    assert operation("doctor").tier == "read"


def test_every_error_is_staged_or_says_why_not() -> None:
    codes = {error.code for error in every_error()} - {CottyError.code}
    assert set(ERRORS) | set(NOT_STAGED) == codes | {CottyError.code}
    assert set(ERRORS).isdisjoint(NOT_STAGED)
