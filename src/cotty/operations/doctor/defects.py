"""What is wrong with older versions of tmux, in words for a person, and what cotty does about it.

Rules: a row belongs to a row of `controlmode/versions.py` and holds for every tmux that lacks it; a defect that
cotty's own ways of asking never meet has no row.
"""

from typing import Final

from cotty.controlmode.versions import SINCE, Version

NEWEST_TESTED: Final = Version(3, 8)

# the capability that came with the cure → what happens without it
DEFECTS: Final = {
    "control-mode": (
        "has no usable control mode: each command is a process of its own, and waiting and watching look at intervals"
    ),
    "safe-client-start": (
        "a control client that starts while another one leaves can end the whole server: cotty keeps its own apart, on "
        "Linux those of a killed cotty, too; other programs may not"
    ),
    "safe-dead-paste": (
        "a paste into a dead pane ends the whole server: cotty looks whether it is dead in the same command"
    ),
    "clean-capture": ("a capture over control mode leaks its size in the server: cotty reads through a buffer instead"),
    "guarded-paste": "a paste is not cleaned of control bytes: cotty refuses those that could act",
}


def known_defects(version: Version) -> tuple[str, ...]:
    """A sentence for each, the gravest first."""
    return tuple(
        f"tmux {version} {sentence} (gone in {SINCE[name][0]})." if name == "control-mode"
        else f"In tmux {version} {sentence} (gone in {SINCE[name][0]})."
        for name, sentence in DEFECTS.items() if not version.has(name)
    )  # fmt: skip
