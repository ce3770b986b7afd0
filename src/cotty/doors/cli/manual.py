"""What the help says beside what argparse knows: the commands in groups, examples, settings, exit codes.

Rules: the overview fits a screen of 80 columns and 30 rows, with the prompt below it; whatever is longer is asked for
by its name (`cotty help exits`).
"""

import sys
from collections.abc import Iterator
from typing import Final

from cotty.doors.cli.options import setting_lines
from cotty.doors.cli.output import coloured
from cotty.doors.cli.words import ALSO, ALWAYS, GROUPS, SHAPES, Shape

USAGE: Final = "cotty [options] COMMAND …"
EXITS: Final = "exits"
SERVER: Final = "Which server and who asks, and --json: options of every command, in `cotty --help`."


def overview() -> str:
    """Every command on one screen."""
    return "\n".join([f"usage: {USAGE}  (more: `cotty help COMMAND`, `cotty --help`)", *overview_lines()]) + "\n"


def overview_lines() -> Iterator[str]:
    """A line for each command, the group before its first; then those that are asked for least."""
    for group, briefs in GROUPS.items():
        for number, (verb, brief) in enumerate(briefs.items()):
            head = coloured(f"{group:8}", "dim", sys.stdout) if number == 0 else " " * 8
            yield f"{head} {coloured(f'{verb:11}', 'bold', sys.stdout)} {brief}"
    yield f"{coloured('also    ', 'dim', sys.stdout)} {', '.join(coloured(verb, 'bold', sys.stdout) for verb in ALSO)}"


def program_epilog() -> str:
    """The end of the long help: what one looks for most stands last, where the screen is."""
    commands = "\n".join(f"  {line}" for line in overview_lines())
    settings = "\n".join(["settings, by --set NAME=VALUE or COTTY_<NAME>:", *setting_lines()])
    return f"{settings}\n\ncommands:\n{commands}\n\nexit codes: `cotty help {EXITS}`; one command: `cotty help COMMAND`"


def examples(shape: Shape) -> str:
    """What one types, before what it can be told."""
    width = max((len(command) for command, _ in shape.examples), default=0)
    return "examples:\n" + "\n".join(f"  {command:{width}}  {what}" for command, what in shape.examples)


def command_epilog(shape: Shape) -> str:
    """What a command ends with, and where the rest is told."""
    parts = []
    if shape.exits:
        parts.append("exit codes:\n" + "\n".join(f"  {code:<4} {what}" for code, what in shape.exits))
        parts.append(f"An error has an exit code of its own: `cotty help {EXITS}`.")
    return "\n\n".join([*parts, SERVER])


def exits() -> str:
    """Every exit code and what it means."""
    from cotty.doors.faults import FAULTS

    own = {code: (what, "") for code, what in ALWAYS}
    by_verb = reversed(SHAPES.items())  # where several verbs end with a code, the first one says what it means
    answers = {code: (what, verb) for verb, shape in by_verb for code, what in shape.exits if code}
    faults = {fault.exit_code: (fault.meaning, code) for code, fault in FAULTS.items()}
    rows = sorted((faults | answers | own).items())
    lines = [f"  {code:<4} {what}" + (f" ({name})" if name else "") for code, (what, name) in rows]
    return "exit codes:\n" + "\n".join(lines) + "\n"
