"""Which CLI runs there? For an agent that cotty did not start.

Rules: what a process is called outranks what its screen looks like, because any program can show any text. Shells are
known by their name alone: a prompt looks like many things. When nothing fits, it is the generic profile.
"""

from collections.abc import Sequence

from cotty.model import Screen
from cotty.profiles.looking import look
from cotty.profiles.profile import Profile
from cotty.profiles.registry import GENERIC, every_profile, load

_SHELLS = frozenset({"sh", "bash", "dash", "zsh", "fish", "ksh", "mksh", "ash", "busybox", "env", "tmux"})
AMBIGUOUS = frozenset({"shell", "python_repl", GENERIC})


def guess(words: Sequence[str] = (), screen: Screen | None = None, title: str = "") -> Profile:
    """The profile of a program by the words of its command line (or its name alone), else by its screen."""
    known = every_profile()
    by_words = (profile for profile in known if words and runs(profile, words))
    by_screen = (profile for profile in known if screen is not None and _shown(profile, screen, title))
    return next(by_words, None) or next(by_screen, None) or load(GENERIC)


def runs(profile: Profile, words: Sequence[str]) -> bool:
    """Its name is the program's, or that of the script an interpreter runs; or the whole line has its pattern."""
    process = profile.process
    names = [word.rpartition("/")[2].removeprefix("-") for word in words[:2]]
    if names[0] in process.names or (len(names) > 1 and _interprets(names[0]) and names[1] in process.names):
        return True
    if names[0] in _SHELLS:  # `sh -c "agent …"` is not the agent
        return False
    return process.command is not None and process.command.search(" ".join(words)) is not None


def _interprets(name: str) -> bool:
    return name.rstrip("0123456789.") in ("node", "bun", "deno", "python", "pythonw", "sh", "bash", "env")


def _shown(profile: Profile, screen: Screen, title: str) -> bool:
    """Its own chrome is on the screen."""
    if profile.name in AMBIGUOUS:
        return False
    seen = look(profile, screen, title)
    return seen.rows is not None and (seen.composer is not None or seen.awaiting is not None)
