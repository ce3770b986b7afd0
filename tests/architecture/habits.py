"""What no file may do, found in the syntax tree, so that words in comments and docstrings never count.

Each habit is a function from a file to the lines where it is broken; HABITS is the list.
"""

import ast
import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final

from tests.architecture.findings import Finding
from tests.architecture.sources import Source

THE_GATES: Final = "tests/architecture/"  # they name what they look for
THE_CLOCK: Final = "src/cotty/terminal/clock.py"
# `:off` kills a server with a noisy pane, and toggling no-output hangs the client for ever (tmux up to 3.6).
LETHAL: Final = re.compile(r"refresh-client\b.*(-A\b.*:off\b|-f\b.*no-output)|^%?[^ ]*:off$")


_SELECTED: Final = 3  # lists of files that `select` is given
_WAITS: Final = frozenset({"wait", "wait_news"})


def no_docstring(source: Source) -> Iterator[int]:
    if ast.get_docstring(source.tree) is None:
        yield 1


def sleep(source: Source) -> Iterator[int]:
    """A sleep guesses; `sleep(0)` only lets others run, so it is no guess."""
    for call in source.calls:
        naught = call.args and isinstance(call.args[0], ast.Constant) and call.args[0].value == 0
        if _last_name(call.func) == "sleep" and not naught and source.path != THE_CLOCK:
            yield call.lineno


def disguised_sleep(source: Source) -> Iterator[int]:
    """Waiting for what never comes is a sleep: no file to select, an event or a feed that nobody else knows."""
    for call in source.calls:
        name, receiver = _last_name(call.func), call.func.value if isinstance(call.func, ast.Attribute) else None
        made_here = isinstance(receiver, ast.Call) and _last_name(receiver.func)[:1].isupper()
        files = [argument for argument in call.args if isinstance(argument, ast.List) and not argument.elts]
        waits = name in _WAITS and call.args
        nobodys = waits and (made_here or "silent" in ast.unparse(receiver or ast.Constant("")))
        if (name == "select" and len(files) == _SELECTED) or nobodys:
            yield call.lineno


def wait_that_goes_on_anyway(source: Source) -> Iterator[int]:
    """`asyncio.wait` with a timeout goes on whether the thing came or not: in a test, a sleep by another name."""
    for call in source.calls if source.is_test else ():
        timed = any(word.arg == "timeout" for word in call.keywords)
        if timed and ast.unparse(call.func) in {"asyncio.wait", "wait"}:
            yield call.lineno


def task_without_owner(source: Source) -> Iterator[int]:
    for call in source.calls:
        name = _last_name(call.func)
        if name == "ensure_future" or (name == "create_task" and _ownerless(call.func)):
            yield call.lineno


def _ownerless(function: ast.expr) -> bool:
    receiver = ast.unparse(function.value) if isinstance(function, ast.Attribute) else "asyncio"
    return receiver == "asyncio" or "loop" in receiver


_STARTERS = frozenset({"run", "Popen", "call", "check_call", "check_output"})


def shell_string(source: Source) -> Iterator[int]:
    for call in source.calls:
        shells = [word.value for word in call.keywords if word.arg == "shell" and _last_name(call.func) in _STARTERS]
        asked = any(not isinstance(value, ast.Constant) or value.value for value in shells)
        if asked or _last_name(call.func) in {"create_subprocess_shell", "getoutput", "getstatusoutput"}:
            yield call.lineno


def kill_server(source: Source) -> Iterator[int]:
    """Whoever may end a server it started stands in allowances.py, with the reason."""
    for line, words in _spoken(source):
        if "kill-server" in words and re.search(r"(^|\s)kill-server\b", words):
            yield line


def lethal_refresh(source: Source) -> Iterator[int]:
    for line, words in _spoken(source):
        if ("refresh-client" in words or ":off" in words) and LETHAL.search(words):
            yield line


HABITS: Final[dict[str, Callable[[Source], Iterator[int]]]] = {
    "module without a docstring": no_docstring,
    "sleep": sleep,
    "disguised sleep": disguised_sleep,
    "wait that goes on anyway": wait_that_goes_on_anyway,
    "task without an owner": task_without_owner,
    "shell string": shell_string,
    "kill-server": kill_server,
    "lethal refresh-client": lethal_refresh,
}


def measure(source: Source) -> Iterator[Finding]:
    """Each habit broken in one file, with how often; the line is that of the first place."""
    for rule, habit in HABITS.items():
        if lines := sorted(set(habit(source))):
            yield Finding(rule, source.path, len(lines), lines[0])


def _last_name(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


@lru_cache(maxsize=1)  # two habits ask, one after the other
def _spoken(source: Source) -> tuple[tuple[int, str], ...]:
    return tuple(_strings(source))


def _strings(source: Source) -> Iterator[tuple[int, str]]:
    """Every string the code uses, every row of strings (an argv, a call) joined by spaces; no docstrings."""
    statements = (node for node in source.nodes if isinstance(node, ast.Expr))
    docstrings = {id(node.value) for node in statements if isinstance(node.value, ast.Constant)}
    for node in source.nodes if not source.path.startswith(THE_GATES) else ():
        if isinstance(node, ast.Constant | ast.JoinedStr):
            if id(node) not in docstrings:
                yield node.lineno, _words(node)
        elif isinstance(node, ast.List | ast.Tuple):
            yield node.lineno, " ".join(map(_words, node.elts))
        elif isinstance(node, ast.Call):
            yield node.lineno, " ".join(map(_words, node.args))


def _words(node: ast.AST) -> str:
    """The text of a string, with a hole where something is filled in."""
    if isinstance(node, ast.JoinedStr):
        return "".join(map(_words, node.values))
    if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes):
        return node.value if isinstance(node.value, str) else node.value.decode("latin-1")
    return "…"
