"""What a flow may ask for, and what it is shown.

Rules: a flow yields one step at a time and is sent a `Glimpse` for it, except for `Write`, which is sent None; every
`Watch` has an end.
"""

from collections.abc import Generator
from dataclasses import dataclass, field

from cotty.model import Screen


@dataclass(frozen=True, slots=True)
class Glimpse:
    """A pane at one moment, and what is known beside its screen."""

    screen: Screen
    elapsed: float = 0.0  # seconds since the flow began
    at: float = 0.0  # seconds of a clock that all flows share
    quiet: float = 0.0  # seconds since the last output that was heard
    moved: bool = False  # output came since the last step
    signs: frozenset[str] = (
        frozenset()
    )  # marks heard in the stream since the flow began: "paste-off", "command-start" …
    canonical: bool | None = None  # the terminal hands over whole lines (None: cannot be told from here)
    silent: bool = False  # the terminal hands over whole lines and does not show them: a password is asked for
    # "shell-waiting", "shell-in-front" (as tmux sees it), "reading", "waiting", "busy"; None: it cannot be told
    foreground: str | None = None
    took_all: bool = False  # the program has read all that was typed and waits for more, says the kernel
    gone: bool = False
    title: str = ""  # of the pane, where it was asked for
    news: tuple[str, ...] = field(
        default=(), repr=False
    )  # lines printed since the onset, without the echo of what was typed
    match: str | None = None  # what a pattern fits in lines that are too long to be tried on here
    missed: bool = False  # lines were printed since the onset that are not among the news


@dataclass(frozen=True, slots=True)
class Write:
    """Type the text, or press keys when there is none: Enter, unless others are named."""

    text: str | None = None
    keys: tuple[str, ...] = ("Enter",)
    pasted: bool = False  # the text goes through a paste buffer, however short it is


@dataclass(frozen=True, slots=True)
class Watch:
    """Look now (0 seconds), or when something moved, at the latest after so many seconds.

    When one of the `signs` is heard the screen of the glimpse may be the last one: nobody needs to look. `ask`: the
    kernel is asked what the program does, at whatever cost.
    """

    seconds: float = 0.0
    signs: frozenset[str] = frozenset()
    ask: bool = False


Step = Write | Watch


def watched(
    seconds: float, signs: frozenset[str] = frozenset(), *, ask: bool = False
) -> Generator[Step, Glimpse | None, Glimpse]:
    """One `Watch`, and the glimpse that answers it."""
    glimpse = yield Watch(seconds, signs, ask)
    if glimpse is None:
        raise TypeError("a driver answers Watch with a glimpse")
    return glimpse
