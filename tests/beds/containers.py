"""Images of the roots, and containers of the images.

Rules: podman with runc, no network, the small limits that a nested machine forces; whoever starts a container removes
it by its id. Each carries a label that says which process started it, so that what a killed run left can be told
from what another run uses.
"""

import os
import secrets
import shutil
import subprocess
from dataclasses import dataclass
from functools import cache
from typing import Final

import psutil

from tests.beds import debian
from tests.beds.commands import CannotPrepare, run
from tests.beds.places import Tmux
from tests.beds.roots import root_missing

PODMAN: Final = ("podman", "--runtime", "runc")
# Without these runc asks for more than a machine inside a machine may give.
_LIMITS: Final = ("--ulimit", "nofile=1024:1024", "--ulimit", "nproc=1024:1024")
_SECONDS: Final = 60
_CLOCK_SET: Final = 60.0
_OWNER: Final = "cotty-test-owner"


@dataclass(frozen=True, slots=True)
class Container:
    """A running container. `program` and `options` are what the docker transport is given."""

    id: str
    name: str
    version: str
    program: tuple[str, ...] = PODMAN
    options: tuple[str, ...] = ()

    def argv(self, *words: str) -> list[str]:
        """The command line that runs these words inside."""
        return [*self.program, "exec", "-i", *self.options, self.name, *words]


def image_missing(tmux: Tmux) -> str | None:
    """Only root can start these containers: the roots belong to root."""
    if any(shutil.which(program) is None for program in ("podman", "runc")):
        return "podman or runc is not installed"
    return None if tmux.image in _images() else "no image"


@cache
def _images() -> frozenset[str]:
    """One question for all the images: each start of podman costs 0.1 s."""
    return frozenset(run([*PODMAN, "images", "--format", "{{.Repository}}:{{.Tag}}"], seconds=_SECONDS).split())


def make_image(tmux: Tmux) -> None:
    """Import the root as it is."""
    if os.geteuid() != 0:
        raise CannotPrepare("containers of these roots need root")
    if why := root_missing(tmux):
        raise CannotPrepare(f"root {tmux.version}: {why}")
    if any(shutil.which(program) is None for program in ("podman", "runc")):
        debian.install(["podman", "runc"])
    packing = subprocess.Popen(
        ["tar", "-C", str(tmux.root), "-c", "."], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    try:
        argv = [*PODMAN, "import", "-q", "-", tmux.image]
        done = subprocess.run(argv, stdin=packing.stdout, capture_output=True, text=True, timeout=600, check=False)
    finally:
        packing.kill()
        packing.wait()
    if done.returncode:
        raise CannotPrepare(f"podman import failed: {done.stderr.strip()[-200:]}")
    _images.cache_clear()


def start(tmux: Tmux) -> Container:
    """A container that does nothing until it is removed."""
    name = f"cotty-test-{tmux.version.replace('.', '')}-{secrets.token_hex(4)}"
    options = ["--name", name, "--label", f"{_OWNER}={_identity(os.getpid())}", "--network", "none", *_LIMITS]
    said = run([*PODMAN, "run", "-d", *options, tmux.image, "sleep", "infinity"], seconds=_SECONDS)
    return Container(said.strip().splitlines()[-1], name, tmux.version)


def remove(container: Container) -> None:
    """End it at once: its `sleep` hears no polite signal. Removing twice is fine."""
    run([*PODMAN, "rm", "-f", "-i", "-t", "0", container.id], seconds=_SECONDS)


def sweep() -> list[str]:
    """Remove the containers whose process is no more; their ids."""
    fields = f'{{{{.ID}}}} {{{{index .Labels "{_OWNER}"}}}}'
    listed = run([*PODMAN, "ps", "-a", "--filter", f"label={_OWNER}", "--format", fields], seconds=_SECONDS)
    pairs = [line.split() for line in listed.splitlines()]
    left = [id_ for id_, owner in pairs if not _lives(owner)]
    if left:
        run([*PODMAN, "rm", "-f", "-i", "-t", "0", *left], seconds=_SECONDS)
    return left


def _identity(pid: int) -> str:
    """A process id comes back; with the time it started it does not."""
    return f"{pid}-{psutil.Process(pid).create_time():.0f}"


def _lives(owner: str) -> bool:
    """The time is counted from the boot, and the clock may have been set since: seconds do not matter."""
    pid, _, started = owner.partition("-")
    try:
        return abs(psutil.Process(int(pid)).create_time() - float(started)) < _CLOCK_SET
    except psutil.NoSuchProcess:
        return False
