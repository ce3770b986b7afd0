"""Rows as tmux captures them with escapes: their text, and how each character is drawn. Pure.

Rules:
1. How a character is drawn is the sum of all SGR before it, on its row and on the rows above: tmux writes changes only.
2. The text of all rows costs one substitution each; styles are worked out for the rows that somebody asks for, from the
   last reset above them.
3. A screen without escapes has text and no styles; what a style would tell cannot be told then.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple

from cotty.model import Screen

# SGR, hyperlinks (OSC 8) and the shifts to line-drawing characters are all that a capture contains.
_SEQUENCE: Final = re.compile(
    r"\x1b\[([0-9;:]{0,64})m|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b\[[0-?]*[ -/]*[@-~]|[\x00-\x1f\x7f]"
)
_RESETS: Final = ("\x1b[0m", "\x1b[m", "\x1b[0;")
_GREYS: Final = frozenset({"8", *map(str, range(232, 251))})
_SAME = 16  # the channels of a grey are no farther apart
_DARKEST, _LIGHTEST = 0x48, 0xBE  # beyond, a grey is what a theme calls black or white


class Style(NamedTuple):
    """How a character is drawn. Colours: "" is the default, "0" to "255" a palette, "#rrggbb" a colour."""

    bold: bool = False
    dim: bool = False
    italic: bool = False
    inverse: bool = False
    fg: str = ""
    bg: str = ""

    @property
    def faint(self) -> bool:
        """Drawn to be overlooked, as suggestions are: dim or grey."""
        return self.dim or _is_grey(self.fg)


PLAIN: Final = Style()


class Painted(NamedTuple):
    """A row: its text, and a style for each character of it."""

    text: str
    styles: tuple[Style, ...]


class Rows:
    """The rows of a screen. `texts` have no escapes and no blanks at the end."""

    def __init__(self, screen: Screen) -> None:
        self._raw = screen.rows
        self._painted: dict[int, Painted] = {}
        self.styled = screen.styled
        self.texts = tuple(plain(row).rstrip() for row in screen.rows)
        self.last = max((y for y, text in enumerate(self.texts) if text), default=-1)

    def __getitem__(self, y: int) -> str:
        return self.texts[y]

    def __len__(self) -> int:
        return len(self.texts)

    def painted(self, y: int) -> Painted:
        """One row with its styles; blanks at its end are kept, they may be the cursor."""
        if y not in self._painted:
            self._painted[y] = _paint(self._raw[y], self._style_before(y))[0]
        return self._painted[y]

    def _style_before(self, y: int) -> Style:
        begin = next((row for row in range(y - 1, -1, -1) if any(reset in self._raw[row] for reset in _RESETS)), 0)
        style = PLAIN
        for row in range(begin, y):
            style = _paint(self._raw[row], style)[1]
        return style


def plain(row: str) -> str:
    """The text of a row without its escapes."""
    return _SEQUENCE.sub("", row) if not row.isprintable() else row


def _paint(row: str, style: Style) -> tuple[Painted, Style]:
    """A row drawn with what came before it, and the style that the next row begins with."""
    texts: list[str] = []
    styles: list[Style] = []
    at = 0
    for found in _SEQUENCE.finditer(row):
        texts.append(row[at : found.start()])
        styles += [style] * (found.start() - at)
        at = found.end()
        if found[1] is not None:
            style = _after(style, found[1])
    texts.append(row[at:])
    styles += [style] * (len(row) - at)
    return Painted("".join(texts), tuple(styles)), style


_SWITCHES: Final[dict[int, Callable[[Style], Style]]] = {
    1: lambda style: style._replace(bold=True),
    2: lambda style: style._replace(dim=True),
    3: lambda style: style._replace(italic=True),
    7: lambda style: style._replace(inverse=True),
    22: lambda style: style._replace(bold=False, dim=False),
    23: lambda style: style._replace(italic=False),
    27: lambda style: style._replace(inverse=False),
}


@lru_cache(4096)
def _after(style: Style, parameters: str) -> Style:
    """The style after one SGR."""
    numbers = [int(part) if part else 0 for part in re.split("[;:]", _without_shapes(parameters))]
    while numbers:
        number = numbers.pop(0)
        if number == 0:
            style = PLAIN
        elif number in _SWITCHES:
            style = _SWITCHES[number](style)
        elif number in (38, 48, 58):
            colour = _colour(numbers)
            style = style if number == 58 else _coloured(style, number == 48, colour)
        elif (place := _palette_place(number)) is not None:
            style = _coloured(style, number % 100 // 10 in (4, 0), place)
    return style


def _without_shapes(parameters: str) -> str:
    """Without the shapes of underlines (4:3), and without the colour space that a colon may be followed by."""
    return re.sub(r"(\b[34]8:2):(?:\d*):(?=\d*:\d*:\d)", r"\1:", re.sub(r"(?<![\d:])4:\d", "4", parameters))


def _colour(numbers: list[int]) -> str:
    """The colour that follows 38 or 48; what was read of it is taken away."""
    if numbers[:1] == [5] and len(numbers) > 1:
        colour = str(numbers[1])
        del numbers[:2]
    elif numbers[:1] == [2] and len(numbers) > 3:
        colour = "#{:02x}{:02x}{:02x}".format(*(min(channel, 255) for channel in numbers[1:4]))
        del numbers[:4]
    else:
        colour = ""
    return colour


def _palette_place(number: int) -> str | None:
    """The place in the palette that 30-37, 40-47, 90-97 or 100-107 name; "" for 39 and 49, the default."""
    if number in (39, 49):
        return ""
    bright = 8 if number >= 90 else 0
    return str(number % 10 + bright) if number // 10 in (3, 4, 9, 10) and number % 10 < 8 else None


def _coloured(style: Style, background: bool, colour: str) -> Style:
    return style._replace(bg=colour) if background else style._replace(fg=colour)


@lru_cache(1024)
def _is_grey(colour: str) -> bool:
    if not colour.startswith("#"):
        return colour in _GREYS
    channels = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
    return max(channels) - min(channels) <= _SAME and min(channels) >= _DARKEST and max(channels) <= _LIGHTEST
