"""Kernels in C: arrays from 0, last subscript fastest, scalars by value, results through pointers."""

from __future__ import annotations

import ast
from fractions import Fraction
from typing import TYPE_CHECKING

from sad.calibration.kernel import Kind
from sad.calibration.kernels.template import KernelScope, Known, variables
from sad.calibration.kernels.writer import (
    ADD,
    ATOM,
    COMPARE,
    MULTIPLY,
    UNARY,
    Body,
    Told,
    folded,
    indented,
    number,
    told,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sad.calibration.kernels.template import Procedure, Variable

TYPES = {
    Kind.INTEGER: "int",
    Kind.REAL: "float",
    Kind.DOUBLE: "double",
    Kind.COMPLEX: "float complex",
    Kind.DOUBLE_COMPLEX: "double complex",
}
_FUNCTIONS = {
    "abs": "fabs",
    "min": "fmin",
    "max": "fmax",
    "sign": "copysign",
    "power": "pow",
    "nint": "lround",
    "re": "creal",
    "im": "cimag",
}
_OPERATORS: Mapping[type[ast.cmpop | ast.operator], str] = {
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Mod: "%",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.LShift: "<<",
    ast.RShift: ">>",
}


class CBody(Body):
    """One procedure in C. ``flat`` writes a[i,j] as a[i*m + j]."""

    def __init__(
        self, procedure: Procedure, unit: str, callees: Sequence[Procedure], *, flat: bool
    ) -> None:
        super().__init__(procedure, unit, callees)
        self.main = unit.removesuffix(procedure.name.lower())
        self.flat = flat

    def call(self, name: str, arguments: list[ast.expr], scope: KernelScope) -> tuple[str, int]:
        """Return an intrinsic function's text and precedence."""
        match name, arguments:
            case "position", [inner]:
                return self.expression(inner, scope), ATOM
            case "larger", [one, two, share, *rest]:
                path = scope.numbered("if")
                scope.probability(path, number(share), float(number(rest[0])) if rest else 0.0)
                first = self.expression(one, scope, ADD)
                second = self.expression(two, scope, ADD)
                return f"({first} > {second} ? {first} : {second})", ATOM
            case (("min" | "max"), [one, two]) if self.kind(one) is self.kind(two) is Kind.INTEGER:
                first = self.expression(one, scope, ADD)
                second = self.expression(two, scope, ADD)
                sign = "<" if name == "min" else ">"
                return f"({first} {sign} {second} ? {first} : {second})", ATOM
            case "square", [inner]:
                text = self.expression(inner, scope, UNARY)
                return f"{text}*{text}", MULTIPLY
            case (("int" | "double" | "real"), [inner]):
                kind = Kind(name) if name != "int" else Kind.INTEGER
                return f"({TYPES[kind]}) {self.expression(inner, scope, UNARY)}", UNARY
            case "cmplx", [one, two]:
                first, second = self.expression(one, scope), self.expression(two, scope, MULTIPLY)
                return f"{first} + {second}*I", ADD
            case _:
                function = _FUNCTIONS.get(name, name)
                if name == "abs" and self.kind(arguments[0]) is Kind.INTEGER:
                    function = "abs"
                if self.kind(arguments[0]) is Kind.REAL:
                    function += "f"
                texts = [self.expression(item, scope) for item in arguments]
                text = f"{function}({', '.join(texts)})"
                return (f"(int) {text}", UNARY) if name == "nint" else (text, ATOM)

    def element(self, variable: Variable, subscripts: list[ast.expr], scope: KernelScope) -> str:
        """Return an array element."""
        subscripts = [folded(item, base=0) for item in subscripts]
        if len(subscripts) > 1 and self.flat:
            text = self.expression(subscripts[0], scope, MULTIPLY)
            for size, subscript in zip(variable.dimensions[1:], subscripts[1:], strict=True):
                inner = self.expression(subscript, scope, ADD)
                text = f"({text})*{size} + {inner}" if " " in text else f"{text}*{size} + {inner}"
            return f"{variable.name}[{text}]"
        return variable.name + "".join(f"[{self.expression(item, scope)}]" for item in subscripts)

    def plain(self, name: str) -> str:
        """Return a scalar variable."""
        if name == "BASE":
            return "0"
        known = self.declared.get(name)
        return f"*{name}" if known is not None and known.role == "out" else name

    def constant(self, value: float, *, single: bool) -> str:
        """Return a number."""
        if isinstance(value, int) or not single:
            return repr(value)
        return f"{value!r}f"

    def bits(
        self, operator: ast.operator, left: ast.expr, right: ast.expr, scope: KernelScope
    ) -> str:
        """Return a shift, a bitwise operation or a remainder."""
        first, second = self.expression(left, scope, UNARY), self.expression(right, scope, UNARY)
        return f"({first} {_OPERATORS[type(operator)]} {second})"

    def function(self, callee: Procedure, arguments: list[ast.expr], scope: KernelScope) -> str:
        """Return a call inside an expression."""
        return f"{self.main}{callee.name.lower()}({self._passed(callee, arguments, scope)})"

    def procedure_call(self, name: str, arguments: list[ast.expr], scope: KernelScope) -> str:
        """Return a call as a statement."""
        return f"{self.function(self.callees[name], arguments, scope)};"

    def _passed(self, callee: Procedure, arguments: list[ast.expr], scope: KernelScope) -> str:
        formals = [item for item in variables(callee).values() if item.role != "local"]
        texts = list[str]()
        for formal, actual in zip(formals, arguments, strict=True):
            text = self.expression(actual, scope)
            whole = isinstance(actual, ast.Name) and bool(self._dimensions(actual.id))
            if formal.role == "out" or (formal.role == "array" and not whole):
                text = text.removeprefix("*") if text.startswith("*") else f"&{text}"
            texts.append(text)
        return ", ".join(texts)

    def _dimensions(self, name: str) -> tuple[str, ...]:
        return self.declared[name].dimensions if name in self.declared else ()

    def assignment(self, target: str, value: str) -> str:
        """Return an assignment."""
        if target == "result":
            return f"return {value};"
        return f"{target} = {value};"

    def counted(self, loop: ast.For, bounds: tuple[ast.expr, ...], scope: KernelScope) -> list[str]:
        """Return a counted loop."""
        assert isinstance(loop.target, ast.Name)
        path = scope.numbered("loop")
        end = told(bounds[1])
        self.tell_trips(path, end, scope)
        name = loop.target.id
        step = f"{name}++"
        for by in bounds[2:]:
            step = f"{name} += {self.expression(by, scope)}"
        first, last = self.expression(bounds[0], scope), self.expression(end.node, scope)
        head = f"for ({name} = {first}; {name} < {last}; {step}) {{"
        return [head, *indented(self.statements(loop.body, scope.inside(path))), "}"]

    def tested(self, condition: Told, body: list[ast.stmt], scope: KernelScope) -> list[str]:
        """Return a loop that tests before its body."""
        path = scope.numbered("while")
        self.tell_trips(path, condition, scope)
        head = f"while ({self.condition(condition.node, scope)}) {{"
        return [head, *indented(self.statements(body, scope.inside(path))), "}"]

    def repeated(self, condition: Told, body: list[ast.stmt], scope: KernelScope) -> list[str]:
        """Return a loop that tests after its body."""
        path = scope.numbered("while")
        self.tell_trips(path, condition, scope)
        inner = self.statements(body, scope.inside(path))
        return ["do {", *indented(inner), f"}} while ({self.condition(condition.node, scope)});"]

    def branch(self, node: ast.If, scope: KernelScope) -> list[str]:
        """Return an IF with its arms."""
        path = scope.numbered("if")
        test = self.told_condition(node.test, path, scope)
        lines = [f"if ({test}) {{", *indented(self.statements(node.body, scope.inside(path)))]
        number = 0
        rest = node.orelse
        while len(rest) == 1 and isinstance(rest[0], ast.If):
            number += 1
            arm = f"{path}.elseif{number}"
            test = self.told_condition(rest[0].test, arm, scope)
            body = self.statements(rest[0].body, scope.inside(arm))
            lines += [f"}} else if ({test}) {{", *indented(body)]
            rest = rest[0].orelse
        if rest:
            body = self.statements(rest, scope.inside(f"{path}.else"))
            lines += ["} else {", *indented(body)]
        return [*lines, "}"]

    def joined(self, one: Told, two: Told, path: str, scope: KernelScope, *, both: bool) -> str:
        """Return the operator; the second condition is a branch of its own."""
        scope.probability(path, one.share or Fraction(0), one.misses)
        behind = f"{path}.{'and' if both else 'or'}2"
        scope.probability(behind, two.share or Fraction(0), two.misses)
        return "&&" if both else "||"

    def condition(self, node: ast.expr, scope: KernelScope) -> str:
        """Return a comparison."""
        match node:
            case ast.Compare(left=left, ops=[operator], comparators=[right]):
                self.typed(left, left, scope)
                first = self.expression(left, scope, COMPARE)
                second = self.typed(right, left, scope)
                return f"{first} {_OPERATORS[type(operator)]} {second}"
            case _:
                raise ValueError(ast.unparse(node))


def c_unit(
    procedure: Procedure, entry: str, callees: Sequence[Procedure], known: Known, *, flat: bool
) -> str:
    """Return the text of one procedure; what is known of its parameters goes to ``known``."""
    unit = f"{entry}{procedure.name.lower()}"
    writer = CBody(procedure, unit, callees, flat=flat)
    tree = ast.parse(procedure.body)
    lines = writer.statements(tree.body, KernelScope(unit, known))
    written = _written(tree)
    formals = [
        _formal(item, written=item.name in written, flat=flat)
        for item in writer.declared.values()
        if item.role != "local"
    ]
    result = "void" if procedure.result is None else TYPES[procedure.result]
    text = [
        f"{result} {unit}({', '.join(formals)})",
        "{",
        *indented(_locals(writer)),
        *indented(lines),
    ]
    return "\n".join([*text, "}", ""])


def _written(tree: ast.Module) -> set[str]:
    """Names of arrays that are assigned to or passed to a procedure."""
    names: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[ast.Subscript(value=ast.Name(id=name))]):
                names.add(name)
            case ast.Expr(value=ast.Call(args=arguments)):
                names.update(
                    part.id
                    for item in arguments
                    for part in ast.walk(item)
                    if isinstance(part, ast.Name)
                )
            case _:
                pass
    return names


def _formal(item: Variable, *, written: bool, flat: bool) -> str:
    kind = TYPES[item.kind]
    if item.role == "out":
        return f"{kind} *{item.name}"
    if item.role != "array":
        return f"{kind} {item.name}"
    if len(item.dimensions) > 1 and not flat:
        return f"{kind} {item.name}" + "".join(f"[{size}]" for size in item.dimensions)
    return f"{'' if written else 'const '}{kind} *{item.name}"


def _locals(writer: CBody) -> list[str]:
    texts: dict[Kind, list[str]] = {}
    if writer.loop_variables:
        texts[Kind.INTEGER] = list(writer.loop_variables)
    for item in writer.declared.values():
        if item.role == "local":
            sizes = "".join(f"[{size}]" for size in item.dimensions)
            texts.setdefault(item.kind, []).append(f"{item.name}{sizes}")
    return [f"{TYPES[kind]} {', '.join(names)};" for kind, names in texts.items()]
