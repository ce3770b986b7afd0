"""Whoever waits for output asks the kernel for short turns, and what it starts is not given them."""

import asyncio
import ctypes
import os
import struct
import subprocess
import sys

import pytest

import cotty
from cotty.terminal.server.turns import _ATTRIBUTES, _SET_ATTRIBUTES, _TURN

pytestmark = [
    pytest.mark.real,
    pytest.mark.skipif(
        sys.platform != "linux" or tuple(map(int, os.uname().release.split(".")[:2])) < (6, 12),
        reason="turns of a thread can be chosen from Linux 6.12 on",
    ),
]


def turn_of(process: int) -> int:
    """Nanoseconds of a turn, as the kernel says."""
    room = ctypes.create_string_buffer(struct.calcsize(_ATTRIBUTES))
    number = _SET_ATTRIBUTES[os.uname().machine] + 1
    assert ctypes.CDLL(None).syscall(number, process, room, len(room), 0) == 0
    return int(struct.unpack(_ATTRIBUTES, room.raw)[5])


async def test_a_wait_asks_for_short_turns_and_a_child_has_the_usual_ones(terminal: cotty.Terminal) -> None:
    pane = await terminal.open(command=("cat",))
    await pane.wait(timeout=0)
    assert turn_of(0) == _TURN
    child = await asyncio.create_subprocess_exec("cat", stdin=subprocess.PIPE)
    assert turn_of(child.pid) > _TURN
    await child.communicate(b"")
