"""Packages and the archive they come from, as this machine's apt is configured.

Rules: only missing packages are installed; the lists are renewed at most once a run; a network service is installed
only where one is root anyway, and is kept from starting.
"""

import os
import shutil
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tests.beds.commands import CannotPrepare, as_root, run

_LOCK: Final = threading.Lock()
_NO_START: Final = Path("/usr/sbin/policy-rc.d")
_WAIT_FOR_OTHERS: Final = ("-o", "DPkg::Lock::Timeout=300")
_renewed: list[bool] = []


def install(packages: Sequence[str], *, service: bool = False) -> None:
    """Have these packages; one of the beds at a time."""
    if shutil.which("apt-get") is None:
        raise CannotPrepare(f"no apt-get here; install by hand: {' '.join(packages)}")
    if service and os.geteuid() != 0:
        raise CannotPrepare(f"installing {' '.join(packages)} would start a network service; install it yourself")
    with _LOCK, _services_stay_down():
        _renew()
        options = ("install", "-y", "-q", "--no-install-recommends", *_WAIT_FOR_OTHERS)
        run(as_root(["apt-get", *options, *packages]), env={"DEBIAN_FRONTEND": "noninteractive"})


def archive() -> str:
    """The address of the Debian archive that apt uses, for debootstrap."""
    with _LOCK:
        found = _archives()
        if not found:
            _renew()
            found = _archives()
    if not found:
        raise CannotPrepare("apt is configured with no Debian archive")
    return found[0]


def proxy() -> dict[str, str]:
    """The environment that makes other programs fetch the way apt does."""
    asked = run(["apt-config", "dump", "--format", "%v", "Acquire::http::Proxy"], seconds=30).strip()
    return {"http_proxy": asked} if asked and asked != "DIRECT" else {}


def _archives() -> list[str]:
    """Debian itself has the label `Debian`; its security archive and backports have others."""
    if shutil.which("apt-get") is None:
        raise CannotPrepare("no apt-get here")
    fields = "$(LABEL)|$(ORIGIN)|$(REPO_URI)"
    lines = run(["apt-get", "indextargets", "--format", fields, "Created-By: Packages"], seconds=60).splitlines()
    return [uri for label, origin, uri in (line.split("|", 2) for line in lines) if (label, origin) == ("Debian",) * 2]


def _renew() -> None:
    if not _renewed:
        run(as_root(["apt-get", "update", "-q"]))
        _renewed.append(True)


@contextmanager
def _services_stay_down() -> Iterator[None]:
    """While packages are configured, Debian asks this program whether a service may start: 101 is no."""
    if os.geteuid() != 0 or _NO_START.exists():
        yield
        return
    _NO_START.write_text("#!/bin/sh\nexit 101\n")
    _NO_START.chmod(0o755)
    try:
        yield
    finally:
        _NO_START.unlink(missing_ok=True)
