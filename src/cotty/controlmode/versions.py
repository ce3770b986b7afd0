"""What differs between the versions of tmux that cotty speaks to, as one table.

Rules: code asks `Version.has("name")` and never compares numbers; every row has a test on a tmux before and after it
where one can be had. Rows come from measurement (3.1c, 3.3a, 3.5a, 3.8) and from tmux's own CHANGES.
"""

import re
from dataclasses import dataclass
from functools import total_ordering

_NUMBER = re.compile(r"(\d+)\.(\d+)([a-z]?)")

# name → (first version that has it, what it means)
SINCE: dict[str, tuple[str, str]] = {
    "pane-options": (
        "3.1",
        "user options on a pane, expanded formats in `set-option -F`: cotty works at all",
    ),
    "control-mode": ("3.2", "attach with flags, `pause-after`; blocks of our own commands carry the flag 1"),
    "hidden-environment": (
        "3.2",
        "`set-environment -h` and `-F`: notes that no program inherits, without a redraw",
    ),
    "zoomed-split": ("3.2", "`split-window -Z`: a zoomed window stays zoomed"),
    "session-environment": ("3.2", "`new-session -e NAME=VALUE`"),
    "number-formats": ("3.2", "`#{e|<:a,b}` compares numbers"),
    "dead-signal": ("3.3", "`#{pane_dead_signal}` and `#{pane_start_path}`"),
    "raw-show-buffer": (
        "3.4",
        "`show-buffer` prints a buffer as it is; before, control bytes and `\\` come as C escapes",
    ),
    "safe-dead-paste": ("3.4", "`paste-buffer` into a dead pane is an error; before, it ends the server"),
    "buffer-notices": ("3.4", "`%paste-buffer-changed`"),
    "key-mode": ("3.5", "`#{pane_key_mode}`"),
    "clean-capture": (
        "3.6",
        "`capture-pane -p` over control mode gives its memory back; before, each one leaks",
    ),
    "paste-flag-formats": ("3.7", "`#{bracket_paste_flag}`, `#{synchronized_output_flag}`"),
    "safe-client-start": (
        "3.8",
        "a control client may start while another leaves; before, the server may end (tmux/tmux#4980)",
    ),
    "guarded-paste": ("3.7", "`paste-buffer` makes control bytes visible unless `-S`"),
}


@total_ordering
@dataclass(frozen=True, slots=True)
class Version:
    """A version of tmux, ordered: 3.3 < 3.3a < 3.4."""

    major: int
    minor: int
    letter: str = ""

    @classmethod
    def parse(cls, text: str) -> "Version":
        """`3.3a`, `tmux 3.5a`, `next-3.7`, `3.8-rc`; a build without a number (`master`) counts as the newest."""
        found = _NUMBER.search(text)
        if found is None:
            return cls(99, 0)
        return cls(int(found[1]), int(found[2]), found[3])

    def has(self, name: str) -> bool:
        return self >= _FIRST[name]

    def __lt__(self, other: "Version") -> bool:
        return (self.major, self.minor, self.letter) < (other.major, other.minor, other.letter)

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}{self.letter}"


_FIRST = {name: Version.parse(first) for name, (first, _) in SINCE.items()}
OLDEST = Version(3, 1)
