"""Names of keys: tmux's own, and the ones people write. Pure.

Rules: tmux types the letters of a name it does not know, so nothing unknown gets past this table; a single character
is a key; modifiers may be written C- M- S- or Ctrl+ Alt+ Shift+ in any case.
"""

import difflib
import re
from collections.abc import Iterable

from cotty.errors import InvalidInput, UnknownKey

_NAMED = (
    "Enter", "Escape", "Space", "Tab", "BTab", "BSpace", "Up", "Down", "Left", "Right", "Home", "End", "IC", "DC",
    "PPage", "NPage", *(f"F{number}" for number in range(1, 13)),
    "KP0", "KP1", "KP2", "KP3", "KP4", "KP5", "KP6", "KP7", "KP8", "KP9", "KPEnter",
)  # fmt: skip
_SAID = {
    "return": "Enter", "cr": "Enter", "esc": "Escape", "spc": "Space", "spacebar": "Space", "backspace": "BSpace",
    "bs": "BSpace", "delete": "DC", "del": "DC", "insert": "IC", "ins": "IC", "pageup": "PPage", "pgup": "PPage",
    "page_up": "PPage", "pagedown": "NPage", "pgdn": "NPage", "pgdown": "NPage", "page_down": "NPage",
    "backtab": "BTab", "arrowup": "Up", "arrowdown": "Down", "arrowleft": "Left", "arrowright": "Right",
    "plus": "+", "minus": "-",
}  # fmt: skip
_BY_LOWER = {name.lower(): name for name in _NAMED} | _SAID
_MODIFIERS = {
    "c": "C", "ctrl": "C", "control": "C", "ctl": "C", "^": "C", "m": "M", "alt": "M", "meta": "M", "opt": "M",
    "option": "M", "s": "S", "shift": "S",
}  # fmt: skip
_MODIFIER = re.compile(r"(ctrl|control|ctl|alt|meta|option|opt|shift|[cms])[-+](?=.)|\^(?=[^\s])", re.IGNORECASE)


def key_list(keys: str | Iterable[str]) -> tuple[str, ...]:
    """Keys as tmux names, from a list or from words in one string."""
    words = keys.split() if isinstance(keys, str) else [word for key in keys for word in (key.split() or [key])]
    if not words:
        raise InvalidInput("No key was named.")
    return tuple(tmux_key(word) for word in words)


def tmux_key(word: str) -> str:
    """The name that tmux has for this key."""
    modifiers: list[str] = []
    rest = word
    while len(rest) > 1 and (found := _MODIFIER.match(rest)):
        modifiers.append(_MODIFIERS[(found[1] or "^").lower()])
        rest = rest[found.end() :]
    name = rest if len(rest) == 1 else _BY_LOWER.get(rest.lower())
    if name is None or not name.isprintable() or name.isspace():
        raise _unknown(word, rest)
    return _joined(modifiers, name)


def _joined(modifiers: list[str], name: str) -> str:
    """`Ctrl+C` is the key that `C-c` is; shift on a letter is the capital, on Tab the back tab."""
    if "S" in modifiers and len(name) == 1 and "C" not in modifiers:
        modifiers, name = [each for each in modifiers if each != "S"], name.upper()
    elif "S" in modifiers and name == "Tab":
        modifiers, name = [each for each in modifiers if each != "S"], "BTab"
    elif "C" in modifiers and len(name) == 1:
        name = name.lower()
    return "".join(f"{modifier}-" for modifier in "CMS" if modifier in modifiers) + name


def _unknown(word: str, rest: str) -> UnknownKey:
    near = difflib.get_close_matches(rest.lower(), list(_BY_LOWER), n=3, cutoff=0.5)
    names = ", ".join(dict.fromkeys(_BY_LOWER[match] for match in near))
    hint = f"Did you mean {names}? " if names else ""
    return UnknownKey(f"{word!r} is not a key.", suggestion=f"{hint}{UnknownKey.suggestion}", near=names)
