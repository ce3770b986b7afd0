"""The benchmarks print what they promise. How quick things are is judged by `make bench`, not here."""

import json
import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

import pytest

from benchmarks import __main__ as everything
from benchmarks import limits, rounds, shelf
from benchmarks.bed import bed
from benchmarks.contenders import Panes, Processes
from benchmarks.figures import OPERATIONS, Figure
from benchmarks.floor import Floor, ask, compiled, hear

pytestmark = [pytest.mark.real, pytest.mark.slow]

ROOT: Final = Path(__file__).resolve().parents[2]
FIGURES: Final = {"cotty_ms", "libtmux_ms", "subprocess_ms", "floor_ms", "vs_libtmux", "vs_floor"}
PROMISED_SECONDS: Final = 40


def run(module: str, *arguments: str, seconds: float) -> subprocess.CompletedProcess[str]:
    argv = [sys.executable, "-m", module, *arguments]
    return subprocess.run(argv, cwd=ROOT, capture_output=True, text=True, timeout=seconds, check=False)


@pytest.fixture(scope="module")
def printed() -> dict[str, Any]:
    done = run("benchmarks.engine", "--quick", "--json", seconds=PROMISED_SECONDS)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_each_operation_has_a_time_for_everybody_and_two_ratios(printed: dict[str, Any]) -> None:
    assert set(printed["ops"]) == {"type", "keys", "read", "list", "send"}
    for name, row in printed["ops"].items():
        assert set(row) >= FIGURES, name
        floor = {row["floor_ms"], row["vs_floor"]}
        assert floor == {None} or all(value > 0 for value in floor), name
        assert all(row[figure] > 0 for figure in FIGURES - {"floor_ms", "vs_floor"}), name


def test_a_ratio_is_the_quotient_of_the_times_beside_it(printed: dict[str, Any]) -> None:
    for row in printed["ops"].values():
        assert row["vs_libtmux"] == pytest.approx(row["libtmux_ms"] / row["cotty_ms"], abs=0.01)


def test_pipelined_commands_and_wakes_have_figures(printed: dict[str, Any]) -> None:
    assert printed["pipelined_per_s"] > 0
    assert all(printed["wake_ms"][name] > 0 for name in ("idle_p95", "flood_p95", "poll50_median"))


def test_the_floor_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    """A read that has a time limit ends when its process is stopped and continued."""
    program = compiled(tmp_path)
    if program is None:
        pytest.skip("there is no C compiler here")
    with bed("tmux") as server, ThreadPoolExecutor(1) as pool:
        pane = server.window("cat")
        floor = Floor(server, program)
        heard = pool.submit(floor.request, ask(f"send-keys -t {pane} early Enter"), hear(pane, "late"))
        server.until_shown(pane, "early")
        for _ in range(20):
            os.kill(floor.pid, signal.SIGSTOP)
            os.waitid(os.P_PID, floor.pid, os.WSTOPPED)
            os.kill(floor.pid, signal.SIGCONT)
        server.run("send-keys", "-t", pane, "late", "Enter")
        assert heard.result(20)[0] > 0
        floor.close()


def test_limits_print_each_figure_and_do_not_judge_a_shorter_run() -> None:
    done = run("benchmarks.limits", "--only", "captures", "--captures", "50", "--json", seconds=PROMISED_SECONDS)
    figures = json.loads(done.stdout)["figures"]
    assert {"name", "value", "bar", "reached"} <= set(figures[0])
    assert done.returncode == (0 if all(figure["reached"] for figure in figures) else 1), done.stderr
    assert [figure["name"] for figure in figures if "not judged: 50 of 100,000" in figure["name"]]


@pytest.mark.parametrize(
    ("value", "at_most", "reached"),
    [(5.0, True, True), (5.1, True, False), (5.0, False, True), (4.9, False, False), (None, True, False)],
)
def test_a_bar_is_missed_on_its_wrong_side_and_by_what_was_not_measured(
    value: float | None, at_most: bool, reached: bool
) -> None:
    assert Figure("x", value, "ms", 5, at_most).reached is reached


def test_a_missed_bar_is_told_by_the_status_of_the_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "measured", lambda *_: [Figure("x", 2, "ms", 1)])
    monkeypatch.setattr("sys.argv", ["limits", "--json"])
    assert limits.main() == 1


@pytest.mark.parametrize(("seconds", "bar"), [(60, 50), (6, None)])
def test_a_run_that_is_shorter_than_its_bar_is_about_is_not_judged(seconds: float, bar: float | None) -> None:
    figure = Figure("grew by", 99, "MB", 50).over(seconds, 60, "s")
    assert figure.bar == bar
    assert ("not judged: 6 of 60 s" in figure.name) is (bar is None)


def test_a_tmux_that_is_not_there_is_a_missed_bar(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(everything, "_BEDS", tmp_path)
    monkeypatch.setattr(everything, "_OUT", tmp_path / "out" / "latest.json")
    monkeypatch.setattr(everything, "everything", lambda *_, **__: ({}, [Figure("x", 1, "ms", 1)]))
    (tmp_path / "tmux-3.3a").touch()
    monkeypatch.setattr("sys.argv", ["benchmarks"])
    assert everything.main() == 1
    (missed,) = json.loads((tmp_path / "out" / "latest.json").read_text(encoding="utf-8"))["missed"]
    assert "tmux-3.8" in missed
    assert "`make beds`" in missed


@pytest.mark.parametrize(("status", "reached"), [(0, True), (1, False)])
def test_the_fast_shelf_has_a_time_only_if_it_passes(
    monkeypatch: pytest.MonkeyPatch, status: int, reached: bool
) -> None:
    assert shelf.command()[1:3] == ["-m", "pytest"]
    monkeypatch.setattr(shelf, "command", lambda: [sys.executable, "-c", f"raise SystemExit({status})"])
    (figure,) = shelf.measure()
    assert (figure.bar, figure.reached) == (15, reached)


@pytest.mark.parametrize("more", [None, "type", "keys", "send"])
async def test_a_contender_that_did_less_than_it_was_timed_for_is_found(more: str | None) -> None:
    with bed("tmux") as server:
        worker = Processes(server, Panes(server.window("cat"), server.full_screen(), server.shell()))
        done = dict.fromkeys(OPERATIONS, 2)
        for operation in [*OPERATIONS, *OPERATIONS]:
            await worker.once(operation)
        if more is None:
            rounds.check(server, [worker], done)
            return
        with pytest.raises(AssertionError, match=r"subprocess .*: 2, not 3"):
            rounds.check(server, [worker], done | {more: 3})
