"""A program that answers as `tmux -C` does, and misbehaves when it is told to. It writes down every line it reads.

`display-message -p WORD`: `hang` (never answer again), `hold` (answer when `release` comes), `die` (end without a
word), `exit` (say why, then end), `noise` (print before the answer), `error`; anything else is the answer.
"""

import os
import sys


class Peer:
    """One conversation."""

    def __init__(self, diary: str) -> None:
        self.diary = open(diary, "a", encoding="utf-8")  # noqa: SIM115  (as long as the process)
        self.number, self.held = 0, list[str]()

    def say(self, *lines: str) -> None:
        sys.stdout.write("".join(f"{line}\n" for line in lines))
        sys.stdout.flush()

    def block(self, *lines: str, ours: int = 1, end: str = "end") -> None:
        self.number += 1
        mark = f"1700000000 {self.number} {ours}"
        self.say(f"%begin {mark}", *lines, f"%{end} {mark}")

    def note(self, line: str) -> None:
        self.diary.write(line + "\n")
        self.diary.flush()

    def answer(self, line: str) -> None:
        name, _, rest = line.partition(" ")
        word = rest.rpartition(" ")[2]
        if word == "hang":
            self.to_the_end()
        elif word == "die":
            os._exit(0)
        elif word == "exit":
            self.say("%exit server exited unexpectedly")
            os._exit(1)
        elif self.held or word == "hold":
            self.held.append(word)
            if word == "release":
                self.held, held = [], self.held
                for each in held:
                    self.block(each)
        elif word == "error":
            self.block("no such thing", end="error")
        elif word == "noise":
            self.say("%output %1 hello\\015\\012", "%a-new-notice of words")
            self.block("noise")
        elif name == "if-shell":
            self.block()
            self.block("one")
            self.block("two")
        else:
            self.block(str(len(line)) if len(line) > 100_000 else word)

    def to_the_end(self) -> None:
        """Read and answer nothing; note that the other side has gone."""
        while sys.stdin.readline():
            pass
        self.note("end of file")
        os._exit(0)

    def run(self) -> None:
        self.note(f"pid {os.getpid()}")
        self.block(ours=0)
        self.say("%session-changed $4 m")
        for line in sys.stdin:
            self.note(line[:60].rstrip("\n"))
            self.answer(line.rstrip("\n"))
        self.note("end of file")


if __name__ == "__main__":
    Peer(sys.argv[1]).run()
