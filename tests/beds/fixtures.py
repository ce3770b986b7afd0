"""Fixtures that give a test what is real; a conftest.py imports those it wants.

Rules: named by what they give; a bed that is not there skips the test by name, with the reason; what takes a second
to start lives for the session; everything started is ended by the id it got.
"""

import os
import select
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import psutil
import pytest

from tests.beds import containers, roots, shells
from tests.beds import sshd as ssh_server
from tests.beds.commands import CannotPrepare
from tests.beds.containers import Container
from tests.beds.places import TMUX, VERSIONS, Tmux
from tests.beds.sshd import Sshd

Need = Callable[[str], str]
StartContainer = Callable[[str], Container]

_NAMES: Final = [tmux.version for tmux in VERSIONS]
# Runs the test once on each version of tmux that the beds hold; `tmux_program` alone is this machine's.
every_tmux: Final = pytest.mark.parametrize("tmux_program", _NAMES, indirect=True)
_END_SECONDS: Final = 5


def or_skip(name: str, why: str | None) -> None:
    """Go on when the bed is there."""
    if why is not None:
        pytest.skip(f"{name}: {why} (`make beds`)")


@pytest.fixture
def need() -> Need:
    """`need("zsh")` is where it is, or the end of the test."""
    packages = {package.name: package for package in shells.PACKAGES}

    def finder(name: str) -> str:
        found = packages[name].found() if name in packages else shutil.which(name)
        or_skip(name, None if found else "not installed")
        return found or name

    return finder


@pytest.fixture
def tmux_program(request: pytest.FixtureRequest) -> str:
    """A tmux program: this machine's, or that of the version a test is parametrised with."""
    if version := getattr(request, "param", None):
        or_skip(f"tmux {version}", roots.program_missing(TMUX[version]))
        return str(TMUX[version].program)
    found = shutil.which("tmux")
    or_skip("tmux", None if found else "not installed")
    return found or "tmux"


@pytest.fixture
def tmux_socket(tmux_program: str, tmp_path: Path) -> Iterator[Path]:
    """The path of a private server that ends with the test. Start it with `-f /dev/null`."""
    path = tmp_path / "tmux"
    yield path
    end_server(tmux_program, path)


def end_server(program: str, path: Path) -> None:
    """End the server behind this socket, which this test started, by the process id it gives."""
    if not path.exists():
        return
    asked = [program, "-u", "-S", str(path), "display-message", "-p", "#{pid}"]
    said = subprocess.run(asked, capture_output=True, text=True, timeout=_END_SECONDS, check=False).stdout.strip()
    if not said.isdigit():
        return
    try:
        server = psutil.Process(int(said))
        server.terminate()
        _wait_for_end(server)
    except (psutil.NoSuchProcess, ProcessLookupError):
        pass  # it left while we asked


def _wait_for_end(process: psutil.Process) -> None:
    """Until it ran to its end. Where its parent is slow to notice, its id lives on for two seconds: not waited for."""
    if sys.platform != "linux":
        process.wait(_END_SECONDS)
        return
    handle = os.pidfd_open(process.pid)
    try:
        ended, _, _ = select.select([handle], [], [], _END_SECONDS)
        assert ended, f"process {process.pid} does not end"
    finally:
        os.close(handle)


@pytest.fixture(scope="session")
def lasting_containers() -> Iterator[StartContainer]:
    """One container a version, started when first asked for, removed when the session ends."""
    with ExitStack() as stack:
        running: dict[str, Container] = {}

        def starter(version: str) -> Container:
            if not running:
                or_skip("containers", containers.image_missing(TMUX[version]))
                containers.sweep()
            if version not in running:
                running[version] = _started(TMUX[version])
                stack.callback(containers.remove, running[version])
            return running[version]

        yield starter


@pytest.fixture(params=_NAMES)
def container(request: pytest.FixtureRequest, lasting_containers: StartContainer) -> Container:
    """A running container of each version; tests share it, so each uses a socket name of its own."""
    return lasting_containers(request.param)


@pytest.fixture
def start_container() -> Iterator[StartContainer]:
    """Starts containers for one test, which may do to them as it likes."""
    with ExitStack() as stack:

        def starter(version: str) -> Container:
            box = _started(TMUX[version])
            stack.callback(containers.remove, box)
            return box

        yield starter


def _started(tmux: Tmux) -> Container:
    or_skip(f"container of tmux {tmux.version}", containers.image_missing(tmux))
    return containers.start(tmux)


@pytest.fixture(scope="session")
def sshd(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sshd]:
    """A running sshd that lets this person in with a key of its own."""
    or_skip("sshd", ssh_server.missing())
    try:
        entrance, process = ssh_server.start(tmp_path_factory.mktemp("sshd"))
    except CannotPrepare as reason:
        pytest.skip(f"sshd: {reason}")
    yield entrance
    ssh_server.stop(process)
