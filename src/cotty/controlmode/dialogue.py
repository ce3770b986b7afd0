"""The conversation with one `tmux -C` client: commands out, events in.

Rules:
1. Bytes may arrive cut anywhere; the same bytes give the same events however they are cut.
2. tmux answers every command with one block, in order. A block is ours when the third number of its `%begin` is 1
   (0: the attach block, hooks, and commands of others). `if-shell` has a block of its own and one for each command it
   runs, none behind one that failed: the blocks that will not come are answered with the error, empty.
3. A block ends only at the line that equals its whole mark, time and number included: a program can print `%end 1 2 1`.
4. Inside a block every line belongs to it. tmux writes a notice there only when our own command caused it.
5. An unknown notice is kept, never fatal. An empty line is never sent: it would detach the client.
"""

from collections import deque
from typing import Any

from cotty.controlmode.commands import Line
from cotty.controlmode.events import Event, Notice, Output, Reply


class Dialogue:
    """Both directions of one client; `pending` are the tickets of commands that have no reply yet, oldest first."""

    def __init__(self) -> None:
        self.pending: deque[Any] = deque()
        self._left: deque[int] = deque()  # for each of them: blocks of the same command behind it
        self._unfinished = b""
        self._end = self._error = b""  # the two marks that can close the open block; empty: no block is open
        self._ours = False
        self._lines: list[bytes] = []

    def ask(self, line: Line, ticket: object) -> bytes:
        """The bytes to send for one command; each block of its answer will carry the ticket."""
        self.pending.extend([ticket] * line.blocks)
        self._left.extend(range(line.blocks - 1, -1, -1))
        return line.encoded

    def receive(self, data: bytes) -> list[Event]:
        """What these bytes complete."""
        lines = (self._unfinished + data).split(b"\n")
        self._unfinished = lines.pop()
        events: list[Event] = []
        at = 0
        while at < len(lines):
            if self._end:
                at = self._inside(lines, at, events)
                continue
            raw = lines[at]
            at += 1
            if raw.startswith(b"%output "):
                events.append(_output(raw, 8, b" "))
            elif raw.startswith(b"%begin "):
                self._open(raw)
            elif raw.startswith(b"%extended-output "):
                events.append(_output(raw, 17, b" : "))
            else:
                events.append(_notice(raw))
        return events

    def _open(self, raw: bytes) -> None:
        mark = raw[6:]
        self._end, self._error = b"%end" + mark, b"%error" + mark
        self._ours = mark.rpartition(b" ")[2] == b"1"

    def _inside(self, lines: list[bytes], at: int, events: list[Event]) -> int:
        """Take the lines of the open block, up to the one that closes it; the place behind."""
        end = _index(lines, self._end, at, len(lines))
        error = _index(lines, self._error, at, end)
        stop = min(end, error)
        self._lines += lines[at:stop]
        if stop == len(lines):
            return stop
        said, ok = tuple(self._lines), error == end
        self._lines.clear()
        self._end = self._error = b""
        if self._ours and self.pending:
            events.append(Reply(self.pending.popleft(), ok, said))
            left = self._left.popleft()
            if left and not ok:
                events.extend(self._skipped(left))
        else:
            events.append(Notice("foreign-block", b"\n".join(said).decode("utf-8", "replace")))
        return stop + 1

    def _skipped(self, left: int) -> list[Reply]:
        """Empty replies for what tmux will not run because a command before it failed."""
        replies = []
        for _ in range(left):
            self._left.popleft()
            replies.append(Reply(self.pending.popleft(), ok=False, lines=()))
        return replies


def _index(lines: list[bytes], line: bytes, start: int, stop: int) -> int:
    """The first place of a line; `stop` when it is nowhere. A screen has a line for each row: no call for each."""
    try:
        return lines.index(line, start, stop)
    except ValueError:
        return stop


def _output(raw: bytes, prefix: int, separator: bytes) -> Output:
    """`%output %1 data`, or `%extended-output %1 age … : data`."""
    head, _, escaped = raw[prefix:].partition(separator)
    return Output(head.partition(b" ")[0].decode("ascii", "replace"), escaped)


def _notice(raw: bytes) -> Notice:
    name, _, words = raw.decode("utf-8", "replace").removeprefix("%").partition(" ")
    return Notice(name, words)
