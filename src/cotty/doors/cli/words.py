"""What a command line says that the operation table does not: order of words, short names, examples, exit codes.

Rules: data only; a field that is not named here is an option with the field's own name.
"""

from dataclasses import dataclass, field
from typing import Final

TIME_UP: Final = 124  # what timeout(1) says
NOT_SUBMITTED: Final = 50
UNKNOWN: Final = 51
ENDED: Final = 52
NO_EXIT_CODE: Final = 53
ASKS: Final = 54
BLOCKED: Final = 55
BAR_MISSED: Final = 56
INTERRUPTED: Final = 57


@dataclass(frozen=True, slots=True)
class Shape:
    """How one verb is spelt."""

    places: tuple[str, ...] = ()  # fields given by position, in this order
    flags: dict[str, str] = field(default_factory=dict)  # field → option, where it is not the field's name
    examples: tuple[tuple[str, str], ...] = ()
    exits: tuple[tuple[int, str], ...] = ()
    negations: dict[str, str] = field(default_factory=dict)  # field that is on by default → what `--no-…` does
    offers: dict[str, str] = field(default_factory=dict)  # field → what completion offers, where it is not its name's
    files: tuple[str, ...] = ()  # fields whose text is read from the file that is named


# What stands for the value of an option, where its own name says too little.
METAVARS: Final = {"cwd": "FOLDER", "since": "CURSOR", "pattern": "REGEX", "title": "TEXT", "screen": "FILE",
                   "profile": "NAME"}  # fmt: skip

_SENT: Final = (
    (0, "confirmed, or not asked to prove it"),
    (NOT_SUBMITTED, "it was typed and is provably not submitted"),
    (UNKNOWN, "it was typed, and nothing proves what became of it"),
)
_ADDRESS: Final = ("address",)
_AGENT: Final = {"address": "agent"}
_ENDS: Final = (
    (ENDED, "the agent ended"),
    (ASKS, "the agent asks something: `cotty answer`"),
    (BLOCKED, "the agent is blocked: login, limit or model"),
    (TIME_UP, "the time was up; the agent is not stopped"),
)

SHAPES: Final = {
    "open": Shape(
        _ADDRESS,
        examples=(
            ("cotty open shared", "the session `shared`, made if absent"),
            ("cotty open build --cwd ~/src", "made in that folder"),
            ("cotty open logs -- tail -f /var/log/syslog", "made with a program instead of a shell"),
            ("pane=$(cotty open build)", "piped, it prints the pane id alone"),
        ),
    ),
    "list": Shape(
        ("session",),
        examples=(
            ("cotty list", "every pane of the server"),
            ("cotty list build", "those of one session"),
            ("cotty list | cut -f1,3", "piped: id, address, program, folder, size, state, pen, title"),
        ),
    ),
    "send": Shape(
        ("address", "text"),
        examples=(
            ('cotty send shared "make test"', "type it, press Enter, see it accepted"),
            ('cotty send %7 "run the tests"', "an agent: not while it asks something, not into a draft"),
            ('cotty send %7 "deploy" --key deploy-41', "never twice, whoever sends it again"),
            ("cotty send shared y --no-enter", "type one letter"),
            ("cotty send shared - < notes.txt", "type what standard input holds, as one paste"),
            ('cotty send shared -- "-x is text"', "`--` before a text that begins with `-`, or is only that"),
        ),
        exits=_SENT,
        negations={
            "enter": "Do not press Enter after it.",
            "proof": "Look at nothing: quicker, and the outcome is unknown.",
        },
    ),
    "keys": Shape(
        ("address", "keys"),
        examples=(
            ("cotty keys shared C-c", "interrupt"),
            ("cotty keys shared C-c Up Enter", "interrupt, and run the last command again"),
            ("cotty keys %5 Shift+Tab PageUp F5", "people's spellings are understood"),
        ),
    ),
    "read": Shape(
        _ADDRESS,
        examples=(
            ("cotty read shared", "the last 100 lines"),
            ("cotty read shared --lines 20", "the last 20"),
            ("cotty read shared --all", "everything tmux still has"),
            ("cotty read shared --json | jq -r .cursor", "a cursor for --since"),
            ('cotty read shared --since "$cursor"', "only what is new"),
        ),
    ),
    "wait": Shape(
        _ADDRESS,
        {"idle_seconds": "--idle"},
        examples=(
            ("cotty wait shared", "until it is ready for input; an agent: until it rests"),
            ("cotty wait shared --pattern 'passed|failed' --timeout 600", "until new output matches"),
            ("cotty wait shared --idle 5", "or nothing was printed for 5 s"),
            ("cotty wait %7 --state rest", "until the agent is idle, asks, is blocked or has ended"),
            ("cotty wait %7 --state awaiting_input", "until it needs somebody"),
        ),
        exits=(
            (0, "what was waited for came"),
            (ENDED, "the program ended before that"),
            (TIME_UP, "the time was up"),
        ),
    ),
    "run": Shape(
        ("address", "command"),
        examples=(
            ('cotty run shared "pytest -q"', "its output here, its exit code as cotty's own"),
            ('cotty run shared "make" --timeout 1800', "give it half an hour"),
            ('cotty run shared "cd /srv && export A=1"', "stays so for the next run"),
        ),
        exits=(
            (0, "the command's own exit code, whatever it is, when it is known; `--json` tells it from an error"),
            (NO_EXIT_CODE, "it ended, and nothing could prove with which exit code"),
            (TIME_UP, "it was still running when the time was up; it is not stopped"),
        ),
    ),
    "screen": Shape(
        _ADDRESS,
        examples=(
            ("cotty screen shared", "what is to be seen now"),
            ("cotty screen shared --styled", "with its colours"),
        ),
    ),
    "window": Shape(
        ("session",),
        examples=(
            ("cotty window shared --name tests", "a window behind the one that is shown"),
            ("cotty window shared --cwd /srv -- htop", "with a program instead of a shell"),
        ),
    ),
    "split": Shape(
        _ADDRESS,
        examples=(
            ("cotty split shared --direction horizontal", "a pane beside the active one"),
            ("cotty split %5 --title logs -- tail -f log", "below, with a program"),
        ),
    ),
    "resize": Shape(_ADDRESS, examples=(("cotty resize shared --width 120 --height 40", "columns and rows"),)),
    "kill": Shape(
        _ADDRESS,
        examples=(
            ("cotty kill %7", "end a pane; the last one of a session is refused"),
            ("cotty kill build:2 --window", "end a window"),
        ),
    ),
    "agents": Shape(
        ("session",),
        examples=(
            ("cotty agents", "all of them, those that need you first"),
            ("cotty agents work", "those of one session"),
            ("cotty agents | cut -f1,4", "piped: pane, address, profile, state, folder, fingerprint, question, draft"),
        ),
    ),
    "launch": Shape(
        ("profile",),
        examples=(
            ("cotty launch claude_code --cwd ~/src", "in a window of the default session"),
            ("cotty launch codex --session work --wait", "and wait until it has come up"),
            ("cotty launch opencode -- --model small", "with words of its own"),
            ("pane=$(cotty launch claude_code)", "piped, it prints the pane id alone"),
        ),
        exits=(
            (0, "it was started; with --wait: it is idle"),
            (ENDED, "it ended, and its pane is still there; gone with its pane: 14 (agent_not_found)"),
            *_ENDS[1:],
        ),
    ),
    "adopt": Shape(
        _ADDRESS,
        examples=(
            ("cotty adopt %7", "which agent runs there, and what it does"),
            ("cotty adopt %7 --profile generic", "take whatever runs there for one"),
        ),
        offers=_AGENT,
    ),
    "ask": Shape(
        ("address", "text"),
        examples=(
            ('cotty ask %7 "write a test for it"', "its reply, once it has answered"),
            ("cotty ask %7 - < task.md", "ask what standard input holds"),
            ('cotty ask %7 "deploy" --key deploy-41', "never told twice"),
            ('cotty ask %7 "explain" --json | jq -r .reply', "the whole turn as JSON"),
        ),
        exits=(
            (0, "it has answered"),
            _SENT[1],
            (UNKNOWN, "nothing proves what became of it, or the turn is over and no reply was found"),
            *_ENDS[:-1],
            (INTERRUPTED, "somebody interrupted it; the reply is what it had said"),
            _ENDS[-1],
        ),
        offers=_AGENT,
    ),
    "answer": Shape(
        ("address", "option"),
        examples=(
            ("cotty answer %7 Yes", "the option of that label, or the one that has it as a part"),
            ("cotty answer %7 2 --fingerprint 1a2b3c4d5e6f", "by number, and only of the dialog that you read"),
        ),
        exits=(
            (0, "it was chosen, and the dialog went"),
            (NOT_SUBMITTED, "the dialog still stands there"),
            (UNKNOWN, "a key was pressed, and nothing proves what became of it"),
        ),
        offers=_AGENT,
    ),
    "interrupt": Shape(
        _ADDRESS,
        examples=(("cotty interrupt %7", "stop what it does, and see it stop"),),
        exits=((0, "it stopped"), (NOT_SUBMITTED, "it was not at work, or it works on")),
        offers=_AGENT,
    ),
    "leave": Shape(
        _ADDRESS,
        examples=(("cotty leave %7", "by the ways of its CLI; its process is seen to end"),),
        exits=((0, "it has ended"), (NOT_SUBMITTED, "it is still there")),
        offers=_AGENT,
    ),
    "explain": Shape(
        _ADDRESS,
        examples=(
            ("cotty explain %7", "every rule, and which one decided"),
            ("cotty explain --screen saved.txt --profile codex", "a saved screen, without tmux"),
            ("cotty explain --screen - < saved.txt", "by the profile whose marks it shows"),
        ),
        offers=_AGENT,
        files=("screen",),
    ),
    "profiles": Shape(
        examples=(
            ("cotty profiles", "which CLIs are known, and what is wrong with a file"),
            ("cotty profiles | cut -f1", "piped: name, title, versions, file, problem"),
        ),
    ),
    "journal": Shape(
        flags={"actor": "--who"},
        examples=(
            ("cotty journal", "the last hundred actions"),
            ("cotty journal --who ci --since 2026-01-31", "what one actor did from that day on"),
            ("cotty journal --outcome pen_held --lines 10", "who was refused"),
            ("cotty journal | cut -f1-4", "piped: time, actor, verb, pane, outcome, milliseconds, host"),
        ),
    ),
    "tokens": Shape(
        examples=(
            ("cotty tokens", "who may ask, how much, and when last"),
            ("cotty tokens | cut -f1,2", "piped: number, name, kind, tier, panes, made, expires, used"),
        ),
    ),
    "grant": Shape(
        ("name",),
        examples=(
            ("cotty grant ci", "a token that may only look; it is printed once"),
            ("cotty grant ci --tier type --days 30 -- shared", "it may type, in that pane, for a month"),
        ),
    ),
    "revoke": Shape(("name",), examples=(("cotty revoke ci", "every token of that name"), ("cotty revoke 7", "one"))),
    "doctor": Shape(
        examples=(
            ("cotty doctor", "this machine and the default server"),
            ("cotty doctor --host ssh://box", "the server on another host"),
        ),
        exits=((0, "the chosen server can be used, or would be started by `cotty open`"),),
    ),
    "watch": Shape(
        _ADDRESS,
        examples=(
            ("cotty watch shared", "follow it until it ends or C-c"),
            ("cotty watch shared --json", "a JSON object for each chunk"),
        ),
    ),
    "up": Shape(
        examples=(
            ("cotty up", "the session `shared`, and an address for a browser; C-c ends it, and nothing of tmux"),
            ("cotty up --listen none", "for commands and programs of this account alone"),
            ("cotty up --listen 0.0.0.0:7780 --certificate box.pem --allowed-host box:7780", "for other machines, too"),
        ),
    ),
    "mcp": Shape(
        examples=(
            ("cotty mcp install claude", "Claude Code starts `cotty mcp` from now on; codex, opencode, cursor, …"),
            ("cotty mcp install codex --tier read", "it may look and wait, and nothing else"),
            ("cotty mcp install vscode --folder . --print", "show what would be written for this project"),
            ("cotty mcp uninstall claude", "take it out again"),
            ("cotty mcp", "what the client starts: the server, on standard input and output"),
        ),
    ),
    "conformance": Shape(
        examples=(
            ("cotty conformance", "cotty's own delivery, on 2000 messages to fakes that set traps"),
            ("cotty conformance my-cli.toml", "a profile of yours: its mistakes, its screens, its delivery"),
            ("cotty conformance --replay 1234", "one case again, with all that happened"),
        ),
        exits=(
            (0, "every bar is reached"),
            (BAR_MISSED, "a bar is missed, or a screen is read otherwise than it says"),
        ),
    ),
    "help": Shape(
        examples=(
            ("cotty help", "every command on one screen"),
            ("cotty help send", "one of them"),
            ("cotty help exits", "every exit code"),
        ),
    ),
    "version": Shape(examples=(("cotty version", "as `cotty --version`"),)),
    "completion": Shape(
        examples=(
            ('eval "$(cotty completion bash)"', "in ~/.bashrc"),
            ('eval "$(cotty completion zsh)"', "in ~/.zshrc, after compinit"),
            ("cotty completion fish | source", "in ~/.config/fish/config.fish"),
        ),
    ),
}

# The commands as the overview groups them: what one does, in at most 58 characters.
GROUPS: Final = {
    "panes": {
        "open": "make a session, or give the pane of an address",
        "list": "every pane: what runs in it, who writes there",
        "send": "type text, press Enter, prove that it was taken",
        "keys": "press keys by name",
        "read": "the last lines, or what is new",
        "wait": "until it is ready, printed a pattern, or ended",
        "run": "a command in its shell: output and exit code",
        "screen": "what it shows now",
        "watch": "follow it until it ends",
        "window": "a new window in a session",
        "split": "a pane beside or below another",
        "resize": "give a pane a size",
        "kill": "end a pane or a window, never a session",
    },
    "agents": {
        "agents": "all of them, those that need you first",
        "launch": "start one in a window of its own",
        "adopt": "which agent runs in a pane, and what it does",
        "ask": "tell it something and print its reply",
        "answer": "choose an option of what it asks",
        "interrupt": "stop what it does",
        "leave": "have it end by the ways of its CLI",
        "explain": "which rule says what it does",
        "profiles": "which CLIs are known",
    },
    "machine": {
        "up": "serve HTTP, and print the address for a browser",
        "journal": "who did what, where, and how it ended",
        "mcp": "the tools of a model; `cotty mcp install CLIENT`",
        "doctor": "what this machine can and cannot do, and why",
    },
}
# Those that are asked for least share the last line.
ALSO: Final = ("tokens", "grant", "revoke", "conformance", "completion", "help", "version")

ALWAYS: Final = (
    (0, "it was done"),
    (1, "something unexpected; the trace is in a file that is named"),
    (TIME_UP, "the time was up (wait, run, ask, launch)"),
    (74, "it was done, and its answer could not be written"),
    (129, "ended by a hangup (SIGHUP)"),
    (130, "interrupted with C-c"),
    (141, "whoever read the output went away"),
    (143, "ended with SIGTERM"),
)
