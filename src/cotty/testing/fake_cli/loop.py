"""The fake's terminal and its time: raw mode, one `select`, bytes in and frames out.

Rules: it waits in one place, for input or for the next thing that is due; the terminal is put right at the end, unless
the scenario kills the program.
"""

import os
import select
import signal
import sys
import termios
import time
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from cotty.testing.fake_cli.agent import FakeAgent
from cotty.testing.fake_cli.keys import Keys
from cotty.testing.fake_cli.painter import Painter
from cotty.testing.scenario import Scenario

_ESCAPE_SECONDS: Final = 0.025  # after which an escape was the key
_IN, _OUT = 0, 1
_RESIZED, _FINISH = b"!", b"x"


class Loop:
    """One program on one terminal."""

    def __init__(self, agent: FakeAgent) -> None:
        self._agent, self._keys = agent, Keys()
        self._painter = Painter(agent.scenario.paint, _put, os.get_terminal_size)
        self._woken, self._wakes = os.pipe()
        self._read_at = 0.0
        self._was_deaf = False
        self._finishing = False  # it was asked to end once it has read all that was typed

    def run(self) -> int:
        """Until the program ends; its exit status."""
        desk = self._agent.desk
        with _terminal(self._agent.scenario, desk_ended=lambda: desk.ended):
            signal.signal(signal.SIGWINCH, lambda *_: os.write(self._wakes, _RESIZED))
            signal.signal(signal.SIGTERM, lambda *_: os.write(self._wakes, _FINISH))
            self._agent.begin(time.monotonic())
            self._repaint_for_ever(time.monotonic())
            while not desk.ended:
                self._turn()
        if desk.ended == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        return 0

    def _turn(self) -> None:
        """Do what is due, then wait for input or for the next thing."""
        desk = self._agent.desk
        now = time.monotonic()
        if now < self._agent.deaf_until:
            desk.changed = desk.changed or self._moves
        else:
            self._catch_up()
            desk.schedule.run(now)
        if self._keys.waits_for_more and now >= self._read_at + _ESCAPE_SECONDS:
            for event in self._keys.flush():
                self._agent.handle(event, now)
        if desk.changed:
            desk.changed = False
            self._painter.want(now)
        shown = self._painter.run(self._agent.view, time.monotonic())
        if shown is not None:
            self._agent.painted(shown, time.monotonic())
        if not desk.ended:
            self._wait()

    @property
    def _moves(self) -> bool:
        """Something on the screen changes by itself."""
        paint = self._agent.scenario.paint
        return self._agent.turns.busy_since is not None or bool(paint.clock_ms or paint.fps)

    def _catch_up(self) -> None:
        """What came while nothing was read came before all that is due since."""
        if self._was_deaf and select.select([_IN], [], [], 0)[0]:
            self._read()
        self._was_deaf = False

    def _wait(self) -> None:
        deaf = time.monotonic() < self._agent.deaf_until
        self._was_deaf = self._was_deaf or deaf
        ready, _, _ = select.select([self._woken] if deaf else [_IN, self._woken], [], [], self._seconds())
        if self._woken in ready:
            self._hear(os.read(self._woken, 64))
        if _IN in ready:
            self._read()
        elif self._finishing and not (deaf or self._agent.pasting or self._keys.waits_for_more):
            self._agent.desk.end("exit", "finished", time.monotonic())

    def _hear(self, signals: bytes) -> None:
        self._finishing = self._finishing or _FINISH in signals
        if _RESIZED in signals:
            self._painter.resized()
            self._agent.desk.changed = True

    def _seconds(self) -> float | None:
        """Until the next thing is due; None: nothing is."""
        desk, now = self._agent.desk, time.monotonic()
        if now < self._agent.deaf_until:
            return min(self._agent.deaf_until - now, self._period)
        due = [desk.schedule.next, self._painter.due]
        due.append(now if desk.changed or (self._finishing and not self._agent.pasting) else None)
        due.append(self._read_at + _ESCAPE_SECONDS if self._keys.waits_for_more else None)
        moments = [moment for moment in due if moment is not None]
        return max(0.0, min(moments) - now) if moments else None

    def _read(self) -> None:
        data = os.read(_IN, 65536)
        self._read_at = time.monotonic()
        if not data:
            self._agent.desk.end("exit", "hung_up", self._read_at)
        for event in self._keys.feed(data):
            if not self._agent.desk.ended:
                self._agent.handle(event, self._read_at)

    def _repaint_for_ever(self, now: float) -> None:
        """The spinner, the clock, and frames that nobody needs."""
        desk = self._agent.desk
        desk.changed = desk.changed or self._moves
        desk.schedule.at(now + self._period, self._repaint_for_ever)

    @property
    def _period(self) -> float:
        """Seconds between two frames of what moves by itself."""
        paint = self._agent.scenario.paint
        periods = [paint.spinner_ms, paint.clock_ms, 1000 // paint.fps if paint.fps else 0]
        return min(filter(None, periods), default=1000) / 1000


def _put(data: bytes) -> None:
    while data:
        data = data[os.write(_OUT, data) :]


@contextmanager
def _terminal(scenario: Scenario, *, desk_ended: object) -> Iterator[None]:
    """Raw, with the modes of the skin; as it was before, at the end."""
    before = termios.tcgetattr(_IN)
    full, bracketed = scenario.skin == "fullscreen", scenario.paste.bracketed
    tty.setraw(_IN)
    _put(b"\x1b[?1049h" if full else b"")
    _put(b"\x1b[?2004h" if bracketed else b"")
    _put(b"\x1b[?25l" if scenario.paint.inverse_cursor else b"")
    try:
        yield
    finally:
        if callable(desk_ended) and desk_ended() != "kill":
            _put(b"\x1b[?25h" + (b"\x1b[?2004l" if bracketed else b"") + (b"\x1b[?1049l" if full else b"\r\n\x1b[J"))
            termios.tcsetattr(_IN, termios.TCSADRAIN, before)
            sys.stdout.flush()
