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
_PYTHONS = ("python", "pythonw")
_RUNNERS = ("bun", "deno")
_INTERPRETERS = frozenset({"node", *_RUNNERS, *_PYTHONS, "sh", "bash", "env"})
_CODE = frozenset({"-c", "-e", "-p", "-S", "--eval", "--print"})  # what follows is a program itself
_WITH_VALUE = frozenset({"-r", "--require", "--import", "--loader", "-W", "-X", "--rcfile", "--init-file"})


def guess(words: Sequence[str] = (), screen: Screen | None = None, title: str = "") -> Profile:
    """The profile of a program by the words of its command line (or its name alone), else by its screen."""
    known = every_profile()
    by_words = (profile for profile in known if words and runs(profile, words))
    by_screen = (profile for profile in known if screen is not None and _shown(profile, screen, title))
    return next(by_words, None) or next(by_screen, None) or load(GENERIC)


def runs(profile: Profile, words: Sequence[str]) -> bool:
    """Its name is the program's, or that of the script or module that an interpreter runs; or its pattern is in that.
    What is said of other words, files or messages is no program.
    """
    process = profile.process
    meant = [word for word in (words[0], _interpreted(words)) if word]
    if any(_name(word) in process.names for word in meant):
        return True
    if process.command is None or _name(words[0]) in _SHELLS:  # `sh -c "agent …"` is not the agent
        return False
    return any(process.command.search(word) is not None for word in meant)


def _name(word: str) -> str:
    return word.rpartition("/")[2].removeprefix("-")


def _interpreted(words: Sequence[str]) -> str:
    """The script that an interpreter runs, or its module as `-m NAME`; nothing where it is another program."""
    kind = _name(words[0]).rstrip("0123456789.")
    if kind not in _INTERPRETERS:
        return ""
    rest = iter(words[1:])
    for word in rest:
        if word.startswith("-m") and kind in _PYTHONS:
            return f"-m {word[2:] or next(rest, '')}"
        if word in _CODE:
            return ""
        if word in _WITH_VALUE or (word == "-u" and kind == "env"):
            next(rest, None)
        elif not _is_option(kind, word):
            return word
    return ""


def _is_option(kind: str, word: str) -> bool:
    return word.startswith("-") or (kind in _RUNNERS and word == "run") or (kind == "env" and "=" in word)


def _shown(profile: Profile, screen: Screen, title: str) -> bool:
    """Its own chrome is on the screen."""
    if profile.name in AMBIGUOUS:
        return False
    seen = look(profile, screen, title)
    return seen.rows is not None and (seen.composer is not None or seen.awaiting is not None)
