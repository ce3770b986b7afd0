"""How big things are: files, function bodies, positional parameters, nesting, packages.

The caps are where a reader stops following. The aims are files of 60 to 200 lines, functions of 4 to 12.
"""

import ast
from collections.abc import Iterator
from typing import Final

from tests.architecture.findings import Finding
from tests.architecture.sources import Source

CAPS: Final = {
    "source file lines": 400,
    "table file lines": 600,
    "test file lines": 500,
    "function body lines": 50,
    "positional parameters": 5,
    "nesting": 4,
    "modules in a package": 20,
}

Function = ast.FunctionDef | ast.AsyncFunctionDef
DEEPER: Final = (
    ast.If,
    ast.For,
    ast.AsyncFor,
    ast.While,
    ast.With,
    ast.AsyncWith,
    ast.Try,
    ast.TryStar,
    ast.Match,
)


def measure(source: Source) -> Iterator[Finding]:
    """Everything that has a size in one file."""
    functions = list(_functions(source.tree))
    yield Finding(_kind(source, functions), source.path, source.lines)
    for name, function in functions:
        where = f"{source.path}::{name}"
        yield Finding("function body lines", where, _body_lines(function), function.lineno)
        yield Finding("positional parameters", where, _positional(function), function.lineno)
        yield Finding("nesting", where, _depth(function), function.lineno)


def _kind(source: Source, functions: list[tuple[str, Function]]) -> str:
    if source.is_test:
        return "test file lines"
    return "source file lines" if functions else "table file lines"


def _functions(node: ast.AST, prefix: str = "") -> Iterator[tuple[str, Function]]:
    for child in _statements(node):
        name = f"{prefix}{child.name}" if isinstance(child, Function | ast.ClassDef) else prefix
        if isinstance(child, Function):
            yield name, child
        yield from _functions(child, f"{name}." if name != prefix else prefix)


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    """The children that may hold blocks: no expression does, and most nodes are in expressions."""
    return (child for child in ast.iter_child_nodes(node) if not isinstance(child, ast.expr))


def _body_lines(function: Function) -> int:
    body = function.body[1:] if ast.get_docstring(function) is not None else function.body
    return (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0


def _positional(function: Function) -> int:
    names = [argument.arg for argument in function.args.posonlyargs + function.args.args]
    return len(names) - (names[:1] in (["self"], ["cls"]))


def _depth(node: ast.AST) -> int:
    """How deep blocks stand in blocks; `elif` is as deep as its `if`, a function inside starts again."""
    deepest = 0
    for child in _statements(node):
        if isinstance(child, Function | ast.ClassDef):
            continue
        is_elif = isinstance(node, ast.If) and node.orelse == [child] and isinstance(child, ast.If)
        step = isinstance(child, DEEPER) and not is_elif
        deepest = max(deepest, step + _depth(child))
    return deepest
