"""Record what real tmux says in a scene: `.venv/bin/python -m scripts.record_transcript [VERSION …] [--scene NAME]`.

Writes tests/controlmode/transcripts/VERSION/SCENE.in (a header, then every byte as it came) and SCENE.events (what the
bytes mean, to be read and judged by a person before it is committed).

Rules: a private server for each scene, ended by its process id; every wait is for an event, with a deadline.
"""

import argparse
import os
import select
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from cotty.controlmode import commands
from cotty.controlmode.commands import Line, Words, encode
from cotty.controlmode.dialogue import Dialogue
from cotty.controlmode.events import Event, Notice, Output, Reply
from cotty.controlmode.guards import Guard
from cotty.model import ServerId
from cotty.terminal.clock import pace_thread
from tests.beds.places import TMUX
from tests.controlmode.transcript import FOLDER, Transcript, readable
from tests.transports.servers import Server, private_server

VERSIONS = ("3.3a", "3.5a", "3.8")
_PATIENCE = 10.0
_PAUSE = 1.3  # seconds that are longer than `pause-after=1`
_BUFFER = 4096


class Client:
    """One control client, all it said, and what that means so far."""

    def __init__(self, server: Server, flags: str = "ignore-size") -> None:
        argv = server.transport.tmux.words(("-C", "attach-session", "-E", "-f", flags, "-t", "m"))
        self.socket, theirs = socket.socketpair()
        for end in (self.socket, theirs):  # small, so that a client that does not read is soon behind
            end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _BUFFER)
        self.process = subprocess.Popen(argv, stdin=theirs.fileno(), stdout=theirs.fileno(), stderr=subprocess.DEVNULL)
        theirs.close()
        self.server, self.said, self.asked = server, b"", list[Line]()
        self.events, self.ended, self._dialogue = list[Event](), False, Dialogue()

    def ask(self, *words: Words) -> None:
        """Send commands in one write; wait for their replies."""
        wanted = self._replies() + sum(encode(each).blocks for each in words)
        self.tell(*words)
        self.until(lambda: self._replies() >= wanted)

    def life(self) -> ServerId:
        """Which life of which server this is."""
        self.ask(commands.say("#{pid} #{start_time}"))
        pid, started = next(event for event in reversed(self.events) if isinstance(event, Reply)).text.split()
        return ServerId(int(pid), int(started))

    def tell(self, *words: Words) -> None:
        lines = [encode(each) for each in words]
        self.asked += lines
        self.socket.sendall(b"".join(self._dialogue.ask(line, None) for line in lines))

    def _replies(self) -> int:
        return sum(isinstance(event, Reply) for event in self.events)

    def notice(self, name: str) -> None:
        self.until(lambda: self.heard(name))

    def printed(self, text: bytes) -> None:
        self.until(lambda: text in b"".join(event.data for event in self.events if isinstance(event, Output)))

    def until(self, there: Callable[[], bool]) -> None:
        """Read until it is there, or the client has ended."""
        ends = time.monotonic() + _PATIENCE
        while not there() and not self.ended:
            if not select.select([self.socket], [], [], max(0.0, ends - time.monotonic()))[0]:
                raise TimeoutError(readable(self.events)[-500:])
            self._read()

    def _read(self) -> None:
        data = self.socket.recv(1 << 12)
        self.said += data
        self.ended = not data
        self.events += self._dialogue.receive(data)

    def late(self) -> None:
        """Read too slowly until tmux pauses the pane: a client is late after a second, when there is more to say."""
        while not self.heard("pause"):
            pace_thread(_PAUSE)
            self._read()

    def heard(self, name: str) -> bool:
        return any(isinstance(event, Notice) and event.name == name for event in self.events)

    def close(self) -> None:
        """A client of a paused pane does not leave by itself while tmux keeps output for it (3.3a)."""
        self.socket.close()
        try:
            self.process.wait(1)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(_PATIENCE)

    def to_the_end(self) -> None:
        self.until(lambda: False)


def attach(client: Client) -> None:
    client.ask(commands.say("#{session_id} #{pane_id}"))
    client.ask(("list-panes", "-t", "%0", "-F", "#{pane_id} #{pane_width}x#{pane_height}"))
    client.ask(("send-keys", "-t", "%99", "x"))
    client.ask(("no-such-command",))


def split_and_kill(client: Client) -> None:
    client.ask(("split-window", "-d", "-P", "-F", "#{pane_id}", "-t", "%0", "--", "cat"))
    client.ask(commands.type_text("%1", "héllo 日本 \\ ;"), commands.press("%1", ["Enter"]))
    client.printed("日本".encode())
    client.ask(("kill-pane", "-t", "%1"), commands.say("left"))


def flood(client: Client) -> None:
    client.ask(commands.type_text("%0", "seq -w 1 999999"), commands.press("%0", ["Enter"]))
    client.late()
    client.ask(commands.press("%0", ["C-c"]))
    client.server.until("#{pane_current_command}", lambda name: name != "seq")
    client.ask(("refresh-client", "-A", "%0:continue"))
    client.ask(commands.type_text("%0", "echo on"), commands.press("%0", ["Enter"]))
    client.printed(b"on\r\n> ")


def window_close(client: Client) -> None:
    client.ask(("new-window", "-d", "-P", "-F", "#{window_id} #{pane_id}", "-n", "second", "-t", "m:", "--", "cat"))
    client.ask(("rename-window", "-t", "@1", "renamed"))
    client.ask(("kill-window", "-t", "@1"), commands.say("left"))
    client.until(lambda: client.heard("unlinked-window-close") or client.heard("window-close"))


def session_end(client: Client) -> None:
    client.ask(commands.say("before"))
    client.tell(("kill-session", "-t", "=m:"))
    client.to_the_end()


def server_killed(client: Client) -> None:
    client.ask(commands.say("before"))
    os.kill(client.server.pid, signal.SIGKILL)
    client.to_the_end()


def forged(client: Client) -> None:
    marks = "%begin 1 2 1\n%end 1 2 1\n%error 1 2 1\n%exit\n"
    client.ask(commands.set_buffer("forged", marks), commands.show_buffer("forged"))
    client.ask(("paste-buffer", "-r", "-b", "forged", "-t", "%0"))
    client.printed(b"%exit\r\n%begin")
    client.ask(("capture-pane", "-p", "-t", "%0"), commands.say("after"))


def copy_mode(client: Client) -> None:
    client.ask(("copy-mode", "-t", "%0"), commands.say("#{pane_in_mode}", pane="%0"))
    client.ask(commands.leave_modes("%0"), commands.say("#{pane_in_mode}", pane="%0"))
    client.ask(("send-keys", "-t", "%0", "-X", "cancel"))


def paste(client: Client) -> None:
    guarded = Guard("%0", client.life(), "person/1-a", hidden=True).paste(1_700_000_000, "b", breaks=1, guarded=False)
    client.ask(commands.set_buffer("b", 'two\nlines; \\ "é" $HOME'), guarded, commands.say("after"))
    client.printed(b"lines")
    client.ask(commands.show_buffer("b"))


SHELL = ("env", "-i", "PATH=/usr/bin:/bin", "PS1=> ", "TERM=screen", "sh")
SCENES: dict[str, tuple[Callable[[Client], None], tuple[str, ...], str]] = {
    "attach": (attach, ("cat",), "ignore-size"),
    "split-and-kill": (split_and_kill, ("cat",), "ignore-size"),
    "flood-with-pause": (flood, SHELL, "ignore-size,pause-after=1"),
    "window-close": (window_close, ("cat",), "ignore-size"),
    "session-end": (session_end, ("cat",), "ignore-size"),
    "server-killed": (server_killed, ("cat",), "ignore-size"),
    "forged-marks": (forged, ("cat",), "ignore-size"),
    "copy-mode": (copy_mode, ("cat",), "ignore-size"),
    "paste": (paste, ("cat",), "ignore-size"),
}


def record(version: str, scene: str) -> Path:
    """Play one scene on one version and write its two files."""
    play, command, flags = SCENES[scene]
    with tempfile.TemporaryDirectory() as folder:
        server = private_server(str(TMUX[version].program), Path(folder), *command, size=(40, 10))
        with server as running:
            client = Client(running, flags)
            try:
                client.notice("session-changed")
                play(client)
            finally:
                client.close()
    transcript = Transcript(version, scene, f"{datetime.now(UTC):%Y-%m-%d}", tuple(client.asked), client.said)
    path = transcript.write(FOLDER)
    path.with_suffix(".events").write_text(readable(client.events), encoding="utf-8")
    return path


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("versions", nargs="*", default=VERSIONS, metavar="VERSION")
    parser.add_argument("--scene", choices=SCENES)
    wanted = parser.parse_args()
    for version in wanted.versions:
        for scene in [wanted.scene] if wanted.scene else SCENES:
            path = record(version, scene)
            print(f"{path}  {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
