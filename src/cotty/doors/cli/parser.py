"""The parser: the program's own options, and a command for each verb that the words may mean.

Rules: only the verbs that occur among the words are loaded (`cotty read` loads `read`); help and completion load all;
a mistake is `InvalidInput`, with the nearest thing to look at.
"""

import re
import sys
from argparse import SUPPRESS, ArgumentParser, HelpFormatter, Namespace, _SubParsersAction
from collections.abc import Sequence
from typing import Any, Final, NoReturn

from cotty.doors.cli.arguments import add_fields, sentence_of, words_after
from cotty.doors.cli.manual import EXITS, USAGE, command_epilog, examples, program_epilog
from cotty.doors.cli.options import SHARED, add_options
from cotty.doors.cli.output import write
from cotty.doors.cli.words import SHAPES
from cotty.errors import InvalidInput
from cotty.operations.table import OPERATIONS, STREAMS, operation, stream

# Commands that are no operations: (summary, what they take by position)
OWN: Final = {
    "up": ("Make the default session ready, serve HTTP until C-c, and print the address for a browser.", ()),
    "mcp": ("Serve a model's client on standard input and output, or tell a client to start that.", ()),
    "completion": ("Print what makes a shell complete cotty's words.", ("bash", "zsh", "fish")),
    "help": ("Explain a command, or the exit codes.", ()),
    "version": ("Print the version.", ()),
    "conformance": ("Hold cotty, or a profile of yours, against fake CLIs that set traps.", ()),
}
VERBS: Final = (*OPERATIONS, *STREAMS, *OWN)
_COMMANDS: Final = "commands"
_HELP: Final = frozenset({"-h", "--help"})
_TAKE_TEXT: Final = ("send", "run")
_NO_COMMAND: Final = re.compile(r"argument COMMAND: invalid choice: '(.*?)' \(")


class Parser(ArgumentParser):
    """argparse, whose mistakes are errors of cotty; its help has examples first, and nothing that is told elsewhere."""

    examples: str | None = None
    elsewhere: tuple[str, ...] = ()

    def format_help(self) -> str:
        """As argparse has it, but for those two."""
        formatter = self._get_formatter()
        formatter.add_usage(self.usage, self._actions, self._mutually_exclusive_groups)
        formatter.add_text(self.description)
        formatter.add_text(self.examples)
        for group in self._action_groups:
            if group.title not in self.elsewhere:
                formatter.start_section(group.title)
                formatter.add_arguments(group._group_actions)
                formatter.end_section()
        formatter.add_text(self.epilog)
        return formatter.format_help()

    def error(self, message: str) -> NoReturn:
        if unknown := _NO_COMMAND.match(message):
            raise InvalidInput(f"There is no command {unknown[1]!r}.", suggestion=_near(unknown[1]))
        raise InvalidInput(f"{message[:1].upper()}{message[1:]}.", suggestion=f"See `{self.prog} --help`.")

    def _print_message(self, message: str, file: Any = None) -> None:  # noqa: ANN401
        """argparse leaves out silently what it cannot write."""
        if file is sys.stdout:
            write(message.encode("utf-8", "backslashreplace"))
        else:
            super()._print_message(message, file)


def parse(words: Sequence[str]) -> tuple[Namespace, tuple[str, ...]]:
    """What the words say, and the words behind `--` for a verb that starts a program."""
    words, after = _split(words)
    parser = build(words)
    said, strange = parser.parse_known_args(words)
    said.literally = "--" in words
    if strange:
        command = " ".join(["cotty", *([said.verb] if said.verb else [])])
        raise InvalidInput(
            f"`{command}` takes no {' '.join(map(repr, strange))}.",
            suggestion="Put a text of several words in quotes, and `--` before one that begins with `-`."
            if said.verb in _TAKE_TEXT else f"{_near_option(parser, said.verb, strange[0])}See `{command} --help`.",
        )  # fmt: skip
    return said, after


def build(words: Sequence[str] | None = None) -> ArgumentParser:
    """A parser for these words; for all words when there are none."""
    wanted = [verb for verb in VERBS if words is not None and verb in words]
    shows_help = words is None or not wanted or not _HELP.isdisjoint(words)
    style = _style() if shows_help else HelpFormatter
    parser = Parser(
        prog="cotty", description="One terminal, shared by people and agents, on the tmux you already have.",
        epilog=program_epilog() if shows_help else None, formatter_class=style, allow_abbrev=False, usage=USAGE,
    )  # fmt: skip
    parser.elsewhere = (_COMMANDS,)
    parser.add_argument("--version", action="store_true", default=SUPPRESS, help="print the version")
    commands = parser.add_subparsers(dest="verb", metavar="COMMAND", title=_COMMANDS, prog="cotty", parser_class=Parser)
    for verb in wanted or VERBS:
        _add_verb(commands, verb, style)
    add_options(parser)
    return parser


def _add_verb(commands: Any, verb: str, style: Any) -> None:  # noqa: ANN401  (argparse keeps these types to itself)
    shape = SHAPES[verb]
    row = operation(verb) if verb in OPERATIONS else stream(verb) if verb in STREAMS else None
    summary = row.summary if row else OWN[verb][0]
    parser = commands.add_parser(
        verb, help=summary, description=summary, epilog=command_epilog(shape), formatter_class=style, allow_abbrev=False
    )
    parser.examples, parser.elsewhere = examples(shape), (SHARED,)
    if row is not None:
        places = add_fields(parser, row.Input, shape)
        parser.usage = " ".join(["%(prog)s [options]", *places])
        if field := words_after(row.Input):
            parser.usage += f" [-- {field.upper()} …]"
            parser.description = f"{summary}\n\n{field.upper()}: {sentence_of(row.Input, field)}"
    else:
        choices = OWN[verb][1]
        parser.usage = "%(prog)s [options]" + (" SHELL" if choices else "")
        if choices:
            parser.add_argument("shell", choices=choices, metavar="SHELL", help=", ".join(choices))
    if verb == "help":
        parser.add_argument("topic", nargs="?", choices=(*VERBS, EXITS), metavar="COMMAND", help=f"or `{EXITS}`")
        parser.usage = f"%(prog)s [COMMAND | {EXITS}]"
    if verb == "up":
        from cotty.doors.cli.serving.up import add_arguments as add_arguments_of_up

        add_arguments_of_up(parser)
    if verb == "conformance":
        from cotty.doors.cli.conformance import add_arguments

        add_arguments(parser)
        parser.usage = "%(prog)s [options] [PROFILE.toml]"
    if verb == "mcp":
        from cotty.doors.cli.serving.mcp import add_arguments

        add_arguments(parser)
    add_options(parser)


def _split(words: Sequence[str]) -> tuple[list[str], tuple[str, ...]]:
    """Cut at `--` when the verb starts a program; elsewhere argparse's own meaning of it stands."""
    head = list(words[: words.index("--")]) if "--" in words else list(words)
    verb = next((word for word in head if word in OPERATIONS), None)
    if len(head) == len(words) or verb is None or words_after(operation(verb).Input) is None:
        return list(words), ()
    return head, tuple(words[len(head) + 1 :])


def _style() -> Any:  # noqa: ANN401
    """rich draws help where a person looks; the import costs 10 ms, so only there."""
    if not sys.stdout.isatty():
        from argparse import RawDescriptionHelpFormatter

        return RawDescriptionHelpFormatter
    from rich_argparse import RawDescriptionRichHelpFormatter

    RawDescriptionRichHelpFormatter.group_name_formatter = str  # titles as they are written
    return RawDescriptionRichHelpFormatter


def _near(word: str) -> str:
    import difflib

    near = difflib.get_close_matches(word, VERBS, n=2)
    return f"Did you mean {' or '.join(near)}?" if near else "`cotty --help` lists the commands."


def _near_option(parser: ArgumentParser, verb: str | None, word: str) -> str:
    """The option that was meant, if it is one letter or two away."""
    import difflib

    known = (parser if verb is None else subparsers(parser)[verb])._option_string_actions
    near = difflib.get_close_matches(word.partition("=")[0], [each for each in known if each.startswith("--")], n=1)
    return f"Did you mean {near[0]}? " if near else ""


def subparsers(parser: ArgumentParser) -> dict[str, ArgumentParser]:
    """The parsers of the commands; argparse has no other way to them."""
    return dict(next(action.choices for action in parser._actions if isinstance(action, _SubParsersAction)))
