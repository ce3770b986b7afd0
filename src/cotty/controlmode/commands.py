"""How cotty's verbs are spelt in tmux's words. The only place that knows option letters and format names.

Rules: every command is a tuple of words; text that is typed is always `-l --`; a pane is always named by its `%id`;
what is written into a pane goes through `guards.py`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from cotty.controlmode.quoting import argument, escaped, quoted

Words = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A command as control mode wants it, and the number of blocks that will answer it."""

    encoded: bytes
    blocks: int = 1
    words: Words = ()


def encode(words: Words) -> Line:
    """One command as one line."""
    return Line(b" ".join([quoted(word) for word in words]) + b"\n", _blocks(words), words)


@dataclass(frozen=True, slots=True)
class Template:
    """A command with blanks for a text and its imprint, encoded but for them: spelling out costs 35 µs a time."""

    head: bytes
    middle: bytes
    tail: bytes
    blocks: int

    def filled(self, text: str, imprint: str) -> Line:
        """The blank stands in a word of a command in a word of a command: quoted once, escaped once more. An imprint
        is digits.
        """
        word = quoted(text)
        word = escaped(word) if word.startswith(b'"') else word
        filled = b"".join((self.head, imprint.encode(), self.middle, word, self.tail))
        return Line(filled, self.blocks)


BLANK, PRINT_BLANK = "@cotty-blank@", "@cotty-print@"


SHELL = "@cotty_shell"

# Numbers only, so that a space separates them whatever a title or a folder is called.
SCREEN_FIELDS = (
    "#{pane_id} #{cursor_x} #{cursor_y} #{pane_width} #{pane_height} #{history_size} #{history_limit} #{alternate_on} "
    "#{pane_dead} #{pane_dead_status} #{pane_dead_signal} #{pane_in_mode} #{cursor_flag}"
)
# A tab cannot be part of a title or a name on any version; the names of a program and of a folder may be anything, so
# they come last.
_ROW = "\t".join(
    f"#{{{name}}}" for name in (
        "pane_id", "session_name", "window_index", "pane_index", "window_active", "pane_active", "pane_width",
        "pane_height", "pane_pid", "pane_dead", "pane_dead_status", "window_name", "pane_title",
    )
)  # fmt: skip
_PEN, _PROGRAM, _FOLDER = "#{@cotty_pen}", "#{pane_current_command}", "#{pane_current_path}"
LIST_FIELDS = f"{_ROW}\t{_PROGRAM}\t{_FOLDER}"
CLIENT = "="
HELLO_FIELDS = "#{pid} #{start_time} #{version} #{session_id} #{destroy-unattached}"


def _blocks(words: Sequence[str]) -> int:
    """How many blocks answer a command: `if-shell` gives its own, then one for each command of the branch it took."""
    if words[0] != "if-shell":
        return 1
    return 2 + words[-1].count(" ; ")


def say(text: str, *, pane: str | None = None) -> Words:
    """Expand a format. `display-message` sends it through strftime, so a percent sign is doubled."""
    target = ("-t", pane) if pane else ()
    return ("display-message", "-p", *target, text)


def look(pane: str, note: str | None = None) -> Words:
    """The numbers that belong to a screen, and a note about the pane. A pane that is gone answers with an empty id."""
    return say(f"{SCREEN_FIELDS} #{{{note}}}" if note else SCREEN_FIELDS, pane=pane)


def capture(
    pane: str, buffer: str, *, start: int | str = 0, end: int | str | None = None, join: bool = True,
    styled: bool = False, blanks: bool = False, saved: bool = False,
) -> Words:  # fmt: skip
    """Copy rows of a pane into a paste buffer: `capture-pane -p` leaks in the server before tmux 3.6."""
    flags = [flag for flag, wanted in (("-J", join), ("-e", styled), ("-N", blanks), ("-a", saved)) if wanted]
    until = ("-E", str(end)) if end is not None else ()
    return ("capture-pane", *flags, "-b", buffer, "-S", str(start), *until, "-t", pane)


def capture_here(pane: str, *, start: int | str = 0, join: bool = True, styled: bool = False) -> Words:
    """The same, printed: for a tmux process of its own, where it does not leak."""
    flags = [flag for flag, wanted in (("-J", join), ("-e", styled)) if wanted]
    return ("capture-pane", "-p", *flags, "-S", str(start), "-t", pane)


def save_buffer(buffer: str, path: str) -> Words:
    return ("save-buffer", "-b", buffer, path)


def show_buffer(buffer: str) -> Words:
    return ("show-buffer", "-b", buffer)


def set_buffer(buffer: str, text: str, *, append: bool = False) -> Words:
    return ("set-buffer", *(("-a",) if append else ()), "-b", buffer, "--", text)


def load_buffer(buffer: str, path: str) -> Words:
    return ("load-buffer", "-b", buffer, path)


def delete_buffer(buffer: str) -> Words:
    return ("delete-buffer", "-b", buffer)


def type_text(pane: str, text: str) -> Words:
    return ("send-keys", "-t", pane, "-l", "--", text)


def press(pane: str, keys: Sequence[str]) -> Words:
    return ("send-keys", "-t", pane, "--", *keys)


def paste(pane: str, buffer: str, *, guarded: bool) -> Words:
    """Bracketed when the program asked for it, newlines kept, buffer deleted. `-S`: tmux 3.7 rewrites control bytes,
    which are refused before they get here.
    """
    return ("paste-buffer", "-p", "-r", "-d", *(("-S",) if guarded else ()), "-b", buffer, "-t", pane)


def leave_modes(pane: str) -> Words:
    """Copy, clock and tree mode swallow what is typed; outside a mode this does nothing."""
    return ("copy-mode", "-q", "-t", pane)


def keep_after_end(pane: str, *, keep: bool) -> Words:
    """Whether a pane stays when its program has ended; not `keep`: as it is set for all."""
    return ("set-option", "-p", "-t", pane, *(("remain-on-exit", "on") if keep else ("-u", "remain-on-exit")))


def end_pane(pane: str) -> Words:
    return ("kill-pane", "-t", pane)


def list_panes(secret: str, *, pens: bool) -> Words:
    """Every pane. The secret begins each row and stands around its program: a name can hold tabs and newlines, but no
    secret, so it can make no row. `pens`: where notes are options of panes; each costs 3 µs where they are not.
    """
    pen = _PEN if pens else ""
    return ("list-panes", "-a", "-F", f"{secret}{pen}\t{_ROW}{secret}{_PROGRAM}{secret}{_FOLDER}")


def show_notes() -> Words:
    """All notes about panes, one a line: `COTTY_PEN_5=…`."""
    return ("show-environment", "-gh")


def forget_note(name: str) -> Words:
    """Unset a note about a pane that is gone."""
    return ("set-environment", "-ghu", name)


def list_clients() -> Words:
    """Who is attached: control client or not, second of the last key, the pane its keys go to."""
    return ("list-clients", "-F", "#{client_control_mode} #{client_activity} #{pane_id}")


def control_clients() -> Words:
    """The process of each control client, behind a sign that no session's row begins with."""
    return ("list-clients", "-F", f"#{{?client_control_mode,{CLIENT}#{{client_pid}},}}")


def pane_ids(*, everywhere: bool) -> Words:
    """Every pane of the server, or of the client's own session."""
    return ("list-panes", "-a" if everywhere else "-s", "-F", "#{pane_id}")


def pause(panes: Sequence[str], client: int | None = None) -> Words:
    """Send no more of these panes to a control client, and drop what is queued of them; safe on every version."""
    target = ("-t", f"client-{client}") if client is not None else ()
    return ("refresh-client", *target, *(word for pane in panes for word in ("-A", f"{pane}:pause")))


def inner(commands: Sequence[Words]) -> str:
    """Commands as a string that `if-shell` will parse."""
    joined = b" ; ".join(b" ".join(quoted(word) for word in words) for words in commands)
    return joined.decode("utf-8", "surrogateescape")


def reap() -> Words:
    """Make the server collect ended children: up to 3.3a it forgets one in twenty that end within milliseconds, and
    the exit status of its pane with it (23 of 23 came back after this).
    """
    return ("run-shell", "-b", "true")


def verbatim(text: str) -> str:
    """A text for an argument in which tmux expands formats (folder, name, title): it stands for itself, and a `#(…)` in
    it is not run. From 3.2 on signs before a `[` are left as they are, so the `[` itself is written as a format.
    """
    return text.replace("#", "##").replace("#[", "##{l:[}")


def as_arguments(words: Sequence[str]) -> list[str]:
    """The same command as arguments of a `tmux` process."""
    return [argument(word) for word in words]
