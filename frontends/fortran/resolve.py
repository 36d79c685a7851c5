"""Syntax expressions to typed IR expressions.

Decides what ``NAME(...)`` is: array element, array section, substring, statement function,
intrinsic or external function (Fortran 77 standard 18.1; an intrinsic name loses its meaning when
it is declared as an array, EXTERNAL, a dummy procedure or a statement function).

Over 400 lines: one short method for each kind of expression.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from frontends.fortran import syntax as sx
from frontends.fortran.intrinsics import (
    ARGUMENTS,
    INTRINSICS,
    OF_WORDS,
    WITH_KIND,
    IntrinsicInfo,
    Result,
    common_type,
    limit_of,
    result_type,
)
from frontends.fortran.literals import number_constant
from frontends.fortran.trees import argument_value, in_order
from frontends.fortran.types import TypeResolver
from sad.diagnostics import Diagnostics, Span
from sad.ir.expr import (
    FRESH,
    ArrayValue,
    Binary,
    ComplexPair,
    Constant,
    Convert,
    Copy,
    Element,
    Expr,
    Field,
    FunctionCall,
    ImpliedDo,
    Inline,
    Intrinsic,
    OpaqueExpr,
    Operator,
    Range,
    Section,
    Substring,
    Type,
    Unary,
    Variable,
)
from sad.ir.fold import converted, held, integer_value
from sad.ir.program import Storage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from frontends.fortran.symbols import Entry, Table

_ARITHMETIC = {
    "+": Operator.ADD,
    "-": Operator.SUB,
    "*": Operator.MUL,
    "/": Operator.DIV,
}
_COMPARISONS = {
    "==": Operator.EQ,
    "/=": Operator.NE,
    "<": Operator.LT,
    "<=": Operator.LE,
    ">": Operator.GT,
    ">=": Operator.GE,
}
_LOGICALS = {
    ".AND.": Operator.AND,
    ".OR.": Operator.OR,
    ".EQV.": Operator.EQV,
    ".NEQV.": Operator.NEQV,
}
_REAL = (Type.REAL, Type.DOUBLE, Type.QUAD)
_WIDE = {"real": "DBLE", "cmplx": "DCMPLX"}
"""Conversions to numbers of a kind, and those to double precision: what a kind is that is not known."""
_BASES = {"Z": 16, "X": 16, "B": 2, "O": 8}
_MAX_INLINE_DEPTH = 30
_MOST_INLINED = 500  # statement functions in one reference


def convert(expr: Expr, to: Type) -> Expr:
    """Return ``expr`` converted to type ``to``; constants convert at no cost."""
    if expr.type is to or not (expr.type.is_numeric and to.is_numeric):
        return expr
    if isinstance(expr, Constant):
        value: int | str | None = str(expr.value)
        if to is Type.INTEGER:
            whole = held(str(expr.value), expr.type)
            value = None if whole is None else int(whole)
        elif expr.type in _REAL and to in _REAL:
            value = converted(str(expr.value), expr.type, to)
        return Convert(expr, to) if value is None else Constant(value, to)
    if isinstance(expr, Unary) and isinstance(expr.operand, Constant):
        return Unary(expr.operator, convert(expr.operand, to), to)
    return Convert(expr, to)


ARRAY_EXPRESSION = "array expression is not modelled"


def _kind_of(info: IntrinsicInfo, arguments: Sequence[sx.Node]) -> sx.Node | None:
    """The argument KIND of a function that has one."""
    for item in arguments:
        if isinstance(item, sx.Keyword) and item.name == "KIND":
            return item.value
    takes = info.generic in WITH_KIND or info.generic in _WIDE
    return arguments[-1] if takes and len(arguments) == info.most > 1 else None


class Resolver:
    """Resolves the expressions of one unit.

    ``arrays`` is set when an expression needed a whole array or a section as a value: the statement
    then stands for hidden loops, which the caller makes ``Opaque``. What is passed or transferred
    is opaque by itself; ``passed`` is set where that is to a function. The declarations of
    the unit are known by now.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.arrays = self.passed = False
        self._depth = 0
        self._inlined = 0
        self._variables: dict[str, tuple[Variable, bool]] = {}

    def expression(self, node: sx.Node) -> Expr:
        """Resolve a value expression."""
        # The four that are nearly all of a program come first, and no other class is one of them.
        if type(node) is sx.Name:
            return self._variable(node.name)
        if type(node) is sx.Number:
            return number_constant(node.text)
        if type(node) is sx.Apply:
            return self._apply(node)
        if type(node) is sx.Infix:
            return self._binary(
                node.operator, self.expression(node.left), self.expression(node.right)
            )
        return self._other(node)

    def _other(self, node: sx.Node) -> Expr:
        match node:
            case sx.Name() | sx.Number() | sx.Apply() | sx.Infix():
                return self.expression(node)
            case sx.Paren(operand):
                return self.expression(operand)
            case sx.Prefix(operator, operand):
                return self._unary(operator, self.expression(operand))
            case sx.String(value):
                return Constant(value, Type.CHARACTER)
            case sx.Truth(value):
                return Constant(value, Type.LOGICAL)
            case sx.Pair(real, imaginary):
                return self._pair(self.expression(real), self.expression(imaginary))
            case sx.Boz(text):
                return Constant(text, Type.INTEGER)
            case sx.Component(base, name):
                return Field(self.expression(base), name, Type.DERIVED)
            case sx.Array(items):
                self.arrays = True
                values = tuple(self.expression(item) for item in items)
                first = values[0] if values else OpaqueExpr("()", ARRAY_EXPRESSION, Type.INTEGER)
                while isinstance(first, ImpliedDo):
                    first = first.items[0]
                return ArrayValue(values, first.type)
            case sx.Implied(items, variable, first, last, step):
                self.table.use(variable)
                return ImpliedDo(
                    tuple(self.item(item) for item in items),
                    variable,
                    self.expression(first),
                    self.expression(last),
                    None if step is None else self.expression(step),
                )
            case sx.ByPass("LOC", operand):
                self.argument(operand)
                return OpaqueExpr("%LOC", "an address", Type.INTEGER)
            case sx.ByPass("PLACE", operand):
                return Intrinsic("loc", (self.expression(operand),), Type.INTEGER)
            case sx.ByPass("FRESH"):
                return Intrinsic(FRESH, (), Type.INTEGER)
            case sx.ByPass(_, operand):
                return self.argument(operand)
            case sx.Keyword(_, value):
                return self.expression(value)
            case sx.Reference():
                return self._reference(node)
            case sx.Unknown(reason, kind):
                return OpaqueExpr("", reason, kind)
            case sx.Star() | sx.Triplet():
                return OpaqueExpr("*", "not a value")

    def _reference(self, node: sx.Reference) -> Expr:
        entry = self.table.entry(node.name)
        if entry.storage is None:
            entry.external, entry.called, entry.type = True, True, node.type
        passed = tuple(self.argument(item) for item in node.arguments)
        hidden = tuple(self.argument(item) for item in node.hidden)
        return FunctionCall(node.name, passed, node.type, hidden)

    def constant(self, node: sx.Node) -> int | None:
        """Return the value of an integer constant expression; None if it is none."""

        def named(name: str) -> Expr | None:
            entry = self.table.find(name)
            return None if entry is None or entry.value is None else self.expression(entry.value)

        return integer_value(self.expression(node), named)

    def item(self, node: sx.Node) -> Expr:
        """Resolve an input/output item: a whole array is transferred, not computed with."""
        return self._passed(node)

    def argument(self, node: sx.Node) -> Expr:
        """Resolve an actual argument: whole arrays and sections are passed, not evaluated."""
        if isinstance(node, sx.Paren):
            inner = self.expression(node)
            return Copy(inner, inner.type) if isinstance(inner, Variable | Element) else inner
        if isinstance(node, sx.ByPass):  # whatever is passed of it, the callee can reach it
            return self.argument(node.operand)
        return self._passed(node)

    def _passed(self, node: sx.Node) -> Expr:
        if isinstance(node, sx.Name):
            return self._procedure(node.name) or self._named(node.name)[0]
        before, self.arrays = self.arrays, False
        expr = self.expression(node)
        if isinstance(expr, Section):
            self.arrays = before
        elif self.arrays:
            return OpaqueExpr("array expression", ARRAY_EXPRESSION, expr.type, expr)
        else:
            self.arrays = before
        return expr

    def _procedure(self, name: str) -> Variable | None:
        """A procedure of a module, or an internal one, that is passed; None for anything else."""
        known, entry = self.table.find_procedure(name), self.table.entries.get(name)
        if known is None or (entry is not None and entry.storage is not None):
            return None
        self.table.entry(known.name).external = True
        return Variable(known.name, self.table.type_of(known.name)[0])

    def target(self, node: sx.Node) -> Expr:
        """Resolve the left side of an assignment."""
        return self.expression(node)

    def _variable(self, name: str) -> Expr:
        variable, is_array = self._named(name)
        if is_array:
            self.arrays = True
        return variable

    def _named(self, name: str) -> tuple[Variable, bool]:
        """Return the variable of a name, the same each time, and whether it is an array."""
        known = self._variables.get(name)
        if known is None:
            kind = self.table.use(name)
            entry = self.table.find(name)
            is_array = entry is not None and entry.is_array
            known = self._variables[name] = (Variable(name, kind), is_array)
        return known

    def _apply(self, node: sx.Apply) -> Expr:
        if not isinstance(node.base, sx.Name):
            return self._apply_to_value(node)
        name = node.base.name
        entry = self.table.find(name)
        if entry is not None and entry.is_array:
            return self._element(name, node.arguments)
        function = self.table.statement_functions.get(name)
        if function is not None:
            return self._inline(name, function, node.arguments)
        kind, _ = self.table.type_of(name)
        if len(node.arguments) == 1 and isinstance(node.arguments[0], sx.Triplet):
            return self._substring(Variable(name, self.table.use(name)), node.arguments[0])
        info = self._intrinsic(name, entry, len(node.arguments))
        if info is not None:
            return self._intrinsic_call(info, node.arguments)
        self.table.entry(name).external = True
        before = self.arrays
        passed = tuple(self.argument(item) for item in node.arguments)
        self.passed |= self.arrays and not before
        self.arrays = before  # of an array that is passed nothing is left in the result
        return FunctionCall(name, passed, kind)

    def _apply_to_value(self, node: sx.Apply) -> Expr:
        base = self.expression(node.base)
        if len(node.arguments) == 1 and isinstance(node.arguments[0], sx.Triplet):
            if base.type is Type.CHARACTER:
                return self._substring(base, node.arguments[0])
            self.arrays = True
        for argument in node.arguments:
            if not isinstance(argument, sx.Triplet):
                self.expression(argument)
        return base

    def _element(self, name: str, subscripts: tuple[sx.Node, ...]) -> Expr:
        kind = self.table.use(name)
        before = self.arrays
        resolved: list[Expr | Range] = []
        section = False
        for subscript in subscripts:
            if isinstance(subscript, sx.Triplet):
                section = True
                resolved.append(self._range(subscript))
            else:
                self.arrays = False
                resolved.append(convert(self.expression(subscript), Type.INTEGER))
                section = section or self.arrays  # a vector subscript selects a section
        self.arrays = before or section
        if section:
            return Section(name, tuple(resolved), kind)
        plain = tuple(item for item in resolved if not isinstance(item, Range))
        return Element(name, plain, kind)

    def _range(self, node: sx.Triplet) -> Range:
        parts = (node.first, node.last, node.step)
        first, last, step = (None if part is None else self.expression(part) for part in parts)
        return Range(first, last, step)

    def _substring(self, base: Expr, bounds: sx.Node) -> Expr:
        assert isinstance(bounds, sx.Triplet)
        first = None if bounds.first is None else self.expression(bounds.first)
        last = None if bounds.last is None else self.expression(bounds.last)
        return Substring(base, first, last)

    def _intrinsic(self, name: str, entry: Entry | None, arguments: int) -> IntrinsicInfo | None:
        info = INTRINSICS.get(name)
        if info is None or not info.least <= arguments <= info.most:
            return None
        if entry is not None and (entry.external or entry.storage is Storage.DUMMY):
            return None
        return info

    def _intrinsic_call(self, info: IntrinsicInfo, arguments: Sequence[sx.Node]) -> Expr:
        if info.inquiry or info.result is Result.ARRAY:
            before = self.arrays
            passed = tuple(self.argument(item) for item in arguments)
            self.arrays = before or info.result is Result.ARRAY
            kind = passed[0].type
            size = self._bytes(arguments[0]) if kind in (Type.INTEGER, Type.LOGICAL) else None
            limit = limit_of(info.generic, kind, size) if info.inquiry else None
            if info.generic.startswith("selected"):
                number = self._kind(sx.Apply(sx.Name(info.generic.upper()), tuple(arguments)))
                limit = None if number is None else Constant(number, Type.INTEGER)
            return limit or Intrinsic(
                info.generic, passed, result_type(info, [item.type for item in passed])
            )
        info, given, kind_node = self._of_kind(info, arguments)
        if info.result is Result.MOLD:
            source, mold = self.argument(given[0]), self.expression(given[1])
            return Intrinsic(info.generic, (source,), mold.type)
        resolved = [self._bits(item, info) for item in given]
        types = [item.type for item in resolved]
        if info.result is Result.SAME and len(resolved) > 1:
            shared = result_type(info, types)
            resolved = [convert(item, shared) for item in resolved]
        elif info.least > 1 and isinstance(info.result, Type):
            shared = types[0]
            for other in types[1:]:
                shared = common_type(shared, other)
            resolved = [convert(item, shared) for item in resolved]
        if info.generic in OF_WORDS:
            is_mask = info.generic in ("maskl", "maskr")
            size = self._kind(kind_node) if is_mask else self._bytes(given[0])
            if size is None:
                return OpaqueExpr(info.generic, "of a kind that is not known", types[0])
            resolved.append(Constant(8 * size, Type.INTEGER))
        return Intrinsic(info.generic, tuple(resolved), result_type(info, types))

    def _bits(self, node: sx.Node, info: IntrinsicInfo) -> Expr:
        """Resolve an argument; a pattern of bits is a number where that is the same for each kind."""
        if isinstance(node, sx.Boz) and info.result is Type.INTEGER:
            text = node.text.upper()
            base = _BASES[text[0] if text[0] in _BASES else text[-1]]
            number = int(text.strip("ZBOX").strip("'\""), base)
            return Constant(number if number < 1 << 31 else node.text, Type.INTEGER)
        return self.expression(node)

    def _of_kind(
        self, info: IntrinsicInfo, arguments: Sequence[sx.Node]
    ) -> tuple[IntrinsicInfo, Sequence[sx.Node], sx.Node | None]:
        """Return a function with its arguments in order, and KIND apart.

        REAL and CMPLX with KIND are the conversions to that kind.
        """
        kind = _kind_of(info, arguments)
        wide = _WIDE.get(info.generic)
        if kind is not None and (wide is not None or info.generic in WITH_KIND):
            bytes_ = None if wide is None else self._kind(kind)
            if bytes_ not in (10, 16):
                info = info if wide is None or bytes_ == 4 else INTRINSICS[wide]
                arguments = [item for item in arguments if argument_value(item) is not kind]
        if any(isinstance(item, sx.Keyword) for item in arguments):
            ordered = in_order(ARGUMENTS.get(info.generic, ()), arguments) or arguments
            arguments = [item for item in ordered if item is not None]
        return info, arguments, kind

    def _kind(self, node: sx.Node | None) -> int | None:
        """The bytes that a KIND says, those of the default where there is none."""
        if node is None:
            return 4
        return TypeResolver(self.table.find, Diagnostics(), Span.at("")).integer(node)

    def _bytes(self, node: sx.Node) -> int | None:
        """The bytes of an integer or logical expression; None where its kind is not known."""
        match node:
            case sx.Number(text):
                suffix = text.partition("_")[2]
                number = sx.Number(suffix) if suffix.isdecimal() else sx.Name(suffix)
                return self._kind(number if suffix else None)
            case sx.Truth():
                return 4
            case sx.Paren(inner) | sx.Keyword(_, inner) | sx.Prefix(_, inner):
                return self._bytes(inner)
            case sx.Infix(_, left, right):
                sizes = self._bytes(left), self._bytes(right)
                return None if None in sizes else max(item for item in sizes if item is not None)
            case sx.Reference(name=name) | sx.Name(name):
                return self.table.type_of(name)[1]
            case sx.Apply(sx.Name(name), arguments):
                entry = self.table.find(name)
                is_array = entry is not None and entry.is_array
                info = None if is_array else self._intrinsic(name, entry, len(arguments))
                if info is None:
                    return self.table.type_of(name)[1]
                kind = _kind_of(info, arguments)
                asked = info.inquiry and info.result is not Result.SAME
                if kind is not None or info.generic in WITH_KIND or asked:
                    return self._kind(kind)
                same = info.result is Type.INTEGER and info.generic != "exponent"
                return self._bytes(arguments[0]) if same or info.result is not Type.INTEGER else 4
            case _:
                return None

    def _inline(
        self, name: str, function: tuple[tuple[str, ...], sx.Node], arguments: Sequence[sx.Node]
    ) -> Expr:
        kind, _ = self.table.type_of(name)
        parameters, body = function
        if self._depth >= _MAX_INLINE_DEPTH:
            return OpaqueExpr(name, "statement functions that refer to each other", kind)
        self._inlined = self._inlined + 1 if self._depth else 1
        if self._inlined > _MOST_INLINED:
            return OpaqueExpr(name, "statement functions in each other without end", kind)
        values = [self.expression(item) for item in arguments]
        types = [self.table.type_of(parameter)[0] for parameter in parameters]
        converted = tuple(convert(value, to) for value, to in zip(values, types, strict=False))
        self._depth += 1
        inner = convert(self.expression(body), kind)
        self._depth -= 1
        return Inline(name, parameters, converted, inner, kind)

    def _pair(self, real: Expr, imaginary: Expr) -> Expr:
        part = common_type(real.type, imaginary.type)
        part = Type.DOUBLE if part is Type.DOUBLE else Type.REAL
        kind = Type.DOUBLE_COMPLEX if part is Type.DOUBLE else Type.COMPLEX
        return ComplexPair(convert(real, part), convert(imaginary, part), kind)

    def _unary(self, operator: str, operand: Expr) -> Expr:
        if operator == ".NOT.":
            return Unary(Operator.NOT, operand, Type.LOGICAL)
        if operator == "-":
            return Unary(Operator.NEG, operand, operand.type)
        return operand

    def _binary(self, operator: str, left: Expr, right: Expr) -> Expr:
        arithmetic = _ARITHMETIC.get(operator)
        if arithmetic is not None:
            shared = common_type(left.type, right.type)
            return Binary(arithmetic, convert(left, shared), convert(right, shared), shared)
        logical = _LOGICALS.get(operator)
        if logical is not None:
            return Binary(logical, left, right, Type.LOGICAL)
        comparison = _COMPARISONS.get(operator)
        if comparison is None:
            return self._other_binary(operator, left, right)
        shared = common_type(left.type, right.type)
        return Binary(comparison, convert(left, shared), convert(right, shared), Type.LOGICAL)

    def _other_binary(self, operator: str, left: Expr, right: Expr) -> Expr:
        if operator == "//":
            return Binary(Operator.CONCAT, left, right, Type.CHARACTER)
        if operator != "**":
            return OpaqueExpr(operator, "a user-defined operator", left.type)
        if right.type is Type.INTEGER:
            return Binary(Operator.POWER, left, right, left.type)
        shared = common_type(left.type, right.type)
        return Binary(Operator.POWER, convert(left, shared), convert(right, shared), shared)
