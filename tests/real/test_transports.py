"""The same story in a container of every tmux, over a real sshd, and on every tmux of this machine."""

import shlex
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from uuid import uuid4

import pytest

import cotty
from cotty.errors import ContainerNotRunning, HostUnreachable, TmuxMissing, TmuxTooOld
from cotty.model import ChunkKind, Outcome, Reason
from tests.beds.containers import Container
from tests.beds.fixtures import StartContainer, end_server, every_tmux
from tests.beds.sshd import Sshd

SHELL = ["env", "LC_ALL=C.UTF-8", "PS1=ready> ", "HISTFILE=", "bash", "--norc", "--noprofile"]
AWKWARD = "echo 'a;b' \"q\" \\$HOME `echo id` '#{x}' ~ % é 日本 ';'"


async def story(terminal: cotty.Terminal) -> None:
    """Every verb once, as a person would use them."""
    pane = await terminal.open("shared", command=SHELL)
    assert (await pane.wait(pattern="ready> $", timeout=20)).reason == Reason.PROMPT
    page = await pane.read()
    receipt = await pane.send(AWKWARD)
    assert receipt.outcome == Outcome.CONFIRMED, receipt
    assert (await pane.wait(timeout=20)).reason == Reason.PROMPT
    news = await pane.read(since=page.cursor)
    assert news.lines[1:] == ("a;b q $HOME id #{x} ~ % é 日本 ;".replace("~", (await home(pane))), "ready>")
    long = await pane.send("one\ntwo " + " ".join(map(str, range(700))), enter=False)
    assert long.outcome == Outcome.CONFIRMED, long
    # bash loses a C-c that comes while it draws the paste
    assert (await pane.wait(pattern="never", idle_seconds=0.3, timeout=20)).reason == Reason.QUIET
    await pane.keys("C-c")
    assert (await pane.wait(pattern="ready> $", timeout=20)).reason == Reason.PROMPT
    result = await pane.run("cd /usr && seq 1 3")
    assert (result.output, result.cwd, result.exit_code) == ("1\n2\n3\n", "/usr", None)
    beside = await terminal.split("shared", direction="horizontal", command=["cat"])
    window = await terminal.window(name="other", command=["cat"])
    assert {row.id for row in await terminal.list()} == {pane.id, beside.id, window.id}
    await terminal.kill(window.id, window=True)
    await terminal.kill(beside.id)
    assert (await anext(aiter(pane.watch()))).kind == ChunkKind.SNAPSHOT
    assert (await terminal.resize("shared", width=90, height=30)).width == 90


async def home(pane: cotty.Pane) -> str:
    """What the shell there makes of a tilde."""
    await pane.send("echo home=~")
    await pane.wait(timeout=20)
    return next(line for line in reversed((await pane.read()).lines) if line.startswith("home=")).removeprefix("home=")


def podman(box: Container, *words: str) -> None:
    """Do something to a container as a whole."""
    subprocess.run([*box.program, *words, box.id], capture_output=True, check=True, timeout=60)


@asynccontextmanager
async def in_container(box: Container) -> AsyncIterator[cotty.Terminal]:
    """A terminal on a server of its own in the container."""
    async with cotty.connect(
        f"docker://{box.name}",
        socket=f"cotty-{uuid4().hex[:8]}",
        config="/dev/null",
        program=box.program,
        options=box.options,
    ) as terminal:
        yield terminal
        await terminal.desk.hand.ask_once(("kill-session", "-t", "=shared"))


@pytest.mark.container
@pytest.mark.slow
@pytest.mark.promise("carry:container", "C-12")
async def test_a_container_of_every_tmux(container: Container) -> None:
    async with in_container(container) as terminal:
        await story(terminal)
        assert terminal.desk.hand.live == terminal.desk.hand.version.has("control-mode")


@pytest.mark.container
@pytest.mark.slow
async def test_a_shell_that_cotty_starts_in_a_container_tells_its_exit_codes(container: Container) -> None:
    async with in_container(container) as terminal:
        pane = await terminal.open("shared")
        assert (await pane.wait(timeout=20)).reason == Reason.PROMPT
        result = await pane.run("cd /tmp; echo inside; (exit 7)", timeout=30)
        wanted = 7 if terminal.desk.hand.live else None
        assert (result.exit_code, result.output, result.cwd) == (wanted, "inside\n", "/tmp")


@pytest.mark.container
@pytest.mark.slow
async def test_a_container_that_stops_is_said_to_be_down_and_works_again_when_it_is_back(
    start_container: StartContainer,
) -> None:
    box = start_container("3.5a")
    async with cotty.connect(f"docker://{box.name}", config="/dev/null", program=box.program) as terminal:
        await terminal.open("shared", command=["cat"])
        podman(box, "stop", "-t", "0")
        with pytest.raises(cotty.CottyError) as down:
            await terminal.list()
        assert down.value.code in ("container_not_running", "connection_lost")
        with pytest.raises(ContainerNotRunning) as gone:
            await terminal.list()
        assert "start" in gone.value.suggestion
        podman(box, "start")
        assert (await terminal.open("shared", command=["cat"])).id == "%0"


@pytest.mark.ssh
@pytest.mark.slow
@pytest.mark.promise("carry:ssh", "carry:remote-quoting")
async def test_over_ssh(sshd: Sshd, tmp_path: Path) -> None:
    path = tmp_path / "odd 'name; $x"
    try:
        async with cotty.connect(
            f"ssh://{sshd.destination}:{sshd.port}", socket_path=path, config="/dev/null", options=sshd.options
        ) as terminal:
            await story(terminal)
            assert terminal.desk.hand.live
    finally:
        end_server("tmux", path)


@pytest.mark.ssh
async def test_a_host_whose_key_is_not_known_is_refused(sshd: Sshd, tmp_path: Path) -> None:
    unknown = tmp_path / "nobody"
    unknown.touch()
    options = [f"UserKnownHostsFile={unknown}" if "UserKnownHostsFile" in word else word for word in sshd.options]
    async with cotty.connect(f"ssh://{sshd.destination}:{sshd.port}", options=options) as terminal:
        with pytest.raises(HostUnreachable, match="verification failed"):
            await terminal.list()


@pytest.mark.real
@pytest.mark.slow
@pytest.mark.promise("control:versions")
@every_tmux
async def test_every_tmux_of_this_machine(tmux_program: str, tmux_socket: Path) -> None:
    async with cotty.connect(socket_path=tmux_socket, config="/dev/null", tmux=tmux_program) as terminal:
        await story(terminal)
        assert terminal.desk.hand.live == terminal.desk.hand.version.has("control-mode")


@pytest.mark.real
@pytest.mark.promise("A-07")
async def test_what_cannot_be_reached_is_said(tmp_path: Path) -> None:
    old = tmp_path / "old-tmux"
    old.write_text("#!/bin/sh\necho '1 1 2.9 $0 0'\n", encoding="utf-8")
    old.chmod(0o755)
    for connect, error in (
        (cotty.connect(tmux="/nonexistent/tmux"), TmuxMissing),
        (cotty.connect(tmux=str(old)), TmuxTooOld),
        (cotty.connect("docker://box", program=["/nonexistent/docker"]), HostUnreachable),
        (cotty.connect("docker://box", program=[sys.executable, "-c", "import sys; sys.exit(127)"]), TmuxMissing),
        (cotty.connect("ssh://localhost:1", options=shlex.split("-F none -o ConnectTimeout=5")), HostUnreachable),
    ):
        async with connect as terminal:
            with pytest.raises(error):
                await terminal.list()
