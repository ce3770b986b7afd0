"""Every number a person may want to change, as one table; the command line takes each by `--set` and `COTTY_<NAME>`.

Rules: standard library only; a setting is a row with a default and a sentence; the engine takes settings as arguments
and never reads files or the environment itself.
"""

from dataclasses import dataclass, field, fields


def setting(default: float, sentence: str, *, least: float = 0.0) -> float:
    """A row of the table; `least` is the smallest value with which it still works."""
    return field(default=default, metadata={"sentence": sentence, "least": least})


@dataclass(frozen=True, slots=True)
class Settings:
    """What the terminal room can be told."""

    deadline: float = setting(5.0, "seconds until tmux must have answered a command", least=0.1)
    connect_deadline: float = setting(
        15.0, "seconds until a host, a container or a server must have answered", least=0.1
    )
    proof_deadline: float = setting(3.0, "seconds a send looks for each of its proofs")
    settle_deadline: float = setting(0.5, "seconds a look at an agent waits for a screen that says something")
    pen_seconds: float = setting(10.0, "seconds after which a pen that nobody gave back is free", least=1)
    pen_deadline: float = setting(5.0, "seconds a send waits for the pen before it is refused")
    person_seconds: float = setting(3.0, "seconds a person holds the pen after a key in an attached client")
    wait_deadline: float = setting(60.0, "seconds a wait lasts unless it is told otherwise")
    turn_deadline: float = setting(600.0, "seconds an agent may take to answer unless it is told otherwise")
    leave_deadline: float = setting(5.0, "seconds in which an agent has to end by each of its ways to leave")
    prompt_deadline: float = setting(5.0, "seconds a run waits for the shell to be at its prompt")
    run_deadline: float = setting(600.0, "seconds a run lasts unless it is told otherwise")
    run_bytes: float = setting(64 << 20, "bytes of a command's output that are kept; beyond, head and tail", least=4096)
    events_deadline: float = setting(
        1.0, "seconds in which an agent's own event server must answer, or it is not used", least=0.01
    )
    discover_seconds: float = setting(
        5.0, "seconds between listings that find agents of which tmux told nothing", least=0.1
    )
    retry_seconds: float = setting(
        1.0, "seconds until an agent that could not be looked at is looked at again", least=0.01
    )
    poll_seconds: float = setting(0.1, "seconds between looks where tmux cannot tell that something moved", least=0.01)
    feed_bytes: float = setting(1 << 20, "bytes of output that are kept per watched pane", least=4096)
    pause_seconds: float = setting(2.0, "seconds a live view may lag before tmux pauses the pane for it", least=1)


def sentences() -> dict[str, str]:
    """Name and meaning of every setting."""
    return {row.name: str(row.metadata["sentence"]) for row in fields(Settings)}


def least(name: str) -> float:
    """The smallest value of a setting with which it still works."""
    return float(next(row.metadata["least"] for row in fields(Settings) if row.name == name))
