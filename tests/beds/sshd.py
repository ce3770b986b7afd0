"""A real sshd on the loopback address, with a configuration, keys and a port of its own.

Rules: it listens on 127.0.0.1 alone, lets in one key and nobody else, writes only into the folder it is given, and
ends with everything it started.
"""

import getpass
import os
import select
import shutil
import socket
import subprocess
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

import psutil

from tests.beds import debian
from tests.beds.commands import CannotPrepare, run

_STARTS: Final = 3  # a port found free may be taken before sshd has it
_LISTEN_SECONDS: Final = 10

_CONFIG: Final = """\
Port {port}
ListenAddress 127.0.0.1
HostKey {folder}/host_key
AuthorizedKeysFile {folder}/authorized_keys
PidFile none
UsePAM no
PasswordAuthentication no
KbdInteractiveAuthentication no
PermitRootLogin prohibit-password
StrictModes no
AllowUsers {user}
MaxSessions 100
MaxStartups 100
PrintMotd no
"""


@dataclass(frozen=True, slots=True)
class Sshd:
    """A running sshd and what a client needs to get in. `options` go to ssh as they are."""

    host: str
    port: int
    user: str
    key: Path
    known_hosts: Path
    options: tuple[str, ...]
    pid: int

    @property
    def destination(self) -> str:
        return f"{self.user}@{self.host}"


def program() -> str | None:
    """sshd must be started by its full path, and /usr/sbin is not on everybody's PATH."""
    return shutil.which("sshd", path=os.environ.get("PATH", "") + ":/usr/sbin:/usr/local/sbin:/sbin")


def missing() -> str | None:
    absent = [name for name in ("ssh", "ssh-keygen") if shutil.which(name) is None]
    absent += [] if program() else ["sshd"]
    return f"not installed: {', '.join(absent)}" if absent else None


def prepare() -> None:
    if shutil.which("ssh") is None:
        debian.install(["openssh-client"])
    if program() is None:
        debian.install(["openssh-server"], service=True)


def start(folder: Path) -> tuple[Sshd, subprocess.Popen[bytes]]:
    """Keys, a configuration and a listening sshd, all in this folder."""
    for name in ("host_key", "user_key"):
        run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", str(folder / name)], seconds=30)
    shutil.copyfile(folder / "user_key.pub", folder / "authorized_keys")
    if os.geteuid() == 0:
        Path("/run/sshd").mkdir(mode=0o755, exist_ok=True)  # sshd of root insists
    for _ in range(_STARTS):
        port = _free_port()
        if (process := _listen(folder, port)) is not None:
            return _entrance(folder, port, process.pid), process
    raise CannotPrepare(f"sshd does not listen: {(folder / 'log').read_text(errors='replace').strip()[-200:]}")


def stop(process: subprocess.Popen[bytes]) -> None:
    """End it and the connections it serves; what they started lives as long as it likes."""
    serving = psutil.Process(process.pid).children() if process.poll() is None else []
    process.terminate()
    process.wait(timeout=_LISTEN_SECONDS)
    for connection in serving:
        try:
            connection.terminate()
        except psutil.NoSuchProcess:
            pass  # it went with its listener


def _listen(folder: Path, port: int) -> subprocess.Popen[bytes] | None:
    """The process once it says that it listens; None when it ends or stays silent."""
    (folder / "config").write_text(_CONFIG.format(port=port, folder=folder, user=getpass.getuser()))
    argv = [str(program()), "-D", "-e", "-f", str(folder / "config")]
    process = subprocess.Popen(argv, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE)
    assert process.stderr is not None
    said, deadline = b"", time.monotonic() + _LISTEN_SECONDS
    while b"Server listening" not in said and time.monotonic() < deadline:
        ready, _, _ = select.select([process.stderr], [], [], max(0.0, deadline - time.monotonic()))
        news = os.read(process.stderr.fileno(), 4096) if ready else b""
        if not news:
            break
        said += news
    (folder / "log").write_bytes(said)
    if b"Server listening" in said:
        threading.Thread(target=_keep_log, args=(process.stderr, folder / "log"), daemon=True).start()
        return process
    process.kill()
    process.wait()
    process.stderr.close()
    return None


def _keep_log(said: IO[bytes], log: Path) -> None:
    """A pipe that nobody reads would stop sshd when it is full."""
    with said, log.open("ab") as kept:
        shutil.copyfileobj(said, kept, 1)


def _entrance(folder: Path, port: int, pid: int) -> Sshd:
    known, key = folder / "known_hosts", folder / "user_key"
    kind, public = (folder / "host_key.pub").read_text().split()[:2]
    known.write_text(f"[127.0.0.1]:{port} {kind} {public}\n")
    options = ("-F", "none", "-i", str(key), "-o", "IdentitiesOnly=yes",
               "-o", f"UserKnownHostsFile={known}", "-o", "GlobalKnownHostsFile=/dev/null",
               "-o", "StrictHostKeyChecking=yes")  # fmt: skip
    return Sshd("127.0.0.1", port, getpass.getuser(), key, known, options, pid)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
