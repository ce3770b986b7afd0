"""The beds give what their names say: the right tmux, panes of this machine, containers and an sshd that end."""

import json
import os
import platform
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import psutil
import pytest

from tests.beds import containers, sshd
from tests.beds.containers import PODMAN, Container
from tests.beds.fixtures import Need, StartContainer, end_server, every_tmux
from tests.beds.sshd import Sshd

pytestmark = pytest.mark.real
Said = subprocess.CompletedProcess[str]


# Runs in a pane: what a program there sees, and in which column the cursor stands after letters of one and two cells.
WITNESS: Final = """
import json, os, platform, sys, tty
tty.setraw(0)
os.write(1, "é漢😀\\x1b[6n".encode())
answer = b""
while not answer.endswith(b"R"):
    answer += os.read(0, 1)
about = {"node": platform.node(), "libc": os.confstr("CS_GNU_LIBC_VERSION"), "python": sys.executable}
about |= {"environment": dict(os.environ), "column": int(answer[:-1].split(b";")[1])}
with open(sys.argv[1], "w") as told:
    json.dump(about, told)
"""


def run(*argv: str | Path) -> Said:
    return subprocess.run([str(word) for word in argv], capture_output=True, text=True, timeout=30, check=False)


@pytest.fixture
def seen(tmux_program: str, tmux_socket: Path, tmp_path: Path) -> dict[str, Any]:
    """What a program sees in a pane of this tmux."""
    told, program = tmp_path / "told", tmp_path / "witness.py"
    os.mkfifo(told)
    program.write_text(WITNESS)
    start = ("-u", "-S", tmux_socket, "-f", "/dev/null", "new-session", "-d", sys.executable, program, told)
    said = run(tmux_program, *start)
    assert said.returncode == 0, said.stderr
    return dict(json.loads(told.read_text()))  # opens when the program does; pytest-timeout is the deadline


@every_tmux
def test_each_program_is_the_version_it_is_named_after(tmux_program: str) -> None:
    version = Path(tmux_program).name.removeprefix("tmux-")
    assert run(tmux_program, "-V").stdout.split()[-1] == version


@every_tmux
def test_a_pane_of_any_version_runs_programs_of_this_machine(seen: dict[str, Any]) -> None:
    here = (platform.node(), os.confstr("CS_GNU_LIBC_VERSION"), sys.executable)
    assert (seen["node"], seen["libc"], seen["python"]) == here


@every_tmux
def test_a_pane_inherits_nothing_of_the_bed(seen: dict[str, Any]) -> None:
    given = {name: value for name, value in seen["environment"].items() if os.environ.get(name) != value}
    assert {"TMUX", "TMUX_PANE"} <= given.keys()
    assert not given.keys() & {"LD_LIBRARY_PATH", "LD_PRELOAD", "TERMINFO", "TERMINFO_DIRS", "LOCPATH"}
    assert not [name for name, value in given.items() if "/roots/" in value]


@every_tmux
def test_each_version_knows_how_wide_letters_are(seen: dict[str, Any]) -> None:
    assert seen["column"] == 1 + 1 + 2 + 2


def test_a_private_server_is_gone_after_its_test(tmux_program: str, tmp_path: Path) -> None:
    path = tmp_path / "tmux"
    run(tmux_program, "-S", path, "-f", "/dev/null", "new-session", "-d", "cat")
    assert run(tmux_program, "-S", path, "list-sessions").returncode == 0
    end_server(tmux_program, path)
    assert "no server running" in run(tmux_program, "-S", path, "list-sessions").stderr


@pytest.mark.container
def test_a_container_runs_the_tmux_of_its_version(container: Container) -> None:
    assert run(*container.argv("tmux", "-V")).stdout == f"tmux {container.version}\n"


@pytest.mark.container
def test_a_container_reaches_no_network(container: Container) -> None:
    assert run(*container.argv("cat", "/proc/net/route")).stdout.count("\n") <= 1


@pytest.mark.container
def test_a_removed_container_is_gone(start_container: StartContainer) -> None:
    box = start_container("3.8")
    assert box.name in run(*PODMAN, "ps", "--format", "{{.Names}}").stdout.split()
    containers.remove(box)
    assert box.name not in run(*PODMAN, "ps", "-a", "--format", "{{.Names}}").stdout.split()


@pytest.mark.container
def test_what_a_killed_run_left_is_swept_away_and_nothing_else(start_container: StartContainer) -> None:
    mine = start_container("3.8")
    code = "from tests.beds import containers, places; print(containers.start(places.TMUX['3.8']).id)"
    lost = run(sys.executable, "-c", code).stdout.strip()
    swept = containers.sweep()
    assert any(lost.startswith(each) for each in swept)
    assert mine.name in run(*PODMAN, "ps", "--format", "{{.Names}}").stdout.split()


@pytest.mark.ssh
def test_the_sshd_lets_its_key_in(sshd: Sshd) -> None:
    said = run("ssh", "-o", "BatchMode=yes", *sshd.options, "-p", str(sshd.port), sshd.destination, "echo in")
    assert (said.returncode, said.stdout) == (0, "in\n"), said.stderr


@pytest.mark.ssh
def test_the_sshd_refuses_every_other_key(sshd: Sshd, tmp_path: Path) -> None:
    other = tmp_path / "other"
    run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", other)
    options = [str(other) if option == str(sshd.key) else option for option in sshd.options]
    said = run("ssh", "-o", "BatchMode=yes", *options, "-p", str(sshd.port), sshd.destination, "echo in")
    assert (said.returncode, said.stdout) == (255, "")


@pytest.mark.ssh
def test_the_sshd_is_a_stranger_without_its_host_key(sshd: Sshd) -> None:
    options = [option.replace(str(sshd.known_hosts), "/dev/null") for option in sshd.options]
    said = run("ssh", "-o", "BatchMode=yes", *options, "-p", str(sshd.port), sshd.destination, "echo in")
    assert "Host key verification failed" in said.stderr


@pytest.mark.ssh
def test_the_sshd_listens_on_the_loopback_address_alone(sshd: Sshd) -> None:
    places = psutil.Process(sshd.pid).net_connections()
    assert {(place.laddr.ip, place.laddr.port) for place in places} == {("127.0.0.1", sshd.port)}


@pytest.mark.ssh
def test_an_sshd_that_is_stopped_is_gone_with_its_connections(need: Need, tmp_path: Path) -> None:
    need("ssh")
    if why := sshd.missing():
        pytest.skip(f"sshd: {why} (`make beds`)")
    entrance, process = sshd.start(tmp_path)
    words = ["-o", "BatchMode=yes", *entrance.options, "-p", str(entrance.port), entrance.destination, "echo in; cat"]
    client = subprocess.Popen(["ssh", *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert client.stdout is not None
    assert client.stdout.readline() == b"in\n"
    sshd.stop(process)
    assert client.wait(timeout=10) == 255
    assert process.poll() is not None
    for stream in (client.stdin, client.stdout):
        assert stream is not None
        stream.close()


def test_a_thing_that_is_not_there_skips_by_name(need: Need) -> None:
    with pytest.raises(pytest.skip.Exception, match="no-such-shell: not installed"):
        need("no-such-shell")
