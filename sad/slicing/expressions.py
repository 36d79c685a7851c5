"""Expressions of the IR as Python source, with the arithmetic of the languages.

Over 400 lines: values have calls in them, and calls have values as arguments.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Operator, Type
from sad.ir.program import Storage
from sad.slicing.addresses import NO_ADDRESS, Addresses
from sad.slicing.arrays import Arrays, has_no_calls
from sad.slicing.call_writer import Parts
from sad.slicing.calls import (
    base_name,
    behind,
    calls_of_arguments,
    is_behind,
    outer_calls,
    passed,
    targets_of,
)
from sad.slicing.intrinsics import FUNCTIONS, OF_REALS, SINGLE
from sad.slicing.library import Library
from sad.slicing.members import reached
from sad.slicing.message_calls import call_text
from sad.slicing.names import in_length
from sad.slicing.program_input import STDIN
from sad.slicing.relevance import ALLOCATING
from sad.slicing.runtime import f32
from sad.slicing.storage import component_of, constant_items, is_stdin

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.analysis.calls.graph import Procedure
    from sad.ir.expr import Expr
    from sad.ir.program import Symbol, Unit
    from sad.slicing.names import Spot, UnitNames
    from sad.slicing.relevance import Slice
    from sad.slicing.signatures import Signatures

_COMPARE = {
    Operator.EQ: "==", Operator.NE: "!=", Operator.LT: "<",
    Operator.LE: "<=", Operator.GT: ">", Operator.GE: ">=",
}  # fmt: skip
_SUMS = {Operator.ADD: "+", Operator.SUB: "-", Operator.MUL: "*"}
_COMPLEX = {Operator.MUL: "cmul", Operator.DIV: "cdiv", Operator.POWER: "cpower"}
_LOGICAL = {
    Operator.AND: "l_and", Operator.OR: "l_or", Operator.AND_THEN: "l_and", Operator.OR_ELSE: "l_or",
}  # fmt: skip
_WIDE = 8
_PARTS = {Type.COMPLEX: Type.REAL, Type.DOUBLE_COMPLEX: Type.DOUBLE}
_ROUNDED = {Type.REAL: "f32", Type.COMPLEX: "c32"}


class Expressions:
    """Writes the values of expressions of one unit, and the calls in them.

    ``unknown`` gives the name of a value that is not known, for a reason.
    """

    def __init__(self, unit: Unit, names: UnitNames, found: Slice, signatures: Signatures) -> None:
        self.unit = self._unit = unit
        self._names = names
        self._slice = found
        self._signatures = signatures
        self._bound: list[dict[str, str]] = []
        self._widths: dict[int, tuple[ex.Binary, int]] = {}  # by identity: long sums nest deeply
        self.copied: dict[int, str] = {}
        """Memories with copies of parts of texts while a call lasts, by the argument's identity."""
        parts = self.parts = Parts(unit, names, found, signatures, self)
        self.library = Library(parts)
        self.arrays = Arrays(unit, names, self)
        self._addresses = Addresses(parts)
        names.value = self.value
        names.is_known = self.is_followed

    # --- values -----------------------------------------------------------------------------------

    def value(self, node: Expr) -> str:
        """Return the text that computes an expression's value, and makes the calls in it."""
        return self._with_calls(node, self._value(node))

    def _with_calls(self, node: Expr, text: str) -> str:
        """The text, with the calls in a node of which it computes nothing."""
        is_nothing = text == "NOT_SET" or self._signatures.is_unknown(text)
        if not is_nothing or isinstance(node, ex.FunctionCall):
            return text
        calls = outer_calls(node)
        return f"({', '.join([*map(self.call, calls), text])})[-1]" if calls else text

    def _value(self, node: Expr) -> str:
        match node:
            case ex.Constant(value=value, type=kind):
                return self._constant(value, kind)
            case ex.Variable(name=name):
                return self.variable(name)
            case ex.Element(array=array):
                if not self.is_followed(array) or is_behind(node, self._unit):
                    return self._not_followed(array)
                return self._names.load(self.spot(node))
            case ex.Substring(base=base, first=first, last=last):
                return f"substring({self.value(base)}, {self._end(first)}, {self._end(last)})"
            case ex.Unary(operator=Operator.NEG, operand=operand):
                return f"(-{self.value(operand)})"
            case ex.Unary(operand=operand):
                return f"l_not({self.value(operand)})"
            case ex.Binary():
                return self._binary(node)
            case ex.Convert(operand=operand, type=kind):
                return self._converted(operand, kind)
            case ex.Copy(operand=operand):
                return self.value(operand)
            case ex.Intrinsic():
                return self._intrinsic(node)
            case ex.FunctionCall():
                return self.call(node)
            case ex.Inline(parameters=parameters, arguments=arguments, body=body):
                return self._inline(parameters, arguments, body)
            case ex.ComplexPair(real=real, imaginary=imaginary, type=kind):
                text = f"f_cmplx({self.value(real)}, {self.value(imaginary)})"
                return f"c32({text})" if kind is Type.COMPLEX else text
            case ex.OpaqueExpr(of=inner) if inner is not None and has_no_calls(inner):
                return self.value(inner)
            case ex.Section() | ex.Field() | ex.ImpliedDo() | ex.ArrayValue() | ex.OpaqueExpr():
                return self._signatures.unknown("an expression that is not evaluated")

    def value_in(self, node: Expr, scope: dict[str, str]) -> str:
        """Return the same where some names stand for texts."""
        self._bound.append(scope)
        text = self.value(node)
        self._bound.pop()
        return text

    def _constant(self, value: int | bool | str, kind: Type) -> str:
        if kind in (Type.REAL, Type.DOUBLE) and isinstance(value, str):
            found = real_constant(value, kind)
            return found or self._signatures.unknown("a constant that is not evaluated")
        if kind is Type.CHARACTER and isinstance(value, str) and self._signatures.is_wide:
            if not value.isascii():
                return self._signatures.unknown(NO_ADDRESS)
            return self._names.literal(value).place
        if kind in _PARTS:
            found = real_constant(str(value), _PARTS[kind])
            if found is not None:
                return f"complex({found}, 0.0)"
        if kind in (*_PARTS, Type.QUAD):
            return self._signatures.unknown("a constant that is not evaluated")
        return f"({value!r})" if isinstance(value, int) and value < 0 else repr(value)

    def variable(self, name: str) -> str:
        """Return the value of a variable."""
        for scope in reversed(self._bound):
            if name in scope:
                return scope[name]
        symbol = self._unit.symbols.get(name)
        if symbol is not None and is_stdin(symbol):
            return str(STDIN)
        if symbol is not None and symbol.storage is Storage.CONSTANT and symbol.value is not None:
            return in_length(self.value(symbol.value), symbol)
        if symbol is not None and symbol.storage is Storage.PROCEDURE:
            return self.procedure(ex.Variable(name, symbol.type))
        if symbol is None or not self.is_followed(name) or not self._names.is_single(name):
            return self._not_followed(name)
        text = self._names.load(self._names.scalar(name))
        is_text = symbol.type is Type.CHARACTER and symbol.storage is Storage.DUMMY
        return f"fitted({text}, {symbol.size_bytes})" if is_text and symbol.size_bytes else text

    def is_followed(self, name: str) -> bool:
        """Whether the values of a name are needed."""
        symbol = self._unit.symbols.get(name)
        is_constant = symbol is not None and constant_items(symbol) is not None
        return is_constant or self._slice.is_relevant(self._unit, name)

    def _not_followed(self, name: str) -> str:
        symbol = self._unit.symbols.get(name)
        spelling = (symbol.spelling if symbol is not None else "") or name
        return self._signatures.unknown(f"{spelling} is not followed")

    def _end(self, node: Expr | None) -> str:
        return "None" if node is None else self.value(node)

    def spot(self, node: ex.Element) -> Spot:
        """Return where an element is, or the first one of a row of an array of C."""
        subscripts = [self.value(item) for item in node.subscripts]
        symbol = self._unit.symbols[node.array]
        if symbol.row_major:
            subscripts += ["0"] * (len(symbol.dimensions) - len(subscripts))
        return self._names.element(node.array, subscripts)

    def _whole(self, node: Expr) -> str:
        """The value of what is cut to its type next: it may pass the integers there are."""
        if isinstance(node, ex.Binary) and node.operator in _SUMS and node.type is Type.INTEGER:
            return f"({self.value(node.left)} {_SUMS[node.operator]} {self.value(node.right)})"
        return self.value(node)

    def _binary(self, node: ex.Binary) -> str:
        operator, left, right = node.operator, node.left, node.right
        if operator in _COMPARE:
            return self._comparison(operator, left, right)
        first, second = self.value(left), self.value(right)
        if operator in _LOGICAL:
            return f"{_LOGICAL[operator]}({first}, {second})"
        if operator in (Operator.EQV, Operator.NEQV):
            sign = "==" if operator is Operator.EQV else "!="
            return f"({first} {sign} {second})"
        if node.type in _PARTS and operator in _COMPLEX:
            return self._complex(node, first, second)
        if operator in _SUMS:
            return self._kept(f"({first} {_SUMS[operator]} {second})", node)
        if operator is Operator.DIV:
            name = "idiv" if node.type is Type.INTEGER else "fdiv"
            return self._kept(f"{name}({first}, {second})", node)
        if operator is Operator.POWER:
            single = ", f32" if node.type is Type.REAL else ""
            return self._kept(f"power({first}, {second}{single})", node)
        if operator is Operator.CONCAT:
            return f"({first} + {second})"
        return self._signatures.unknown("an operation that is not evaluated")

    def _complex(self, node: ex.Binary, first: str, second: str) -> str:
        """A product, quotient or power of complex numbers: each operation on parts is rounded."""
        if node.operator is not Operator.MUL and self._signatures.is_wide:
            # C divides in another way, and has no powers.
            return self._signatures.unknown("a complex operation that is not evaluated")
        single = node.type is Type.COMPLEX
        return f"{_COMPLEX[node.operator]}({first}, {second}{', f32' if single else ''})"

    def _kept(self, text: str, node: ex.Binary) -> str:
        """The result in the type of the operation: rounded, or held against the integers there are."""
        if node.type in _ROUNDED:
            return f"{_ROUNDED[node.type]}({text})"
        if node.type in (Type.DOUBLE, Type.DOUBLE_COMPLEX):
            return text
        if node.type is not Type.INTEGER:
            return self._signatures.unknown("an operation that is not evaluated")
        small = node.operator in (Operator.ADD, Operator.SUB) and (
            _is_small(node.left) or _is_small(node.right)
        )
        if small or node.operator is Operator.DIV:
            return text
        return f"i64({text})" if self.width(node) > 4 else f"i32({text})"

    def width(self, node: Expr) -> int:
        """Return how many bytes an integer result has."""
        match node:
            case ex.Variable(name=name) | ex.Element(array=name):
                symbol = self._unit.symbols.get(name)
                return 4 if symbol is None or symbol.size_bytes is None else symbol.size_bytes
            case ex.Constant(value=value):
                return _WIDE if isinstance(value, int) and abs(value) > 2**31 - 1 else 4
            case ex.Binary(left=left, right=right):
                known = self._widths.get(id(node))
                if known is None:
                    known = node, max(self.width(left), self.width(right))
                    self._widths[id(node)] = known
                return known[1]
            case ex.Unary(operand=operand) | ex.Copy(operand=operand) | ex.Convert(operand=operand):
                return self.width(operand)
            case ex.Intrinsic(name=name, arguments=arguments):
                if name in ("uint32", "uint64", "loc"):
                    return _WIDE
                if name in ex.NARROWING:
                    return 4
                return max((self.width(item) for item in arguments), default=4)
            case ex.FunctionCall():
                return _WIDE if self._signatures.is_wide else 4
            case _:
                return 4

    def _comparison(self, operator: Operator, left: Expr, right: Expr) -> str:
        asked = self._null(left) if right == ex.Constant(0, Type.INTEGER) else None
        if asked is not None and operator in (Operator.EQ, Operator.NE):
            return asked if operator is Operator.EQ else f"l_not({asked})"
        first = self.value(left)
        known = self.library.compared(operator, left, right)
        if known is not None:
            first = f"({first}, {known})[1]"
        second = self.value(right)
        sign = _COMPARE[operator]
        if Type.CHARACTER in (left.type, right.type):
            return f"(compare({first}, {second}) {sign} 0)"
        return f"({first} {sign} {second})"

    def _null(self, node: Expr) -> str | None:
        """Whether a dummy argument that is a pointer leads nowhere; None of anything else."""
        if not isinstance(node, ex.Intrinsic) or node.name != "loc":
            return None
        name = base_name(node.arguments[0]) or ""
        symbol = self._unit.symbols.get(name)
        if not isinstance(node.arguments[0], ex.Variable) or symbol is None:
            return None
        if symbol.type is Type.DERIVED and symbol.storage is Storage.DUMMY:
            return f"({self.address_of(node.arguments[0])} == 0)"
        is_place = bool(symbol.dimensions) or self._names.is_by_place(name)
        if symbol.storage is not Storage.DUMMY or not is_place or not self.is_followed(name):
            return None
        spot = (self._names.array if symbol.dimensions else self._names.scalar)(name)
        return f"is_null({spot.memory}, {spot.place})"

    def _converted(self, operand: Expr, kind: Type) -> str:
        text = self.value(operand)
        if kind is Type.INTEGER:
            return text if operand.type is Type.INTEGER else f"to_integer({text})"
        if kind is Type.REAL:
            return f"f32(to_real({text}))"
        if kind is Type.DOUBLE:
            return text if operand.type is Type.REAL else f"to_real({text})"
        if kind in (Type.COMPLEX, Type.DOUBLE_COMPLEX):
            return f"c32(f_cmplx({text}))" if kind is Type.COMPLEX else f"f_cmplx({text})"
        unknown = "a conversion that is not evaluated"
        return text if kind is operand.type else self._signatures.unknown(unknown)

    def _intrinsic(self, node: ex.Intrinsic) -> str:
        name, arguments = node.name, node.arguments
        if name == "loc" and len(arguments) == 1:
            return self.address_of(arguments[0])
        if name == ex.FRESH:
            return "HEAP.take(1)"
        reduced = self.arrays.reduced(node)
        if reduced is not None:
            return reduced
        if name == "len" and not _is_whole_array(arguments[0]):
            return f"text_length({self.value(arguments[0])})"
        if name == "number_end":
            return self.library.number_end(arguments[0], arguments[1])
        if name == "put_together":
            return f"text_length({self.library.put_together(node)})"
        if name not in FUNCTIONS or any(map(_is_whole_array, arguments)):
            return self._signatures.unknown(f"{name} is not evaluated")
        wraps = name in ex.NARROWING
        values = ", ".join(self._whole(item) if wraps else self.value(item) for item in arguments)
        if node.type is Type.REAL and name in SINGLE:
            return f"s_{name}({values})"
        text = f"{'r' if node.type is Type.DOUBLE and name in OF_REALS else 'f'}_{name}({values})"
        rounded = _ROUNDED.get(node.type)
        return text if rounded is None else f"{rounded}({text})"

    def _inline(self, parameters: Sequence[str], arguments: Sequence[Expr], body: Expr) -> str:
        values = [self.value(item) for item in arguments]
        inner = [f"i{len(self._bound)}_{index}" for index in range(len(parameters))]
        text = self.value_in(body, dict(zip(parameters, inner, strict=True)))
        return f"(lambda {', '.join(inner)}: {text})({', '.join(values)})"

    def address_of(self, node: Expr) -> str:
        """Return the address of what an expression names, or that a function gives back."""
        return self._with_calls(node, self._addresses.of(node))

    # --- calls ------------------------------------------------------------------------------------

    def call(self, node: ex.FunctionCall | st.CallStatement) -> str:
        """Return the text of a call; of one outside the source, of a value that is not known."""
        routine = self._slice.routine(node, self._unit)
        if routine is not None:
            return call_text(
                *(self, node, routine, self._signatures.message_place(routine.name)),
                follows=self._slice.follows(node, routine, self._unit),
            )
        if node.name == st.HANDED:
            return "0"
        callees = self._slice.graph.callees(node.name, self._unit)
        if not callees:
            return self._taken(node) if node.name in ALLOCATING else self._outside(node)
        if len(callees) == 1 and not self._slice.is_through_pointer(node, self._unit):
            text = self._direct(callees[0], node)
            if self._slice.is_outside(node, self._unit):
                taken = self._taken(node) if node.name in ALLOCATING else None
                value = taken or self.library.value(node)
                return text if value is None else f"({text}, {value})[1]"
            return text
        return self._chosen(callees, node, f"p_{self._names.plain(node.name)}")

    def _taken(self, node: ex.FunctionCall | st.CallStatement) -> str:
        """The address of a new object on the heap."""
        if node.name == "realloc" and len(node.arguments) == 2:
            old, size = node.arguments
            return f"HEAP.again({self._pointer_to(old)}, {self.value(size)})"
        sizes = map(self.value, node.arguments[-2 if node.name == "calloc" else -1 :])
        return f"HEAP.take({' * '.join(sizes) or 1}, zero={node.name == 'calloc'})"

    def _pointer_to(self, node: Expr) -> str:
        """The value of the pointer behind what is passed by reference."""
        name = base_name(node) or ""
        symbol = self._unit.symbols.get(name)
        if symbol is not None and symbol.type is Type.DERIVED and isinstance(node, ex.Variable):
            return self.address_of(node)
        if symbol is None or not symbol.reached:
            return self.value(node)
        if isinstance(node, ex.Variable) and len(symbol.dimensions) <= 1:
            return self._addresses.pointer(name)
        return self.address_of(node)

    def _chosen(
        self, callees: Sequence[Procedure], node: ex.FunctionCall | st.CallStatement, variable: str
    ) -> str:
        """A call of one of several procedures, as a variable says."""
        cause = self._signatures.unknown("it is not known what is called")
        text = f"open_call({self._signatures.opened(tuple(callees))}, {cause})"
        for procedure in callees:
            name = self._signatures.name(procedure)
            text = f"({self._direct(procedure, node)} if {variable} is {name} else {text})"
        return text

    def _outside(self, node: ex.FunctionCall | st.CallStatement) -> str:
        """A call that is not followed: of a procedure outside the source, or through a variable."""
        candidates = targets_of(node, self._unit, self._slice.graph)
        pointer = self.called_by(node)
        if candidates and pointer is not None:
            return self._chosen(candidates, node, self.value(pointer))
        text = self.library.value(node)
        text = text or self._signatures.unknown(f"{node.name} is not in the source")
        if candidates:
            text = f"open_call({self._signatures.opened(candidates)}, {text})"
        inner = calls_of_arguments(node)
        return f"({', '.join([*map(self.call, inner), text])})[-1]" if inner else text

    def called_by(self, node: ex.FunctionCall | st.CallStatement) -> Expr | None:
        """Return the variable that holds what is called, if its values are followed."""
        symbol = self._unit.symbols.get(node.name)
        if self._slice.graph.callees(node.name, self._unit):
            return None
        if node.pointer is not None:
            return node.pointer if self.is_followed(base_name(node.pointer) or "") else None
        is_plain = symbol is not None and not symbol.dimensions and self.is_followed(node.name)
        return ex.Variable(node.name, Type.INTEGER) if is_plain else None

    def _direct(self, procedure: Procedure, node: ex.FunctionCall | st.CallStatement) -> str:
        followed = bool(self._slice.graph.callees(node.name, self._unit))
        actuals = passed(node) if followed else node.arguments
        known = self.library.is_evaluated(node)
        known |= isinstance(node, st.CallStatement) and self.library.is_followed(node)
        texts: list[str] = []
        used: set[int] = set()
        starts: dict[str, str] = {}
        for index, (dummy, how) in enumerate(self._signatures.of(procedure)):
            if how == "nothing":
                continue
            is_seen = index < len(actuals) and not isinstance(actuals[index], ex.OpaqueExpr)
            if not is_seen and index >= len(node.arguments):
                given = actuals[index] if index < len(actuals) else None
                why = "NOT_SET" if given is None else self.value(given)
                texts += reached(self._names, procedure.unit, (dummy, how), starts, why)
                continue
            if index >= len(actuals) or (known and how == "place"):
                texts += ["Memory()", "0"] if how == "place" else ["NOT_SET"]
                continue
            used.add(index)
            mine = self._actual(actuals[index], procedure, dummy, how)
            if how == "address":
                starts[dummy] = mine[0]
                if outer_calls(actuals[index]):
                    starts[dummy] = f"at{len(starts)}"
                    mine = [f"({starts[dummy]} := {mine[0]})"]
            texts += mine
        text = f"{self._signatures.name(procedure)}({', '.join(texts)})"
        others = [
            call
            for index, item in enumerate(actuals)
            if index not in used
            for call in outer_calls(item)
        ]
        if not others:
            return text
        return f"({', '.join([*map(self.call, others), text])},)[-1]"

    def _actual(self, node: Expr, procedure: Procedure, dummy: str, how: str) -> list[str]:
        if how == "address":
            follower = self._behind(node)
            if follower is not None:
                return [follower]
            return [self.value(node) if self._is_pointer(node) else self.address_of(node)]
        if how == "procedure":
            return [self.procedure(node)]
        if how == "value":
            text = self._handed(node, procedure.unit, dummy) or self._first(node, procedure, dummy)
            return [self.value(node) if text is None else text]
        if id(node) in self.copied:
            return [self.copied[id(node)], "0"]
        spot = self.place_of(node, procedure, dummy)
        if isinstance(node, ex.Constant) and isinstance(node.value, str) and self._is_text(node):
            spot = self._names.literal(node.value)
        if spot is not None:
            return [spot.memory, spot.place]
        name = base_name(node)
        if isinstance(node, ex.Variable | ex.Element) and name in self._unit.symbols:
            symbol = self._unit.symbols[name or ""]
            if symbol.dimensions or symbol.type is not procedure.unit.symbols[dummy].type:
                return [f"Elsewhere({self._not_followed(symbol.name)})", "0"]
        if self._signatures.is_wide and not isinstance(node, ex.Variable | ex.Element | ex.Copy):
            if node == ex.Constant(0, Type.INTEGER):
                return ["Null()", "0"]
            memory = procedure.unit.symbols[dummy].memory
            if isinstance(node, ex.FunctionCall) and memory is not None:
                return [self._names.heap(memory), self.value(node)]  # a pointer into the heap
            unknown = self._signatures.unknown(NO_ADDRESS)
            return [f"Elsewhere(({self.value(node)}, {unknown})[1])", "0"]
        return [f"of_value({self.value(node)})", "0"]

    def _first(self, node: Expr, procedure: Procedure, dummy: str) -> str | None:
        """The first element of a whole array of Fortran that is passed to a scalar; None of others."""
        symbol = procedure.unit.symbols[dummy]
        if not isinstance(node, ex.Variable) or symbol.by_value or symbol.memory is not None:
            return None
        mine = self._unit.symbols.get(node.name)
        if mine is None or not mine.dimensions or mine.memory is not None:
            return None
        spot = self.place_of(node, procedure, dummy)
        return None if spot is None else self._names.load(spot)

    def _is_pointer(self, node: Expr) -> bool:
        """Whether an argument is the value of a pointer, not what lies at the address handed over."""
        if node == ex.Constant(0, Type.INTEGER):
            return True
        symbol = self._unit.symbols.get(base_name(node) or "")
        if symbol is None or not isinstance(node, ex.Variable | ex.Element):
            return False
        if isinstance(node, ex.Variable) and symbol.dimensions:
            return False
        is_wide = symbol.type is Type.INTEGER and symbol.size_bytes == _WIDE
        is_member = bool(component_of(symbol))
        return is_wide and (is_member or not symbol.declared) and symbol.shares is None

    def _behind(self, node: Expr) -> str | None:
        """The address of a structure so many after the one that a pointer leads to; None of others."""
        symbol = self._unit.symbols.get(base_name(node) or "")
        if symbol is None or not isinstance(node, ex.Element):
            return None
        own = len(symbol.dimensions)
        if len(node.subscripts) != own + 1 or node.type is not Type.DERIVED:
            return None
        pointer: Expr = ex.Variable(node.array, symbol.type)
        if own:
            pointer = ex.Element(node.array, node.subscripts[:-1], symbol.type)
        return f"({self.value(pointer)} + {self.value(node.subscripts[-1])})"

    def _is_text(self, node: ex.Constant) -> bool:
        """Whether a constant is a text of C whose characters are known."""
        is_text = node.type is Type.CHARACTER and isinstance(node.value, str)
        return is_text and str(node.value).isascii() and self._signatures.is_wide

    def _handed(self, node: Expr, called: Unit, dummy: str) -> str | None:
        """Where a variable or element lies that a pointer gets; None for other arguments.

        What has no address on the heap is not known any more: the pointer is not followed to it.
        """
        name = base_name(node) or ""
        symbol = self._unit.symbols.get(name)
        if symbol is None or not self.is_followed(name):
            return None
        inside = behind(called, dummy)
        if not inside:
            return None
        if self._is_pointer(node) and f"{dummy}[]" not in called.symbols:
            return None  # a pointer to a structure: its value
        spot = self._spot_handed(node, symbol)
        if spot is None:
            return None
        cause = self._signatures.unknown(NO_ADDRESS)
        memory = next((item.memory for item in inside if item.name == f"{dummy}[]"), None)
        if not spot.memory:
            return f"({spot.place} := {cause})"
        if memory is None:
            return f"lost({spot.memory}, {cause})"
        return f"handed({spot.memory}, {spot.place}, {self._names.heap(memory)}, {cause})"

    def place_of(self, node: Expr, procedure: Procedure, dummy: str) -> Spot | None:
        """Return the place that an argument hands over; None if that is another than its own."""
        symbol = procedure.unit.symbols.get(dummy)
        if isinstance(node, ex.Copy) and dummy not in self._slice.modified[procedure.unit.key]:
            return self.place_of(node.operand, procedure, dummy)
        name = base_name(node)
        mine = None if name is None else self._unit.symbols.get(name)
        if mine is None or name is None or symbol is None or not self.is_followed(name):
            return None
        is_part = symbol.type is Type.CHARACTER and not symbol.dimensions
        same = mine.type is symbol.type and (
            symbol.size_bytes in (mine.size_bytes, None) or is_part
        )
        if not same or (mine.storage is Storage.CONSTANT and not mine.dimensions):
            return None
        spot = self._spot_handed(node, mine)
        return spot if spot is not None and spot.memory else None

    def place(self, node: Expr) -> tuple[Spot, Symbol] | None:
        """Return the place of a variable or element; None if it has none, or is not followed."""
        name = base_name(node)
        symbol = None if name is None else self._unit.symbols.get(name)
        if symbol is None or name is None or not self.is_followed(name):
            return None
        if symbol.storage is Storage.CONSTANT:
            return None
        spot = self._spot_handed(node, symbol)
        return (spot, symbol) if spot is not None and spot.memory else None

    def _spot_handed(self, node: Expr, symbol: Symbol) -> Spot | None:
        """Where a variable or element lies, as a place that what gets it can move."""
        if isinstance(node, ex.Element):
            if is_behind(node, self._unit):
                return None
            spot = self.spot(node)
        elif isinstance(node, ex.Variable):
            of = self._names.array if symbol.dimensions else self._names.scalar
            spot = of(node.name)
        else:
            return None
        is_inside = symbol.memory is not None and symbol.storage is not Storage.DUMMY
        return spot._replace(place=f"movable({spot.place})") if is_inside else spot

    def procedure(self, node: Expr) -> str:
        """Return the function that an expression names or holds."""
        if isinstance(node, ex.Variable):
            symbol = self._unit.symbols.get(node.name)
            if symbol is not None and symbol.storage is Storage.DUMMY:
                is_handed = self._signatures.is_procedure(self._unit, node.name)
                return f"p_{self._names.plain(node.name)}" if is_handed else "NOT_SET"
            found = self._slice.graph.procedure(node.name, self._unit)
            if found is not None and self._signatures.has(found):
                return self._signatures.name(found)
            if symbol is None or symbol.storage is Storage.PROCEDURE:
                return "NOT_SET"
        return self.value(node) if node.type is Type.INTEGER else "NOT_SET"


def _is_small(node: Expr) -> bool:
    return (
        isinstance(node, ex.Constant) and isinstance(node.value, int) and abs(node.value) < 1 << 16
    )


def _is_whole_array(node: Expr) -> bool:
    return isinstance(node, ex.Section | ex.ArrayValue)


def real_constant(text: str, kind: Type) -> str | None:
    """Return the text of a real constant in Python; None if it cannot be read."""
    cleaned = text.lower().rstrip("l")
    try:
        if cleaned.startswith("0x"):
            number = float.fromhex(cleaned)
        else:
            number = float(cleaned.rstrip("f").replace("d", "e"))
    except ValueError:
        return None
    held = f32(number) if kind is Type.REAL else number
    return repr(held) if math.isfinite(held) else f'float("{held}")'
