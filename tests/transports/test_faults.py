"""What a carrier says when it fails, as errors; what tmux says is not its business."""

import pytest

from cotty.errors import ContainerNotRunning, CottyError, HostUnreachable, TmuxMissing
from cotty.transports.base import TmuxProgram, Transport
from cotty.transports.docker import Docker
from cotty.transports.local import Local
from cotty.transports.ssh import Ssh

DOCKER, PODMAN = Docker("box"), Docker("box", program=("podman",))
KUBECTL = Docker("pod", program=("kubectl",))
SSH = Ssh("ada@host")

# Words and statuses as these programs print them.
SAID: list[tuple[Transport, int, str, type[CottyError] | None]] = [
    (Local(), 127, "cannot run tmux: No such file or directory", TmuxMissing),
    (Local(), 126, "cannot run tmux: Permission denied", TmuxMissing),
    (Local(), 1, "can't find pane: %9", None),
    (DOCKER, 127, "cannot run docker: No such file or directory", HostUnreachable),
    (
        DOCKER, 1, "Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?",
        HostUnreachable,
    ),
    (DOCKER, 1, "Error response from daemon: No such container: box", ContainerNotRunning),
    (DOCKER, 1, "Error response from daemon: container 4f5e is not running", ContainerNotRunning),
    (DOCKER, 1, "Error response from daemon: Container 4f5e is paused, unpause it before exec", ContainerNotRunning),
    (
        DOCKER, 126, 'OCI runtime exec failed: exec failed: exec: "tmux": executable file not found in $PATH: unknown',
        TmuxMissing,
    ),
    (DOCKER, 127, "", TmuxMissing),
    (PODMAN, 125, 'Error: no container with name or ID "box" found: no such container', ContainerNotRunning),
    (PODMAN, 255, "Error: can only create exec sessions on running: container state improper", ContainerNotRunning),
    (PODMAN, 127, "Error: crun: executable file `tmux` not found in $PATH: No such file or directory", TmuxMissing),
    (KUBECTL, 1, 'Error from server (NotFound): pods "pod" not found', ContainerNotRunning),
    (KUBECTL, 1, "E1119 memcache.go: no\nThe connection to the server localhost:8080 was refused", HostUnreachable),
    (DOCKER, 1, "can't find pane: %9", None),
    (DOCKER, 1, "error connecting to /tmp/tmux-0/default (No such file or directory)", None),
    (DOCKER, 1, "error connecting to /tmp/tmux-0/default (Connection refused)", None),
    (SSH, 255, "ssh: Could not resolve hostname host: Name or service not known", HostUnreachable),
    (SSH, 255, "ada@host: Permission denied (publickey).", HostUnreachable),
    (SSH, 255, "Host key verification failed.", HostUnreachable),
    (SSH, 255, "", HostUnreachable),
    (SSH, 127, "sh: 1: tmux: not found", TmuxMissing),
    (SSH, 126, "sh: 1: tmux: Permission denied", TmuxMissing),
    (SSH, 127, "cannot run ssh: No such file or directory", HostUnreachable),
    (SSH, 1, "no server running on /tmp/tmux-0/default", None),
]  # fmt: skip


@pytest.mark.promise("input:host", "input:tmux", "A-07")
@pytest.mark.parametrize(("transport", "status", "said", "error"), SAID)
def test_a_failure_of_the_carrier_is_told_from_a_refusal_of_tmux(
    transport: Transport, status: int, said: str, error: type[CottyError] | None
) -> None:
    fault = transport.fault(status, said)
    assert type(fault) is (error or type(None))
    if fault is not None:
        assert fault.message
        assert fault.suggestion


def test_the_reason_that_ssh_gave_last_is_told() -> None:
    fault = SSH.fault(255, "Warning: Permanently added …\nada@host: Permission denied (publickey).\n")
    assert fault is not None
    assert "Permission denied (publickey)" in fault.message
    assert "ada@host" in fault.message


def test_a_container_that_does_not_run_comes_with_the_command_that_starts_it() -> None:
    fault = PODMAN.fault(125, "no such container")
    assert fault is not None
    assert "`podman start box`" in fault.suggestion


def test_the_program_that_is_missing_is_named() -> None:
    fault = Local(TmuxProgram("/opt/tmux-9")).fault(127, "")
    assert fault is not None
    assert "/opt/tmux-9" in fault.message
