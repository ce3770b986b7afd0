"""A house with a tmux server of its own, in which a shell stands ready."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.real.command_line import Cotty, private


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Cotty]:
    """The session `shared`, a shell at its prompt."""
    with private(tmp_path / "house") as made:
        made.knows_fakes()
        made("--config-file", "/dev/null", "open", "shared")
        assert made("wait", "shared", "--timeout", "30").code == 0
        yield made
