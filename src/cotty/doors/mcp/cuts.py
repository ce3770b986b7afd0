"""How much of a long text a model is given at once, and where the rest of it is.

Rules: head and tail are kept, the end being what one reads first; what is cut out is kept under a cursor, a bounded
number of texts of a bounded size, the oldest going first; a cursor can be used again, and one that is gone is an error
that says so.
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from cotty.errors import InvalidInput

BUDGET: Final = 12_000  # characters: some 3000 tokens; clients warn or cut themselves at 10 000
LEAST: Final = 500
_TEXTS: Final = 32
_CHARACTERS: Final = 64 << 20  # of all kept texts together
_HEAD: Final = 4  # one part in so many is the head, the rest the tail
_CURSOR: Final = re.compile(r"more-(\d+)-(\d+)")


@dataclass(frozen=True, slots=True)
class _Kept:
    """What was cut out of one text: whose answer it was, and of which pane."""

    owner: str
    pane: str
    text: str


@dataclass(slots=True)
class Cuts:
    """What was cut out of answers."""

    _kept: dict[int, _Kept] = field(default_factory=dict)
    _last: int = 0

    def fitted(self, owner: str, answer: dict[str, Any], budget: int) -> dict[str, Any]:
        """The answer with every text and every list of rows in it cut to the budget, and `more` where one was cut."""
        cursors: list[str] = []
        pane = str(answer.get("pane") or "")

        def keep(text: str) -> str:
            cursors.append(self._keep(_Kept(owner, pane, text)))
            return cursors[-1]

        def cut(text: str) -> str:
            if len(text) <= budget:
                return text
            head, tail = budget // _HEAD, budget - budget // _HEAD
            cursor = keep(text[head:-tail])
            left = f"[… {len(text) - budget} characters left out; `read` with since={cursor!r} goes on here …]"
            return f"{text[:head]}\n{left}\n{text[-tail:]}"

        fitted: dict[str, Any] = _mapped(answer, cut)
        for name, value in fitted.items():
            if isinstance(value, list) and (rest := _surplus(value, budget)):
                fitted[name] = value[: len(value) - len(rest)]
                keep("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rest))
        return {**fitted, "more": cursors[0]} if cursors else fitted

    def read_on(self, owner: str, cursor: str, budget: int) -> dict[str, Any]:
        """The next part of what was cut out, as `read` answers."""
        number, offset = map(int, cursor.split("-")[1:])
        kept = self._kept.get(number)
        if kept is None or kept.owner != owner:
            raise InvalidInput(
                f"What was cut out under {cursor!r} is not kept any longer.",
                suggestion="Read the pane with `lines`, or ask again with more `characters`.",
            )
        end = min(offset + budget, len(kept.text))
        behind = f"more-{number}-{end}"
        answer = {
            "pane": kept.pane, "text": kept.text[offset:end], "cursor": behind, "missed": 0, "redrawn": False,
            "alternate": False, "has_more": offset > 0,
        }  # fmt: skip
        return {**answer, "more": behind} if end < len(kept.text) else answer

    def _keep(self, cut: _Kept) -> str:
        while self._kept and (len(self._kept) >= _TEXTS or self._size + len(cut.text) > _CHARACTERS):
            del self._kept[next(iter(self._kept))]
        self._last += 1
        self._kept[self._last] = cut
        return f"more-{self._last}-0"

    @property
    def _size(self) -> int:
        return sum(len(each.text) for each in self._kept.values())


def is_cut(cursor: object) -> bool:
    """Whether a cursor is one of ours."""
    return isinstance(cursor, str) and _CURSOR.fullmatch(cursor) is not None


def _surplus(rows: list[Any], budget: int) -> list[Any]:
    """The rows behind those that the budget has room for; the first always has."""
    left = budget
    for number, row in enumerate(rows):
        left -= len(json.dumps(row, ensure_ascii=False))
        if left < 0 and number:
            return rows[number:]
    return []


def _mapped(value: Any, cut: Callable[[str], str]) -> Any:  # noqa: ANN401
    if isinstance(value, str):
        # Bytes of a pane that were no text have no place in the protocol's JSON.
        return cut(value.encode("utf-8", "surrogatepass").decode("utf-8", "replace"))
    if isinstance(value, dict):
        return {name: _mapped(each, cut) for name, each in value.items()}
    return [_mapped(each, cut) for each in value] if isinstance(value, list | tuple) else value
