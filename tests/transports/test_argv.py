"""A transport is an argument list: exactly these words, whatever they are called."""

import shutil
import subprocess
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotty.errors import InvalidInput
from cotty.transports.base import TmuxProgram, Transport
from cotty.transports.docker import Docker
from cotty.transports.local import Local
from cotty.transports.ssh import Ssh

ODD = [
    "", " ", "a b", "'", '"', "\\", "$HOME", "$(id)", "`id`", "*", "?", "[a]", "{a,b}", "~", "~root", "#", "a#b", ";",
    "&", "|", "<", ">", "!", "!!", "(", ")", "\n", "\t", "a\nb", "=", "=ls", "%5", "%%", "-", "--", "-x", "é", "日本",
    "\x1b[0m", "\r", "a'b\"c`d$e", "#{pane_id}", "'\\''", "\\\\", "FOO=bar", "^", "a;b", "x\\\ny",
]  # fmt: skip
words = st.lists(
    st.one_of(st.sampled_from(ODD), st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"])))
)


@pytest.fixture(autouse=True)
def _a_short_runtime_folder(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """ssh shares its connection by a socket there; a person's own folder is left alone."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path_factory.getbasetemp()))


def tmux_words(transport: Transport, arguments: Sequence[str]) -> list[str]:
    """The process that runs tmux there."""
    return transport.carry(transport.tmux.words(arguments))


@pytest.mark.parametrize(
    ("tmux", "argv"),
    [
        (TmuxProgram(), ["tmux", "-u"]),
        (TmuxProgram(socket="work"), ["tmux", "-u", "-L", "work"]),
        (TmuxProgram(socket_path="/tmp/s"), ["tmux", "-u", "-S", "/tmp/s"]),
        (TmuxProgram(socket="a", socket_path="/tmp/s"), ["tmux", "-u", "-S", "/tmp/s"]),
        (TmuxProgram("/opt/tmux", config="/dev/null"), ["/opt/tmux", "-u", "-f", "/dev/null"]),
    ],
)
def test_tmux_is_named_with_its_server_and_always_told_that_text_is_utf8(tmux: TmuxProgram, argv: list[str]) -> None:
    assert tmux_words(Local(tmux), ["list-panes", "-a"]) == [*argv, "list-panes", "-a"]


@pytest.mark.parametrize("tmux", [{"socket": "../../etc/x"}, {"socket": ""}, {"socket_path": ""}])
def test_the_name_of_a_socket_leads_nowhere_else(tmux: dict[str, str]) -> None:
    with pytest.raises(InvalidInput):
        TmuxProgram(**tmux)


@pytest.mark.promise("C-12")
@pytest.mark.parametrize(
    ("docker", "prefix"),
    [
        (Docker("box"), ["docker", "exec", "-i", "box"]),
        (Docker("box", program=("podman",)), ["podman", "exec", "-i", "box"]),
        (
            Docker("box", program=("podman", "--runtime", "runc"), options=("-u", "ada", "-e", "A=b c")),
            ["podman", "--runtime", "runc", "exec", "-i", "-u", "ada", "-e", "A=b c", "box"],
        ),
        (
            Docker("pod", program=("kubectl",), options=("-c", "main")),
            ["kubectl", "exec", "-i", "-c", "main", "pod", "--"],
        ),
        (Docker("pod", program=("/usr/bin/kubectl",)), ["/usr/bin/kubectl", "exec", "-i", "pod", "--"]),
    ],
)
def test_a_container_is_reached_by_a_list_of_words(docker: Docker, prefix: list[str]) -> None:
    assert tmux_words(docker, ["send-keys", "a b; $c"]) == [*prefix, "tmux", "-u", "send-keys", "a b; $c"]


@pytest.mark.promise("C-12")
@given(words)
def test_no_word_is_changed_on_the_way_into_a_container_or_here(each: list[str]) -> None:
    for transport in (Local(), Docker("box")):
        argv = tmux_words(transport, each)
        assert argv[len(argv) - len(each) :] == each


def through_a_shell(argv: Sequence[str], tmp_path: Path, shell: str = "sh") -> list[str]:
    """The words that a remote shell would start tmux with, from the one string that ssh hands it."""
    assert argv[-3] == "--"
    script = tmp_path / "tmux"
    script.write_text('#!/bin/sh\nprintf "%s\\0" "$@"\n', encoding="utf-8")
    script.chmod(0o755)
    done = subprocess.run([shell, "-c", argv[-1]], capture_output=True, check=True, cwd=tmp_path)
    return done.stdout.decode("utf-8", "surrogateescape").split("\0")[:-1]


@pytest.mark.promise("carry:remote-quoting")
@pytest.mark.parametrize("shell", ["sh", "bash", "zsh", "fish"])
def test_every_odd_word_survives_a_remote_shell(tmp_path: Path, shell: str) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    ssh = Ssh("host", TmuxProgram("./tmux"))
    assert through_a_shell(tmux_words(ssh, ODD), tmp_path, shell) == ["-u", *ODD]


@pytest.mark.promise("carry:remote-quoting")
def test_any_words_survive_a_remote_shell(tmp_path: Path) -> None:
    """Many at once: a shell costs a millisecond."""
    every = [chr(code) for code in (*range(1, 0x180), 0x2028, 0xFEFF, 0x1F600)]
    ssh = Ssh("host", TmuxProgram("./tmux"))
    mixed = [*every, *(f"a{each}b" for each in every), "".join(every)]
    assert through_a_shell(tmux_words(ssh, mixed), tmp_path) == ["-u", *mixed]


@pytest.mark.promise("carry:ssh", "carry:remote-quoting")
def test_ssh_asks_no_question_and_leaves_the_host_key_check_on() -> None:
    argv = tmux_words(Ssh("ada@host", options=("-i", "/key file"), port=2222), ["list-panes"])
    assert argv[:2] == ["ssh", "-T"]
    options = [option for flag, option in pairwise(argv) if flag == "-o"]
    assert "BatchMode=yes" in options
    assert not [option for option in options if option.lower().startswith("stricthostkeychecking")]
    assert argv[argv.index("-p") + 1] == "2222"
    assert argv[argv.index("-i") :] == ["-i", "/key file", "--", "ada@host", "tmux -u list-panes"]


def test_ssh_shares_one_connection_among_calls_with_the_same_options_alone() -> None:
    def path(ssh: Ssh) -> str:
        return next(word for word in tmux_words(ssh, []) if word.startswith("ControlPath="))

    assert path(Ssh("host")) == path(Ssh("host"))
    assert path(Ssh("host")) != path(Ssh("host", options=("-i", "other")))


def test_ssh_does_without_a_shared_connection_where_its_socket_has_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", "/tmp/" + "x" * 60)
    assert not [word for word in tmux_words(Ssh("host"), []) if word.startswith("Control")]


@pytest.mark.promise("input:host")
@pytest.mark.parametrize("name", ["", "-x", "--privileged", "-oProxyCommand=id"])
def test_a_name_that_would_be_an_option_is_refused(name: str) -> None:
    for transport in (Docker, Ssh):
        with pytest.raises(InvalidInput, match="is not the name of a"):
            transport(name)


@pytest.mark.promise("input:host")
@pytest.mark.parametrize("name", ["a b", "a;id", "a|b", "$(id)", "`id`", "a&b", "a'b", 'a"b', "a\nb"])
def test_a_host_that_no_host_is_called_is_refused(name: str) -> None:
    with pytest.raises(InvalidInput):
        Ssh(name)


@pytest.mark.parametrize(
    ("transport", "name"),
    [
        (Local(), "local"),
        (Docker("box"), "docker://box"),
        (Ssh("ada@host"), "ssh://ada@host"),
        (Ssh("h", port=22), "ssh://h:22"),
    ],
)
def test_a_transport_has_the_name_that_connect_takes(transport: Transport, name: str) -> None:
    assert transport.name == name
    assert transport.shares_machine is (name == "local")
