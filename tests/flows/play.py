"""Play a flow against a program that is a list of what it shows, and when. No clock: seconds are counted, not waited.

`screen("$ ls▮")` is a screen whose cursor stands at the mark. `Then(0.2, screen=…)` is what changes 0.2 seconds after a
write. `play(flow, glimpse, act, act …)`: each write of the flow begins the next act.
"""

from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from cotty.model import Screen
from cotty.terminal.flows.cells import cell_width
from cotty.terminal.flows.steps import Glimpse, Step, Watch, Write

T = TypeVar("T")
CURSOR = "▮"
_ENOUGH = 2000  # steps after which a flow is not going to end


def screen(text: str, *, width: int = 40, height: int = 10, dead: bool = False, column: int | None = None) -> Screen:
    """A screen, blanks at the ends of rows trimmed as tmux trims them. `column`: where the cursor is without a mark."""
    rows = text.split("\n")
    y = next((number for number, row in enumerate(rows) if CURSOR in row), len(rows) - 1)
    x = cell_width(rows[y].partition(CURSOR)[0]) if column is None else column
    shown = [row.replace(CURSOR, "").rstrip() for row in rows] + [""] * (height - len(rows))
    return Screen(tuple(shown), x, y, width, height, 0, 2000, False, dead, 3 if dead else None, False)


class Then:
    """A change of what is seen, so many seconds after the write that began the act."""

    def __init__(self, after: float, **changes: Any) -> None:  # noqa: ANN401  (the fields of a Glimpse)
        self.after, self.changes = after, changes


Act = Sequence[Then]
Coming = tuple[float, dict[str, Any]]


def _in_order(coming: Iterable[Coming]) -> list[Coming]:
    return sorted(coming, key=lambda each: each[0])


@dataclass(frozen=True, slots=True)
class Played(Generic[T]):
    """How a flow ended, what it wrote (None: Enter), how often it looked, and when it ended."""

    result: T
    writes: list[str | None]
    looks: int
    seconds: float
    watched: list[Watch]
    keys: list[tuple[str, ...]]  # of the writes without a text


def play(
    flow: Generator[Step, Glimpse | None, T], glimpse: Glimpse, *acts: Act, begun: bool = False,
    kernel: Mapping[str, Any] | None = None,
) -> Played[T]:  # fmt: skip
    """Run the flow to its end. `begun`: the first act begins with the flow and not with a write; `kernel`: what a
    glimpse says when the kernel was asked for it.
    """
    now, moved_at, coming, left = 0.0, -glimpse.quiet, list[Coming](), list(acts)
    if begun:
        coming = _in_order((then.after, then.changes) for then in left.pop(0))
    writes: list[str | None] = []
    watched: list[Watch] = []
    keys: list[tuple[str, ...]] = []
    answer: Glimpse | None = None
    try:
        for _ in range(_ENOUGH):
            step = flow.send(answer)
            if isinstance(step, Write):
                writes.append(step.text)
                keys += [step.keys] if step.text is None else []
                act = left.pop(0) if left else ()
                coming = sorted(
                    [*coming, *((now + then.after, then.changes) for then in act)], key=lambda each: each[0]
                )
                answer = None
                continue
            watched.append(step)
            until = now + step.seconds
            moved = False
            while coming and coming[0][0] <= until and not (moved and coming[0][0] > now):
                now = max(now, coming[0][0])
                glimpse, moved, moved_at = replace(glimpse, **coming.pop(0)[1]), True, now
            now = now if moved else until
            told = kernel or {} if step.ask else {}
            answer = replace(glimpse, elapsed=now, quiet=now - moved_at, moved=moved, **told)
    except StopIteration as end:
        return Played(end.value, writes, len(watched), now, watched, keys)
    raise AssertionError(f"no end after {_ENOUGH} steps: {writes}")
