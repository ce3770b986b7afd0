"""How the fake looks: a box between rules, a plain line, or the whole screen. Pure: views in, rows out.

Rules: what a skin says is a row of LOOKS, what it draws is made of the same parts as the others; the conversation is
printed once (or is what is left of a full screen), the rest is drawn again with every frame.
"""

from dataclasses import dataclass
from time import localtime, strftime
from typing import Final

from cotty.terminal.flows.cells import cell_width
from cotty.testing.fake_cli.dialog import Dialog
from cotty.testing.fake_cli.input_box import input_box
from cotty.testing.fake_cli.rows import both_ends, cells, paragraph, written
from cotty.testing.fake_cli.turns import Entry
from cotty.testing.fake_cli.view import Drawn, View


@dataclass(frozen=True, slots=True)
class Look:
    """The words and signs of a skin."""

    prompt: str
    edge: str  # before all that is drawn
    marks: dict[str, tuple[str, str]]  # of an entry: on its first row, on the others
    spinner: str
    busy: str
    rule: str
    footer: str
    busy_footer: str
    dialog: tuple[str, ...]  # rows before the options, with {about} and {question}
    pointer: str
    dialog_footer: str


LOOKS: Final = {
    "boxed": Look(
        prompt="❯\u00a0", edge="",
        marks={"welcome": ("✻ ", "  "), "user": ("❯ ", "  "), "reply": ("● ", "  "), "more": ("  ", "  "),
               "note": ("  ⎿  ", "     ")},
        spinner="·✢✳✶✻✽", busy="{spin} Pondering… ({seconds}s · esc to interrupt)", rule="─",
        footer="  ? for shortcuts", busy_footer="  ? for shortcuts",
        dialog=(" Bash command", "", "   {about}", "", " {question}"), pointer="❯",
        dialog_footer=" Esc to cancel · Tab to amend",
    ),
    "plain": Look(
        prompt="> ", edge="",
        marks={"welcome": (">_ ", "   "), "user": ("> ", "  "), "reply": ("• ", "  "), "more": ("  ", "  "),
               "note": ("■ ", "  ")},
        spinner="•◦", busy="{spin} Working ({seconds}s • esc to interrupt)", rule="",
        footer="  fake-model · /work · ? for shortcuts", busy_footer="  fake-model · /work · ? for shortcuts",
        dialog=("  {question}", "", "  $ {about}", ""), pointer="›",
        dialog_footer="  Press enter to confirm or esc to cancel",
    ),
    "fullscreen": Look(
        prompt="", edge="┃  ",
        marks={"welcome": ("  ", "  "), "user": ("┃  ", "┃  "), "reply": ("   ", "   "), "more": ("   ", "   "),
               "note": ("   ", "   ")},
        spinner="■⬝", busy="", rule="▀",
        footer="ctrl+p commands", busy_footer="{spin} esc interrupt · ctrl+p commands",
        dialog=("△ Permission required", "  # {about}", "  {question}"), pointer="›",
        dialog_footer="⇆ select  enter confirm  esc dismiss",
    ),
}  # fmt: skip


def entry_rows(view: View, entry: Entry, width: int) -> list[str]:
    """A part of the conversation, as it is printed."""
    first, rest = LOOKS[view.scenario.skin].marks[entry.kind]
    gap = [""] if entry.kind in ("user", "reply", "note") else []
    return [*gap, *paragraph(entry.text, width, first=first, rest=rest)]


def drawn(view: View, width: int, height: int) -> Drawn:
    """What stands below the conversation; on a full screen, all of it."""
    if view.scenario.skin == "fullscreen":
        return _screen(view, width, height)
    return _foot(view, width, height - 1)


def _foot(view: View, width: int, height: int) -> Drawn:
    head = ["", *_busy(view), *_queue(view, width)]
    if view.state == "starting":
        return Drawn((*head, "Starting…"), 0, len(head))
    if view.dialog:
        return _asking(view, view.dialog, head, width)
    rule = _rule(view, width)
    return _composing(view, [*head, *rule], [*rule, _footer(view, width)], width, height)


def _composing(view: View, head: list[str], tail: list[str], width: int, height: int) -> Drawn:
    look = LOOKS[view.scenario.skin]
    mark = look.edge + look.prompt
    margin = cell_width(mark)
    box = input_box(view, max(4, width - margin - 1), max(1, height - len(head) - len(tail)))
    indent = look.edge + " " * cell_width(look.prompt)
    rows = [(indent if number else mark) + row for number, row in enumerate(box.rows)]
    return Drawn((*head, *rows, *tail), margin + box.x, len(head) + box.y)


def _asking(view: View, dialog: Dialog, head: list[str], width: int) -> Drawn:
    look = LOOKS[view.scenario.skin]
    said = [line.format(about=dialog.about, question=dialog.popup.question) for line in look.dialog]
    options = [
        f" {look.pointer if number == dialog.highlight else ' '} {number}. {option}"
        for number, option in enumerate(dialog.options, 1)
    ]
    rows = [look.edge + line for line in (*said, *options)]
    top = _rule(view, width) if not look.edge else []
    foot = ["", written(cells(look.dialog_footer, "2"))]
    at = len(head) + len(top) + len(said) + dialog.highlight - 1
    return Drawn((*head, *top, *rows, *foot), 1, at)


def _screen(view: View, width: int, height: int) -> Drawn:
    """The conversation's end above, the foot below, filled to the height."""
    foot_height = max(4, height // 2)
    if view.state == "starting":
        foot = Drawn(("Starting…",), 0, 0)
    elif view.dialog:
        foot = _asking(view, view.dialog, [*_queue(view, width)], width)
    else:
        model = ["┃  Build · fake-model", "╹" + "▀" * (width - 2), _footer(view, width)]
        foot = _composing(view, [*_queue(view, width), "╻"], model, width, foot_height)
    room = height - len(foot.rows)
    talk = [row for entry in view.entries[-room:] for row in entry_rows(view, entry, width)][-room:]
    above = [*talk, *[""] * (room - len(talk))]
    return Drawn((*above, *foot.rows), foot.x, foot.y + len(above))


def _busy(view: View) -> list[str]:
    text = _moving(view, LOOKS[view.scenario.skin].busy)
    return [written(cells(text, "38;5;174")), ""] if view.busy_since is not None and text else []


def _moving(view: View, text: str) -> str:
    signs, period = LOOKS[view.scenario.skin].spinner, max(1, view.scenario.paint.spinner_ms)
    seconds = view.now - (view.busy_since or view.now)
    return text.format(spin=signs[int(view.now * 1000 / period) % len(signs)], seconds=int(seconds))


def _queue(view: View, width: int) -> list[str]:
    heads = [text.partition("\n")[0] for text in view.queue]
    return [written(cells(f"  ↳ {head}"[: width - 1], "2")) for head in heads]


def _rule(view: View, width: int) -> list[str]:
    sign = LOOKS[view.scenario.skin].rule
    return [written(cells(sign * width, "2" if view.scenario.paint.dim_rules else ""))] if sign else [""]


def _footer(view: View, width: int) -> str:
    look = LOOKS[view.scenario.skin]
    left = view.note or _moving(view, look.footer if view.busy_since is None else look.busy_footer)
    clock = ""
    if view.scenario.paint.clock_ms:
        clock = f"{strftime('%H:%M:%S', localtime())}.{int(view.now * 100) % 100:02}"
    return both_ends(f"  {view.note}" if view.note else left, clock, width, "2")
