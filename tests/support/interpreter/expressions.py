"""IR expressions to Python expressions.

Over 400 lines: one short method for each kind of expression.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from sad.ir import expr as ex
from sad.ir.expr import Operator, Type
from sad.ir.program import Storage
from sad.ir.walk import is_sequential, walk
from tests.support.interpreter import intrinsics, wide
from tests.support.interpreter.layout import Home, constant_of
from tests.support.interpreter.names import MEMORY, Names, identifier

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from sad.ir.expr import Expr

_INTEGER = {Operator.ADD: "+", Operator.SUB: "-", Operator.MUL: "*"}
_ARITHMETIC = {**_INTEGER, Operator.DIV: "/"}
_COMPARISON = {
    Operator.EQ: "==", Operator.NE: "!=", Operator.LT: "<", Operator.LE: "<=",
    Operator.GT: ">", Operator.GE: ">=",
}  # fmt: skip
_SINGLE = {Type.REAL: "single", Type.COMPLEX: "single_complex"}


class Expressions:
    """Translates the expressions of one unit.

    ``wide`` is whether integers have any width (C); ``evaluated`` numbers the event that a further
    operand of a sequential condition is evaluated.
    """

    def __init__(self, names: Names, *, wide: bool = False) -> None:
        self.names = names
        self.wide = wide
        self.evaluated: Callable[[Expr], int] | None = None
        self.called: set[str] = set()
        self._bound: dict[str, str] = {}

    @contextmanager
    def binding(self, values: dict[str, str]) -> Generator[None, None, None]:
        """Let names stand for Python expressions inside."""
        before = dict(self._bound)
        self._bound.update(values)
        yield
        self._bound = before

    def value(self, node: Expr) -> str:
        """Return a Python expression for the value of ``node``."""
        match node:
            case ex.Constant():
                return _constant(node)
            case ex.Variable(name=name):
                return self._variable(name)
            case ex.Element():
                return self.element(node)
            case ex.Substring(base=base, first=first, last=last):
                return f"part({self.value(base)}, {self._optional(first)}, {self._optional(last)})"
            case ex.Unary(operator=Operator.NOT, operand=operand):
                return f"(not {self.value(operand)})"
            case ex.Unary(operand=operand):
                return f"(-{self.value(operand)})"
            case ex.Binary():
                return self._binary(node)
            case ex.Convert(operand=operand, type=kind):
                return self._convert(operand, kind)
            case ex.Copy(operand=operand):
                return self.value(operand)
            case ex.ComplexPair(real=real, imaginary=imaginary):
                return f"complex({self.value(real)}, {self.value(imaginary)})"
            case ex.Intrinsic(name="loc", arguments=(argument,)):
                return f"heap.address({self.place(argument)})"
            case ex.Intrinsic(name=name, arguments=arguments, type=Type.INTEGER) if (
                self.wide and name in wide.INTRINSICS
            ):
                return f"wide_{name}({', '.join(map(self.value, arguments))})"
            case ex.Intrinsic(name="huge", type=kind) if kind in _LARGEST:
                return _LARGEST[kind]
            case ex.Intrinsic(name=("spacing" | "rrspacing" | "nearest") as name, type=kind):
                inner = ", ".join(self.value(item) for item in node.arguments)
                return f"intrinsic_{name}({inner}, {24 if kind is Type.REAL else 53})"
            case ex.Intrinsic(name=name, arguments=arguments, type=kind):
                inner = ", ".join(self.value(item) for item in arguments)
                if kind is Type.QUAD:
                    return refusal("quadruple precision")
                if f"intrinsic_{name}" not in intrinsics.FUNCTIONS:
                    return refusal(f"the intrinsic {name}")
                return _rounded(f"intrinsic_{name}({inner})", kind)
            case ex.FunctionCall():
                return self._call(node)
            case ex.Inline():
                return self._inline(node)
            case ex.OpaqueExpr(reason=reason):
                return refusal(reason)
            case ex.Section() | ex.Field() | ex.ImpliedDo() | ex.ArrayValue():
                return refusal(f"{type(node).__name__} as a value")

    def element(self, node: ex.Element) -> str:
        """Return the Python expression for an array element; it can be assigned to."""
        if is_memory(node):
            return f"heap[{self._address(node)}]"
        return f"{self.names.store(node.array)}[{self.index(node)}]"

    def _address(self, node: ex.Element) -> str:
        """The address of what a pointer leads to, so many elements further."""
        pointer = self._variable(node.array.removesuffix(MEMORY))
        return f"{pointer} + {self.value(node.subscripts[0])}"

    def _row_major(self, node: ex.Element) -> str:
        """The index of an element of an array whose last subscript runs through neighbours."""
        symbol = self.names.slots[node.array].symbol
        total = ""
        for subscript, dimension in zip(node.subscripts, symbol.dimensions, strict=True):
            lower = dimension.lower
            place = self.value(subscript)
            if lower is None or constant_of(self.names.unit, lower) != 0:
                place += f" - {'1' if lower is None else self.value(lower)}"
            if total:
                if dimension.upper is None:
                    return refusal("an inner dimension without bounds")
                size = f"({self.value(dimension.upper)} + 1)"
                total = f"({total}) * {size} + {place}"
            else:
                total = place
        start = self.names.start(node.array)
        total += "" if start == "0" else f" + {start}"
        return f"i if (i := {total}) >= 0 else outside()"

    def index(self, node: ex.Element) -> str:
        """Return the index of an array element in its store."""
        name = node.array
        if self.names.is_open(name):
            return self._open_index(node)
        if self.wide:
            return self._row_major(node)
        strides, lower = self.names.strides(name), self.names.lower(name)
        terms: list[str] = []
        fixed = self.names.is_fixed(name)
        constant = 0
        for number, subscript in enumerate(node.subscripts):
            stride = strides[number]
            factor = self.names.stride_name(name, number) if stride is None else str(stride)
            known = constant_of(self.names.unit, subscript)
            bound = lower[number]
            if fixed and stride is not None and bound is not None:
                constant -= bound * stride
            if known is not None and stride is not None:
                constant += known * stride
            else:
                terms.append(self.value(subscript) + ("" if factor == "1" else f" * {factor}"))
        if not fixed:
            terms.append(self.names.zero_name(name))
        if not terms:
            return str(constant) if constant >= 0 else "outside()"
        total = " + ".join(terms) + (f" + {constant}" if constant else "")
        return f"i if (i := {total}) >= 0 else outside()"

    def _section(self, node: ex.Section) -> str:
        """A store that is a section of an array: where it starts, its steps and extents."""
        dimensions = self.names.slots[node.array].symbol.dimensions
        firsts: list[Expr] = []
        runs: list[tuple[int, str, str]] = []
        for number, (item, dimension) in enumerate(zip(node.subscripts, dimensions, strict=True)):
            if not isinstance(item, ex.Range):
                firsts.append(item)
                continue
            first = item.first or dimension.lower or ex.Constant(1, Type.INTEGER)
            last = item.last or dimension.upper
            if last is None:
                return refusal("a section without its last element")
            step = "1" if item.step is None else self.value(item.step)
            firsts.append(first)
            extent = f"({self.value(last)} - {self.value(first)} + {step}) // {step}"
            runs.append((number, step, extent))
        start = self.index(ex.Element(node.array, tuple(firsts), node.type))
        parts: list[str] = []
        for number, step, extent in runs:
            moved = list(firsts)
            one = ex.Constant(1, Type.INTEGER)
            moved[number] = ex.Binary(Operator.ADD, moved[number], one, Type.INTEGER)
            next_ = self.index(ex.Element(node.array, tuple(moved), node.type))
            parts.append(f"((({next_}) - ({start})) * ({step}), {extent})")
        return f"SectionStore({self.names.store(node.array)}, {start}, [{', '.join(parts)}])"

    def _open_index(self, node: ex.Element) -> str:
        """The index of an element of an array whose bounds are in variables.

        Dimensions of arrays around a component are the last ones, with bounds of their own for each
        element: these lie far apart.
        """
        dimensions = self.names.slots[node.array].symbol.dimensions
        inner = [
            item
            for item in dimensions
            if isinstance(item.upper, ex.Element) and item.upper.array.startswith(f"{node.array}$U")
        ]
        rank = len(inner) or len(dimensions)
        outer = node.subscripts[rank:]
        total, stride = self.names.start(node.array), "1"
        for subscript, item in zip(node.subscripts, dimensions, strict=True):
            lower: Expr | None = item.lower
            upper: Expr | None = item.upper
            if outer and isinstance(lower, ex.Element) and item in inner:
                lower = ex.Element(lower.array, outer, lower.type)
                assert isinstance(upper, ex.Element)
                upper = ex.Element(upper.array, outer, upper.type)
            low = "1" if lower is None else self.value(lower)
            if item is dimensions[rank] if rank < len(dimensions) else False:
                stride = str(_APART)
            total += f" + ({self.value(subscript)} - ({low})) * ({stride})"
            if upper is not None:
                stride = f"({stride}) * max(0, {self.value(upper)} - ({low}) + 1)"
        return f"i if (i := {total}) >= 0 else outside()"

    def place(self, node: Expr) -> str:
        """Return ``store, index`` of an actual argument."""
        match node:
            case ex.Variable(name=name) if name.endswith(MEMORY):
                return f"*heap.place({self._variable(name.removesuffix(MEMORY))})"
            case ex.Variable(name=name) if name not in self._bound:
                symbol = self.names.unit.symbols[name]
                if symbol.storage is Storage.PROCEDURE or name not in self.names.slots:
                    if symbol.storage is Storage.CONSTANT:
                        return f"[{self._variable(name)}], 0"
                    return f"{self.procedure(name)}, 0"
                return f"{self.names.store(name)}, {self.names.start(name)}"
            case ex.Element() if is_memory(node):
                return f"*heap.place({self._address(node)})"
            case ex.Element(array=array):
                return f"{self.names.store(array)}, ({self.index(node)})"
            case ex.Substring(base=ex.Variable() | ex.Element() as base, first=first, last=last):
                low = "1" if first is None else self.value(first)
                high = f"len({self.value(base)})" if last is None else self.value(last)
                return f"PartOfString({self.place(base)}, {low}, {high}), 0"
            case ex.Copy(operand=ex.Variable(type=Type.DERIVED) as whole):
                return f"[heap.copied({self.value(whole)})], 0"
            case ex.Section():
                return self._section(node) + ", 0"
            case _:
                return f"[{self.value(node)}], 0"

    def arguments(self, items: tuple[Expr, ...]) -> str:
        """Return the actual arguments of a call, two Python arguments each."""
        return ", ".join(self.place(item) for item in items)

    def element_bytes(self, node: Expr) -> int | None:
        """Return the size of what an actual argument refers to; None if the unit does not say."""
        match node:
            case ex.Variable(name=name) | ex.Element(array=name) if not name.endswith(MEMORY):
                symbol = self.names.unit.symbols.get(name)
                return None if symbol is None else symbol.size_bytes
            case _:
                return None

    def procedure(self, name: str) -> str:
        """Return the Python function a call means."""
        slot = self.names.slots.get(name)
        if slot is not None and slot.home is Home.DUMMY:
            return self.names.store(name)
        self.called.add(name)
        return f"f_{identifier(name)}"

    def _variable(self, name: str) -> str:
        if name in self._bound:
            return self._bound[name]
        symbol = self.names.unit.symbols[name]
        if symbol.storage is Storage.CONSTANT and symbol.value is not None:
            value = self.value(symbol.value)
            length = symbol.size_bytes
            fixed = symbol.type is Type.CHARACTER and length is not None
            return f"pad({value}, {length})" if fixed else value
        if name not in self.names.slots:
            return refusal(f"{name} is no variable")
        if symbol.dimensions:
            return refusal(f"the whole array {name} as a value")
        return self.names.scalar(name)

    def _optional(self, node: Expr | None) -> str:
        return "None" if node is None else self.value(node)

    def _binary(self, node: ex.Binary) -> str:
        operator, kind = node.operator, node.type
        left, right = self.value(node.left), self.value(node.right)
        if operator in _COMPARISON:
            if node.left.type is Type.CHARACTER:
                return f"(order({left}, {right}) {_COMPARISON[operator]} 0)"
            return f"({left} {_COMPARISON[operator]} {right})"
        match operator:
            case Operator.AND | Operator.OR:
                if has_call(node.right) or has_call(node.left):
                    return f"{'both' if operator is Operator.AND else 'either'}({left}, {right})"
                return f"({left} {operator.value} {right})"
            case Operator.AND_THEN | Operator.OR_ELSE:
                word = "and" if operator is Operator.AND_THEN else "or"
                if self.evaluated is None or is_sequential(node.right):
                    return f"({left} {word} {right})"
                return f"({left} {word} (evaluated({self.evaluated(node.right)}) and {right}))"
            case Operator.EQV:
                return f"(bool({left}) == bool({right}))"
            case Operator.NEQV:
                return f"(bool({left}) != bool({right}))"
            case Operator.CONCAT:
                return f"({left} + {right})"
            case _:
                pass
        if kind is Type.INTEGER:
            prefix = "wide_" if self.wide else ""
            if operator is Operator.DIV:
                return f"{prefix}divide({left}, {right})"
            if operator is Operator.POWER:
                return f"{prefix}integer_power({left}, {right})"
            if self.wide:
                return f"({left} {_INTEGER[operator]} {right})"
            inner = f"t := {left} {_INTEGER[operator]} {right}"
            return f"(t if -2147483649 < ({inner}) < 2147483648 else overflow())"
        if kind is Type.QUAD:
            return refusal("quadruple precision")
        if operator is Operator.POWER:
            return _rounded(f"power({left}, {right})", kind)
        return _rounded(f"({left} {_ARITHMETIC[operator]} {right})", kind)

    def _convert(self, operand: Expr, kind: Type) -> str:
        value = self.value(operand)
        if operand.type is Type.LOGICAL and kind is Type.INTEGER and self.wide:
            return f"int(bool({value}))"
        if operand.type in (Type.CHARACTER, Type.LOGICAL, Type.DERIVED):
            return refusal(f"{operand.type} used as {kind}")
        match kind:
            case Type.INTEGER:
                return f"{'wide_' if self.wide else ''}to_integer({value})"
            case Type.REAL:
                return f"single(({value}).real)"
            case Type.DOUBLE:
                return f"float(({value}).real)"
            case Type.COMPLEX:
                return f"single_complex(complex({value}))"
            case Type.DOUBLE_COMPLEX:
                return f"complex({value})"
            case _:
                return refusal(f"conversion to {kind}")

    def _call(self, node: ex.FunctionCall) -> str:
        call = f"{self.procedure(node.name)}({self.arguments(node.arguments + node.hidden)})"
        symbol = self.names.unit.symbols.get(node.name)
        if node.type is Type.CHARACTER and symbol is not None and symbol.size_bytes is not None:
            return f"pad({call}, {symbol.size_bytes})"
        return call

    def _inline(self, node: ex.Inline) -> str:
        values = ", ".join(self.value(item) for item in node.arguments)
        parameters = [f"p_{identifier(name)}" for name in node.parameters]
        with self.binding(dict(zip(node.parameters, parameters, strict=True))):
            body = self.value(node.body)
        return f"(lambda {', '.join(parameters)}: {body})({values})"


_LARGEST = {
    Type.INTEGER: "2147483647",
    Type.REAL: "3.4028234663852886e38",
    Type.DOUBLE: "1.7976931348623157e308",
}
_APART = 1_000_003


def is_memory(node: ex.Element) -> bool:
    """Whether an element is what a pointer leads to: its subscript counts from the pointer."""
    return node.array.endswith(MEMORY)


def has_call(node: Expr) -> bool:
    """Whether evaluating ``node`` calls a user's function."""
    return any(isinstance(item, ex.FunctionCall) for item in walk(node))


def refusal(reason: str) -> str:
    """Return code that ends the run: this is not interpreted."""
    return f"not_interpreted({reason!r})"


def _rounded(text: str, kind: Type) -> str:
    function = _SINGLE.get(kind)
    return f"{function}({text})" if function else text


def _constant(node: ex.Constant) -> str:
    value = node.value
    match node.type:
        case Type.INTEGER:
            if isinstance(value, str):
                return str(_boz(value))
            return str(value) if value >= 0 else f"({value})"
        case Type.REAL | Type.COMPLEX:
            return (
                f"single({_real(value)})" if node.type is Type.REAL else f"complex({_real(value)})"
            )
        case Type.DOUBLE | Type.DOUBLE_COMPLEX:
            return _real(value)
        case Type.QUAD | Type.DERIVED:
            return refusal(f"a constant of type {node.type}")
        case Type.LOGICAL | Type.CHARACTER:
            return repr(value)


def _real(value: int | bool | str) -> str:
    return repr(float(str(value).split("_")[0].upper().replace("D", "E")))


def _boz(text: str) -> int:
    digits = text.strip("BOZXbozx'\"")
    letter = next(char for char in text.upper() if char in "BOZX")
    number = int(digits, {"B": 2, "O": 8}.get(letter, 16))
    return number - 2**32 if number > 2**31 - 1 else number
