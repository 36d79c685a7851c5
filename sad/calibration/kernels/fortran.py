"""Kernels in Fortran 77, fixed form: arrays from 1, first subscript fastest, labelled DO."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from sad.calibration.kernel import Kind
from sad.calibration.kernels.template import KernelScope, Known
from sad.calibration.kernels.writer import ATOM, MULTIPLY, UNARY, Body, Told, folded, indented, told

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sad.calibration.kernels.template import Procedure, Variable

_TYPES = {
    Kind.INTEGER: "INTEGER",
    Kind.REAL: "REAL",
    Kind.DOUBLE: "DOUBLE PRECISION",
    Kind.COMPLEX: "COMPLEX",
    Kind.DOUBLE_COMPLEX: "DOUBLE COMPLEX",
}
_NAMES = {
    "double": "DBLE",
    "cmplx": "DCMPLX",
    "re": "DBLE",
    "im": "DIMAG",
    "conj": "DCONJG",
    "larger": "MAX",
}
_COMPARE: Mapping[type[ast.cmpop], str] = {
    ast.Lt: ".LT.",
    ast.LtE: ".LE.",
    ast.Gt: ".GT.",
    ast.GtE: ".GE.",
    ast.Eq: ".EQ.",
    ast.NotEq: ".NE.",
}
_WIDTH = 66  # columns 7 to 72


class FortranBody(Body):
    """One procedure in Fortran 77."""

    def __init__(self, procedure: Procedure, unit: str, callees: Sequence[Procedure]) -> None:
        super().__init__(procedure, unit, callees)
        self.main = unit.removesuffix(procedure.name)
        self._label = 0
        self.called: set[str] = set()

    def label(self) -> int:
        """Return a new label."""
        self._label += 10
        return self._label

    def call(self, name: str, arguments: list[ast.expr], scope: KernelScope) -> tuple[str, int]:
        """Return an intrinsic function's text and precedence."""
        if name == "position":
            return self.expression(arguments[0], scope), ATOM
        texts = [
            self.expression(item, scope) for item in arguments[: 2 if name == "larger" else None]
        ]
        if name in {"square", "power"}:
            base = self.expression(arguments[0], scope, UNARY)
            return f"{base}**{texts[1] if name == 'power' else 2}", MULTIPLY
        return f"{_NAMES.get(name, name.upper())}({', '.join(texts)})", ATOM

    def element(self, variable: Variable, subscripts: list[ast.expr], scope: KernelScope) -> str:
        """Return an array element."""
        places = [folded(item, base=1) for item in reversed(subscripts)]
        texts = [self.expression(_from_one(item), scope) for item in places]
        tight = [text.replace(" + ", "+").replace(" - ", "-") for text in texts]
        return f"{variable.name.upper()}({','.join(tight)})"

    def plain(self, name: str) -> str:
        """Return a scalar variable."""
        return "1" if name == "BASE" else name.upper()

    def constant(self, value: float, *, single: bool) -> str:
        """Return a number."""
        if isinstance(value, int):
            return str(value)
        return repr(value) if single else f"{value!r}D0"

    def bits(
        self, operator: ast.operator, left: ast.expr, right: ast.expr, scope: KernelScope
    ) -> str:
        """Return a shift, a bitwise operation or a remainder."""
        first, second = self.expression(left, scope), self.expression(right, scope)
        match operator:
            case ast.Mod():
                return f"MOD({first}, {second})"
            case ast.BitAnd():
                return f"IAND({first}, {second})"
            case ast.BitOr():
                return f"IOR({first}, {second})"
            case ast.BitXor():
                return f"IEOR({first}, {second})"
            case ast.LShift():
                return f"ISHFT({first}, {second})"
            case _:
                return f"ISHFT({first}, -{second})"

    def function(self, callee: Procedure, arguments: list[ast.expr], scope: KernelScope) -> str:
        """Return a call inside an expression."""
        self.called.add(callee.name)
        texts = [self.expression(item, scope) for item in arguments]
        return f"{self.main}{callee.name}({', '.join(texts)})"

    def procedure_call(self, name: str, arguments: list[ast.expr], scope: KernelScope) -> str:
        """Return a call as a statement."""
        texts = [self.expression(item, scope) for item in arguments]
        return f"CALL {self.main}{name} ({', '.join(texts)})"

    def assignment(self, target: str, value: str) -> str:
        """Return an assignment."""
        return f"{target} = {value}"

    def counted(self, loop: ast.For, bounds: tuple[ast.expr, ...], scope: KernelScope) -> list[str]:
        """Return a counted loop."""
        assert isinstance(loop.target, ast.Name)
        label = self.label()
        path = scope.join(f"do{label}")
        end = told(bounds[1])
        self.tell_trips(path, end, scope)
        variable = loop.target.id.upper()
        head = f"DO {label} {variable} = {self._first(bounds[0], scope)}, {self._last(end.node, scope)}"
        for by in bounds[2:]:
            head += f", {self.expression(by, scope)}"
        body = self.statements(loop.body, scope.inside(path))
        return [head, *indented(body), f"{label}: CONTINUE"]

    def _first(self, node: ast.expr, scope: KernelScope) -> str:
        if isinstance(node, ast.Constant):
            assert isinstance(node.value, int)
            return str(node.value + 1)
        text = self.expression(node, scope)
        return text if self.varies(node) else f"{text} + 1"

    def _last(self, node: ast.expr, scope: KernelScope) -> str:
        match node:
            case ast.BinOp(left=left, op=ast.Add(), right=ast.Constant(value=1)) if self.varies(
                left
            ):
                return self.expression(left, scope)
            case _:
                text = self.expression(node, scope)
                return f"{text} - 1" if self.varies(node) else text

    def tested(self, condition: Told, body: list[ast.stmt], scope: KernelScope) -> list[str]:
        """Return a loop that tests before its body."""
        path = scope.numbered("while")
        self.tell_trips(path, condition, scope)
        head = f"DO WHILE ({self.condition(condition.node, scope)})"
        return [head, *indented(self.statements(body, scope.inside(path))), "END DO"]

    def repeated(self, condition: Told, body: list[ast.stmt], scope: KernelScope) -> list[str]:
        """Return a loop that tests after its body."""
        label = self.label()
        path = scope.join(f"goto{label}")
        self.tell_trips(path, condition, scope)
        inner = self.statements(body, scope.inside(path, shared=True))
        scope.numbered("if")  # the jump back is one
        jump = f"IF ({self.condition(condition.node, scope)}) GOTO {label}"
        return [f"{label}: CONTINUE", *indented([*inner, jump])]

    def branch(self, node: ast.If, scope: KernelScope) -> list[str]:
        """Return an IF with its arms."""
        path = scope.numbered("if")
        test = self.told_condition(node.test, path, scope)
        inner = self.statements(node.body, scope.inside(path))
        if not node.orelse and len(inner) == 1 and not isinstance(node.body[0], ast.If):
            return [f"IF ({test}) {inner[0]}"]
        return [f"IF ({test}) THEN", *indented(inner), *self._others(node, path, scope), "END IF"]

    def _others(self, node: ast.If, path: str, scope: KernelScope) -> list[str]:
        lines: list[str] = []
        number = 0
        rest = node.orelse
        while len(rest) == 1 and isinstance(rest[0], ast.If):
            number += 1
            arm = f"{path}.elseif{number}"
            test = self.told_condition(rest[0].test, arm, scope)
            body = self.statements(rest[0].body, scope.inside(arm))
            lines += [f"ELSE IF ({test}) THEN", *indented(body)]
            rest = rest[0].orelse
        if rest:
            lines += ["ELSE", *indented(self.statements(rest, scope.inside(f"{path}.else")))]
        return lines

    def joined(self, one: Told, two: Told, path: str, scope: KernelScope, *, both: bool) -> str:
        """Return the operator; both conditions are one branch."""
        assert one.share is not None
        assert two.share is not None
        share = one.share * two.share if both else 1 - (1 - one.share) * (1 - two.share)
        predictable = not one.misses and not two.misses
        scope.probability(path, share, 0.0 if predictable else float(min(share, 1 - share)))
        return ".AND." if both else ".OR."

    def condition(self, node: ast.expr, scope: KernelScope) -> str:
        """Return a comparison."""
        match node:
            case ast.Compare(left=left, ops=[operator], comparators=[right]):
                sign = _COMPARE[type(operator)]
                return f"{self.typed(left, left, scope)} {sign} {self.typed(right, left, scope)}"
            case _:
                raise ValueError(ast.unparse(node))


def fortran_unit(
    procedure: Procedure, entry: str, callees: Sequence[Procedure], known: Known
) -> str:
    """Return the text of one procedure; what is known of its parameters goes to ``known``."""
    unit = f"{entry}{procedure.name}"
    writer = FortranBody(procedure, unit, callees)
    lines = writer.statements(ast.parse(procedure.body).body, KernelScope(unit, known))
    names = [item.name.upper() for item in writer.declared.values() if item.role != "local"]
    head = f"SUBROUTINE {unit} ({', '.join(names)})"
    if procedure.result is not None:
        head = f"{_TYPES[procedure.result]} FUNCTION {unit} ({', '.join(names)})"
        lines = [line.replace("RESULT =", f"{unit} =") for line in lines]
    return "".join(_fixed(line) for line in [head, *_declarations(writer), *lines, "END"])


def _from_one(place: ast.expr) -> ast.expr:
    """Return a subscript of the language: a number names the same element as in the notation."""
    match place:
        case ast.Constant(value=int() as value):
            return ast.Constant(value + 1)
        case _:
            return place


def _declarations(writer: FortranBody) -> list[str]:
    texts: dict[Kind, list[str]] = {}
    for item in writer.declared.values():
        if item.name == "result":
            continue
        texts.setdefault(item.kind, []).append(_declared(item))
    if writer.loop_variables:
        texts.setdefault(Kind.INTEGER, []).extend(name.upper() for name in writer.loop_variables)
    for callee in writer.callees.values():
        if callee.result is not None and callee.name in writer.called:
            texts.setdefault(callee.result, []).append(f"{writer.main}{callee.name}")
    return [f"{_TYPES[kind]} {', '.join(names)}" for kind, names in texts.items()]


def _declared(item: Variable) -> str:
    if not item.dimensions:
        return item.name.upper()
    plain = all(text.isidentifier() or text.isdigit() for text in item.dimensions)
    if len(item.dimensions) == 1:
        return f"{item.name.upper()}({item.dimensions[0].upper() if plain else '*'})"
    inner = [text.upper() for text in reversed(item.dimensions)]
    return f"{item.name.upper()}({','.join(inner)})"


def _fixed(line: str) -> str:
    """Return a line in columns 7 to 72, continued where it is too long."""
    label, colon, rest = line.strip().partition(": ")
    if colon and label.isdigit():
        return f"{label:>5} {rest}\n"
    depth = min(len(line) - len(line.lstrip()), 24)
    words, text, lines = line.split(), " " * depth, list[str]()
    for word in words:
        if len(text) + 1 + len(word) > _WIDTH:
            lines.append(text)
            text = " " * (depth + 4)
        text += word if not text.strip() else f" {word}"
    lines.append(text)
    first, *others = lines
    return f"      {first}\n" + "".join(f"     &{text}\n" for text in others)
