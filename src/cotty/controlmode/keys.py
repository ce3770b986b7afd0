"""Names of keys: tmux's own, and the ones people write. Pure.

Rules: tmux types the letters of a name it does not know, so nothing unknown gets past this table; a single character
is a key; modifiers may be written C- M- S- or Ctrl+ Alt+ Shift+ in any case. So is a modifier refused where some tmux
has no such key: `S-Enter`, `C-S-a` and `C-{` are typed as letters by 3.3a, `C-BSpace` and `C-Escape` by every version,
and `C-Enter` presses nothing on 3.3a.
"""

import difflib
import re
from collections.abc import Iterable

from cotty.errors import InvalidInput, UnknownKey

# Keys that a terminal reports with their modifiers, and keys that have only Alt, by way of an Escape before them.
_MODIFIED = (
    "Up", "Down", "Left", "Right", "Home", "End", "IC", "DC", "PPage", "NPage",
    *(f"F{number}" for number in range(1, 13)),
)  # fmt: skip
_NAMED = (
    *_MODIFIED, "Enter", "Escape", "Space", "Tab", "BTab", "BSpace",
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
# Characters that have a control code; `C-/` and `C--` are the code of `C-_` on a keyboard, and not on every tmux.
_CONTROLLED = frozenset("abcdefghijklmnopqrstuvwxyz@[]\\^_?")
_SAME_CONTROL = {"/": "_", "-": "_"}
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
    joined = _joined(set(modifiers), name)
    if joined is None:
        raise _unknown(word, rest)
    return joined


def _joined(modifiers: set[str], name: str) -> str | None:
    """`Ctrl+C` is the key that `C-c` is; shift on a letter is the capital, on Tab the back tab."""
    if name in _MODIFIED:
        return _spelt(modifiers, name)
    if "S" in modifiers:
        shifted = _shifted(name)
        return _spelt(modifiers - {"S"}, shifted) if shifted and "C" not in modifiers else None
    if "C" in modifiers and name != "Space":
        name = _SAME_CONTROL.get(name, name.lower())
        return _spelt(modifiers, name) if name in _CONTROLLED else None
    return _spelt(modifiers, name)


def _shifted(name: str) -> str | None:
    """The key that shift makes of a character or of Tab, where every keyboard agrees."""
    capital = name.upper() if len(name) == 1 and name.isalpha() else ""
    return "BTab" if name == "Tab" else capital if len(capital) == 1 else None


def _spelt(modifiers: set[str], name: str) -> str:
    return "".join(f"{modifier}-" for modifier in "CMS" if modifier in modifiers) + name


def _unknown(word: str, rest: str) -> UnknownKey:
    near = difflib.get_close_matches(rest.lower(), list(_BY_LOWER), n=3, cutoff=0.6)
    names = ", ".join(dict.fromkeys(_BY_LOWER[match] for match in near if len(_BY_LOWER[match]) > 1))
    hint = f"Did you mean {names}? " if names else ""
    bare = len(rest) == 1 or rest.lower() in _BY_LOWER
    what = "a key that every tmux can press" if bare else "a key"
    return UnknownKey(f"{word!r} is not {what}.", suggestion=f"{hint}{UnknownKey.suggestion}", near=names)
