"""Write src/cotty/sync.py from the signatures of the asynchronous classes.

    .venv/bin/python scripts/make_sync.py

Rules: annotations and sentences are those of the source, defaults are those of the running function; what is written
is formatted by ruff, so that the file can be compared with what the next run would write.
"""

import ast
import importlib
import inspect
import json
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

Function = ast.FunctionDef | ast.AsyncFunctionDef
ROOT: Final = Path(__file__).resolve().parents[1]
TARGET: Final = ROOT / "src" / "cotty" / "sync.py"
LINE: Final = 120
# What the façade leaves out: closing is the end of the `with`, the desk is for `doctor`, which is asynchronous, and a
# place is what the rooms below call a pane.
LEFT_OUT: Final = frozenset({"close", "desk", "place"})

HEADER: Final = '''"""The same names without `await`, for scripts, notebooks and tools that are not asynchronous.

    with cotty.sync.connect() as terminal:
        receipt = terminal.open("shared").send("make test")

Rules: written by scripts/make_sync.py from the signatures of the asynchronous classes, never by hand; each terminal
has one event loop in a thread of its own, which ends with the `with`; calls may come from several threads; C-c ends
the call it meets, once that has tidied up (a pen is given back).
"""

# ruff: noqa: A002, BLE001  (the names of the public face; what a call raises, whatever it is, goes to its caller)
import asyncio
import threading
from concurrent.futures import CancelledError, Future, wait
from contextlib import AbstractAsyncContextManager, contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

from cotty import connecting
from cotty.agents import pane as _pane
from cotty.agents import terminal as _terminal
from cotty.errors import ConnectionLost

'''

RUNTIME: Final = '''
T = TypeVar("T")
_TIDYING: Final = 5.0  # seconds an interrupted call may take to end


class _Loop:
    """An event loop in a thread, with one terminal open in it."""

    def __init__(self, context: AbstractAsyncContextManager[_terminal.Terminal]) -> None:
        self._context = context
        self._ready, self._lock = threading.Event(), threading.Lock()
        self._open = False
        self._fault: BaseException | None = None
        self._tasks: dict[Future[Any], asyncio.Task[None]] = {}
        self._thread = threading.Thread(target=self._run, name="cotty", daemon=True)

    def start(self) -> _terminal.Terminal:
        """Open the terminal; raises what opening raises."""
        self._thread.start()
        self._ready.wait()
        if self._fault is not None:
            raise self._fault
        self._open = True
        return self._terminal

    def stop(self) -> None:
        """End what still runs, close the terminal, end the thread."""
        with self._lock:
            was_open, self._open = self._open, False
        if self._fault is None:
            self._ready.wait()
            self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join()
        if self._fault is not None and was_open:
            raise self._fault

    def call(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Run it in the loop and wait; an interrupt cancels it and is raised when it has ended."""
        answer: Future[T] = Future()
        with self._lock:
            if not self._open:
                coroutine.close()
                raise _closed()
            self._loop.call_soon_threadsafe(self._begin, coroutine, answer)
        try:
            return answer.result()
        except CancelledError:
            raise _closed() from None
        except KeyboardInterrupt:
            self._loop.call_soon_threadsafe(self._cancel, answer)
            wait([answer], _TIDYING)
            raise

    def _run(self) -> None:
        try:
            asyncio.run(self._live())
        except BaseException as error:
            self._fault = error
        finally:
            self._ready.set()

    async def _live(self) -> None:
        self._loop, self._end = asyncio.get_running_loop(), asyncio.Event()
        async with self._context as self._terminal, asyncio.TaskGroup() as self._group:
            self._ready.set()
            await self._end.wait()
            for task in self._tasks.values():
                task.cancel()

    def _begin(self, coroutine: Coroutine[Any, Any, T], answer: Future[T]) -> None:
        self._tasks[answer] = self._group.create_task(self._answer(coroutine, answer))

    async def _answer(self, coroutine: Coroutine[Any, Any, T], answer: Future[T]) -> None:
        try:
            answer.set_result(await coroutine)
        except asyncio.CancelledError:
            answer.set_exception(CancelledError())
            raise
        except BaseException as error:
            answer.set_exception(error)
        finally:
            del self._tasks[answer]

    def _cancel(self, answer: Future[Any]) -> None:
        if answer in self._tasks:
            self._tasks[answer].cancel()


def _closed() -> ConnectionLost:
    return ConnectionLost("This terminal was closed.", suggestion="Use it inside its `with cotty.sync.connect()`.")


async def _next(items: AsyncIterator[T]) -> T | None:
    return await anext(items, None)


def _each(loop: _Loop, items: AsyncIterator[T]) -> Iterator[T]:
    """An asynchronous iterator as a plain one; leaving it early ends it."""
    try:
        while (item := loop.call(_next(items))) is not None:
            yield item
    finally:
        with suppress(ConnectionLost):  # the terminal was closed first, and has ended it
            loop.call(cast("AsyncGenerator[T, None]", items).aclose())

'''

# class, its module, what a handle holds
CLASSES: Final = (
    ("Pane", "cotty.agents.pane", "_pane"),
    ("Agent", "cotty.agents.agent", "_agent"),
    ("Terminal", "cotty.agents.terminal", "_terminal"),
)
HANDLES: Final = frozenset({"Pane", "Agent"})  # what is given back as one of ours
# Names that are written in quotes, because loading their rooms takes 50 ms.
LATE: Final = {
    "_agent": "from cotty.agents import agent as _agent",
    "Explanation": "cotty.profiles.explaining",
    "Profile": "cotty.profiles.profile",
}
HOMES: Final = {
    "builtins": "import builtins",
    "os": "import os",
    "Settings": "from cotty.settings import Settings",
    **dict.fromkeys(
        ("AsyncGenerator", "AsyncIterator", "Coroutine", "Iterable", "Iterator", "Mapping", "Sequence"),
        "collections.abc",
    ),
    **dict.fromkeys(
        ("AgentInfo", "AgentReport", "AgentState", "Awaiting", "Chunk", "Page", "PaneInfo", "Ready", "Receipt",
         "Result", "Screen", "ServerId", "Turn"),
        "cotty.model",
    ),
}  # fmt: skip


def written() -> str:
    """The whole module, as it should stand."""
    classes = [_class(*row) for row in CLASSES]
    body = RUNTIME + "\n\n".join([*classes, _connect()])
    return _formatted(HEADER + _imports(HOMES, body) + _late_imports(body) + body)


def _imports(homes: Mapping[str, str], body: str) -> str:
    lines = []
    for name, home in homes.items():
        if re.search(rf"\b{name}\b", body):
            lines.append(home if " " in home else f"from {home} import {name}")
    return "\n".join(lines) + "\n"


def _late_imports(body: str) -> str:
    """For type checkers alone: a script that asks no agent does not load what agents need."""
    lines = _imports(LATE, body).rstrip().splitlines()
    return "\n".join(["\nif TYPE_CHECKING:", *(f"    {line}" for line in lines), ""])


def _class(name: str, module: str, inner: str) -> str:
    running = getattr(importlib.import_module(module), name)
    held = f'"{inner}.{name}"' if inner in LATE else f"{inner}.{name}"
    lineage = [
        _found(each.__module__, each.__name__) for each in running.__mro__ if each.__module__.startswith("cotty")
    ]
    parts = [
        "@dataclass(frozen=True, slots=True, repr=False)",
        f"class {name}:",
        f'    """{ast.get_docstring(lineage[0])}"""',
        "    _loop: _Loop",
        f"    {inner}: {held}",
        *_attributes(lineage, inner),
        *(_method(method, running, inner) for method in _public_methods(lineage)),
    ]
    return "\n\n".join(["\n".join(parts[:5]), *parts[5:]]) + "\n"


def _attributes(lineage: list[ast.ClassDef], inner: str) -> Iterator[str]:
    """Public fields of a dataclass, and what a constructor sets."""
    body = [row for node in lineage for row in node.body]
    rows = [(row.target.id, ast.unparse(row.annotation)) for row in body
            if isinstance(row, ast.AnnAssign) and isinstance(row.target, ast.Name)]  # fmt: skip
    if any("self.name = " in ast.unparse(row) for row in body):
        rows.append(("name", "str"))
    for name, annotation in rows:
        if not name.startswith("_"):
            yield _property(name, annotation, inner)


def _property(name: str, annotation: str, inner: str, sentence: str = "") -> str:
    value = f"self.{inner}.{name}"
    if annotation in HANDLES:
        value = f"{annotation}(self._loop, {value})"
    said = f'        """{sentence}"""\n' if sentence else ""
    return f"    @property\n    def {name}(self) -> {annotation}:\n{said}        return {value}"


def _public_methods(lineage: list[ast.ClassDef]) -> Iterator[Function]:
    """Those of the class, and those of the classes it extends where it has none of that name; in the oldest's order."""
    newest: dict[str, Function] = {}
    for node in reversed(lineage):
        newest |= {row.name: row for row in node.body if isinstance(row, Function)}
    return (row for name, row in newest.items() if not name.startswith("_") and name not in LEFT_OUT)


def _method(node: Function, running: type[Any], inner: str) -> str:
    answer = ast.unparse(node.returns).strip("'") if node.returns else "None"
    if answer.startswith("list[") and hasattr(running, "list") and node.name != "list":
        answer = f"builtins.{answer}"  # the class has a verb of that name
    if answer in LATE:
        answer = f'"{answer}"'
    if any(ast.unparse(each) == "property" for each in node.decorator_list):
        return _property(node.name, answer, inner, _sentence(node, 8))
    call = f"self.{inner}.{node.name}({_passed_on(node)})"
    if answer.startswith("AsyncIterator["):
        answer, call = answer.removeprefix("Async"), f"_each(self._loop, {call})"
    elif isinstance(node, ast.AsyncFunctionDef):
        call = f"self._loop.call({call})"
    if answer in HANDLES:
        call = f"{answer}(self._loop, {call})"
    parameters = ["self", *_parameters(node, getattr(running, node.name))]
    sentence = _sentence(node, 8)
    head = _head(f"    def {node.name}", parameters, answer)
    return f'{head}\n        """{sentence}"""\n        return {call}'


def _connect() -> str:
    node = _found("cotty.connecting", "connect")
    parameters = _parameters(node, importlib.import_module("cotty.connecting").connect)
    passed = "\n        ".join(_rows(_passed_on(node).split(", "), LINE - 8))
    return f'''
@contextmanager
{_head("def connect", parameters, "Iterator[Terminal]")}
    """{_sentence(node, 4).replace("`async with`", "`with`")}"""
    loop = _Loop(connecting.connect(
        {passed}
    ))  # fmt: skip
    try:
        yield Terminal(loop, loop.start())
    finally:
        loop.stop()
'''


def _sentence(node: Function, margin: int) -> str:
    """The first sentence: the rest stands at the asynchronous name."""
    paragraph = (ast.get_docstring(node) or "").partition("\n\n")[0]
    first = re.split(r"(?<=\.)\s", paragraph, maxsplit=1)[0]
    margin_row = "\n" + " " * margin
    return first.replace("\n", margin_row) + (margin_row if "\n" in first else "")


def _found(module: str, name: str) -> Any:  # noqa: ANN401  (a class or a function)
    source = Path(str(importlib.import_module(module).__file__)).read_text(encoding="utf-8")
    return next(node for node in ast.parse(source).body if getattr(node, "name", None) == name)


def _parameters(node: ast.FunctionDef | ast.AsyncFunctionDef, running: object) -> list[str]:
    """As in the source, but a default that is a name there is its value here."""
    words, star = [], False
    known = inspect.signature(running).parameters  # type: ignore[arg-type]
    for argument in _arguments(node):
        parameter = known[argument.arg]
        if parameter.kind is inspect.Parameter.VAR_POSITIONAL:
            words.append(f"*{argument.arg}: {_annotation(argument)}")
            star = True
            continue
        if parameter.kind is inspect.Parameter.KEYWORD_ONLY and not star:
            words.append("*")
            star = True
        value = json.dumps(parameter.default) if isinstance(parameter.default, str) else repr(parameter.default)
        default = "" if parameter.default is inspect.Parameter.empty else f" = {value}"
        words.append(f"{argument.arg}: {_annotation(argument)}{default}")
    return words


def _head(name: str, parameters: list[str], answer: str) -> str:
    """A signature, on as few lines as it takes: one line for each parameter would double the file."""
    line = f"{name}({', '.join(parameters)}) -> {answer}:"
    if len(line) <= LINE:
        return line
    margin = " " * (len(name) - len(name.lstrip()))
    rows = _rows(parameters, LINE - len(margin) - 4)
    return "\n".join([f"{name}(", *(f"{margin}    {row}" for row in rows), f"{margin}) -> {answer}:  # fmt: skip"])


def _rows(words: list[str], width: int) -> list[str]:
    """Words with commas, as many on a row as fit."""
    rows = [""]
    for word in words:
        if len(rows[-1]) + len(word) + 2 > width:
            rows.append("")
        rows[-1] += f"{' ' if rows[-1] else ''}{word},"
    return rows


def _arguments(node: Function) -> list[ast.arg]:
    rows = [*node.args.posonlyargs, *node.args.args]
    rows += [node.args.vararg] if node.args.vararg else []
    return [row for row in [*rows, *node.args.kwonlyargs] if row.arg != "self"]


def _annotation(argument: ast.arg) -> str:
    return ast.unparse(argument.annotation).replace("'", '"') if argument.annotation else "object"


def _passed_on(node: Function) -> str:
    by_place = [row.arg for row in [*node.args.posonlyargs, *node.args.args] if row.arg != "self"]
    starred = [f"*{node.args.vararg.arg}"] if node.args.vararg else []
    return ", ".join([*by_place, *starred, *(f"{row.arg}={row.arg}" for row in node.args.kwonlyargs)])


def _formatted(text: str) -> str:
    ruff = [str(Path(sys.executable).with_name("ruff"))]
    name = ["--stdin-filename", str(TARGET)]
    for words in (["check", "--select", "I", "--fix", "--quiet", "--exit-zero"], ["format", "--quiet"]):
        done = subprocess.run(
            [*ruff, *words, *name, "-"], input=text, capture_output=True, text=True, check=True, timeout=60
        )
        text = done.stdout
    return text


if __name__ == "__main__":
    TARGET.write_text(written(), encoding="utf-8")
    print(f"written: {TARGET.relative_to(ROOT)}, {written().count(chr(10))} lines")
