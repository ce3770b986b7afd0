"""Writing into a pane, guarded: checked and done in one command of tmux, so nothing can come between.

Rules:
0. A pane is its id in one life of one server: pane ids start again with every server. The full guards compare that
   inside tmux; the quick ones are for a live connection, which ends with its server.
1. What other cotty processes must know of a pane (who holds the pen, the onset: where typing began) is a note: a
   hidden variable of the server's environment, because setting a pane option redraws every attached terminal (11 KB
   each on 200×50; tmux 3.3a – 3.8); on 3.1, which cannot hide variables, a pane option.
2. The quick guard is one comparison for the usual case, 40 µs less than asking for each reason; whatever it does not
   let through is asked for in full. It need not ask which pane it is about: tmux types into no other when the target
   is gone, and says so.
3. Both branches of a guard answer with the same number of blocks.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from cotty.controlmode.commands import (
    BLANK,
    PRINT_BLANK,
    Template,
    Words,
    encode,
    inner,
    leave_modes,
    paste,
    press,
    say,
    type_text,
)
from cotty.model import ServerId

LOOK_AGAIN = "look again"
# Which pane of which life of which server.
IDENTITY = "#{pane_id}@#{pid}.#{start_time}"
_ONSET_FIELDS = "#{history_size} #{cursor_y} #{pane_width}"  # each costs 4 µs


def note_name(kind: str, pane: str, *, hidden: bool) -> str:
    """Where a note about a pane is kept."""
    return f"COTTY_{kind}_{pane[1:]}" if hidden else f"@cotty_{kind.lower()}"


def pen_channel(pane: str) -> str:
    """The channel on which a pen that was given back is announced."""
    return f"cotty-pen-{pane}"


@dataclass(frozen=True, slots=True, eq=False)
class Guard:
    """The guarded commands of one writer for one pane; known by itself, so what is spelt out once is found at once."""

    pane: str
    server: ServerId
    owner: str
    hidden: bool

    def typing(self, now: int, text: str, then: Sequence[str] = (), *, imprint: str = "") -> Words:
        """Type a text and press keys, unless the pane may not be written to; `imprint` is that of the text."""
        return self._guarded(now, self._typing(text, then), f"0 {imprint}")

    def quick_typing(self, pen: str, then: Sequence[str] = ()) -> Template:
        """The same on a connection to this very server, if nothing stands against it and the pen's note reads so."""
        return self._template(self._quick(pen, self._typing(BLANK, then), f"0 {PRINT_BLANK}"))

    def keys(self, now: int, keys: Sequence[str]) -> Words:
        return self._guarded(now, [press(self.pane, keys)], self._pressed())

    def quick_keys(self, pen: str, keys: Sequence[str]) -> Words:
        return self._quick(pen, [press(self.pane, keys)], self._pressed())

    def paste(
        self, now: int, buffer: str, *, breaks: int, guarded: bool, then: Sequence[str] = (), imprint: str = ""
    ) -> Words:  # fmt: skip
        """Paste and press keys, unless the pane may not be written to; a paste into a dead pane ends the server before
        tmux 3.4.
        """
        writes = [paste(self.pane, buffer, guarded=guarded), *self._pressing(then)]
        return self._guarded(now, writes, f"{breaks} {imprint}")

    def take_pen(self, now: int, until: int) -> Words:
        """Take the pen if the pane is writable."""
        take = self._set("PEN", f"{until} {self.owner}")
        return when(self.pane, self._writable(now), [take], self._refusal())

    def give_pen(self) -> Words:
        """Give the pen back, if it is still ours, and wake whoever waits for it. The pane may be gone by now; its note
        is the server's, except where notes are options of panes.
        """
        back = [self._unset("PEN"), ("wait-for", "-S", pen_channel(self.pane))]
        if not self.hidden:
            return when(self.pane, self._here(self._mine()), back, say(""))
        return ("if-shell", "-F", self._mine(), inner(back), inner([say("")] * len(back)))

    def write_note(self, kind: str, value: str) -> Words:
        """A note about the pane."""
        return self._set(kind, value)

    def _typing(self, text: str, then: Sequence[str]) -> list[Words]:
        return [type_text(self.pane, text), *self._pressing(then)]

    def _pressing(self, keys: Sequence[str]) -> list[Words]:
        return [press(self.pane, keys)] if keys else []

    def _guarded(self, now: int, writes: Sequence[Words], typed: str) -> Words:
        steps = [leave_modes(self.pane), self._set_onset(typed), *writes]
        return when(self.pane, self._writable(now), steps, self._refusal())

    def _quick(self, pen: str, writes: Sequence[Words], typed: str) -> Words:
        facts = "#{pane_dead}#{pane_input_off}#{pane_in_mode}#{pane_synchronized}"
        usual = f"#{{==:{facts}#{{{self._name('PEN')}}},0000{pen}}}"
        return when(self.pane, usual, [self._set_onset(typed), *writes], say(LOOK_AGAIN))

    def _writable(self, now: int) -> str:
        """The pane is there, its program lives, it alone takes input, and the pen is free for this owner.

        A pen reads `UNTIL OWNER`; the first ten digits are seconds since 1970, so comparing them as strings is right
        until 2286, on every version.
        """
        pen = self._name("PEN")
        alive = "#{==:#{pane_dead}#{pane_input_off}#{pane_synchronized},000}"
        free = f"#{{||:#{{==:#{{{pen}}},}},#{{||:{self._mine()},#{{<:#{{=10:{pen}}},{now}}}}}}}"
        return self._here(f"#{{&&:{alive},{free}}}")

    def _here(self, condition: str) -> str:
        """The condition holds, and this is the pane that is meant: tmux looks elsewhere when a target is gone."""
        return f"#{{&&:#{{==:{IDENTITY},{self._identity}}},{condition}}}"

    @property
    def _identity(self) -> str:
        return f"{self.pane}@{self.server}"

    def _mine(self) -> str:
        return f"#{{m:* {self.owner},#{{{self._name('PEN')}}}}}"

    def _refusal(self) -> Words:
        """Why a pane is not writable."""
        facts = f"{IDENTITY} #{{pane_dead}} #{{pane_dead_status}}/#{{pane_input_off}}#{{pane_synchronized}}"
        return say(f"refused {facts} #{{{self._name('PEN')}}}", pane=self.pane)

    def _set_onset(self, typed: str) -> Words:
        """Remember where the cursor stands as something is typed, how many line breaks are typed with it, and the
        imprint of the text.
        """
        return self._set("ONSET", f"{_ONSET_FIELDS} {typed}", expand=True)

    def _pressed(self) -> str:
        """Keys do not change what was typed last: its imprint, seven digits, is taken over from the last note."""
        return f"0k #{{=-7:{self._name('ONSET')}}}"

    def _set(self, kind: str, value: str, *, expand: bool = False) -> Words:
        command, flags = ("set-environment", "-gh") if self.hidden else ("set-option", "-p")
        return (command, flags + "F" * expand, "-t", self.pane, self._name(kind), value)

    def _unset(self, kind: str) -> Words:
        command, flags = ("set-environment", "-ghu") if self.hidden else ("set-option", "-pu")
        target = () if self.hidden else ("-t", self.pane)
        return (command, flags, *target, self._name(kind))

    def _name(self, kind: str) -> str:
        return note_name(kind, self.pane, hidden=self.hidden)

    def _template(self, words: Words) -> Template:
        line = encode(words)
        before, _, tail = line.encoded.partition(BLANK.encode())
        head, _, middle = before.partition(PRINT_BLANK.encode())
        return Template(head, middle, tail, line.blocks)


def holds(pane: str, condition: str) -> str:
    """A condition that cannot hold for another pane: tmux falls back to the client's own when the target is gone."""
    return f"#{{&&:#{{==:#{{pane_id}},{pane}}},{condition}}}"


def when(pane: str, condition: str, commands: Sequence[Words], otherwise: Words) -> Words:
    """Run commands if a condition holds, else say something."""
    pad = [say("")] * (len(commands) - 1)
    return ("if-shell", "-F", "-t", pane, condition, inner(commands), inner([otherwise, *pad]))
