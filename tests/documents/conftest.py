"""What documents show is run in the environment of a newcomer."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.beds.fixtures import end_server


@pytest.fixture
def environment(tmp_path: Path) -> Iterator[dict[str, str]]:
    """An environment in which tmux's default server is a private one, with cotty on the PATH and a plain home."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("TMUX", "COTTY", "PYTEST"))}
    clean |= {
        "TMUX_TMPDIR": str(tmp_path), "HOME": str(tmp_path), "SHELL": "/bin/bash",
        "XDG_STATE_HOME": str(tmp_path / "state"), "XDG_CONFIG_HOME": str(tmp_path / ".config"),
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
    }  # fmt: skip
    yield clean
    end_server("tmux", tmp_path / f"tmux-{os.getuid()}" / "default")
