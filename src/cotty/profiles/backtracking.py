"""Which patterns may go back for ever on a row, found in Python's own parse of them. Pure.

Rules:
1. A repeat whose turns fit the same letters in two ways (`(a+)+`, `(\\w+\\s?)+`) costs twice as much with each letter
   of a row that does not fit. That is decided exactly: two ways through the automaton that part and meet again.
2. Repeats in a row that take the same letter (`.*.*.*.*x`) cost the length of the row to the power of their number, and
   a search that may begin anywhere counts as one. `MOST` of them take 0.1 s on a row of 200 columns.
3. Letters are tried by samples: each that the pattern names, and some of every kind. What is looked ahead at, or cannot
   be gone back into, is judged by itself; a reference to a group counts as nothing.
"""

import importlib
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain
from typing import Any, Final

MOST: Final = 3
_UNROLLED: Final = 8  # turns that are told apart; more of them are any number
_LARGEST: Final = 2000  # places of letters in a pattern
_SAMPLES: Final = "azAZ09_-./:;,!?#$%@'\"`*+=<>()[]{}|\\~^& \té日─\N{ROBOT FACE}"
_REPEAT, _NESTED = re.compile(r"[*+{]"), re.compile(r"\)[*+?]*[*+{]")
_parser: Final[Any] = importlib.import_module("re._parser")  # has no stubs, and no other name
Letters = frozenset[str]


def danger(pattern: re.Pattern[str]) -> str:
    """Why searching this may never end; empty: it may not."""
    if len(_REPEAT.findall(pattern.pattern)) < MOST and not _NESTED.search(pattern.pattern):
        return ""  # what is written plainly enough: reading all built-in profiles costs 20 ms less
    return next((why for each in _automata(_parsed(pattern), pattern.flags) if (why := each.danger())), "")


def only_digits(pattern: re.Pattern[str], group: str) -> bool:
    """Whether a group of the pattern takes nothing but digits."""
    inside = _automata(_group(_parsed(pattern), pattern.groupindex[group]), pattern.flags)
    return all(letter.isdecimal() for each in inside for letters in each.letters for letter in letters)


@dataclass(frozen=True, slots=True)
class _Part:
    """A piece of a pattern: the places that it may begin and end at, each in so many ways, and in how many ways it may
    take nothing.
    """

    first: Counter[int] = field(default_factory=Counter)
    last: Counter[int] = field(default_factory=Counter)
    empty: int = 1


@dataclass(slots=True)
class _Automaton:
    """The places of a pattern that take a letter, which may follow which, and in how many ways."""

    letters: list[Letters] = field(default_factory=list)
    follow: list[Counter[int]] = field(default_factory=list)
    loops: list[range] = field(default_factory=list)
    begins: tuple[int, ...] = ()
    anchored: bool = False

    def danger(self) -> str:
        if len(self.letters) >= _LARGEST:
            return "it is too long to be judged"
        if any(map(self._ambiguous, self.loops)):
            return "a repeat inside a repeat fits the same letters in many ways, and may take for ever"
        alphabet = frozenset(chain.from_iterable(self.letters))
        if len(self.loops) + (not self.anchored) > MOST and any(self._chain(letter) > MOST for letter in alphabet):
            return f"more than {MOST} repeats in a row take the same letters, and may take for ever"
        return ""

    def take(self, letters: Letters) -> _Part:
        if len(self.letters) < _LARGEST:
            self.letters.append(letters)
            self.follow.append(Counter())
        place = Counter((len(self.letters) - 1,))
        return _Part(place, place, 0)

    def join(self, one: _Part, other: _Part) -> _Part:
        self.link(one, other)
        first, last = one.first + _times(other.first, one.empty), other.last + _times(one.last, other.empty)
        return _Part(first, last, one.empty * other.empty)

    def link(self, one: _Part, other: _Part) -> None:
        for place, ways in one.last.items():
            self.follow[place].update(_times(other.first, ways))

    def loop(self, made: Callable[[], _Part]) -> _Part:
        begin = len(self.letters)
        part = made()
        self.link(part, part)
        self.loops.append(range(begin, len(self.letters)))
        return part

    def _ambiguous(self, loop: range) -> bool:
        """Whether two ways through one turn or several part at a letter and meet again."""
        if any(ways > 1 for place in loop for after, ways in self.follow[place].items() if after in loop):
            return True
        todo = [
            pair for place in loop for pair in self._pairs(self.follow[place], self.follow[place], loop, parted=True)
        ]
        seen = set(todo)
        while todo:
            one, other = todo.pop()
            for pair in self._pairs(self.follow[one], self.follow[other], loop):
                if pair[0] == pair[1]:
                    return True
                if pair not in seen:
                    seen.add(pair)
                    todo.append(pair)
        return False

    def _pairs(
        self, ones: Iterable[int], others: Iterable[int], loop: range, *, parted: bool = False
    ) -> Iterator[tuple[int, int]]:
        for one in ones:
            for other in others:
                apart = one in loop and other in loop and not (parted and one >= other)
                if apart and self.letters[one] & self.letters[other]:
                    yield min(one, other), max(one, other)

    def _chain(self, letter: str) -> int:
        """How many repeats follow each other on a run of this letter."""
        places = [place for place, letters in enumerate(self.letters) if letter in letters]
        if sum(any(place in loop for loop in self.loops) for place in places) + 1 < MOST:
            return 0
        reach = self._reach(places)
        most: dict[int, int] = {}
        for place in sorted(places, key=lambda each: reach[each].bit_count()):
            own = reach[place] >> place & 1
            after = [most[each] for each in most if reach[place] >> each & 1 and not reach[each] >> place & 1]
            same = [most[each] for each in most if reach[place] >> each & 1 and reach[each] >> place & 1]
            most[place] = max([own + max(after, default=0), *same])
        begun = [most[place] + (not self.anchored) for place in self.begins if place in most]
        return max([*most.values(), *begun], default=0)

    def _reach(self, places: list[int]) -> dict[int, int]:
        """The places that can be come to from each, as bits."""
        known = sum(1 << place for place in places)
        reach = {place: sum(1 << each for each in self.follow[place]) & known for place in places}
        for middle in places:
            for place in places:
                if reach[place] >> middle & 1:
                    reach[place] |= reach[middle]
        return reach


class _Builder:
    """From Python's parse of a pattern to its automata: one of the whole, and one of each piece that stands apart."""

    def __init__(self, tree: Any, flags: int) -> None:  # noqa: ANN401  (what Python's parser makes has no types)
        self.automaton, self.apart = _Automaton(), list[_Automaton]()
        self._samples = frozenset(_SAMPLES) | frozenset(_named(tree))
        self.automaton.begins = tuple(self._all(tree, flags).first)
        self.automaton.anchored = _anchored(tree)

    def _all(self, tree: Any, flags: int) -> _Part:  # noqa: ANN401
        part = _Part()
        for operation, what in tree:
            part = self.automaton.join(part, self._one(operation.name, what, flags))
        return part

    def _one(self, name: str, what: Any, flags: int) -> _Part:  # noqa: ANN401
        if name in ("LITERAL", "NOT_LITERAL", "ANY", "IN"):
            return self.automaton.take(_letters(name, what, flags, self._samples))
        if name == "SUBPATTERN":
            return self._all(what[3], (flags | what[1]) & ~what[2])
        if name == "BRANCH":
            return self._either(what[1], flags)
        if name == "GROUPREF_EXISTS":
            return self._either([what[1], what[2] or ()], flags)
        if name in ("MAX_REPEAT", "MIN_REPEAT"):
            least, most, tree = what
            return self._repeated(least, most, tree, flags)
        if name in ("ASSERT", "ASSERT_NOT", "POSSESSIVE_REPEAT"):
            self.apart += _automata(what[-1], flags)
        elif name == "ATOMIC_GROUP":
            self.apart += _automata(what, flags)
        return _Part()

    def _either(self, trees: Iterable[Any], flags: int) -> _Part:
        parts = [self._all(tree, flags) for tree in trees]
        first, last = (sum(ends, Counter[int]()) for ends in ([p.first for p in parts], [p.last for p in parts]))
        return _Part(first, last, sum(part.empty for part in parts))

    def _repeated(self, least: int, most: int, tree: Any, flags: int) -> _Part:  # noqa: ANN401
        least, more = min(int(least), _UNROLLED), int(most) - int(least)
        looped = int(most) > _UNROLLED or more > 1
        part = _Part()
        for _ in range(max(least - looped, 0)):
            part = self.automaton.join(part, self._all(tree, flags))
        if looped:
            turn = self.automaton.loop(lambda: self._all(tree, flags))
            return self.automaton.join(part, _Part(turn.first, turn.last, turn.empty + (least == 0)))
        if more == 1:
            turn = self._all(tree, flags)
            part = self.automaton.join(part, _Part(turn.first, turn.last, turn.empty + 1))
        return part


def _times(ways: Counter[int], factor: int) -> Counter[int]:
    """As many ways, each in so many ways."""
    if factor == 1:
        return ways
    return Counter({place: count * factor for place, count in ways.items()}) if factor else Counter()


def _parsed(pattern: re.Pattern[str]) -> Any:  # noqa: ANN401
    return _parser.parse(pattern.pattern, pattern.flags & ~re.UNICODE.value)


def _automata(tree: Any, flags: int) -> list[_Automaton]:  # noqa: ANN401
    built = _Builder(tree, flags)
    return [built.automaton, *built.apart]


def _anchored(tree: Any) -> bool:  # noqa: ANN401
    """Whether it fits at the beginning of a row only."""
    for operation, what in tree:
        if operation.name == "AT":
            return what.name in ("AT_BEGINNING", "AT_BEGINNING_STRING")
        if operation.name == "SUBPATTERN":
            return _anchored(what[3])
        return operation.name == "BRANCH" and all(map(_anchored, what[1]))
    return False


def _named(tree: Any) -> Iterator[str]:  # noqa: ANN401
    """Every letter that a pattern names, and the ends of its ranges."""
    if isinstance(tree, tuple) and len(tree) == 2 and str(tree[0]) in ("LITERAL", "NOT_LITERAL"):
        yield chr(tree[1])
    elif isinstance(tree, tuple) and len(tree) == 2 and str(tree[0]) == "RANGE":
        yield from map(chr, tree[1])
    elif isinstance(tree, tuple | list | _parser.SubPattern):
        for part in tree:
            yield from _named(part)


def _group(tree: Any, number: int) -> Any:  # noqa: ANN401
    """The piece of a pattern that is this group."""
    if isinstance(tree, tuple) and len(tree) == 2 and str(tree[0]) == "SUBPATTERN" and tree[1][0] == number:
        return tree[1][3]
    if isinstance(tree, tuple | list | _parser.SubPattern):
        return next((found for part in tree if (found := _group(part, number)) is not None), None)
    return None


def _letters(name: str, what: Any, flags: int, samples: Letters) -> Letters:  # noqa: ANN401
    """The samples that one place takes."""
    if name == "LITERAL":
        return frozenset((chr(what), chr(what).swapcase()) if flags & re.IGNORECASE else chr(what))
    if name == "ANY":
        return samples if flags & re.DOTALL else samples - {"\n"}
    kinds = what if name == "IN" else [(name, what)]
    taken = frozenset(
        letter
        for letter in samples
        if any(_takes(kind, value, letter) for kind, value in kinds if str(kind) != "NEGATE")
    )
    if flags & re.IGNORECASE:
        taken |= {letter for letter in samples if letter.swapcase() in taken}
    return samples - taken if str(kinds[0][0]) == "NEGATE" else taken


def _takes(kind: object, value: Any, letter: str) -> bool:  # noqa: ANN401
    match str(kind):
        case "LITERAL":
            return bool(ord(letter) == value)
        case "NOT_LITERAL":
            return bool(ord(letter) != value)
        case "RANGE":
            return bool(value[0] <= ord(letter) <= value[1])
        case _:
            return _of_kind(str(value), letter)


@lru_cache(2048)
def _of_kind(category: str, letter: str) -> bool:
    kind = {"DIGIT": r"\d", "SPACE": r"\s", "WORD": r"\w"}[category.rpartition("_")[2]]
    return (re.match(kind, letter) is not None) is ("_NOT_" not in category)
