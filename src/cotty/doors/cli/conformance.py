"""`cotty conformance [PROFILE.toml]`: run the kit, show figures beside their bars.

Rules: what is run is decided in `cotty.testing.conformance`; here words become a plan, and a report becomes rows.
"""

import asyncio
import json
import sys
from argparse import SUPPRESS, ArgumentParser, Namespace
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING, Final

from cotty.doors.cli.show import clean, put
from cotty.doors.cli.words import BAR_MISSED

if TYPE_CHECKING:
    from cotty.testing.conformance.playing import Played
    from cotty.testing.conformance.report import Report
    from cotty.testing.conformance.running import Plan
    from cotty.testing.conformance.users import Read

_OPTIONS: Final = (
    ("--screens", {"metavar": "DIR", "help": "captured screens of the profile; `screens` beside it"}),
    ("--scenario", {"metavar": "FILE", "help": "the fake to run (TOML or JSON); random ones"}),
    ("--sends", {"metavar": "N", "type": int, "help": "messages to send; 2000, for a profile 100"}),
    ("--seed", {"metavar": "N", "type": int, "help": "the first seed; another one each time"}),
    ("--panes", {"metavar": "N", "type": int, "help": "fakes at once; 4"}),
    ("--replay", {"metavar": "SEED", "type": int, "help": "play the case of this seed alone, and show its log"}),
    ("--blind", {"action": "store_true", "help": "send as one who never looks: shows what the report catches"}),
    ("--out", {"metavar": "FILE", "help": "write the report there, as JSON"}),
)


def add_arguments(parser: ArgumentParser) -> None:
    """What the command takes beside the options of every command."""
    parser.add_argument("profile", nargs="?", metavar="PROFILE.toml", help="a profile; without one, cotty's own fakes")
    for name, more in _OPTIONS:
        parser.add_argument(name, default=SUPPRESS, **more)


def conformance(said: Namespace) -> int:
    """Run it; the exit code."""
    if hasattr(said, "replay"):
        return _replay(said)
    read = _screens(said) if said.profile else None
    plan, why_not = _plan(said)
    if why_not:
        _say(f"Delivery was not run: {why_not}.")
        return _ended(said, None, read)
    _say(f"seed {plan.seed}, {plan.sends} sends, {plan.panes} panes at once")
    return _ended(said, asyncio.run(_run(plan)), read)


def _plan(said: Namespace) -> "tuple[Plan, str]":
    from cotty.testing.conformance import users
    from cotty.testing.conformance.running import PANES, SENDS, Plan
    from cotty.testing.conformance.scenes import tell, tell_blindly

    seed = getattr(said, "seed", SystemRandom().randrange(1_000_000))
    plan = Plan(
        sends=getattr(said, "sends", 100 if said.profile else SENDS), seed=seed, panes=getattr(said, "panes", PANES),
        tmux=getattr(said, "tmux", "tmux"), teller=tell_blindly if hasattr(said, "blind") else tell,
    )  # fmt: skip
    return users.planned(plan, said.profile, getattr(said, "scenario", None))


async def _run(plan: "Plan") -> "Report":
    from cotty.testing.conformance.running import run

    return await run(plan, _progress)


def _progress(played: "Played") -> None:
    from cotty.testing.conformance.report import complaints_of

    for complaint in complaints_of(played):
        _say(f"seed {played.case.seed}: {complaint}")


def _screens(said: Namespace) -> "Read":
    from cotty.testing.conformance.users import read_screens
    from cotty.testing.fake_profiles import profile_at

    folder = getattr(said, "screens", None)
    return read_screens(profile_at(Path(said.profile)), Path(folder) if folder else None)


def _ended(said: Namespace, report: "Report | None", read: "Read | None") -> int:
    reached = (report is None or report.reached) and (read is None or not read.mistakes)
    screens = {"frames": read.frames, "mistakes": read.mistakes, "unseen": read.unseen} if read else None
    played = report.data() if report else None
    data = {"profile": said.profile, "reached": reached, "report": played, "screens": screens}
    text = json.dumps(data, ensure_ascii=False, indent=2) + "\n"
    if hasattr(said, "out"):
        Path(said.out).parent.mkdir(parents=True, exist_ok=True)
        Path(said.out).write_text(text, encoding="utf-8")
    if hasattr(said, "json"):
        put(text)
    else:
        put("".join(f"{line}\n" for line in (*_read_lines(read), *_report_lines(report))))
    return 0 if reached else BAR_MISSED


def _read_lines(read: "Read | None") -> Iterator[str]:
    if read is None:
        return
    from cotty.testing.frames import matrix

    yield f"{read.frames} screens in {clean(read.folder)}, {len(read.mistakes)} mistakes"
    yield from matrix(read.counts)
    yield from map(clean, read.mistakes)
    if read.unseen:
        yield clean(f"rules that fired on no screen: {', '.join(read.unseen)}")
    yield ""


def _report_lines(report: "Report | None") -> Iterator[str]:
    if report is None:
        return
    yield from _table(("figure", "measured", "bar", ""), [figure.row() for figure in report.figures])
    verdict = report.verdict
    yield ""
    data = report.data()
    yield ", ".join(f"{times} {verb}s" for verb, times in data["played"].items()) + (
        f": {verdict.confirmed} confirmed, {verdict.not_submitted} not submitted, {verdict.unknown} unknown, "
        f"{verdict.refused} refused, {verdict.raced} raced")  # fmt: skip
    for word in ("refused", "not_submitted", "unknown"):
        if reasons := report.reasons(word):
            listed = ", ".join(f"{reason} {times}" for reason, times in reasons.most_common())
            yield f"{word.replace('_', ' ')}: {listed}"
    yield ""
    yield from _table(("trap", "sends"), [(name, str(times)) for name, times in data["traps"].items()])
    for failure in report.failures:
        yield f"{failure.replay}  # {clean(failure.complaints[0])}"


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    every = [tuple(heads), *map(tuple, rows)]
    widths = [max(len(row[at]) for row in every) for at in range(len(heads))]
    for row in every:
        first, *rest = (cell.ljust(width) if not at else cell.rjust(width)
                        for at, (cell, width) in enumerate(zip(row, widths, strict=True)))  # fmt: skip
        yield "  ".join((first, *rest)).rstrip()


def _replay(said: Namespace) -> int:
    from cotty.testing.conformance.report import complaints_of
    from cotty.testing.conformance.running import replay

    played = asyncio.run(replay(said.replay, tmux=getattr(said, "tmux", "tmux")))
    began = played.log[0].at if played.log else 0.0
    put(f"{played.case.scenario.to_json()}\n")
    for record in played.log:
        facts = {name: fact for name, fact in record.facts.items() if name not in ("scenario", "options")}
        put(f"{min(record.at - began, 999):8.3f} {record.event} {clean(facts)[:160]}\n")
    for claim in played.claims:
        put(f"claimed {claim.outcome} {clean(getattr(claim, 'reason', ''))} {clean(claim.text)[:80]}\n")
    for complaint in complaints_of(played):
        put(f"{clean(complaint)}\n")
    return 0 if played.clean else BAR_MISSED


def _say(line: str) -> None:
    """What is not the report: it goes beside it."""
    print(clean(line), file=sys.stderr, flush=True)
