"""The frames of the built-in profiles: `screens/<cli>/<version>/<state>/<scene>.txt`. See screens/README.md."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cotty.testing import frames as kit

SCREENS: Final = Path(__file__).parent / "screens"


@dataclass(frozen=True)
class Frame(kit.Frame):
    """A frame whose place says CLI and version, too."""

    @property
    def cli(self) -> str:
        return self.path.parts[-4]

    @property
    def version(self) -> str:
        return self.path.parts[-3]

    @property
    def id(self) -> str:
        return self.path.relative_to(SCREENS).with_suffix("").as_posix()


def frames() -> Iterator[Frame]:
    """Every frame there is."""
    for path in sorted(SCREENS.glob("*/*/*/*.txt")):
        read = kit.read_frame(path)
        yield Frame(read.path, read.head, read.screen)
