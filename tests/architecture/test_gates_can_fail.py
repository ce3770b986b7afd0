"""A gate that has never been red is an assumption: each one is shown a file that breaks it."""

import pytest

from tests.architecture import habits, sizes
from tests.architecture.allowances import ALLOWANCES
from tests.architecture.findings import Allowance, Finding, complaints
from tests.architecture.measured import KNOWN, findings
from tests.architecture.sources import Source


def source(text: str, path: str = "src/cotty/terminal/pane.py") -> Source:
    return Source(path, text)


BROKEN = {
    "module without a docstring": "x = 1\n",
    "sleep": "import asyncio\nasync def f(): await asyncio.sleep(0.1)\n",
    "disguised sleep": "import select\nselect.select([], [], [], 0.1)\n",
    "wait that goes on anyway": "import asyncio\nasync def test_x(t): await asyncio.wait([t], timeout=0.2)\n",
    "task without an owner": "import asyncio\nasync def f(g): asyncio.get_running_loop().create_task(g())\n",
    "shell string": "import subprocess\nsubprocess.run('ls', shell=flag)\n",
    "kill-server": "run(['tmux', '-L', name, 'kill-server'])\n",
    "lethal refresh-client": "send(f'refresh-client -A {pane}:off')\n",
}


@pytest.mark.parametrize("habit", habits.HABITS)
def test_a_file_with_a_bad_habit_is_found(habit: str) -> None:
    assert list(habits.HABITS[habit](source(BROKEN[habit], "tests/terminal/test_pane.py")))


@pytest.mark.parametrize(
    "fine",
    [
        '"""Purpose."""\nimport asyncio\nasync def f(): await asyncio.sleep(0)\n',
        '"""Purpose."""\nasync def test_x(pane): await pane.wait(timeout=5)\n',
        '"""Purpose: never refresh-client -A %1:off, never kill-server."""\n',
        '"""Purpose."""\nasync def f(group): group.create_task(g())\n',
        '"""Purpose."""\nsend(f"refresh-client -A {pane}:pause")\nrun([tmux, "attach", "-f", "no-output"])\n',
        '"""Purpose."""\nsubprocess.run(["ls"], shell=False)\n',
    ],
)
def test_a_file_with_good_habits_is_left_alone(fine: str) -> None:
    assert list(habits.measure(source(fine, "tests/terminal/test_pane.py"))) == []


@pytest.mark.parametrize(
    "text", ["self._silent.wait_news(0, seconds)", "Feed().wait_news(0, 1.0)", "threading.Event().wait(0.1)"]
)
def test_waiting_for_what_nobody_else_knows_is_a_sleep(text: str) -> None:
    assert list(habits.disguised_sleep(source(text)))


def test_waiting_for_a_feed_that_is_heard_is_none() -> None:
    assert (
        list(habits.disguised_sleep(source("heard.feed.wait_news(position, 1.0)\nselect.select([a], [], [], 1)"))) == []
    )


def test_a_deadline_of_the_engine_is_no_sleep() -> None:
    stop = "async def end(self): await asyncio.wait([self.exited], timeout=SECONDS)\n"
    assert list(habits.wait_that_goes_on_anyway(source(stop))) == []


@pytest.mark.parametrize(
    "text", ["run(['refresh-client', '-f', '!no-output'])", "run('refresh-client', '-A', '%1:off')"]
)
def test_an_argv_of_words_is_read_like_a_line(text: str) -> None:
    assert list(habits.lethal_refresh(source(text)))


def amount(rule: str, text: str, path: str = "src/cotty/terminal/pane.py") -> int:
    return max(found.amount for found in sizes.measure(source(text, path)) if found.rule == rule)


def test_a_body_is_counted_without_its_docstring() -> None:
    text = 'def f():\n    """One.\n\n    Two."""\n' + "    x = 1\n" * 51
    assert amount("function body lines", text) == 51


def test_a_method_counts_its_parameters_without_self() -> None:
    assert amount("positional parameters", "class C:\n    def f(self, a, b, c, d, e, f, *, g): ...\n") == 6


def test_an_elif_is_no_deeper_than_its_if() -> None:
    assert (
        amount("nesting", "def f(a):\n    if a: pass\n    elif b: pass\n    elif c:\n        for x in y: pass\n") == 2
    )


def test_a_long_file_counts_as_source_table_or_test() -> None:
    assert amount("source file lines", "def f(): ...\n" * 401) == 401
    assert amount("table file lines", "x = 1\n" * 601) == 601
    assert amount("test file lines", "x = 1\n" * 501, "tests/test_x.py") == 501


def test_every_rule_that_is_measured_or_allowed_is_judged() -> None:
    assert {found.rule for found in findings()} | {entry.rule for entry in ALLOWANCES} <= KNOWN


CAPS = {"nesting": 4}
TOO_DEEP = Finding("nesting", "a.py::f", 6)


@pytest.mark.parametrize(
    ("allowances", "said"),
    [
        ([], "a.py::f:1 nesting: 6, at most 4"),
        ([Allowance("nesting", "a.py::f", 7, "")], "a.py::f nesting: now 6, the allowance says 7"),
        (
            [Allowance("nesting", "a.py::f", 6, ""), Allowance("nesting", "b.py::g", 6, "")],
            "not needed any more",
        ),
    ],
)
def test_an_allowance_fits_exactly_or_is_a_complaint(allowances: list[Allowance], said: str) -> None:
    [complaint] = complaints([TOO_DEEP], CAPS, allowances)
    assert said in complaint


def test_an_allowance_that_fits_silences_its_finding() -> None:
    assert complaints([TOO_DEEP], CAPS, [Allowance("nesting", "a.py::f", 6, "")]) == []
