"""Words become inputs, by the fields of the inputs alone."""

from argparse import ArgumentParser, Namespace
from functools import cache

import pytest

from cotty.doors.cli.arguments import input_from
from cotty.doors.cli.manual import SERVER, exits, overview
from cotty.doors.cli.options import chosen_actor, chosen_server
from cotty.doors.cli.parser import VERBS, build, parse, subparsers
from cotty.doors.cli.words import ALSO, GROUPS, SHAPES
from cotty.errors import InvalidInput
from cotty.operations.agents.adopt import AdoptInput
from cotty.operations.agents.answer import AnswerInput
from cotty.operations.agents.ask import AskInput
from cotty.operations.agents.explain import ExplainInput
from cotty.operations.agents.interrupt import InterruptInput
from cotty.operations.agents.launch import LaunchInput
from cotty.operations.agents.leave import LeaveInput
from cotty.operations.agents.list import AgentsInput
from cotty.operations.keys import KeysInput
from cotty.operations.kill import KillInput
from cotty.operations.list import ListInput
from cotty.operations.open import OpenInput
from cotty.operations.read import ReadInput
from cotty.operations.run import RunInput
from cotty.operations.send import SendInput
from cotty.operations.split import SplitInput
from cotty.operations.table import OPERATIONS, STREAMS, operation
from cotty.operations.wait import WaitInput
from cotty.operations.window import WindowInput


def meant(*words: str) -> object:
    said, after = parse(words)
    return input_from(said, operation(said.verb).Input, after)


@pytest.mark.parametrize(
    ("words", "request_"),
    [
        ("open", OpenInput()),
        ("open build --cwd /src --width 80", OpenInput("build", cwd="/src", width=80)),
        ("open build -- tail -f --lines 3", OpenInput("build", command=("tail", "-f", "--lines", "3"))),
        ("open -- htop", OpenInput(command=("htop",))),
        ("list", ListInput()),
        ("list build", ListInput("build")),
        ("list --session build", ListInput("build")),
        ("send shared hello", SendInput("hello", "shared")),
        ("send shared y --no-enter --no-proof", SendInput("y", "shared", enter=False, proof=False)),
        ("send shared -- -rf", SendInput("-rf", "shared")),
        ("send --pen-timeout 2.5 shared x", SendInput("x", "shared", pen_timeout=2.5)),
        ("keys shared C-c Up", KeysInput(("C-c", "Up"), "shared")),
        ("keys shared --pen-timeout 2 x", KeysInput(("x",), "shared", 2.0)),
        ("keys shared -- -", KeysInput(("-",), "shared")),
        ("read", ReadInput()),
        ("read %5 --lines 7", ReadInput("%5", lines=7)),
        ("read %5 --lines -7", ReadInput("%5", lines=-7)),
        ("read --all shared", ReadInput("shared", all=True)),
        ("read shared --since abc", ReadInput("shared", since="abc")),
        ("wait shared --pattern x --timeout 60 --idle 5", WaitInput("shared", "x", 5.0, 60.0)),
        ("run shared make --timeout 3", RunInput("make", "shared", 3.0)),
        ("window build --name tests", WindowInput("build", name="tests")),
        ("split --direction horizontal", SplitInput(direction="horizontal")),
        ("kill %7 --window", KillInput("%7", window=True)),
        ("send %7 x --key once", SendInput("x", "%7", key="once")),
        ("wait %7 --state rest", WaitInput("%7", state="rest")),
        ("agents --session work", AgentsInput("work")),
        ("launch codex --session work --wait", LaunchInput("codex", session="work", wait=True)),
        ("launch codex -- --model x", LaunchInput("codex", arguments=("--model", "x"))),
        ("launch codex --command=sh --command=-c", LaunchInput("codex", command=("sh", "-c"))),
        ("launch codex --env A=1 --env B=x=y", LaunchInput("codex", env={"A": "1", "B": "x=y"})),
        ("adopt", AdoptInput()),
        ("ask %7 hello --timeout 3", AskInput("hello", "%7", timeout=3.0)),
        ("answer %7 2 --fingerprint ab", AnswerInput("2", "%7", fingerprint="ab")),
        ("interrupt %7", InterruptInput("%7")),
        ("leave %7", LeaveInput("%7")),
        ("explain --screen f --profile codex", ExplainInput(screen="f", profile="codex")),
    ],
)
def test_words_mean_an_input(words: str, request_: object) -> None:
    assert meant(*words.split()) == request_


@pytest.mark.parametrize(
    "words", ["--socket a read shared --json", "read --socket a shared --json", "--json --socket a read shared"]
)
def test_options_of_the_program_may_stand_before_and_after_the_verb(words: str) -> None:
    said, _ = parse(words.split())
    assert chosen_server(said).socket == "a"
    assert hasattr(said, "json")


def test_a_value_that_is_a_verb_is_no_verb() -> None:
    said, after = parse(["--session", "read", "list"])
    assert (said.verb, after) == ("list", ())
    assert chosen_server(said).session == "read"


@pytest.mark.parametrize(
    ("words", "message", "suggestion"),
    [
        ("raed", "There is no command 'raed'.", "Did you mean read?"),
        ("send shared make test", "`cotty send` takes no 'test'.", "in quotes"),
        ("read a b", "`cotty read` takes no 'b'.", "cotty read --help"),
        ("kill", "are required: ADDRESS", "cotty kill --help"),
        ("read --lines many", "invalid int value: 'many'", "cotty read --help"),
        ("wait --timeout nan", "'nan' is not a number of seconds", "cotty wait --help"),
        ("split --direction left", "invalid choice: 'left'", "cotty split --help"),
        ("read --line 3", "takes no '--line'", "Did you mean --lines? See `cotty read --help`."),
        ("list --jsn", "takes no '--jsn'", "Did you mean --json? See `cotty list --help`."),
        ("launch codex --env A", "'A' is not NAME=VALUE", "cotty launch --help"),
        ("wait --state busy", "invalid choice: 'busy'", "cotty wait --help"),
        ("answer 2", "are required: OPTION", "cotty answer --help"),
        ("leave", "are required: ADDRESS", "cotty leave --help"),
    ],
)
def test_a_mistake_is_one_error_that_says_where_to_look(words: str, message: str, suggestion: str) -> None:
    with pytest.raises(InvalidInput) as raised:
        parse(words.split())
    assert message in raised.value.message
    assert suggestion in raised.value.suggestion


def test_the_environment_stands_in_for_options(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COTTY_HOST", "docker://box")
    monkeypatch.setenv("COTTY_SOCKET", "from-environment")
    monkeypatch.setenv("COTTY_SESSION", "work")
    server = chosen_server(Namespace())
    assert (server.host, server.socket, server.session) == ("docker://box", "from-environment", "work")
    named = chosen_server(Namespace(socket_path="/run/t", host="local"))
    assert (named.host, named.socket, named.socket_path) == ("local", None, "/run/t")


def test_words_for_containers_and_for_ssh_go_to_their_own_transport() -> None:
    said, _ = parse(
        ["read", "--container-program", "podman --runtime runc", "--container-option=-u", "--ssh-option=-v"]
    )
    said.host = "docker://box"
    assert (chosen_server(said).program, chosen_server(said).options) == (("podman", "--runtime", "runc"), ("-u",))
    said.host = "ssh://box"
    assert (chosen_server(said).program, chosen_server(said).options) == ((), ("-v",))


@pytest.mark.parametrize(
    ("name", "actor"),
    [("claude", "agent:claude"), ("person:ann", "person:ann"), ("automation:cron", "automation:cron"),
     ("a:b", "agent:a:b")],
)  # fmt: skip
def test_whoever_gives_a_name_is_an_agent_unless_it_says_otherwise(
    name: str, actor: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert str(chosen_actor(Namespace(actor=name))) == actor
    monkeypatch.setenv("COTTY_ACTOR", name)
    assert str(chosen_actor(Namespace())) == actor


def test_without_a_name_it_is_the_person_of_the_account(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COTTY_ACTOR", raising=False)
    monkeypatch.setenv("USER", "ann")
    assert str(chosen_actor(Namespace())) == "person:ann"


def test_every_verb_has_a_shape_with_examples_and_no_shape_is_left_over() -> None:
    assert set(SHAPES) == set(VERBS)
    assert set(OPERATIONS) | set(STREAMS) < set(VERBS)
    assert all(shape.examples for shape in SHAPES.values())


@pytest.mark.parametrize("verb", VERBS)
def test_the_examples_of_the_help_are_words_that_are_understood(verb: str) -> None:
    for line, _ in SHAPES[verb].examples:
        words = line.replace("pane=$(", "").replace('eval "$(', "").strip(')"').split("|")[0].split("<")[0]
        shell = words.replace('"', "'").split("'")
        split = [part for index, piece in enumerate(shell) for part in ([piece] if index % 2 else piece.split())]
        parse([word for word in split[1:] if word])


def test_the_overview_has_every_verb_and_fits_a_screen() -> None:
    lines = overview().splitlines()
    grouped = [verb for briefs in GROUPS.values() for verb in briefs]
    assert sorted([*grouped, *ALSO]) == sorted(VERBS)
    assert [line[9:].split()[0] for line in lines[1:-1]] == grouped
    assert lines[-1].removeprefix("also").strip() == ", ".join(ALSO)
    assert len(lines) < 30  # and the prompt
    assert max(map(len, lines)) <= 80


def test_the_long_help_ends_with_the_commands() -> None:
    shown = build().format_help()
    assert shown.index("--container-program") < shown.index("wait_deadline") < shown.index("panes    open")
    assert shown.splitlines()[-1] == "exit codes: `cotty help exits`; one command: `cotty help COMMAND`"


@cache
def parsers() -> dict[str, ArgumentParser]:
    return subparsers(build())


@pytest.mark.parametrize("verb", VERBS)
def test_the_help_of_a_command_shows_examples_first_and_what_is_its_own(verb: str) -> None:
    shown = parsers()[verb].format_help()
    assert SHAPES[verb].examples[0][0] in shown.split("\n\noptions:")[0]
    assert "--ssh-option" not in shown
    assert shown.splitlines()[-1] == SERVER


def test_every_exit_code_is_told() -> None:
    shown = exits()
    assert "\n  50   it was typed and is provably not submitted (send)" in shown
    assert "\n  11   there is no such pane (pane_not_found)" in shown
    assert "\n  124  the time was up (wait, run, ask, launch)" in shown
