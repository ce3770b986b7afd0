"""The root file systems of the Debian releases, and each one's tmux made to run on this machine.

Rules: built aside and renamed, so what is in place is whole; a root is checked by asking its tmux for the version; a
program needs no wrapper and no variable: its loader and its libraries are written into a copy of it, so a pane's
program inherits nothing (a shell wrapper would also add 0.6 ms to every start and flatter whoever starts few).
"""

import os
import shutil
from pathlib import Path
from typing import Final

from tests.beds import debian
from tests.beds.commands import CannotPrepare, as_root, run
from tests.beds.places import Tmux, partial

_INCLUDED: Final = "tmux,procps"


def root_missing(tmux: Tmux) -> str | None:
    return None if (tmux.root / "usr/bin/tmux").exists() else "not built"


def program_missing(tmux: Tmux) -> str | None:
    if not tmux.program.exists():
        return "not made"
    return root_missing(tmux)  # its libraries lie there


def build_root(tmux: Tmux) -> None:
    """A minimal Debian with tmux and bash, half a minute."""
    if shutil.which("debootstrap") is None and not Path("/usr/sbin/debootstrap").exists():
        debian.install(["debootstrap"])
    made = partial(tmux.version)
    run(as_root(["rm", "-rf", "--one-file-system", str(made)]))
    options = ["--variant=minbase", f"--include={_INCLUDED}"]
    settings = [f"{name}={value}" for name, value in debian.proxy().items()]
    run(as_root(["env", *settings, "debootstrap", *options, tmux.suite, str(made), debian.archive()]))
    expect_version(tmux, run(as_root(["chroot", str(made), "tmux", "-V"]), seconds=30))
    tmux.root.parent.mkdir(parents=True, exist_ok=True)
    run(as_root(["mv", "-T", str(made), str(tmux.root)]))


def make_program(tmux: Tmux) -> None:
    """Copy the root's tmux and tell the copy where its loader and libraries lie."""
    if why := root_missing(tmux):
        raise CannotPrepare(f"root {tmux.version}: {why}")
    if shutil.which("patchelf") is None:
        debian.install(["patchelf"])
    made = partial(f"tmux-{tmux.version}")
    shutil.copyfile(tmux.root / "usr/bin/tmux", made)
    made.chmod(0o755)
    libraries = ":".join(str(folder) for folder in sorted(tmux.root.glob("usr/lib/*-linux-gnu*")))
    loader = ["--set-interpreter", str(_loader(tmux.root, made))]
    # A forced rpath counts for the libraries of the libraries too; a runpath would not.
    run(["patchelf", *loader, "--force-rpath", "--set-rpath", libraries, str(made)])
    expect_version(tmux, run([str(made), "-V"], seconds=30))
    tmux.program.parent.mkdir(parents=True, exist_ok=True)
    os.replace(made, tmux.program)


def _loader(root: Path, program: Path) -> Path:
    """The loader the program asks for, with links followed inside the root: some are absolute."""
    path = run(["patchelf", "--print-interpreter", str(program)]).strip()
    for _ in range(16):
        where = root / path.lstrip("/")
        place = where.parent.resolve() / where.name
        if not place.is_symlink():
            return place
        path = os.path.join("/", os.path.relpath(place.parent, root.resolve()), os.readlink(place))
    raise CannotPrepare(f"too many links to the loader of {root}")


def expect_version(tmux: Tmux, said: str) -> None:
    if said.split()[-1:] != [tmux.version]:  # before 3.5 the first word is the name of the file
        raise CannotPrepare(f"{tmux.suite} carries {said.strip()!r}, not tmux {tmux.version}: see tests/beds/places.py")
