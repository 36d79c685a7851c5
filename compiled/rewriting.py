"""A module's source as it is compiled: records written out, constants final, annotations as text.

Everything stays on its line but what is added at the end of a class, so that errors of the compiler
and tracebacks lead nearly to the place.
"""

from __future__ import annotations

import ast
from typing import NamedTuple

from compiled.records import BOTH, LATE, class_of, methods

_IMPORTS = f"from typing import Any, ClassVar, Final, Literal; {LATE}"
_ALIASES = (ast.BinOp, ast.Name, ast.Attribute, ast.Subscript, ast.Lambda)
_MAKERS = frozenset(("TypeVar", "ParamSpec", "NewType", "namedtuple"))


class _Edit(NamedTuple):
    """Text in place of that from one place to another, both as (line from 0, byte)."""

    start: tuple[int, int]
    end: tuple[int, int]
    text: str


def rewritten(source: str) -> str:
    """Return a module's source as it is compiled."""
    tree = ast.parse(source)
    edits: list[_Edit] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            edits += _class(node)
    edits += _constants(tree)
    edits += _numbers(tree)
    lines = source.encode().split(b"\n")
    for edit in sorted(set(edits), reverse=True):
        (first, left), (last, right) = edit.start, edit.end
        text = lines[first][:left] + edit.text.encode() + lines[last][right:]
        lines[first : last + 1] = text.split(b"\n")
    return b"\n".join(lines).decode()


def _class(node: ast.ClassDef) -> list[_Edit]:
    kept = [edit for item in node.body for edit in _kept_property(item)]
    found = class_of(node)
    if found is None:
        return [*kept, *_quoted(node)] if node.bases or node.decorator_list else kept
    edits = [_gone(item) for item in node.decorator_list]
    edits += [
        _Edit(_end(item.annotation), _end(item), "")
        for item in node.body
        if isinstance(item, ast.AnnAssign) and item.value is not None
    ]
    indent = "\n" + " " * node.body[0].col_offset
    end = _end(node)
    return [*kept, *edits, _Edit(end, end, indent + indent.join(methods(found)))]


def _kept_property(item: ast.stmt) -> list[_Edit]:
    """A cached property keeps its value in a field: mypyc takes it for one that is found each time."""
    match item:
        case ast.FunctionDef(name=name, decorator_list=[ast.Name(id="cached_property") as first]):
            kind = "object" if item.returns is None else ast.unparse(item.returns)
            indent = "\n" + " " * item.col_offset
            lines = [
                "property",
                f"def {name}(self) -> {kind}:",
                f"    if self._kept_{name} is None:",
                f"        self._kept_{name} = (self._found_{name}(),)",
                f"    return self._kept_{name}[0]",
                f"_kept_{name}: tuple[{kind}] | None = None",
                f"def _found_{name}(self) -> {kind}:",
                "    ",
            ]
            body = item.body[0]
            start = (first.lineno - 1, first.col_offset)
            return [_Edit(start, (body.lineno - 1, body.col_offset), indent.join(lines))]
        case _:
            return []


def _quoted(node: ast.ClassDef) -> list[_Edit]:
    """Annotations of an ordinary class as text: mypyc evaluates them, ``annotations`` or not."""
    edits: list[_Edit] = []
    for item in node.body:
        if isinstance(item, ast.AnnAssign) and "ClassVar" not in ast.unparse(item.annotation):
            kind = item.annotation
            mark = "'" if '"' in ast.unparse(kind) or "'" not in ast.unparse(kind) else '"'
            edits += _around(kind, mark, mark)
    return edits


def _constants(tree: ast.Module) -> list[_Edit]:
    """What a module assigns once is final: read without a look into the module's dictionary."""
    edits: list[_Edit] = []
    again = _assigned_again(tree)
    for item in tree.body:
        match item:
            case ast.ImportFrom(module="__future__"):
                end = _end(item)
                edits.append(_Edit(end, end, "; " + _IMPORTS))
            case ast.Assign(targets=[ast.Name(id=name) as target], value=value):
                if name not in again and not _is_alias(value):
                    end = _end(target)
                    edits.append(_Edit(end, end, ": Final"))
            case ast.AnnAssign(target=ast.Name(id=name), annotation=kind, value=ast.expr()):
                said = ast.unparse(kind)
                if name not in again and not said.startswith(("Final", "TypeAlias")):
                    edits += _around(kind, "Final[", "]")
            case _:
                pass
    return edits


def _numbers(tree: ast.Module) -> list[_Edit]:
    """Where a float is expected an integer may come, and has to stay one: mypyc would convert it."""
    kinds: list[ast.expr | None] = []
    for item in ast.walk(tree):
        match item:
            case ast.FunctionDef(returns=kind) | ast.arg(annotation=kind):
                kinds.append(kind)
            case ast.AnnAssign(annotation=kind) | ast.Subscript(slice=kind):
                kinds.append(kind)
            case _:
                pass
    return [
        _place(name, BOTH)
        for kind in kinds
        if kind is not None
        for name in ast.walk(kind)
        if isinstance(name, ast.Name) and name.id == "float"
    ]


def _assigned_again(tree: ast.Module) -> set[str]:
    """Names of a module that are assigned more than once, or somewhere inside."""
    once: set[str] = set()
    again: set[str] = {"__all__"}
    for item in ast.walk(tree):
        match item:
            case ast.Global(names=names):
                again.update(names)
            case _:
                pass
    for item in tree.body:
        if isinstance(item, ast.Assign | ast.AnnAssign | ast.AugAssign):
            targets = item.targets if isinstance(item, ast.Assign) else [item.target]
            names = {one.id for one in targets if isinstance(one, ast.Name)}
            again |= names & once
            once |= names
        elif not isinstance(item, ast.FunctionDef | ast.ClassDef | ast.Expr):
            names = {one.id for one in ast.walk(item) if isinstance(one, ast.Name)}
            again |= names
    return again


def _is_alias(value: ast.expr) -> bool:
    """Whether an assigned value may be a type, which has to stay an alias."""
    if isinstance(value, ast.Call):
        return isinstance(value.func, ast.Name) and value.func.id in _MAKERS
    return isinstance(value, _ALIASES)


def _around(node: ast.expr, before: str, after: str) -> list[_Edit]:
    start, end = (node.lineno - 1, node.col_offset), _end(node)
    return [_Edit(start, start, before), _Edit(end, end, after)]


def _place(node: ast.expr | ast.stmt, text: str) -> _Edit:
    return _Edit((node.lineno - 1, node.col_offset), _end(node), text)


def _end(node: ast.expr | ast.stmt) -> tuple[int, int]:
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    return node.end_lineno - 1, node.end_col_offset


def _gone(decorator: ast.expr) -> _Edit:
    line, column = decorator.lineno - 1, decorator.col_offset
    return _Edit((line, column - 1), _end(decorator), "")
