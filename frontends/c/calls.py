"""Calls: of the program's functions, of library functions, through pointers.

Over 400 lines: calls of all kinds share how arguments are passed.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, TypeGuard

from pycparser import c_ast

from frontends.c import library
from frontends.c.convert import as_truth, convert
from frontends.c.literals import string_text
from frontends.c.patterns import is_plain
from frontends.c.reading.attributes import LATER
from frontends.c.scope import Kind
from frontends.c.tables import FunctionTables
from frontends.c.types import (
    DOUBLE,
    FLOAT,
    INT,
    SIZE,
    UNKNOWN,
    VOID,
    Array,
    Function,
    Pointer,
    Record,
    Scalar,
    Void,
    promoted,
    size_of,
)
from frontends.c.unit import ZERO, Place, ir_type
from frontends.c.value import Value, opaque
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Operator, Type
from sad.ir.program import Storage
from sad.records import replace

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from frontends.c.lowering import Lowering
    from frontends.c.places import Address
    from frontends.c.program import FunctionRecord, Hidden
    from frontends.c.scope import Entity
    from frontends.c.types import CType

_SIGN = "a byte of what may have a sign"


class Calls:
    """Calls in one function."""

    def __init__(self, lowering: Lowering) -> None:
        self._lowering = lowering
        self._unit = lowering.unit
        self._through = False
        self._pointer: ex.Expr | None = None  # what holds the function that is called
        self._values: list[Value] = []  # of the last call's arguments
        self.tables = FunctionTables(lowering)

    def unit_name(self, name: str) -> str:
        """Return the IR name of the function that this file means by ``name``."""
        record = self._unit.program.function(self._unit.file, name)
        return name if record is None else record.name

    # --- values and statements -------------------------------------------------------------------

    def value(self, node: c_ast.FuncCall) -> Value:
        """Return the value of a call."""
        name = self.library_name(node)
        items = _items(node)
        constant = self._lowering.constant(node)
        if constant is not None:
            return Value(ex.Constant(constant, Type.INTEGER), SIZE)
        if name is not None:
            known = self._known(name, items)
            if known is not None:
                return known
        chosen = self.tables.functions(node)
        if chosen:
            return self._chosen(node, chosen, items)
        passed = self.tables.passed(node)
        if passed is not None:
            return self._with_each(node, *passed)
        target, kind = self._target(node)
        pointer, unknown = self._pointer, self._unknown_targets(target)
        result = kind.result if isinstance(kind, Function) else UNKNOWN
        arguments, hidden = self._arguments(target, kind, items, through=pointer is not None)
        hidden += unknown
        if isinstance(result, Void):
            span = self._unit.span
            self._unit.emit(
                st.CallStatement(target, arguments, (), span, hidden=hidden, pointer=pointer)
            )
            self._unit.flush()
            return Value(ex.OpaqueExpr("", "no value"), VOID)
        record = self._lowering.record_of(target)
        members = self._lowering.members.of_call(record, result)
        if members is not None and record is not None:
            hidden = self._lowering.members.with_results(hidden, record, members)
        call = ex.FunctionCall(target, arguments, ir_type(result), hidden, pointer)
        return Value(call, result, members=members)

    def statement(self, node: c_ast.FuncCall) -> None:
        """Emit a call whose value is not used."""
        name = self.library_name(node)
        items = _items(node)
        span = self._unit.span
        if name is not None:
            if name in library.ENDS:
                self._evaluate(items)
                self._unit.emit(st.Stop(span))
                return
            if name in library.WRITES or name in library.READS:
                self._lowering.transfers.transfer(name, items, None)
                return
            if name == LATER:
                self.start_somewhere(items[0].name if isinstance(items[0], c_ast.ID) else "")
                return
            if self._opaque(name, items):
                return
            if name in library.NOTHING or self._known(name, items) is not None:
                return
        chosen = self.tables.functions(node)
        if chosen:
            self.tables.choose(node, chosen, lambda each: self._start(each, items))
            return
        passed = self.tables.passed(node)
        if passed is not None:
            self._with_each(node, *passed)
            return
        target, kind = self._target(node)
        pointer, unknown = self._pointer, self._unknown_targets(target)
        arguments, hidden = self._arguments(target, kind, items, through=pointer is not None)
        hidden += unknown
        of_bytes = name in library.OF_BYTES and len(items) == 3
        if name == "memset" and of_bytes:
            arguments = self._with_element(arguments, self._values[0].address)
        call = st.CallStatement(target, arguments, (), span, hidden=hidden, pointer=pointer)
        several = name == "memset" and of_bytes and self._is_several(arguments[0])
        if name is not None and several:  # a run that follows the call sets all of them
            self._filled(name, items, self._values[0].address)
        self._unit.emit(call)
        self._unit.flush()
        if name is not None and of_bytes and not several:
            self._filled(name, items, self._values[0].address)

    def _is_several(self, argument: ex.Expr) -> bool:
        """Whether an argument is an array of structures."""
        symbol = self._unit.symbols.get(getattr(argument, "name", ""))
        return symbol is not None and symbol.type is Type.DERIVED and bool(symbol.dimensions)

    @staticmethod
    def _with_element(
        arguments: tuple[ex.Expr, ...], passed: Address | None
    ) -> tuple[ex.Expr, ...]:
        """The arguments of ``memset`` with what each integer is then in place of its lowest byte.

        Of longer integers only a constant tells what they are, of what is no integer here nothing tells
        whether it has a sign.
        """
        kind = None if passed is None else passed.type
        while isinstance(kind, Array):
            kind = kind.of
        if not isinstance(kind, Scalar) or not kind.is_integer or kind.truth:
            byte = arguments[1].value if isinstance(arguments[1], ex.Constant) else None
            if isinstance(byte, int) and 0 <= byte < 128:
                return arguments
            return (arguments[0], ex.OpaqueExpr("", _SIGN, Type.INTEGER), *arguments[2:])
        element = convert(arguments[1], INT, replace(kind, size=1))
        if kind.size > 1:
            if not isinstance(element, ex.Constant) or not isinstance(element.value, int):
                return arguments
            whole = [element.value & 255] * kind.size
            value = int.from_bytes(whole, "little", signed=kind.signed)
            element = replace(element, value=value)
        return (arguments[0], element, *arguments[2:])

    def _filled(self, name: str, items: Sequence[c_ast.Node], passed: Address | None) -> None:
        """Emit what a structure holds that a call of the library fills."""
        address = self._structure(items[0])
        if address is None and passed is not None and isinstance(passed.type, Record):
            self._lowering.members.fill(passed, None, zero=False)
        if address is None or not isinstance(address.type, Record):
            return
        constant = self._lowering.constant
        size = size_of(address.type)
        is_whole = size is not None and constant(items[2]) == size
        is_zero = is_whole and name == "memset" and constant(items[1]) == 0
        source = self._structure(items[1]) if is_whole and name != "memset" else None
        self._lowering.members.fill(address, source, zero=is_zero)

    def _structure(self, node: c_ast.Node) -> Address | None:
        """The address of a structure that an argument without side effects is."""
        while isinstance(node, c_ast.Cast):
            node = node.expr
        return self._lowering.values.value(node).address if is_plain(node) else None

    def _chosen(
        self, node: c_ast.FuncCall, names: tuple[str, ...], items: Sequence[c_ast.Node]
    ) -> Value:
        """The value of a call of one of some functions."""

        def call(name: str) -> Value:
            own, kind = self.unit_name(name), self._kind(name)
            arguments, hidden = self._arguments(own, kind, items)
            result = kind.result if isinstance(kind, Function) else UNKNOWN
            return Value(ex.FunctionCall(own, arguments, ir_type(result), hidden), result)

        choose = partial(self.tables.choose, node, names)
        return self._of_choice(
            self._kind(names[0]), choose, lambda each: self._start(each, items), call
        )

    def _with_each(self, node: c_ast.FuncCall, position: int, names: dict[str, c_ast.ID]) -> Value:
        """The value of a call that passes a pointer to one of some functions."""

        def passing(name: str) -> c_ast.FuncCall:
            return _with_argument(node, position, names[name])

        choose = partial(self.tables.select, _items(node)[position], list(names), 1)
        return self._of_choice(
            self._target(node)[1],
            choose,
            lambda each: self.statement(passing(each)),
            lambda each: self.value(passing(each)),
        )

    def _of_choice(
        self,
        kind: CType,
        choose: Callable[[Callable[[str], None]], None],
        start: Callable[[str], None],
        call: Callable[[str], Value],
    ) -> Value:
        """The value of a choice of calls: a variable that the one taken sets; ``start`` is without."""
        result = kind.result if isinstance(kind, Function) else UNKNOWN
        if not isinstance(result, Scalar):
            choose(start)
            return Value(ex.OpaqueExpr("", "no value"), result)
        values = self._lowering.values
        place = self._unit.temporary(result)
        choose(lambda each: values.store(place, call(each)))
        return values.load(place)

    def _start(self, name: str, items: Sequence[c_ast.Node]) -> None:
        """Emit the call of a function whose value is not used."""
        target = self.unit_name(name)
        arguments, hidden = self._arguments(target, self._kind(name), items)
        self._unit.emit(st.CallStatement(target, arguments, (), self._unit.span, hidden=hidden))

    def _kind(self, name: str) -> CType:
        """The type of a function of the program."""
        record = self._unit.program.function(self._unit.file, name)
        return UNKNOWN if record is None else record.info.entity.type

    def start_somewhere(self, name: str) -> None:
        """Emit a call, nobody knows when and how often, of a function of the program."""
        record = self._unit.program.function(self._unit.file, name)
        if record is not None:
            self.start(record)

    def start(self, record: FunctionRecord) -> None:
        """Emit a call of a function that starts by itself, nobody knows when and how often."""
        hidden = (self._unit.procedure(record.name, Type.DERIVED),)
        self._unit.emit(st.CallStatement("(pointer)", (), (), self._unit.span, hidden=hidden))

    def _evaluate(self, items: Sequence[c_ast.Node]) -> None:
        for item in items:
            self._lowering.values.discard(item)

    def library_name(self, node: c_ast.FuncCall) -> str | None:
        """Return the name of a function that is not in the program; None for others."""
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
            reason = "inline assembly" if name == "__sad_asm__" else text.strip('"')
            assembly = name == "__sad_asm__"
            unit.emit(st.Opaque(text, reason, unit.span, anywhere=assembly))
        elif name == "__sad_goto__":
            unit.emit(st.Opaque("goto *", "a jump to a computed place", unit.span))
            named = (
                item.value.strip('"').split() for item in items if isinstance(item, c_ast.Constant)
            )
            labels = tuple(dict.fromkeys(next(named, unit.info.labels)))
            where = ex.OpaqueExpr("goto *", "where it leads", Type.INTEGER)
            unit.emit(st.ComputedGoto(labels, where, unit.span))
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
            return self._lowering.transfers.number(name, items)
        if name in library.READS or name in library.WRITES:
            status = self._unit.temporary(INT)
            self._lowering.transfers.transfer(name, items, status)
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
            case "__sad_imaginary__":
                part = values.scalar(items[0], DOUBLE)
                zero = ex.Constant("0.0", Type.DOUBLE)
                return Value(
                    ex.ComplexPair(zero, part, Type.DOUBLE_COMPLEX), _scalar(Type.DOUBLE_COMPLEX)
                )
            case "strlen" | "__builtin_strlen" if _is_text(items):
                text = string_text(items[0].value)  # ends at its first zero
                return Value(ex.Constant(len(text.partition("\0")[0]), Type.INTEGER), SIZE)
            case _ if name.startswith(library.SPECIAL_NUMBERS):
                kind = FLOAT if name.endswith("f") and not name.endswith("inf") else DOUBLE
                text = "nan" if "nan" in name else "inf"
                return Value(ex.Constant(text, kind.kind), kind)
            case "__sad_alignof__":
                return opaque(name, "the alignment of an object", SIZE)
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
        """``setjmp`` returns again each time something jumps there: how often, only a run tells.

        Wherever the function would end it may go back there instead.
        """
        self.start_again(name, f"that {name} may return more than once")
        return opaque(name, f"what {name} returns", INT)

    def start_again(self, name: str, reason: str) -> None:
        """Emit a place that the function may go back to wherever it would end."""
        unit = self._unit
        label = unit.label()
        unit.emit(st.Continue(unit.span, label))
        unit.emit(st.Opaque(name, reason, unit.span))
        self._lowering.statements.again.append(label)

    # --- functions of the program, and others ----------------------------------------------------

    def _target(self, node: c_ast.FuncCall) -> tuple[str, CType]:
        """The name of what is called and its type."""
        self._through, self._pointer = False, None
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
        self._through = True
        return self._through_pointer(called)

    def _unknown_targets(self, target: str) -> tuple[ex.Expr, ...]:
        """The functions that a call through a pointer may start: all whose address goes somewhere."""
        if not self._through or self._lowering.record_of(target) is not None:
            return ()
        return self._loose()

    def _loose(self) -> tuple[ex.Expr, ...]:
        """All functions whose address goes somewhere, as what a call may start."""
        known = self._unit.program.loosened()
        return tuple(self._unit.procedure(name, Type.DERIVED) for name in known)

    def _through_pointer(self, called: c_ast.Node) -> tuple[str, CType]:
        places = self._lowering.places
        place = places.place(called)
        while isinstance(place.type, Pointer) and isinstance(place.type.to, Pointer):
            place = places.element(places.of_pointer(place), None)
        kind = place.type.to if isinstance(place.type, Pointer) else place.type
        result = kind.result if isinstance(kind, Function) else UNKNOWN
        entity = place.entity
        if entity is not None and place.name == entity.ir and _is_kept(entity):
            self._unit.expression(Place(place.name, (), result, entity))
            self._through = False
            return place.name, kind
        target = self._lowering.pointed_function(called)
        if target is not None:
            return target, kind
        if entity is None:
            return "(pointer)", kind
        self._pointer = self._unit.expression(place)
        is_changed = entity.kind is Kind.PARAMETER and place.name == entity.ir
        return f"{place.name}[]" if is_changed else place.name, kind  # not what the call passes

    def _arguments(
        self, target: str, kind: CType, items: Sequence[c_ast.Node], *, through: bool = False
    ) -> tuple[tuple[ex.Expr, ...], tuple[ex.Expr, ...]]:
        """The arguments, and what the callee reaches through them; ``through`` a pointer or not."""
        parameters = kind.parameters if isinstance(kind, Function) else None
        record, own = self._lowering.record_of(target), self._lowering.values
        values = self._values = self.evaluated(items)
        for at, item in enumerate(values if record is not None else ()):
            if item.members is not None and isinstance(item.type, Record):  # given back by a call
                values[at] = own.load(own.held(item))
        dummies = [] if record is None else record.info.parameters
        arguments: list[ex.Expr] = []
        for position, value in enumerate(values):
            expected = None
            if parameters is not None and position < len(parameters):
                expected = parameters[position]
            meets = position < len(dummies) and dummies[position].meets
            arguments.append(self._argument(value, expected, meets=meets))
        if record is None and target not in library.KEEPS:
            told = through or target == library.SORTS
            self._lowering.members.scatter(values, parameters or (), through=told)
        reached = record.hidden if record is not None else ()
        hidden = tuple(self._reached(item, values, record) for item in reached)
        if record is not None and any(map(self._leads_anywhere, values, arguments)):
            started = self._loose()
            unit = self._unit
            unit.emit(st.CallStatement(st.HANDED, (), (), unit.span, hidden=started))
        return tuple(arguments), hidden

    def evaluated(self, items: Sequence[c_ast.Node]) -> list[Value]:
        """The values of arguments. C leaves their order open: where it tells they are evaluated from
        the last to the first, as gcc does.
        """
        own = self._lowering.values
        told = [not self._is_own(item) for item in items]
        if sum(told) <= 1 or all(map(is_plain, items)):
            return list(map(own.value, items))
        found: list[Value] = []
        for item, is_told in zip(reversed(items), reversed(told), strict=True):
            value = own.value(item)
            kept = is_told and value.expr is not None and not isinstance(value.type, Record | Void)
            found.insert(0, own.load(own.held(value)) if kept else value)
        return found

    def _is_own(self, node: c_ast.Node) -> bool:
        """Whether no call changes, or asks for, anything that an expression means."""
        match node:
            case c_ast.FuncCall() if self.library_name(node) is None:
                return False
            case c_ast.ArrayRef() | c_ast.StructRef(type="->") | c_ast.UnaryOp(op="*"):
                return False
            case c_ast.UnaryOp(op="&" | "sizeof"):
                return True
            case c_ast.ID() if (entity := self._lowering.entity(node)) and entity.is_variable:
                is_local = entity.kind in (Kind.LOCAL, Kind.PARAMETER)
                return entity.constant or (is_local and not (entity.handed or entity.escapes))
            case _:
                return all(map(self._is_own, node))

    def _leads_anywhere(self, value: Value, argument: ex.Expr) -> bool:
        """Whether a pointer to a function is passed of which no one knows where it points."""
        kind = value.type
        while isinstance(kind, Pointer):
            kind = kind.to
        if not isinstance(kind, Function) or isinstance(argument, ex.Constant):
            return False
        symbol = None
        if isinstance(argument, ex.Variable):
            symbol = self._unit.symbols.get(argument.name)
        return (
            symbol is None
            or symbol.storage not in (Storage.PROCEDURE, Storage.DUMMY)
            or (symbol.name.endswith("[]"))
        )

    def _argument(self, value: Value, expected: CType | None, *, meets: bool = False) -> ex.Expr:
        lowering = self._lowering
        if value.address is not None:
            passed = self._by_reference(value)
            reads = isinstance(expected, Pointer) and expected.reads
            alone = isinstance(value.address.type, Scalar) and value.address.index is None
            if reads and alone and not meets:
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

    def _function(self, address: Address) -> ex.Expr:
        """A function as an argument: one of the program, the function's own parameter, passed on, or
        what another pointer holds.
        """
        assert isinstance(address.type, Function)
        entity, result = address.entity, address.type.result
        if entity is not None and address.name == entity.ir and _is_kept(entity):
            return self._unit.expression(Place(address.name, (), result, entity))
        if isinstance(address.value, ex.Variable | ex.Element):
            return address.value
        return self._unit.procedure(address.name, ir_type(result))

    def _by_reference(self, value: Value) -> ex.Expr:
        address = value.address
        assert address is not None
        places, unit = self._lowering.places, self._unit
        if isinstance(address.type, Function):
            return self._function(address)
        if address.entity is not None and unit.program.loose:
            places.declare(address.entity)  # what is called through pointers asks for it unseen
        is_first = address.index is None or address.index == ZERO
        if isinstance(address.type, Record) and address.value is not None and is_first:
            return address.value
        if address.index is None or (address.index == ZERO and not address.subscripts):
            place = places.element(address, None)
            if address.index is not None and not unit.extents.get(address.name):
                unit.expression(place)  # enters an array
            if not address.subscripts:
                return unit.whole(replace(place, subscripts=()))
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
        elif value.place is not None and by_value:
            place = value.place
        else:
            return unknown
        for name in item.path:
            if isinstance(place.type, Pointer):
                place = places.element(places.of_pointer(place), None)
            if not isinstance(place.type, Record):
                return unknown
            place = places.member(place, name)
        if isinstance(place.type, Array) and record is not None:
            if by_value:
                place = self._lowering.members.copied(place)
            if place.subscripts:
                return self._unit.expression(places.first(place))
            return self._unit.whole(place)
        if not isinstance(place.type, Scalar | Pointer) or record is None:
            return unknown
        expr = self._unit.expression(place)
        return ex.Copy(expr, expr.type) if by_value else expr


def _is_kept(entity: Entity) -> bool:
    """Whether a variable is a parameter that is never assigned, of one function and no other."""
    kind = entity.type
    is_changed = isinstance(kind, Pointer) and isinstance(kind.to, Pointer)  # by what it leads to
    return entity.kind is Kind.PARAMETER and not entity.assigned and not is_changed


def _is_text(items: Sequence[c_ast.Node]) -> TypeGuard[Sequence[c_ast.Constant]]:
    """Whether there is one argument, a string constant of plain characters."""
    match items:
        case [c_ast.Constant(type="string", value=text)]:
            return text.startswith('"') and text.isascii()
        case _:
            return False


def _with_argument(node: c_ast.FuncCall, position: int, argument: c_ast.Node) -> c_ast.FuncCall:
    """A call with another argument at a position."""
    items = _items(node)
    items[position] = argument
    return c_ast.FuncCall(node.name, c_ast.ExprList(items, node.coord), node.coord)


def _items(node: c_ast.FuncCall) -> list[c_ast.Node]:
    return list(node.args.exprs) if node.args is not None else []


_SIZES = {Type.REAL: 4, Type.DOUBLE: 8, Type.QUAD: 16, Type.COMPLEX: 8, Type.DOUBLE_COMPLEX: 16}


def _scalar(kind: Type) -> Scalar:
    return Scalar(kind, _SIZES[kind])
