"""Calls: of the program's functions, of library functions, through pointers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pycparser import c_ast

from frontends.c import library
from frontends.c.convert import as_truth, convert
from frontends.c.literals import integer_constant
from frontends.c.scope import Kind
from frontends.c.types import (
    DOUBLE,
    FLOAT,
    INT,
    UNKNOWN,
    VOID,
    Function,
    Pointer,
    Record,
    Scalar,
    Void,
    promoted,
)
from frontends.c.unit import ZERO, Place, ir_type
from frontends.c.value import Value, opaque
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Operator, Type

if TYPE_CHECKING:
    from collections.abc import Sequence

    from frontends.c.lowering import Lowering
    from frontends.c.program import FunctionRecord, Hidden
    from frontends.c.scope import Entity
    from frontends.c.types import CType


class Calls:
    """Calls in one function."""

    def __init__(self, lowering: Lowering) -> None:
        self._lowering = lowering
        self._unit = lowering.unit

    def unit_name(self, name: str) -> str:
        """Return the IR name of the function that this file means by ``name``."""
        record = self._unit.program.function(self._unit.file, name)
        return name if record is None else record.name

    # --- values and statements -------------------------------------------------------------------

    def value(self, node: c_ast.FuncCall) -> Value:
        """Return the value of a call."""
        name = self._library_name(node)
        items = _items(node)
        if name is not None:
            known = self._known(name, items)
            if known is not None:
                return known
        target, kind = self._target(node)
        result = kind.result if isinstance(kind, Function) else UNKNOWN
        arguments, hidden = self._arguments(target, kind, items)
        if isinstance(result, Void):
            span = self._unit.span
            self._unit.emit(st.CallStatement(target, arguments, (), span, hidden=hidden))
            return Value(ex.OpaqueExpr("", "no value"), VOID)
        call = ex.FunctionCall(target, arguments, ir_type(result), hidden)
        return Value(call, result)

    def statement(self, node: c_ast.FuncCall) -> None:
        """Emit a call whose value is not used."""
        name = self._library_name(node)
        items = _items(node)
        span = self._unit.span
        if name is not None:
            if name in library.ENDS:
                self._evaluate(items)
                self._unit.emit(st.Stop(span))
                return
            if name in library.WRITES or name in library.READS:
                self._transfer(name, items, None)
                return
            if self._opaque(name, items):
                return
            if name in library.NOTHING or self._known(name, items) is not None:
                return
        target, kind = self._target(node)
        arguments, hidden = self._arguments(target, kind, items)
        self._unit.emit(st.CallStatement(target, arguments, (), span, hidden=hidden))

    def _evaluate(self, items: Sequence[c_ast.Node]) -> None:
        for item in items:
            self._lowering.values.discard(item)

    def _library_name(self, node: c_ast.FuncCall) -> str | None:
        """The name of a function that is not in the program; None for others."""
        if not isinstance(node.name, c_ast.ID):
            return None
        entity = self._lowering.entity(node.name)
        if entity is not None and entity.kind is not Kind.FUNCTION:
            return None
        name = node.name.name
        return name if self._unit.program.function(self._unit.file, name) is None else None

    def _opaque(self, name: str, items: Sequence[c_ast.Node]) -> bool:
        """Emit what is not modelled at all; return whether that was it."""
        unit = self._unit
        if name in ("__sad_asm__", "__sad_opaque__"):
            text = items[0].value if items and isinstance(items[0], c_ast.Constant) else name
            reason = "inline assembly" if name == "__sad_asm__" else "not standard C"
            unit.emit(st.Opaque(text, reason, unit.span))
        elif name == "__sad_goto__":
            unit.emit(st.Opaque("goto *", "a jump to a computed place", unit.span))
            unit.emit(st.AssignedGoto("", tuple(self._lowering.addressed_labels), unit.span))
        else:
            return False
        return True

    # --- library functions -----------------------------------------------------------------------

    def _known(self, name: str, items: Sequence[c_ast.Node]) -> Value | None:
        """The value of a library function that the IR has a word for."""
        values = self._lowering.values
        if name in library.MATHEMATICS:
            generic, kind = library.MATHEMATICS[name]
            return self._intrinsic(generic, kind, items)
        if name in library.POWERS and len(items) == 2:
            kind = _scalar(library.POWERS[name])
            left, right = (values.scalar(item, kind) for item in items)
            return Value(ex.Binary(Operator.POWER, left, right, kind.kind), kind)
        if name in library.MAGNITUDES and len(items) == 1:
            value = values.value(items[0])
            kind = promoted(value.type)
            expr = values.converted(value, kind)
            return Value(ex.Intrinsic("abs", (expr,), Type.INTEGER), kind)
        if name in library.COMPLEX_MATHEMATICS or name in library.COMPLEX_PARTS:
            return self._complex(name, items)
        if name in library.NUMBERS:
            return self._number(name, items)
        if name in library.READS or name in library.WRITES:
            status = self._unit.temporary(INT)
            self._transfer(name, items, status)
            return values.load(status)
        if name in library.RETURNS_TWICE:
            return self._returns_twice(name)
        return self._builtin(name, items)

    def _intrinsic(self, generic: str, kind: Type, items: Sequence[c_ast.Node]) -> Value:
        scalar = _scalar(kind)
        arguments = tuple(self._lowering.values.scalar(item, scalar) for item in items)
        result: ex.Expr = ex.Intrinsic(generic, arguments, kind)
        return Value(result, scalar)

    def _complex(self, name: str, items: Sequence[c_ast.Node]) -> Value:
        table = library.COMPLEX_MATHEMATICS | library.COMPLEX_PARTS
        generic, kind = table[name]
        arguments = tuple(self._lowering.values.scalar(item, _scalar(kind)) for item in items)
        real = name in library.COMPLEX_PARTS or generic == "abs"
        part = Type.REAL if kind is Type.COMPLEX else Type.DOUBLE
        result = _scalar(part if real else kind)
        return Value(ex.Intrinsic(generic, arguments, result.kind), result)

    def _builtin(self, name: str, items: Sequence[c_ast.Node]) -> Value | None:
        values = self._lowering.values
        match name:
            case "__builtin_expect" | "__builtin_assume_aligned":
                return values.value(items[0])
            case "__builtin_constant_p":
                return Value(ZERO, INT)
            case "__sad_va_arg__":
                return opaque(name, "an argument of a variable list", Pointer(VOID))
            case "__sad_label__":
                return opaque(name, "the address of a label", Pointer(VOID))
            case _ if name.startswith("__builtin_") and name.removeprefix("__builtin_") in (
                library.MATHEMATICS
            ):
                return self._known(name.removeprefix("__builtin_"), items)
            case _:
                return None

    def _returns_twice(self, name: str) -> Value:
        """``setjmp`` returns again each time something jumps there: how often, only a run tells."""
        unit = self._unit
        label = unit.label()
        unit.emit(st.Continue(unit.span, label))
        unit.emit(st.Opaque(name, f"{name} may return more than once", unit.span))
        again = ex.OpaqueExpr(name, "whether it returns again", Type.INTEGER)
        unit.emit(st.ComputedGoto((label,), again, unit.span))
        return opaque(name, f"what {name} returns", INT)

    # --- input and output ------------------------------------------------------------------------

    def reads(self, place: Place, node: c_ast.Node) -> bool:
        """Emit ``n = atoi(...)`` as reading ``n``; return whether it was that."""
        while isinstance(node, c_ast.Cast):
            node = node.expr
        if not isinstance(node, c_ast.FuncCall) or not isinstance(place.type, Scalar):
            return False
        name = self._library_name(node)
        if name not in library.NUMBERS or place.subscripts:
            return False
        target = self._unit.expression(place)
        self._unit.emit(st.InputOutput("read", (), (target,), (), (), self._unit.span))
        return True

    def _number(self, name: str, items: Sequence[c_ast.Node]) -> Value:
        """A number made of a text: an input, named by the command line's argument if it is one."""
        kind = DOUBLE if name in ("atof", "strtod", "strtof") else INT
        place = self._unit.temporary(kind)
        match items:
            case [
                c_ast.ArrayRef(name=c_ast.ID(name=array), subscript=c_ast.Constant() as number),
                *_,
            ] if number.type == "int":
                named = f"{array}{integer_constant(number.value)[0]}"
                if named not in self._unit.symbols:
                    place = Place(named, (), kind, None)
            case _:
                pass
        target = self._unit.expression(place)
        self._unit.emit(st.InputOutput("read", (), (target,), (), (), self._unit.span))
        return self._lowering.values.load(place)

    def _transfer(self, name: str, items: Sequence[c_ast.Node], status: Place | None) -> None:
        """Emit an input or output statement."""
        values, unit = self._lowering.values, self._unit
        reads = name in library.READS
        first = library.READS[name] if reads else library.WRITES[name]
        results: list[ex.Expr] = [] if status is None else [unit.expression(status)]
        written: list[ex.Expr] = []
        for number, item in enumerate(items):
            if number < first:
                continue
            value = values.value(item)
            if reads and value.address is not None:
                place = self._lowering.places.element(value.address, None)
                results.append(unit.expression(place))
            elif value.address is not None:
                written.append(ex.OpaqueExpr("", "a text", Type.CHARACTER))
            else:
                expr = values.pure(value)
                if not isinstance(expr, ex.OpaqueExpr):
                    written.append(expr)
        unit.emit(
            st.InputOutput(
                "read" if reads else "write",
                (),
                tuple(results),
                tuple(item for item in written if not isinstance(item, ex.OpaqueExpr)),
                (),
                unit.span,
                statuses=int(status is not None),
            )
        )

    # --- functions of the program, and others ----------------------------------------------------

    def _target(self, node: c_ast.FuncCall) -> tuple[str, CType]:
        """The name of what is called and its type."""
        called = node.name
        while isinstance(called, c_ast.UnaryOp) and called.op in ("*", "&"):
            called = called.expr
        if isinstance(called, c_ast.ID):
            entity = self._lowering.entity(called)
            if entity is None:
                record = self._unit.program.function(self._unit.file, called.name)
                kind = Function(INT, None) if record is None else record.info.entity.type
                return self.unit_name(called.name), kind
            if entity.kind is Kind.FUNCTION:
                return self.unit_name(entity.name), entity.type
        return self._through_pointer(called)

    def _through_pointer(self, called: c_ast.Node) -> tuple[str, CType]:
        place = self._lowering.places.place(called)
        kind: CType = place.type
        while isinstance(kind, Pointer):
            kind = kind.to
        result = kind.result if isinstance(kind, Function) else UNKNOWN
        entity = place.entity
        if entity is not None and place.name == entity.ir and _is_kept(entity):
            self._unit.expression(Place(place.name, (), result, entity))
            return place.name, kind
        target = self._lowering.pointed_function(called)
        if target is not None:
            return self.unit_name(target), kind
        return place.name if not place.name.startswith("tmp") else "(pointer)", kind

    def _arguments(
        self, target: str, kind: CType, items: Sequence[c_ast.Node]
    ) -> tuple[tuple[ex.Expr, ...], tuple[ex.Expr, ...]]:
        """The arguments, and what the callee reaches through them."""
        parameters = kind.parameters if isinstance(kind, Function) else None
        values = [self._lowering.values.value(item) for item in items]
        arguments: list[ex.Expr] = []
        for position, value in enumerate(values):
            expected = None
            if parameters is not None and position < len(parameters):
                expected = parameters[position]
            arguments.append(self._argument(value, expected))
        record = self._lowering.record_of(target)
        reached = record.hidden if record is not None else ()
        hidden = tuple(self._reached(item, values, record) for item in reached)
        return tuple(arguments), hidden

    def _argument(self, value: Value, expected: CType | None) -> ex.Expr:
        lowering = self._lowering
        if value.address is not None:
            passed = self._by_reference(value)
            reads = isinstance(expected, Pointer) and expected.reads
            if reads and isinstance(value.address.type, Scalar) and value.address.index is None:
                return ex.Copy(passed, passed.type)
            return passed
        kind = value.type
        expr = lowering.values.pure(value)
        if isinstance(kind, Scalar) and isinstance(expected, Scalar):
            expr = convert(expr, kind, expected) if not isinstance(expr, ex.OpaqueExpr) else expr
        elif isinstance(kind, Scalar) and expected is None:
            wide = DOUBLE if kind == FLOAT else promoted(kind)
            if isinstance(wide, Scalar):
                expr = convert(expr, kind, wide)
        elif isinstance(expected, Scalar) and expected.truth:
            expr = ex.Convert(as_truth(expr), Type.INTEGER)
        return (
            ex.Copy(expr, expr.type)
            if isinstance(expr, ex.Variable | ex.Element) and not (self._is_procedure(expr))
            else expr
        )

    def _is_procedure(self, expr: ex.Expr) -> bool:
        symbol = self._unit.symbols.get(expr.name) if isinstance(expr, ex.Variable) else None
        return symbol is not None and symbol.storage.value == "procedure"

    def _by_reference(self, value: Value) -> ex.Expr:
        address = value.address
        assert address is not None
        places, unit = self._lowering.places, self._unit
        if isinstance(address.type, Function):
            return unit.procedure(address.name, ir_type(address.type.result))
        if isinstance(address.type, Record) and address.value is not None and address.index is None:
            return address.value
        if address.index is None or (address.index == ZERO and not address.subscripts):
            place = places.element(address, None)
            if address.index is not None and not unit.extents.get(address.name):
                unit.expression(place)  # enters an array
            if not address.subscripts:
                return unit.whole(
                    Place(
                        place.name,
                        (),
                        place.type,
                        place.entity,
                        place.reached,
                        place.memory,
                        place.offset,
                    )
                )
            return unit.expression(place)
        return unit.expression(places.element(address, None))

    def _reached(self, item: Hidden, values: list[Value], record: FunctionRecord | None) -> ex.Expr:
        """What a hidden argument is in the caller's terms."""
        unknown = ex.OpaqueExpr(".".join(item.path), "is not seen here", Type.INTEGER)
        if item.position >= len(values):
            return unknown
        places = self._lowering.places
        value = values[item.position]
        by_value = not isinstance(value.type, Pointer)
        if value.address is not None:
            place = places.element(value.address, None)
        elif isinstance(value.expr, ex.Variable) and by_value:
            place = self._lowering.place_named(value.expr.name, value.type)
        else:
            return unknown
        for name in item.path:
            if isinstance(place.type, Pointer):
                place = places.element(places.of_pointer(place), None)
            if not isinstance(place.type, Record):
                return unknown
            place = places.member(place, name)
        if not isinstance(place.type, Scalar) or record is None:
            return unknown
        expr = self._unit.expression(place)
        return ex.Copy(expr, expr.type) if by_value else expr


def _is_kept(entity: Entity) -> bool:
    """Whether a variable is a parameter that is never assigned."""
    return entity.kind is Kind.PARAMETER and not entity.assigned


def _items(node: c_ast.FuncCall) -> list[c_ast.Node]:
    return list(node.args.exprs) if node.args is not None else []


_SIZES = {Type.REAL: 4, Type.DOUBLE: 8, Type.QUAD: 16, Type.COMPLEX: 8, Type.DOUBLE_COMPLEX: 16}


def _scalar(kind: Type) -> Scalar:
    return Scalar(kind, _SIZES[kind])
