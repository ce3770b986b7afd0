"""The model of tmux's grid that the tests of reading stand on agrees with tmux."""

import os
import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from cotty.terminal.server.eye import Framing
from tests.flows.grid import Grid
from tests.transports.servers import Server, private_server, program

TELETYPE = Path(__file__).with_name("teletype.py")


def test_the_history_loses_a_tenth_at_its_limit() -> None:
    grid = Grid(width=10, height=2, limit=20)
    for number in range(21):
        grid.show(str(number))
        grid.line_feed()
    assert grid.history == 20
    grid.line_feed()
    assert grid.history == 19
    assert grid.see(Framing(start="-", join=True))[1][0] == "2"


def test_a_wrapped_line_is_one_line_at_every_width() -> None:
    grid = Grid(width=10, height=4, limit=20)
    grid.show("abcdefghijklmno")
    for width in (7, 30, 4, 15):
        grid.resize(width, 4)
        assert grid.see(Framing(start="-", join=True))[1][0] == "abcdefghijklmno"


@dataclass
class Real:
    """A pane of real tmux that does what a Grid is told."""

    server: Server
    orders: int
    acks: int

    def show(self, text: str) -> None:
        data = text.encode()
        os.write(self.orders, len(data).to_bytes(4, "big") + data)
        assert os.read(self.acks, 1) == b"."

    def see(self) -> tuple[list[int], list[str]]:
        numbers = self.server.format("#{cursor_x} #{cursor_y} #{history_size} #{pane_width} #{pane_height}")
        lines = self.server.run("capture-pane", "-p", "-J", "-S", "-", "-t", "%0").stdout.decode().split("\n")[:-1]
        return [int(number) for number in numbers.split()], [line.rstrip() for line in lines]


@contextmanager
def real_pane(version: str, folder: Path, grid: Grid) -> Iterator[Real]:
    orders, acks = folder / "orders", folder / "acks"
    os.mkfifo(orders)
    os.mkfifo(acks)
    options = (("history-limit", str(grid.limit)),)
    command = (sys.executable, str(TELETYPE), str(orders), str(acks))
    with private_server(program(version), folder, *command, size=(grid.width, grid.height), options=options) as server:
        to, since = os.open(orders, os.O_WRONLY), os.open(acks, os.O_RDONLY)
        yield Real(server, to, since)
        os.close(to)
        os.close(since)


def step(dice: random.Random, grid: Grid, real: Real, *, widths: bool) -> str:
    """Do one thing to both. Rows that a growing height takes back after a new width are beyond the model."""
    match dice.choice(["lines", "lines", "flood", "part", "clear", "home", "return", "size", "size"]):
        case "lines":
            for _ in range(dice.randint(1, 12)):
                text = "x" * dice.randint(0, 50)
                grid.show(text)
                grid.line_feed()
                real.show(text + "\r\n")
            return "lines"
        case "flood":
            for _ in range(60):
                grid.show("y")
                grid.line_feed()
            real.show("y\r\n" * 60)
            return "flood"
        case "part":
            text = "p" * dice.randint(1, 30)
            grid.show(text)
            real.show(text)
            return "part"
        case "clear":
            grid.clear_history()
            real.server.say("clear-history", "-t", "%0")
            return "clear"
        case "home":
            grid.clear_screen()
            real.show("\x1b[H\x1b[2J")
            return "home"
        case "return":
            grid.carriage_return("50%")
            real.show("\r\x1b[2K50%")
            return "return"
        case _:
            width, height = (dice.randint(4, 40), grid.height) if widths else (grid.width, dice.randint(2, 12))
            grid.resize(width, height)
            real.server.say("resize-window", "-t", "m:", "-x", str(width), "-y", str(height))
            real.show("")
            return f"size {width}x{height}"


@pytest.mark.real
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("version", ["3.3a", "3.5a", "3.8"])
def test_the_model_agrees_with_tmux(version: str, seed: int, tmp_path: Path) -> None:
    dice = random.Random(seed)  # noqa: S311  (moves, not secrets)
    grid = Grid(width=20, height=6, limit=dice.choice([20, 45, 200]))
    with real_pane(version, tmp_path, grid) as real:
        done = []
        for _ in range(40):
            done.append(step(dice, grid, real, widths=seed % 2 == 0))
            numbers, lines = grid.see(Framing(start="-", join=True))
            model = [numbers.cursor_x, numbers.cursor_y, numbers.history, numbers.width, numbers.height]
            assert (model, lines) == real.see(), done
