"""Answers about agents, as a person or a pipe is shown them.

Rules: who needs somebody stands first; a question is shown with its options and the command that answers it; a pipe
gets rows with tabs, or the reply alone; what an agent wrote is shown without what a terminal would act on.
"""

import shlex
import sys
from collections.abc import Iterable, Iterator
from typing import Any, Final

from cotty.doors.cli.attach import attach_line
from cotty.doors.cli.complaint import note
from cotty.doors.cli.options import Server
from cotty.doors.cli.output import coloured
from cotty.doors.cli.show import clean, is_person, put
from cotty.model import AgentState, Outcome

WORDS: Final[
    dict[str | None, tuple[str, str]]
] = {  # state → what a person reads, and its colour; the first stand first
    AgentState.AWAITING_INPUT: ("needs you", "red"),
    AgentState.BLOCKED: ("blocked", "red"),
    AgentState.PROCESSING: ("working", "green"),
    AgentState.STARTING: ("starting", "green"),
    AgentState.IDLE: ("idle", "bold"),
    None: ("unknown", "dim"),
    AgentState.ENDED: ("ended", "dim"),
}


def show_agents(answer: Any, _server: Server) -> None:  # noqa: ANN401  (each verb has its own types)
    rows = sorted(answer.agents, key=lambda row: list(WORDS).index(row.state))
    if not is_person():
        put("".join(_tabbed(_cells(row)) for row in rows))
        return
    from cotty.doors.cli.tables import draw_agents

    draw_agents(rows)
    for row in rows:
        if row.awaiting is not None:
            put("\n" + "".join(dialog_lines(row.pane, row.awaiting)))


def show_agent(answer: Any, _server: Server) -> None:  # noqa: ANN401
    if not is_person():
        put(_tabbed(_cells(answer)))
        return
    word, colour = WORDS[answer.state]
    more = "".join(f", {each}" for each in remarks(answer))
    put(f"{coloured(answer.pane, 'bold', sys.stdout)}  {clean(answer.profile)} in {clean(answer.cwd)}  "
        f"{coloured(word, colour, sys.stdout)}{more}\n")  # fmt: skip
    if answer.awaiting is not None:
        put("".join(dialog_lines(answer.pane, answer.awaiting)))


def show_launched(answer: Any, server: Server) -> None:  # noqa: ANN401
    if answer.hint:
        note(f"{answer.hint}.")
    if not is_person():
        put(f"{answer.pane}\n")
        return
    show_agent(answer, server)
    session = answer.address.rpartition(":")[0]
    put(f"{coloured('attach:', 'dim', sys.stdout)} {attach_line(server, session)}\n")


def show_turn(answer: Any, _server: Server) -> None:  # noqa: ANN401
    """The reply alone on standard output; how it ended beside it."""
    if answer.interrupted:
        said = "what it had said:" if answer.reply else "it had said nothing."
        note(f"{answer.pane} was interrupted after {answer.seconds:.1f} s; {said}")
    if answer.reply:
        put(_harmless(answer.reply) + "\n")
    receipt = answer.receipt
    if receipt.outcome is not Outcome.CONFIRMED:
        from cotty.operations.evidence import sentence_of

        said = sentence_of(receipt.evidence) or ", ".join(receipt.evidence)
        note(f"{receipt.outcome}: {said}; `cotty screen {answer.pane}` shows what stands there.")
    if answer.awaiting is not None:
        _show_question(answer.pane, answer.awaiting)
    elif receipt.outcome is not Outcome.NOT_SUBMITTED and (more := _unanswered(answer)):
        note(more)
    elif is_person() and answer.reply and not answer.interrupted and answer.state is AgentState.IDLE:
        put(coloured(f"answered after {answer.seconds:.1f} s, read from its {answer.source}", "dim", sys.stdout) + "\n")


def _unanswered(answer: Any) -> str:  # noqa: ANN401
    """Why there is no answer, or not a whole one; empty where there is one."""
    look, after = f"`cotty screen {answer.pane}`", f"after {answer.seconds:.1f} s"
    if answer.viewer:
        return f"{answer.pane} shows something else than the conversation: {look}."
    match answer.state:
        case AgentState.IDLE:
            return "" if answer.reply or answer.interrupted else f"the turn is over and no reply was found; {look}."
        case AgentState.PROCESSING:
            from cotty.operations.waits.going_on import still_works

            return f"{still_works(answer.pane)}  ({answer.seconds:.1f} s)"
        case AgentState.BLOCKED:
            return f"{answer.pane} is blocked {after}; {look} shows why."
        case None:
            return f"nothing settled the turn of {answer.pane} {after}; {look}."
    return f"{answer.pane} is {WORDS[answer.state][0]} {after}."


def _show_question(pane: str, awaiting: Any) -> None:  # noqa: ANN401
    if is_person():
        put("".join(dialog_lines(pane, awaiting)))
    else:
        note(f"{pane} asks: {awaiting.question} (fingerprint {awaiting.fingerprint})")


def dialog_lines(pane: str, awaiting: Any) -> Iterator[str]:  # noqa: ANN401
    """A question with its options, and how it is answered."""
    yield from _question(pane, awaiting)
    if awaiting.options:
        answer = f"cotty answer {pane} NUMBER --fingerprint {awaiting.fingerprint}"
        yield f"{coloured('answer:', 'dim', sys.stdout)} {answer}\n"
    else:
        yield f"{coloured('look:', 'dim', sys.stdout)} cotty screen {pane}  (its options cannot be read)\n"


def _question(pane: str, awaiting: Any) -> Iterator[str]:  # noqa: ANN401
    yield f"{coloured(pane, 'bold', sys.stdout)} asks: {coloured(clean(awaiting.question), 'yellow', sys.stdout)}\n"
    for line in awaiting.subject.splitlines():
        yield f"    {clean(line)}\n"
    for option in awaiting.options:
        yield f"  {'›' if option.highlighted else ' '} {option.number}. {clean(option.label)}\n"


def remarks(row: Any) -> list[str]:  # noqa: ANN401
    """What else a person wants to know of an agent."""
    why = {"login": "needs a login", "limit": "its limit is reached", "model": "its model does not answer"}
    return [
        *([why.get(row.blocked_why, row.blocked_why)] if row.blocked_why else []),
        *(["draft"] if row.draft else []),
        *(["interrupted"] if row.interrupted else []),
        *(["shows something else"] if row.viewer else []),
        *([f"could not look: {row.could_not_look}"] if row.could_not_look else []),
        *([unknown_version(row)] if not row.covered else []),
    ]


def unknown_version(row: Any) -> str:  # noqa: ANN401
    """What to expect of a CLI that the profile was not made for."""
    return f"the profile {row.profile} was not made for version {row.version}"


def show_explanation(answer: Any, _server: Server) -> None:  # noqa: ANN401
    if is_person():
        put("".join(f"{line}\n" for line in _explained(answer)))
        return
    for each in answer.evidence:
        put(_tabbed(["evidence", _sign(each), each.source, each.says or "", _rows(each), each.age, each.detail]))
    for each in answer.asked:
        put(_tabbed(["rule", _sign(each), each.rule, each.would_say, _rows(each), answer.age, each.detail]))


def _explained(answer: Any) -> Iterator[str]:  # noqa: ANN401
    """What is believed and by which evidence; then what the screen shows, and every rule."""
    if answer.could_not_look:
        yield coloured(f"could not look: {clean(answer.could_not_look)}", "red", sys.stdout)
    if not answer.covered:
        yield coloured(clean(unknown_version(answer)), "yellow", sys.stdout)
    if answer.evidence:
        believed = coloured(answer.state or "nothing", "bold", sys.stdout)
        yield f"{believed} is believed, {answer.age:.1f} s after the look"
        yield from map(_evidence, answer.evidence)
        yield ""
    word, by = answer.shows or "nothing that a rule knows", f", by {answer.rule}" if answer.rule else ""
    shown = coloured("viewer" if answer.viewer else word, "bold", sys.stdout)
    yield f"{shown} is shown{by}   ({clean(answer.profile)}: {clean(answer.source)})"
    if answer.composer is not None:
        yield f"composer, rows {answer.composer.first_row}-{answer.composer.last_row}: {_typed(answer.composer)}"
    if answer.awaiting is not None:
        yield "".join(_question(answer.pane or "it", answer.awaiting)).rstrip("\n")
    for each in answer.asked:
        where = f", rows {_rows(each)}" if each.rows else ""
        yield _signed(each, f"{each.rule} ({each.would_say}{where}): {clean(each.detail)}".rstrip(": "))


def _evidence(each: Any) -> str:  # noqa: ANN401
    by = f", by {each.rule}" if each.rule else ""
    where = f", rows {_rows(each)}" if each.rows else ""
    since = f", for {each.lasting:.1f} s" if each.lasting else ""
    head = f"{each.source}: {each.says or 'says nothing'}{by}{where} ({each.age:.1f} s old{since})"
    return _signed(each, f"{head} {clean(each.detail)}".rstrip())


def _signed(each: Any, text: str) -> str:  # noqa: ANN401
    sign, colour = {"decided": ("→", "green"), "fired": ("+", "yellow"), "lost": ("!", "red")}.get(
        _sign(each), (" ", "dim")
    )
    return coloured(f"{sign} {text}", colour, sys.stdout)


def _typed(composer: Any) -> str:  # noqa: ANN401
    parts = {name: getattr(composer, name) for name in ("text", "ghost", "placeholder")}
    return ", ".join(f"{name} {text!r}" for name, text in parts.items() if text) or "empty"


def _sign(asked: Any) -> str:  # noqa: ANN401
    """Of a rule or of evidence."""
    if asked.decided:
        return "decided"
    return "fired" if getattr(asked, "fired", False) else "lost" if getattr(asked, "lost", False) else ""


def _rows(asked: Any) -> str:  # noqa: ANN401
    return "-".join(map(str, asked.rows or ()))


def show_profiles(answer: Any, _server: Server) -> None:  # noqa: ANN401
    if not is_person():
        put("".join(_tabbed([row.name, row.title, row.versions, row.source, row.problem or ""])
                    for row in answer.profiles))  # fmt: skip
        return
    from cotty.doors.cli.tables import draw_profiles

    draw_profiles(answer.profiles)
    for row in answer.profiles:
        if row.problem:
            put(f"{coloured(clean(row.name), 'red', sys.stdout)}: {clean(row.problem)}\n")
    put(f"{coloured('yours:', 'dim', sys.stdout)} {shlex.quote(clean(answer.folder))}/NAME.toml\n")


def _cells(row: Any) -> list[str]:  # noqa: ANN401
    mark, question = (row.awaiting.fingerprint, row.awaiting.question) if row.awaiting is not None else ("", "")
    draft = "draft" if row.draft else ""
    return [row.pane, row.address, row.profile, str(row.state or ""), row.cwd, mark, question, draft]


def _tabbed(cells: Iterable[object]) -> str:
    return "\t".join(map(clean, cells)) + "\n"


def _harmless(text: str) -> str:
    """Lines stay lines, tabs stay tabs."""
    return "\n".join("\t".join(map(clean, line.split("\t"))) for line in text.split("\n"))
