"""The interpreter's code changed so that every read and write of a variable or element is noted."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from tests.support.interpreter.names import identifier

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.ir.program import Unit

_BODY = re.compile(r"b(\d+)")


def noting(code: str, units: Sequence[Unit]) -> ast.Module:
    """Return code whose units call ``_read``, ``_write``, ``_got``, ``_set`` and ``_event``."""
    tree = ast.parse(code)
    changer = _Change(units)
    tree.body = [
        changer.visit(item) if isinstance(item, ast.FunctionDef) else item for item in tree.body
    ]
    return ast.fix_missing_locations(tree)


class _Change(ast.NodeTransformer):
    """Changes the functions that are units' bodies."""

    def __init__(self, units: Sequence[Unit]) -> None:
        self._spelled = [{identifier(name): name for name in unit.symbols} for unit in units]
        self._unit = -1
        self._stores: set[str] = set()

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        match = _BODY.fullmatch(node.name)
        if match is None:
            return node
        self._unit = int(match[1])
        self._stores = {item.arg for item in node.args.args}
        for part in ast.walk(node):
            if isinstance(part, ast.Subscript) and isinstance(part.value, ast.Name):
                self._stores.add(part.value.id)
            if isinstance(part, ast.Call):
                for argument in part.args:
                    name = argument.value if isinstance(argument, ast.Starred) else argument
                    if isinstance(name, ast.Name) and not _is_operation(part):
                        self._stores.add(name.id)
        body: list[ast.stmt] = []
        for statement in node.body:
            body.extend(self._statements(statement))
        first = ast.parse(f"_fr = _frame({self._unit})").body
        node.body = [*first, *body]
        return node

    def _statements(self, node: ast.stmt) -> list[ast.stmt]:
        """A statement with what it notes."""
        if isinstance(node, ast.AugAssign) and _is_count(node.target):
            assert isinstance(node.target, ast.Subscript)
            value = self.visit(node.value)
            number = ast.unparse(node.target.slice)
            call = ast.parse(f"_event(_fr, {number})").body if number.isdigit() else []
            node.value = value
            return [node, *call]
        for name in ("body", "orelse", "finalbody"):
            inner = getattr(node, name, None)
            if inner:
                setattr(node, name, [part for item in inner for part in self._statements(item)])
        for handler in getattr(node, "handlers", ()):
            handler.body = [part for item in handler.body for part in self._statements(item)]
        if isinstance(node, ast.If | ast.While):
            node.test = self.visit(node.test)
            return [node]
        if isinstance(node, ast.For):
            node.iter = self.visit(node.iter)
            return [node]
        if isinstance(node, ast.Try | ast.FunctionDef):
            return [node]
        if isinstance(node, ast.Assign):
            return self._assign(node)
        if isinstance(node, ast.AugAssign):
            target = node.target
            load = ast.parse(ast.unparse(target), mode="eval").body
            value = ast.BinOp(load, node.op, node.value)
            return self._assign(ast.Assign([target], value))
        return [self.visit(node)]

    def _assign(self, node: ast.Assign) -> list[ast.stmt]:
        (target,) = node.targets
        made = self._made(node.value)
        value = node.value if made else self.visit(node.value)
        if isinstance(target, ast.Subscript) and self._is_store(target.value):
            base, name = ast.unparse(target.value), self._name(target.value)
            index = self.visit(target.slice)
            call = ast.Call(
                ast.Name("_write", ast.Load()),
                [
                    ast.Name("_fr", ast.Load()),
                    ast.parse(base, mode="eval").body,
                    index,
                    ast.Constant(name),
                    value,
                ],
                [],
            )
            return [ast.Expr(call)]
        names = [item for item in ast.walk(target) if isinstance(item, ast.Name)]
        notes: list[ast.stmt] = []
        for item in names:
            if self._is_register(item.id) and not made:
                notes += ast.parse(f"_set(_fr, {self._plain(item.id)!r})").body
        return [ast.Assign([target], value), *notes]

    def _made(self, value: ast.expr) -> bool:
        """Whether a value is a new store or an undefined value: no access of the program."""
        return isinstance(value, ast.Constant) and (value.value is None or "\0" in str(value.value))

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        if not self._is_store(node.value):
            return self.generic_visit(node)
        index = self.visit(node.slice)
        return ast.Call(
            ast.Name("_read", ast.Load()),
            [
                ast.Name("_fr", ast.Load()),
                node.value,
                index,
                ast.Constant(self._name(node.value)),
            ],
            [],
        )

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Note by which names scalars are passed."""
        self.generic_visit(node)
        if not isinstance(node.func, ast.Name) or not node.func.id.startswith("f_"):
            return node
        for place in range(0, len(node.args) - 1, 2):
            store, index = node.args[place], node.args[place + 1]
            if not isinstance(store, ast.Name) or not self._is_store(store):
                continue
            if isinstance(index, ast.Constant) and index.value == 0:
                call = ast.parse(
                    f"_passed(_fr, {store.id}, {self._plain(store.id)!r})", mode="eval"
                )
                node.args[place] = call.body
        return node

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if isinstance(node.ctx, ast.Load) and self._is_register(node.id):
            call = ast.parse(f"_got(_fr, {self._plain(node.id)!r}, 0)", mode="eval").body
            assert isinstance(call, ast.Call)
            call.args[2] = node
            return call
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        node.body = self.visit(node.body)
        return node

    def _is_store(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Name) and (
            node.id == "heap" or re.match(r"(v|s\d+)_", node.id) is not None
        )

    def _name(self, node: ast.expr) -> str:
        assert isinstance(node, ast.Name)
        return node.id if node.id == "heap" else self._plain(node.id)

    def _plain(self, text: str) -> str:
        name = text.partition("_")[2]
        return self._spelled[self._unit].get(name, name)

    def _is_register(self, name: str) -> bool:
        return name.startswith("v_") and name not in self._stores


def _is_count(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Subscript)
        and isinstance(node.value, ast.Name)
        and (node.value.id == "c")
    )


def _is_operation(node: ast.Call) -> bool:
    """Whether a call is of a function that takes values, not places."""
    function = node.func
    if isinstance(function, ast.Name):
        return not function.id.startswith(("f_", "v_", "PartOfString", "character_dummy"))
    if isinstance(function, ast.Attribute):
        return function.attr not in ("address", "pointer", "member")
    return False
