"""A signal that asks the program to end is taken as C-c is: the call is cancelled, and gives back what it holds.

Rules: a signal that whoever started us ignores stays ignored (`nohup`); a second signal does not wait.
"""

import signal
from types import FrameType
from typing import Final

_ASKS_TO_END: Final = (signal.SIGTERM, signal.SIGHUP)
_came: list[int] = []


def end_tidily() -> None:
    """From now on."""
    for number in _ASKS_TO_END:
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _interrupt)


def ended_by() -> int:
    """The signal that came first; 0 when none did."""
    return _came[0] if _came else 0


def _interrupt(number: int, frame: FrameType | None) -> None:
    """asyncio cancels its first task at an interrupt, where interrupts are not ignored (a job in the background)."""
    _came.append(number)
    interrupted = signal.getsignal(signal.SIGINT)
    if callable(interrupted):
        interrupted(signal.SIGINT, frame)
    else:
        raise KeyboardInterrupt
