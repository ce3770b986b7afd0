"""An answer as a person or a pipe is shown it.

Rules: on a terminal colour and words, in a pipe the bare thing (an id, the text, tab-separated rows); what programs
put into titles and folders is shown with its control characters made harmless; rich is loaded only to draw a table.
"""

import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from typing import Any, Final

from cotty.doors.cli.attach import attach_line
from cotty.doors.cli.complaint import note
from cotty.doors.cli.options import Server
from cotty.doors.cli.output import coloured, write
from cotty.model import Outcome


def put(text: str) -> None:
    """Text as it is: bytes that were no text when they were read are the same bytes again."""
    write(text.encode("utf-8", "surrogateescape"))


def show_json(answer: Any) -> None:  # noqa: ANN401  (any output of the table)
    """The output, one line in a pipe. A byte that was no text becomes JSON's own escape of it."""
    import json

    indent = 2 if sys.stdout.isatty() else None
    facts = answer if isinstance(answer, dict) else asdict(answer)
    text = json.dumps(facts, ensure_ascii=False, indent=indent) + "\n"
    write(text.encode("utf-8", "backslashreplace"))


def show(verb: str, answer: object, server: Server) -> None:
    """What this verb answers."""
    if verb in _OF_AGENTS:
        from cotty.doors.cli import agents  # only what is shown is loaded

        getattr(agents, _OF_AGENTS[verb])(answer, server)
        return
    _VIEWS[verb](answer, server)


def is_person() -> bool:
    return sys.stdout.isatty()


def clean(text: object) -> str:
    """Without anything that a terminal would act on."""
    return "".join(sign if sign.isprintable() else "�" for sign in str(text))


def _pane(row: Any, server: Server) -> None:  # noqa: ANN401
    if not is_person():
        put(f"{row.id}\n")
        return
    pane = coloured(row.id, "bold", sys.stdout)
    put(f"{pane}  {clean(row.address)}  {clean(row.command)} in {clean(row.cwd)}, {row.width}×{row.height}\n")
    put(f"{coloured('attach:', 'dim', sys.stdout)} {attach_line(server, row.session)}\n")


def _list(answer: Any, _server: Server) -> None:  # noqa: ANN401
    if is_person():
        from cotty.doors.cli.tables import draw_panes

        draw_panes(answer.panes)
        return
    rows = ([row.id, row.address, row.command, row.cwd, f"{row.width}x{row.height}", state_of(row), row.pen or "",
             row.title] for row in answer.panes)  # fmt: skip
    put(_tabbed(rows))


def state_of(row: Any) -> str:  # noqa: ANN401
    """One word: dead and how, shown, or nothing."""
    if row.dead:
        return "dead" if row.exit_status is None else f"dead({row.exit_status})"
    return "active" if row.active else ""


def _receipt(answer: Any, _server: Server) -> None:  # noqa: ANN401
    colour = {Outcome.CONFIRMED: "green", Outcome.NOT_SUBMITTED: "red"}.get(answer.outcome, "yellow")
    words = ", ".join(answer.evidence)
    if is_person():
        from cotty.operations.evidence import sentence_of

        sentence = sentence_of(answer.evidence)
        words = f"{sentence} {coloured(f'({clean(words)})', 'dim', sys.stdout)}" if sentence else clean(words)
    put(f"{coloured(answer.outcome, colour, sys.stdout)}: {words}\n")
    if answer.note:
        note(f"{answer.note}; `cotty screen {answer.pane}` shows it.")


def _interrupt(answer: Any, server: Server) -> None:  # noqa: ANN401
    if is_person() and tuple(answer.evidence) == ("not-busy",):
        put(f"{answer.pane} is not at work; nothing was pressed.\n")
        return
    _receipt(answer, server)


def _keys(answer: Any, _server: Server) -> None:  # noqa: ANN401
    if is_person():
        put(f"pressed in {answer.pane}; `cotty read {answer.pane}` shows what they did\n")


def _read(answer: Any, _server: Server) -> None:  # noqa: ANN401
    if answer.missed is None:
        note("some lines were printed since that cannot be had any more.")
    elif answer.missed:
        note(f"{answer.missed} lines were printed since that cannot be had any more.")
    if answer.lines:
        put(answer.text + "\n")


def _screen(answer: Any, _server: Server) -> None:  # noqa: ANN401
    put(answer.text + ("\033[0m\n" if answer.styled else "\n"))


def _wait(answer: Any, _server: Server) -> None:  # noqa: ANN401
    colour = "red" if answer.reason == "timeout" else "green"
    status = "" if answer.exit_status is None else f", exit status {answer.exit_status}"
    reason, evidence = answer.reason, answer.evidence
    if answer.match is not None:
        reason, evidence = "pattern", repr(answer.match)
    put(f"{coloured(reason, colour, sys.stdout)} after {answer.seconds:.1f} s: {evidence}{status}\n")
    if answer.awaiting is not None and is_person():
        from cotty.doors.cli.agents import dialog_lines

        put("".join(dialog_lines(answer.pane, answer.awaiting)))


def _run(answer: Any, _server: Server) -> None:  # noqa: ANN401
    put(answer.output)
    if is_person() and answer.output and not answer.output.endswith("\n"):
        put("\n")
    if answer.missed_bytes:
        note(f"{answer.missed_bytes} bytes of the output were left out.")
    if not answer.finished:
        from cotty.operations.waits.going_on import still_runs

        note(f"{still_runs(answer.pane)}  ({answer.seconds:.1f} s)")
    elif answer.exit_code is None:
        note(f"the exit code is unknown: {answer.evidence}.")


def _kill(answer: Any, _server: Server) -> None:  # noqa: ANN401
    put(f"ended {answer.pane}\n" if is_person() else f"{answer.pane}\n")


def _resize(answer: Any, _server: Server) -> None:  # noqa: ANN401
    put(f"{answer.id}\t{answer.width}x{answer.height}\n" if not is_person() else
        f"{coloured(answer.id, 'bold', sys.stdout)} is {answer.width}×{answer.height}\n")  # fmt: skip


def _journal(answer: Any, _server: Server) -> None:  # noqa: ANN401
    rows = [(row.time, row.actor, row.operation, row.pane or "", row.outcome, f"{row.milliseconds:g}", row.host)
            for row in answer.entries]  # fmt: skip
    _show_rows("No entries.", ("time", "actor", "verb", "pane", "outcome", "ms", "host"), rows)


def _tokens(answer: Any, _server: Server) -> None:  # noqa: ANN401
    rows = [(str(row.number), row.name, row.kind, row.tier, " ".join(row.panes or ()), _day(row.made),
             _day(row.expires), _day(row.used)) for row in answer.tokens]  # fmt: skip
    _show_rows("No tokens.", ("", "name", "kind", "tier", "panes", "made", "expires", "used"), rows)


def _show_rows(nothing: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    if is_person():
        from cotty.doors.cli.tables import draw_rows

        draw_rows(nothing, heads, rows)
    else:
        put(_tabbed(rows))


def _tabbed(rows: Iterable[Sequence[str]]) -> str:
    return "".join("\t".join(clean(cell) for cell in row) + "\n" for row in rows)


def _day(seconds: float | None) -> str:
    """A time in UTC, to the minute."""
    return "" if seconds is None else time.strftime("%Y-%m-%dT%H:%MZ", time.gmtime(seconds))


def _grant(answer: Any, _server: Server) -> None:  # noqa: ANN401
    put(f"{answer.token}\n")
    if is_person():
        note(f"it is shown once; its bearer may {answer.row.tier}, until `cotty revoke {answer.row.number}`.")


def _revoke(answer: Any, _server: Server) -> None:  # noqa: ANN401
    put(f"revoked {answer.revoked}\n")


_MARGIN: Final = " " * 12
_SIGNS: Final = {"ok": ("✓", "green"), "note": ("·", "yellow"), "problem": ("✗", "red")}


def _doctor(answer: Any, _server: Server) -> None:  # noqa: ANN401
    for finding in answer.findings:
        sentence, suggestion = clean(finding.sentence), clean(finding.suggestion or "")
        if not is_person():
            put(f"{finding.level}\t{finding.about}\t{sentence}\t{suggestion}\n")
            continue
        sign, colour = _SIGNS[finding.level]
        put(f"{coloured(sign, colour, sys.stdout)} {finding.about:9} {_wrapped(sentence)}\n")
        if suggestion:
            put(f"{_MARGIN}{coloured(_wrapped(suggestion), 'dim', sys.stdout)}\n")


def _wrapped(sentence: str) -> str:
    """Its lines side by side under the first, at most as wide as the terminal."""
    import shutil
    import textwrap

    width = max(shutil.get_terminal_size().columns - len(_MARGIN) - 1, 20)
    return f"\n{_MARGIN}".join(textwrap.wrap(sentence, width, break_on_hyphens=False))


_VIEWS: Final[dict[str, Callable[[Any, Server], None]]] = {
    "open": _pane, "window": _pane, "split": _pane, "list": _list, "send": _receipt, "keys": _keys, "read": _read,
    "screen": _screen, "wait": _wait, "run": _run, "kill": _kill, "resize": _resize, "doctor": _doctor,
    "journal": _journal, "tokens": _tokens, "grant": _grant, "revoke": _revoke,
    "answer": _receipt, "interrupt": _interrupt, "leave": _receipt,
}  # fmt: skip
_OF_AGENTS: Final = {
    "agents": "show_agents", "launch": "show_launched", "adopt": "show_agent", "ask": "show_turn",
    "explain": "show_explanation", "profiles": "show_profiles",
}  # fmt: skip
