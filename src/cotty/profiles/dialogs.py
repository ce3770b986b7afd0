"""Reads a dialog off a screen: its options, the highlighted one, the question, what it is about. Pure.

Rules:
1. A dialog is live only at the bottom: nothing but what the profile allows stands below it. The same rows quoted in a
   conversation have the composer below them, and that is never allowed.
2. Options are numbered without a hole, one of them is highlighted, and something stands above them; a list in a reply
   has no highlight.
3. A label that was broken to fit is put together again; a description below a label is not part of it.
4. `identity` is what a fingerprint is made of. A blank inside a row is part of it (`rm /tmp/x` is not `rm / tmp/x`), a
   margin is not. A row is joined to the one it goes on in only where it certainly was broken at a blank; where it fills
   its place, the break may stand in a word, and stays.
"""

import re
from collections import Counter
from dataclasses import dataclass
from typing import Final

from cotty.model import Option, Screen
from cotty.profiles.painted import Rows
from cotty.profiles.profile import DialogShape
from cotty.terminal.flows.cells import before, cell_width

Choice = re.Match[str]
_EDGE: Final = 4  # columns that a full row may leave free
_FRAME: Final = 8  # columns that a frame may take from a row, both its sides together


@dataclass(frozen=True, slots=True)
class Dialog:
    """A dialog that stands on a screen. `text` is all of it, for rules that ask what it has."""

    options: tuple[Option, ...]
    question: str
    subject: str
    text: str
    top: int
    bottom: int
    identity: tuple[str, ...] = ()

    @property
    def highlighted(self) -> int | None:
        return next((option.number for option in self.options if option.highlighted), None)


@dataclass(frozen=True, slots=True)
class _Line:
    """A row inside its frame."""

    y: int
    text: str


def find_dialog(shape: DialogShape, screen: Screen, rows: Rows) -> Dialog | None:
    """The dialog of this shape that a screen shows, if it shows one."""
    if shape.layout == "line":
        return _at_cursor(shape, screen, rows)
    found = _list_of_rows(shape, screen, rows) if shape.layout == "rows" else _side_by_side(shape, rows)
    if found is None:
        return None
    options, first, last = found
    if len(options) < shape.least or (shape.marked and sum(option.highlighted for option in options) != 1):
        return None
    above = _above(shape, rows, first)
    asked, rest = _about(shape, screen, above)
    question = " ".join(line.text.strip() for line in asked)
    if not question:  # options that belong to nothing: a draft at the top of its box
        return None
    top = above[0].y if above else first
    below = [rows[y] for y in range(first, rows.last + 1)]
    text = "\n".join([*(line.text for line in above), *below])
    widest = max(cell_width(_inside(shape, rows[y])) for y in range(top, last + 1))
    told = (_flowing(texts, screen.width, widest) for texts in ([line.text for line in asked], rest))
    identity = (*told, *(option.label for option in options))
    return Dialog(options, question, _without_margin(rest), text, top, last, identity)


def _inside(shape: DialogShape, text: str) -> str:
    return shape.edge.sub("", text).rstrip() if shape.edge else text


def _list_of_rows(shape: DialogShape, screen: Screen, rows: Rows) -> tuple[tuple[Option, ...], int, int] | None:
    """Options that are a row each: the lowest one first, then up while the numbers go down."""
    last = _lowest_option(shape, rows)
    if last is None:
        return None
    found: list[tuple[Choice, str]] = []
    places: list[int] = []
    y, first, pending = last, last, list[str]()
    while y >= 0 and last - y < shape.tall:
        text = _inside(shape, rows[y])
        choice = shape.option.search(text)
        if choice is not None and _comes_before(choice, found):
            found.append((choice, _whole_label(choice, pending, screen.width)))
            places.append(y)
            first, pending = y, []
        elif text and choice is None and shape.more and shape.more.search(text):
            pending.insert(0, text)
        elif not found or shape.between is None or not shape.between.search(text):
            break
        y -= 1
    found.reverse()
    return _made(shape, found, _marked(shape, rows, found, places[::-1])), first, last


def _lowest_option(shape: DialogShape, rows: Rows) -> int | None:
    """The row that ends the list: an option or what goes on with one, past rows that are allowed below."""
    seen = 0
    for y in range(rows.last, -1, -1):
        text = _inside(shape, rows[y])
        if shape.option.search(text):
            return _end_of_label(shape, rows, y)
        seen += bool(text)
        if seen > shape.deep or (text and not _may_follow(shape, rows[y], text)):
            return None
    return None


def _may_follow(shape: DialogShape, row: str, text: str) -> bool:
    return any(pattern is not None and pattern.search(part) for pattern, part in (
        (shape.below, row), (shape.below, text), (shape.more, text),
    ))  # fmt: skip


def _end_of_label(shape: DialogShape, rows: Rows, y: int) -> int:
    while y < rows.last and (text := _inside(shape, rows[y + 1])) and shape.more and shape.more.search(text):
        y += 1
    return y


def _comes_before(choice: Choice, found: list[tuple[Choice, str]]) -> bool:
    """Whether this option is numbered one less than the one below it, where they are numbered."""
    if not found or "number" not in choice.re.groupindex:
        return True
    number, below = _number(choice), _number(found[-1][0])
    return number == (below if below is None else below - 1)


def _whole_label(choice: Choice, more: list[str], width: int) -> str:
    """The label with the rows that go on with it, as long as each was broken because it was full."""
    label, row = _group(choice, "label").strip(), choice.string
    if choice.end("label") < len(row.rstrip()):
        return label  # a description stands behind it, and goes on below
    for text in more:
        if cell_width(row) + 1 + cell_width(text.split()[0]) < width - 4:
            break
        label, row = f"{label} {text.strip()}", text
    return label


def _marked(shape: DialogShape, rows: Rows, found: list[tuple[Choice, str]], places: list[int]) -> list[bool]:
    """Which option is highlighted: by its mark, or as the only one whose number is not faint."""
    marks = [bool(_group(choice, "mark")) for choice, _ in found]
    if shape.lit is None or any(marks):
        return marks
    starts = [rows[y].find(_group(choice, shape.lit)) for y, (choice, _) in zip(places, found, strict=True)]
    lit = [at >= 0 and not rows.painted(y).styles[at].faint for y, at in zip(places, starts, strict=True)]
    return lit if lit.count(True) == 1 else marks


def _made(shape: DialogShape, found: list[tuple[Choice, str]], marks: list[bool]) -> tuple[Option, ...]:
    here = marks.index(True) if True in marks else None
    made = []
    for place, (choice, label) in enumerate(found):
        number = _number(choice) or place + 1
        key = _key(shape, choice, number, None if here is None else place - here)
        made.append(Option(number, label, marks[place], key))
    return tuple(made)


def _key(shape: DialogShape, choice: Choice, number: int, steps: int | None) -> str:
    """What to press for an option, from the one that is highlighted now."""
    if shape.press == "letter":
        return " ".join((_group(choice, "key"), *shape.confirm)).strip()
    if shape.press == "number" and number < 10:
        return " ".join((str(number), *shape.confirm))
    if steps is None:
        return ""
    return " ".join([shape.axis[steps > 0]] * abs(steps) + ["Enter"])


def _number(choice: Choice) -> int | None:
    """The number of an option; nobody counts them by the thousand."""
    text = _group(choice, "number")
    return int(text) if text.isdecimal() and len(text) < 4 else None


def _group(choice: Choice, name: str) -> str:
    return choice[name] or "" if name in choice.re.groupindex else ""


def _side_by_side(shape: DialogShape, rows: Rows) -> tuple[tuple[Option, ...], int, int] | None:
    """Options on one row; the highlighted one is drawn on a background of its own."""
    seen = 0
    for y in range(rows.last, -1, -1):
        text = _inside(shape, rows[y])
        if shape.line and (line := shape.line.search(rows[y])):
            found = [
                (choice, label)
                for choice in shape.option.finditer(rows[y], *line.span())
                if (label := _group(choice, "label").strip())
            ]
            return _made(shape, found, _lit(rows, y, found)), y, y
        seen += bool(text)
        if seen > shape.deep or (text and not _may_follow(shape, rows[y], text)):
            return None
    return None


def _lit(rows: Rows, y: int, found: list[tuple[Choice, str]]) -> list[bool]:
    """The only option that stands out from the ground of its row, by background or inversion."""
    styles = rows.painted(y).styles
    looks = [(styles[choice.start("label")].bg, styles[choice.start("label")].inverse) for choice, _ in found]
    ground = Counter((style.bg, style.inverse) for style in styles).most_common(1)[0][0] if styles else None
    return [look != ground and looks.count(look) == 1 for look in looks]


def _at_cursor(shape: DialogShape, screen: Screen, rows: Rows) -> Dialog | None:
    """A question on the row of the cursor, with nothing behind and nothing below it."""
    y = screen.cursor_y
    if shape.line is None or not 0 <= y < len(rows) or rows.last > y:
        return None
    here = rows[y]
    if before(here, screen.cursor_x).rstrip() != here:
        return None
    top = y
    while top > 0 and y - top < 3 and cell_width(rows[top - 1]) >= screen.width - 1:
        top -= 1
    text = "".join(rows[row] for row in range(top, y + 1))
    line = shape.line.search(text)
    if line is None:
        return None
    found = list(shape.option.finditer(_group(line, "choices")))
    if len(found) < shape.least:
        return None
    default = _group(line, "default").casefold()
    marks = [bool(default) and _group(choice, "key").casefold() == default[:1] for choice in found]
    options = _made(shape, [(choice, _unwrapped(_group(choice, "label"))) for choice in found], marks)
    question = _group(line, "question").strip() or text.strip()
    above = _above(shape, rows, top) if shape.top or shape.until else []
    subject = "\n".join(line.text.strip() for line in above if line.text).strip()
    identity = (question, subject, *(option.label for option in options))
    return Dialog(options, question, subject, text, above[0].y if above else top, y, identity)


def _unwrapped(label: str) -> str:
    """`(Y)es` is the label Yes."""
    return re.sub(r"\((\w)\)", r"\1", label).strip()


def _above(shape: DialogShape, rows: Rows, first: int) -> list[_Line]:
    """The rows of the dialog above its options, without its upper edge."""
    lines: list[_Line] = []
    for y in range(first - 1, max(-1, first - 1 - shape.tall), -1):
        if shape.top and shape.top.search(rows[y]):
            break
        lines.insert(0, _Line(y, _inside(shape, rows[y]).rstrip()))
        if shape.until and shape.until.search(lines[0].text):
            break
    return lines


def _about(shape: DialogShape, screen: Screen, lines: list[_Line]) -> tuple[list[_Line], list[str]]:
    """The rows of the question, and the rest: what it is about."""
    asked = _question_rows(shape, screen, lines)
    rest = [line.text for line in lines if line not in asked and not (shape.chrome and shape.chrome.search(line.text))]
    return asked, rest


def _question_rows(shape: DialogShape, screen: Screen, lines: list[_Line]) -> list[_Line]:
    """The heading, or the lowest row that looks like the question, with the rows that it was broken from; else the last
    that says something.
    """
    filled = [line for line in lines if line.text.strip()]
    if not filled:
        return []
    headings = [line for line in filled if shape.heading and shape.heading.search(line.text)]
    if headings:
        return _downward(shape, screen, lines, headings[-1])
    asking = [line for line in filled if shape.question and shape.question.search(line.text)]
    rows = _downward(shape, screen, lines, asking[-1] if asking else filled[-1])
    while (at := lines.index(rows[0])) and _goes_on(shape, lines[at - 1].text, rows[0].text, screen.width):
        rows.insert(0, lines[at - 1])
    return rows


def _downward(shape: DialogShape, screen: Screen, lines: list[_Line], first: _Line) -> list[_Line]:
    """A row of the question with those below that it was broken into: to the next blank one at the most."""
    rows = [first]
    for line in lines[lines.index(first) + 1 :]:
        if not line.text.strip() or not _goes_on(shape, rows[-1].text, line.text, screen.width):
            break
        rows.append(line)
    return rows


def _goes_on(shape: DialogShape, row: str, following: str, width: int) -> bool:
    """Text that fills its row, not a rule that does."""
    return not (shape.chrome and shape.chrome.search(row)) and _broken(row, following, width)


def _broken(row: str, following: str, width: int) -> bool:
    """Whether a row was full, so that it goes on in the next one."""
    words = following.split()
    return bool(row.strip() and words) and cell_width(row) + 1 + cell_width(words[0]) > width - _EDGE


def _flowing(texts: list[str], width: int, widest: int) -> str:
    """Rows without what the width of their frame makes of them: margins, blank rows, breaks at a blank. `widest` is the
    widest row of the dialog: one that is narrower was not broken within a word.
    """
    margin, flow, row = _margin(texts), "", ""
    for text in texts:
        if _broken(row, text, width):
            at_blank = cell_width(row) < max(widest - 1, width - _FRAME)
            flow += (" " if at_blank else "\n") + text.strip()
        elif text.strip():
            flow += f"\n{text[margin:].rstrip()}"
        row = text
    return flow.strip("\n")


def _margin(texts: list[str]) -> int:
    return min((len(text) - len(text.lstrip()) for text in texts if text.strip()), default=0)


def _without_margin(texts: list[str]) -> str:
    margin = _margin(texts)
    text = "\n".join(text[margin:].rstrip() for text in texts).strip("\n")
    return re.sub(r"\n{3,}", "\n\n", text)
